/* The outcome of the last action, read aloud by screen readers, with Undo where there is a way back. */
import { signal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { texts } from "./language.ts";
import { place } from "./router.ts";
import { session } from "./session.ts";

interface Outcome {
  readonly text: string;
  readonly isFailure: boolean;
  readonly undo: (() => void) | undefined;
}

const outcome = signal<Outcome | undefined>(undefined);

// The next person must not undo what the one before has done.
session.subscribe((user) => {
  if (user === undefined) clearOutcome();
});

/** Whether the outcome is of the action under way, which may go to another place itself. */
let isFresh = false;

// What is done and has no Undo is old news at another place. Failures stay until somebody has seen them.
place.subscribe(() => {
  const { undo, isFailure = false } = outcome.peek() ?? {};
  if (undo === undefined && !isFailure && !isFresh) clearOutcome();
});

/**
 * Says that something is done. `undo` takes it back: with it, the outcome stays until the next one, so nobody has to hurry;
 * without it, until the person goes to another place.
 */
export function announce(text: string, undo?: () => void): void {
  isFresh = true;
  setTimeout(() => {
    isFresh = false;
  });
  outcome.value = { text, isFailure: false, undo };
}

/** Says that something failed. */
export function announceFailure(text: string): void {
  outcome.value = { text, isFailure: true, undo: undefined };
}

function clearOutcome(): void {
  outcome.value = undefined;
}

/** The line with the last outcome. */
export function StatusLine() {
  const { text = "", isFailure = false, undo } = outcome.value ?? {};
  const dismiss = useRef<HTMLButtonElement>(null);
  /** Undo works once. Its button goes, and the focus must not go with it. */
  function undoOnce() {
    outcome.value = { text, isFailure, undo: undefined };
    dismiss.current?.focus();
    undo?.();
  }
  return (
    <div class={`status-line${isFailure ? " failed" : ""}${text === "" ? " off-screen" : ""}`}>
      {/* The regions are always there: screen readers announce only what changes in them. */}
      <p role="status">{isFailure ? "" : text}</p>
      <p role="alert">{isFailure ? text : ""}</p>
      {undo !== undefined && (
        <button type="button" class="quiet" onClick={undoOnce}>
          {texts.value.common.undo}
        </button>
      )}
      {text !== "" && (
        <button
          ref={dismiss}
          type="button"
          class="quiet icon"
          aria-label={texts.value.common.dismiss}
          onClick={clearOutcome}
        >
          ×
        </button>
      )}
    </div>
  );
}
