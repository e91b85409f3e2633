/* What a view shows when it has no data to show. */
import type { ComponentChildren } from "preact";
import { failureText } from "./failure.tsx";
import { texts } from "./language.ts";

interface EmptyProps {
  readonly title: string;
  readonly children?: ComponentChildren;
}

/** There is nothing yet, or nothing matches. The children say what to do. */
export function EmptyState({ title, children }: EmptyProps) {
  return (
    <div class="state">
      <p class="state-title">{title}</p>
      {children}
    </div>
  );
}

interface FailureProps {
  readonly error: unknown;
  /** Tries again. */
  readonly retry: () => void;
}

/** Loading failed. */
export function FailureState({ error, retry }: FailureProps) {
  return (
    <div class="state" role="alert">
      <p class="state-title">{texts.value.failures.title}</p>
      <p>{failureText(error)}</p>
      <button type="button" onClick={retry}>
        {texts.value.common.retry}
      </button>
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
    <div class="skeleton" role="status" aria-label={texts.value.common.loading}>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} />
      ))}
    </div>
  );
}
