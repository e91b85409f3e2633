/* The outcome of the last action, read aloud by screen readers, with Undo where there is a way back. */
import { signal } from "@preact/signals";
import { texts } from "./language.ts";

interface Outcome {
  readonly text: string;
  readonly isFailure: boolean;
  readonly undo: (() => void) | undefined;
}

const outcome = signal<Outcome | undefined>(undefined);

/** Says that something is done. `undo` takes it back. It stays until the next outcome, so nobody has to hurry. */
export function announce(text: string, undo?: () => void): void {
  outcome.value = { text, isFailure: false, undo };
}

/** Says that something failed. */
export function announceFailure(text: string): void {
  outcome.value = { text, isFailure: true, undo: undefined };
}

/** Clears the line, for example when another person signs in. */
export function clearOutcome(): void {
  outcome.value = undefined;
}

export function StatusLine() {
  const { text = "", isFailure = false, undo } = outcome.value ?? {};
  return (
    <div class={`status-line${isFailure ? " failed" : ""}${text === "" ? " off-screen" : ""}`}>
      {/* The regions are always there: screen readers announce only what changes in them. */}
      <p role="status">{isFailure ? "" : text}</p>
      <p role="alert">{isFailure ? text : ""}</p>
      {undo !== undefined && (
        <button type="button" class="quiet" onClick={undo}>
          {texts.value.common.undo}
        </button>
      )}
      {text !== "" && (
        <button type="button" class="quiet icon" aria-label={texts.value.common.dismiss} onClick={clearOutcome}>
          ×
        </button>
      )}
    </div>
  );
}
