/* The question that is asked before something that cannot be undone. */
import { signal } from "@preact/signals";
import type { Failure } from "./failure.ts";
import { onNextPerson } from "./session/session.ts";

/** A question. */
export interface Question {
  readonly title: string;
  readonly text: string;
  /** What is done, such as "Delete". */
  readonly action: string;
  /** Whether the action is marked as one that destroys something; by default it is. */
  readonly isDangerous?: boolean;
  readonly explain?: (error: unknown) => Failure;
  /** Does it. When it rejects, the question stays and says why. */
  readonly confirm: () => Promise<void>;
}

/** What is asked over the page. */
export const question = signal<Question | undefined>(undefined);

/** Asks before something is done. */
export function ask(asked: Question): void {
  question.value = asked;
}

/** Asks nothing any more. */
export function endQuestion(): void {
  question.value = undefined;
}

onNextPerson(endQuestion);
