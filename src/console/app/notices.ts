/* The outcomes of what a person has done, the newest first, and what else there is to tell. */
import { signal } from "@preact/signals";
import { type Failure, failureOf } from "./failure.ts";
import { texts } from "./formats/language.ts";
import { onReturn } from "./session/reach.ts";
import { onNextPerson } from "./session/session.ts";

/** As many as the page keeps under "Recent", and as many more whose action has failed. */
const KEPT = 10;
const FAILED_KEPT = 50;

/** An outcome, or another thing to tell. */
export interface Notice {
  readonly id: number;
  readonly text: string;
  readonly failure?: Failure | undefined;
  /** What can be done about it, until that has worked; usually Undo. */
  readonly action?: NoticeAction | undefined;
  /** Whether something was changed, which is as it was changed. */
  readonly isChange?: boolean;
  /** Whether the action is under way. */
  readonly isBusy?: boolean;
  /** Whether the action has failed: the notice stays until it has worked or the person dismisses it. */
  readonly hasFailed?: boolean;
}

/** What can be done about a notice. A rejection leaves it there to be tried again. */
interface NoticeAction {
  readonly text: string;
  readonly act: () => void | Promise<void>;
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
export function announce(text: string, undo?: NoticeAction["act"]): void {
  add({ text, isChange: true, action: undo && { text: texts.value.common.undo, act: undo } });
}

/** Says that a change was taken back. A function makes it again; the key for Undo goes on to the change before. */
export function announceUndone(text: string, redo?: NoticeAction["act"]): void {
  inform(text, redo && { text: texts.value.common.undo, act: redo });
}

/** Says something that changed nothing, or took a change back, with what can be done about it. */
export function inform(text: string, action?: NoticeAction): void {
  add({ text, action });
}

/** Says that something failed, and why. */
export function announceFailure(error: unknown): void {
  const failure = failureOf(error);
  add({ text: failure.text, failure });
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
  put({ ...told, id: ++count });
}

/** Puts a notice before all others, and shows it. */
function put(notice: Notice): void {
  const others = notices.value.filter(({ id }) => id !== notice.id);
  let [left, failed] = [KEPT, FAILED_KEPT];
  notices.value = [notice, ...others].filter(({ hasFailed }) => (hasFailed ? failed-- : left--) > 0);
  shownNotice.value = notice.id;
}

function update(id: number, changes: Partial<Notice>): void {
  notices.value = notices.value.map((notice) => (notice.id === id ? { ...notice, ...changes } : notice));
}

/** Does what can be done about a notice, once. If it fails, it can be tried again. */
export async function actOn({ id }: Pick<Notice, "id">): Promise<void> {
  const notice = notices.value.find((one) => one.id === id);
  if (notice?.action === undefined || notice.isBusy) return;
  update(id, { isBusy: true, failure: undefined });
  try {
    await notice.action.act();
    update(id, { action: undefined, isChange: false, isBusy: false, hasFailed: false });
  } catch (error) {
    put({ ...notice, failure: failureOf(error), hasFailed: true });
  }
}

/** Removes a notice, and with it what could be done about it. */
export function dismiss({ id }: Pick<Notice, "id">): void {
  notices.value = notices.value.filter((notice) => notice.id !== id);
}

/** Takes back the last change, or says that it cannot be taken back: never another one. */
export function undoLast(): void {
  const last = notices.value.find(({ isChange, isBusy }) => isChange && !isBusy);
  if (last === undefined) return;
  if (last.action !== undefined) void actOn(last);
  else inform(texts.value.common.cannotUndo(last.text));
}

/** Hides the outcome over the page. It stays under "Recent". */
export function hideNotice(): void {
  shownNotice.value = undefined;
}
