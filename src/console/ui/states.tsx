/* Placeholders for a view, or a part of it, that has nothing to show. */
import { Component, type ComponentChildren } from "preact";
import { type Failure, failureOf } from "../app/failure.ts";
import { texts } from "../app/formats/language.ts";

/** Nothing exists yet, or nothing matches. The children say what to do. */
export function EmptyState({ title, children }: { readonly title: string; readonly children?: ComponentChildren }) {
  return (
    <div class="state">
      <p class="state-title">{title}</p>
      {children}
    </div>
  );
}

/** Why something failed, with the message of the service behind a summary. */
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

/** Loading failed. The children offer alternatives. */
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

/** The key lacks the scope. */
export function ForbiddenState({ scope }: { readonly scope: string }) {
  return (
    <div class="state">
      <h1 class="state-title">{texts.value.failures.forbidden}</h1>
      <p>{texts.value.failures.missingScope(scope)}</p>
    </div>
  );
}

/** Placeholder lines as high as the content to come, so nothing jumps. */
export function Skeleton({ lines = 3 }: { readonly lines?: number }) {
  return (
    <div class="stack skeleton" role="status" aria-label={texts.value.common.loading}>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} />
      ))}
    </div>
  );
}

/** Contains errors of its children, so the rest of the page keeps working. */
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
