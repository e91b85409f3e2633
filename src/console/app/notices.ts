/* The outcomes of what a person has done, the newest first. Each can be undone for as long as it is kept. */
import { signal } from "@preact/signals";
import { type Failure, failureOf } from "./failure.ts";
import { texts } from "./language.ts";
import { onNextPerson } from "./session.ts";

/** As many as the page keeps under "Recent". */
const KEPT = 10;

/** An outcome. */
export interface Notice {
  readonly id: number;
  readonly text: string;
  readonly failure?: Failure;
  /** What can be done about it, once; usually Undo. */
  readonly action: NoticeAction | undefined;
}

interface NoticeAction {
  readonly text: string;
  readonly act: () => void;
  /** Whether it takes back what was done. */
  readonly isUndo?: true;
}

/** The latest outcomes, the newest first. */
export const notices = signal<readonly Notice[]>([]);

/** The outcome that is shown over the page, by id. */
export const shownNotice = signal<number | undefined>(undefined);

let count = 0;

// The next person must not undo what the one before has done.
onNextPerson(() => {
  notices.value = [];
});

/** Says that something is done. A function takes it back; something else that can be done about it has a text. */
export function announce(text: string, after?: NoticeAction | (() => void)): void {
  const action =
    typeof after === "function" ? { text: texts.value.common.undo, act: after, isUndo: true as const } : after;
  add({ id: ++count, text, action });
}

/** Says that something failed, and why. */
export function announceFailure(error: unknown): void {
  const failure = failureOf(error);
  add({ id: ++count, text: failure.text, failure, action: undefined });
}

/** Does something, and says why if it fails. */
export async function attempt(act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    announceFailure(error);
  }
}

function add(notice: Notice): void {
  notices.value = [notice, ...notices.value].slice(0, KEPT);
  shownNotice.value = notice.id;
}

/** Does what can be done about an outcome, which can then not be done again. */
export function actOn({ id, action }: Notice): void {
  notices.value = notices.value.map((notice) => (notice.id === id ? { ...notice, action: undefined } : notice));
  action?.act();
}

/** Takes back the last change that can be taken back. */
export function undoLast(): void {
  const last = notices.value.find(({ action }) => action?.isUndo);
  if (last !== undefined) actOn(last);
}

/** Hides the outcome over the page. It stays under "Recent". */
export function hideNotice(): void {
  shownNotice.value = undefined;
}
