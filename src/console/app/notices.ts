/* The outcomes of what a person has done, the newest first, and what else there is to tell. */
import { signal } from "@preact/signals";
import { type Failure, failureOf } from "./failure.ts";
import { texts } from "./language.ts";
import { onReturn } from "./reach.ts";
import { onNextPerson } from "./session.ts";

/** As many as the page keeps under "Recent". */
const KEPT = 10;

/** An outcome, or another thing to tell. */
export interface Notice {
  readonly id: number;
  readonly text: string;
  readonly failure?: Failure;
  /** What can be done about it, once; usually Undo. */
  readonly action?: NoticeAction | undefined;
  /** Whether something was changed, which is as it was changed. */
  readonly isChange?: boolean;
}

interface NoticeAction {
  readonly text: string;
  readonly act: () => void;
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

// What failed for want of a connection says so no longer than that is true. What can still be done about it stays.
onReturn(() => {
  notices.value = notices.peek().flatMap((notice) => {
    const { failure, ...rest } = notice;
    if (failure?.isOutOfReach !== true) return [notice];
    return rest.action === undefined ? [] : [rest];
  });
});

/** Says that something was changed. A function takes it back. */
export function announce(text: string, undo?: () => void): void {
  add({ text, isChange: true, action: undo && { text: texts.value.common.undo, act: undo } });
}

/** Says that a change was taken back. A function makes it again; the key for Undo goes on to the change before. */
export function announceUndone(text: string, redo: () => void): void {
  inform(text, { text: texts.value.common.undo, act: redo });
}

/** Says something that changed nothing, or took a change back, with what can be done about it. */
export function inform(text: string, action?: NoticeAction): void {
  add({ text, action });
}

/** Says that something failed, and why. `kept` is what would be lost with it, and how to try again. */
export function announceFailure(error: unknown, kept?: { readonly text: string; readonly undo: () => void }): void {
  const failure = failureOf(error);
  if (kept === undefined) add({ text: failure.text, failure });
  else add({ text: kept.text, failure, isChange: true, action: { text: texts.value.common.undo, act: kept.undo } });
}

/** Does something, and says why if it fails. */
export async function attempt(act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    announceFailure(error);
  }
}

function add(told: Omit<Notice, "id">): void {
  const notice = { ...told, id: ++count };
  notices.value = [notice, ...notices.value].slice(0, KEPT);
  shownNotice.value = notice.id;
}

/** Does what can be done about an outcome, which can then not be done again. */
export function actOn({ id, action }: Notice): void {
  notices.value = notices.value.map((notice) =>
    notice.id === id ? { ...notice, action: undefined, isChange: false } : notice,
  );
  action?.act();
}

/** Takes back the last change, or says that it cannot be taken back: never another one. */
export function undoLast(): void {
  const last = notices.value.find(({ isChange }) => isChange);
  if (last === undefined) return;
  if (last.action !== undefined) actOn(last);
  else inform(texts.value.common.cannotUndo(last.text));
}

/** Hides the outcome over the page. It stays under "Recent". */
export function hideNotice(): void {
  shownNotice.value = undefined;
}
