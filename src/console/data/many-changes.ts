/* Changes of one or many pets: shown at once, sent in order, and taken back with one Undo. */
import { type Pet, PetstoreError } from "../../client/index.ts";
import { announce, announceFailure, inform } from "../app/notices.ts";
import { onNextPerson } from "../app/session.ts";
import { publish } from "./changes.ts";
import { type Making, makeChange } from "./making.ts";
import { readPet } from "./tagged-pet.ts";

/** As many changes are sent at once. */
const AT_ONCE = 4;

/** A change of a pet, and the one that takes it back once it is made. */
export interface Edit<Reached> {
  readonly pet: Pet;
  readonly change: Making<Reached>;
  readonly reverse: (reached: Reached) => Making<Reached>;
}

/** What is said of the pets that were changed, and of those that are as they were. */
export interface Outcomes {
  readonly done: (count: number) => string;
  readonly undone: (count: number) => string;
}

/** Makes changes. Those that the service refuses are shown as they are; the others have one Undo. */
export async function changeMany<Reached>(edits: readonly Edit<Reached>[], { done, undone }: Outcomes): Promise<void> {
  if (edits.length === 0) return;
  const made = await sendAll(edits);
  const reached = edits.flatMap(({ pet, reverse }, index) => {
    const after = made[index];
    return after === undefined ? [] : [{ pet, change: reverse(after) }];
  });
  if (reached.length === 0) return;
  announce(done(reached.length), async () => {
    const back = await sendAll(reached);
    const count = back.filter((one) => one !== undefined).length;
    if (count > 0) inform(undone(count));
  });
}

type Sending<Reached> = Pick<Edit<Reached>, "pet" | "change">;

/** Shows all changes at once and sends a few at a time. Returns what each has reached; undefined after a failure. */
async function sendAll<Reached>(sendings: readonly Sending<Reached>[]): Promise<readonly (Reached | undefined)[]> {
  const failures: unknown[] = [];
  const results: Promise<Reached | undefined>[] = [];
  for (const sending of sendings) {
    // Together with the one that is so many places before it.
    const turn = Promise.resolve(results.at(-AT_ONCE));
    const result = inTurn(sending, turn).catch((error: unknown) => {
      failures.push(error);
      return refused(sending.pet, error);
    });
    results.push(result);
  }
  const reached = await Promise.all(results);
  if (failures.length > 0) announceFailure(failures[0]);
  return reached;
}

/** The last change of each pet that is under way: quick clicks take effect in their order. */
const underWay = new Map<bigint, Promise<unknown>>();

onNextPerson(() => underWay.clear());

function inTurn<Reached>({ pet, change }: Sending<Reached>, turn: Promise<unknown>): Promise<Reached> {
  const before = underWay.get(pet.id);
  const changing = makeChange({
    ...change,
    send: async () => {
      await turn;
      // Why the one before failed has been said.
      await before?.catch(() => {});
      return change.send();
    },
  });
  underWay.set(pet.id, changing);
  return changing.finally(() => {
    if (underWay.get(pet.id) === changing) underWay.delete(pet.id);
  });
}

/** Shows how a pet is after a change that the service refused: somebody else may have changed or deleted it. */
async function refused(pet: Pet, error: unknown): Promise<undefined> {
  if (!PetstoreError.is(error) || error.status === 0) return;
  try {
    publish({ type: "pet.updated", data: (await readPet(pet.id, undefined, ["profile"])).pet, source: "here" });
  } catch (cause) {
    if (PetstoreError.is(cause) && cause.status === 404) publish({ type: "pet.deleted", data: pet, source: "here" });
  }
}
