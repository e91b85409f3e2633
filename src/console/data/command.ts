/*
 * A command: a change that a person makes. It is shown at once, sent, confirmed by a notification, and undone. Its Undo repeats the same
 * requests with the same keys until they succeed (docs/decisions/060-console.md).
 */
import { batch } from "@preact/signals";
import { hasCode } from "../app/failure.ts";
import { announce, announceFailure, announceUndone, notices } from "../app/notices.ts";
import { randomName } from "../app/random.ts";
import { onNextPerson } from "../app/session/session.ts";
import { stayWhile } from "../app/session/version.ts";
import { type Change, type Facts, isEqual, pending, publish, received } from "./events/changes.ts";

/** How a request is sent. */
export interface Attempt {
  /** The Idempotency-Key: the same each time. */
  readonly key: string;
  /** Whether an earlier attempt failed: what it removes may be gone already. */
  readonly isRepeated: boolean;
}

/** A change of one thing. */
export interface Step<Result> {
  /** What it changes, such as "pet 1": changes of the same thing are sent in order. */
  readonly about: string;
  /** The optimistic value. */
  readonly optimistic?: Facts;
  readonly send: (attempt: Attempt) => Promise<Result>;
  /** The state after it. */
  readonly facts?: (result: Result) => Facts | readonly Facts[];
  /** Reads and shows the state after a failure. */
  readonly refresh?: (error: unknown) => Promise<void>;
  /** The step that undoes it, or several. */
  readonly undo?: ((result: Result) => Step<Result> | readonly Step<Result>[]) | undefined;
}

/** The texts of notifications. */
export interface Words<Result> {
  readonly done: (results: readonly Result[]) => string;
  readonly undone?: (results: readonly Result[]) => string;
}

/** How many requests are sent at once. */
export const AT_ONCE = 4;

/** A step with its key, until it has succeeded. */
class Sending<Result> {
  readonly step: Step<Result>;
  readonly #key: string;
  #isRepeated = false;
  outcome: { readonly result: Result } | undefined;

  constructor(step: Step<Result>, key: string) {
    this.step = step;
    this.#key = key;
  }

  async send(): Promise<Result> {
    const attempt = { key: this.#key, isRepeated: this.#isRepeated };
    this.#isRepeated = true;
    return this.step.send(attempt);
  }
}

// A failed step that can be retried would be lost.
stayWhile(() => notices.peek().some(({ hasFailed }) => hasFailed));

/**
 * Runs a command with an Undo for the steps that succeeded. Rejects if none did.
 */
export async function run<Result>(steps: readonly Step<Result>[], words: Words<Result>): Promise<readonly Result[]> {
  const sendings = steps.map((step) => new Sending(step, randomName()));
  const failures = await sendAll(sendings);
  const results = resultsOf(sendings);
  if (results.length === 0 && failures.length > 0) throw failures[0];
  if (results.length > 0) tellAll(sendings, words, announce);
  if (failures.length > 0) announceFailure(failures[0]);
  return results;
}

/** Sends a step of a form that may send more. Returns a function that shows the notification later, with Undo. */
export async function sendQuietly<Result>(step: Step<Result>, words: Words<Result>, key: string): Promise<() => void> {
  const sendings = [new Sending(step, key)];
  const [failure] = await sendAll(sendings);
  if (failure !== undefined) throw failure;
  return () => tellAll(sendings, words, announce);
}

function resultsOf<Result>(sendings: readonly Sending<Result>[]): readonly Result[] {
  return sendings.flatMap(({ outcome }) => (outcome === undefined ? [] : [outcome.result]));
}

function tellAll<Result>(
  sendings: readonly Sending<Result>[],
  { done, undone = done }: Words<Result>,
  announceIt: typeof announce,
): void {
  const backs = sendings.flatMap(({ step, outcome }) => (outcome && step.undo?.(outcome.result)) ?? []);
  tell(done(resultsOf(sendings)), backs, { done: undone, undone: done }, announceIt);
}

/** Shows a notification, with an Undo that takes these steps. It stays until all have succeeded, and none that succeeded is sent again. */
export function tell<Result>(
  text: string,
  backs: readonly Step<Result>[],
  words: Words<Result>,
  announceIt = announce,
): void {
  const sendings = backs.map((step) => new Sending(step, randomName()));
  async function undo() {
    const left = sendings.filter(({ outcome }) => outcome === undefined);
    const failures = await sendAll(left);
    if (failures.length < left.length) tellAll(left, words, announceUndone);
    if (failures.length > 0) throw failures[0];
  }
  announceIt(text, sendings.length === 0 ? undefined : undo);
}

/** Shows all steps at once, and sends a few at a time. Returns why some failed. */
async function sendAll<Result>(sendings: readonly Sending<Result>[]): Promise<readonly unknown[]> {
  const turns: Promise<unknown>[] = [];
  const failures: unknown[] = [];
  for (const sending of sendings) {
    // Waits for the one `AT_ONCE` places before it.
    const turn = turns.at(-AT_ONCE);
    const sent = inOrder(sending, turn).catch(async (error: unknown) => {
      failures.push(error);
      // The failure is shown already; without a connection nothing more is known.
      await sending.step.refresh?.(error).catch(() => {});
    });
    turns.push(sent);
  }
  await Promise.all(turns);
  return failures;
}

/** The last change of each thing in progress: quick presses take effect in order. */
const underWay = new Map<string, Promise<unknown>>();

onNextPerson(() => underWay.clear());

/** Whether a change of a thing is in progress. */
export function isUnderWay(about: string): boolean {
  return underWay.has(about);
}

function inOrder<Result>(sending: Sending<Result>, turn: Promise<unknown> | undefined): Promise<void> {
  const { about } = sending.step;
  const before = underWay.get(about);
  const sent = show(sending, async () => {
    await turn;
    // The failure of the one before is shown already.
    await before?.catch(() => {});
  });
  underWay.set(about, sent);
  return sent.finally(() => {
    if (underWay.get(about) === sent) underWay.delete(about);
  });
}

/** Shows a step at once, sends it, and shows the result. Restores the earlier state if it fails. */
async function show<Result>(sending: Sending<Result>, turn: () => Promise<void>): Promise<void> {
  const { optimistic, facts } = sending.step;
  const change: Change | undefined = optimistic && { ...optimistic, source: "pending" };
  if (change !== undefined) pending.value = [...pending.value, change];
  const drop = () => {
    if (change !== undefined) pending.value = pending.value.filter((other) => other !== change);
  };
  const before = received.count;
  try {
    await turn();
    const result = await sending.send();
    sending.outcome = { result };
    batch(() => {
      for (const now of [facts?.(result) ?? []].flat())
        if (!isReceived(now, received.count - before)) publish({ ...now, source: "here" });
      drop();
    });
  } catch (error) {
    drop();
    throw error;
  }
}

/** Whether the event of a change has arrived already: its response is then older than what is shown. */
function isReceived({ type, data }: Facts, among: number): boolean {
  return received.events.slice(0, among).some((event) => event.type === type && isSame(event.data, data));
}

function isSame(event: object, data: object): boolean {
  return Object.entries(event).every(([name, value]) => isEqual(data[name as keyof typeof data], value));
}

/** The result of a removal; undefined if it was removed before, by an earlier attempt or by somebody else. */
export async function unlessGone<Result>(
  { isRepeated }: Pick<Attempt, "isRepeated">,
  request: PromiseLike<Result>,
): Promise<Result | undefined> {
  try {
    return await request;
  } catch (error) {
    if (isRepeated && hasCode(error, "not_found")) return undefined;
    throw error;
  }
}
