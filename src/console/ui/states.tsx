/* What is shown in place of a view, or of a part of one, that has nothing to show. */
import { Component, type ComponentChildren } from "preact";
import { type Failure, failureOf } from "../app/failure.ts";
import { texts } from "../app/formats/language.ts";

/** There is nothing yet, or nothing matches. The children say what to do. */
export function EmptyState({ title, children }: { readonly title: string; readonly children?: ComponentChildren }) {
  return (
    <div class="state">
      <p class="state-title">{title}</p>
      {children}
    </div>
  );
}

/** Why something failed, with what the service said behind a summary. */
export function FailureText({ text, details }: Failure) {
  return (
    <div class="failure">
      <p>{text}</p>
      {details !== undefined && (
        <details>
          <summary>{texts.value.failures.details}</summary>
          <p lang="en">{details}</p>
        </details>
      )}
    </div>
  );
}

interface FailureProps {
  readonly error: unknown;
  readonly retry: () => void;
  readonly children?: ComponentChildren;
}

/** Loading failed. The children say what else there is to do. */
export function FailureState({ error, retry, children }: FailureProps) {
  return (
    <div class="state" role="alert">
      <p class="state-title">{texts.value.failures.title}</p>
      <FailureText {...failureOf(error)} />
      {children || (
        <button type="button" onClick={retry}>
          {texts.value.common.retry}
        </button>
      )}
    </div>
  );
}

/** The key does not allow the view. */
export function ForbiddenState({ scope }: { readonly scope: string }) {
  return (
    <div class="state">
      <h1 class="state-title">{texts.value.failures.forbidden}</h1>
      <p>{texts.value.failures.missingScope(scope)}</p>
    </div>
  );
}

/** Lines in place of what is being loaded, as high as it will be, so that nothing jumps when it comes. */
export function Skeleton({ lines = 3 }: { readonly lines?: number }) {
  return (
    <div class="stack skeleton" role="status" aria-label={texts.value.common.loading}>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} />
      ))}
    </div>
  );
}

/** Catches the faults of what is in it, so that the rest of the page goes on. */
export class Boundary extends Component<{ readonly children: ComponentChildren }, { readonly error: unknown }> {
  override state: { readonly error: unknown } = { error: undefined };

  override componentDidCatch(error: unknown): void {
    reportError(error);
    this.setState({ error });
  }

  override render() {
    const { children } = this.props;
    const { error } = this.state;
    if (error === undefined) return children;
    return <FailureState error={error} retry={() => this.setState({ error: undefined })} />;
  }
}
