/* What people do about care: record it, mark it as done, remove it, each with an Undo. */
import type { Care, CareInput, Pet } from "../../../client/index.ts";
import { dateIn } from "../../app/formats/day.ts";
import { allTexts } from "../../app/formats/language.ts";
import { formatList } from "../../app/formats/view-formats.ts";
import { attempt } from "../../app/notices.ts";
import { petstore } from "../../app/session/session.ts";
import { run, type Step, sendQuietly, unlessGone, type Words } from "../command.ts";
import { publish } from "../events/changes.ts";
import { cachePets, petName } from "../pets/pet-names.ts";
import { sendOnce } from "./care-requests.ts";

/** What an entry is about, such as "DHPPi for Rex". */
function aboutOf(entries: readonly Care[]): readonly [what: string, pets: string] {
  const whats = [...new Set(entries.map(({ what }) => what))];
  return [formatList(whats), formatList([...new Set(entries.map(({ petId }) => petName(petId)))])];
}

type CareStep = Step<Care>;

/** A change of an entry, which follows at once. One that takes another back has no undo. */
function changing(before: Care, after: Care, send: CareStep["send"], undo?: CareStep["undo"]): CareStep {
  return {
    about: `care ${before.id}`,
    optimistic: { type: "care.updated", data: after, previous: before },
    send,
    facts: (data) => ({ type: "care.updated", data }),
    undo,
  };
}

/** Marks entries as done today, with an Undo that takes that back. */
export function markDone(entries: readonly Care[]): Promise<void> {
  const { care: words } = allTexts.value;
  const steps = entries.map((entry) => {
    const { doneOn: _, ...open } = entry;
    const done = { ...open, doneOn: dateIn(0) };
    const back = () =>
      changing(done, open, async ({ key }) =>
        petstore().care.update(entry.id, { doneOn: null }, { idempotencyKey: key }),
      );
    return changing(
      open,
      done,
      (attempt) =>
        sendOnce(
          `done ${entry.id} ${done.doneOn}`,
          (key) => petstore().care.complete(entry.id, { on: done.doneOn }, { idempotencyKey: key }),
          attempt,
        ),
      back,
    );
  });
  const told: Words<Care> = {
    done: (results) => words.marked(...aboutOf(results)),
    undone: (results) => words.dueAgain(...aboutOf(results)),
  };
  return attempt(async () => void (await run(steps, told)));
}

/** An entry that a form has added. */
export interface AddedCare {
  readonly care: Care;
  /** Tells it, with an Undo. */
  readonly tell: () => void;
}

/** Adds an entry for a form, with an Undo that removes it and the next one that it created. */
export async function addCare(petId: bigint, input: CareInput, idempotencyKey: string): Promise<AddedCare> {
  const step = adding(petId, input);
  let added: Care | undefined;
  const send: CareStep["send"] = async (attempt) => (added = await step.send(attempt));
  const tell = await sendQuietly({ ...step, send }, addedWords(), idempotencyKey);
  if (added === undefined) throw new Error("nothing was added");
  return { care: added, tell };
}

/** Changes what a form has added before. */
export async function changeAdded({ care, tell }: AddedCare, input: CareInput, idempotencyKey: string) {
  const { doneOn, dueOn, everyDays, grams, by, batch, note, ...others } = input;
  const members = { doneOn, dueOn, everyDays, grams, by, batch, note };
  const update = Object.fromEntries(Object.entries(members).map(([name, value]) => [name, value ?? null]));
  const data = await petstore().care.update(care.id, { ...others, ...update }, { idempotencyKey });
  publish({ type: "care.updated", data, source: "here" });
  return { care: data, tell };
}

function addedWords(): Words<Care> {
  const { care: words } = allTexts.value;
  return {
    done: (results) => words.added(...aboutOf(results)),
    undone: (results) => words.removed(...aboutOf(results)),
  };
}

/** Adds the same entry to several pets. */
export async function addCareToAll(pets: readonly Pet[], care: CareInput): Promise<void> {
  cachePets(pets);
  await run(
    pets.map(({ id: petId }) => {
      const step = adding(petId, care);
      const request = `care of ${petId} ${JSON.stringify(care)}`;
      return { ...step, send: (attempt) => sendOnce(request, (key) => step.send({ ...attempt, key }), attempt) };
    }),
    addedWords(),
  );
}

function adding(petId: bigint, care: CareInput): CareStep {
  return {
    about: `care of pet ${petId}`,
    send: async ({ key }) => petstore().care.add(petId, care, { idempotencyKey: key }),
    facts: (data) => ({ type: "care.added", data }),
    undo: (added) => removing(added),
  };
}

/** Takes an entry back: without a repeat, so that the next one that it made goes with it. */
export function removing(entry: Care): Step<Care> {
  return {
    about: `care ${entry.id}`,
    optimistic: { type: "care.removed", data: entry },
    async send(sent) {
      const { care } = petstore();
      await unlessGone(sent, care.update(entry.id, { everyDays: null }, { idempotencyKey: sent.key }));
      await unlessGone(sent, care.delete(entry.id));
      return entry;
    },
    facts: (data) => ({ type: "care.removed", data }),
  };
}

/** Removes an entry, with an Undo that adds it again. What it made stays. */
export function removeCare(entry: Care): Promise<void> {
  const { care: words } = allTexts.value;
  const { id: _, petId, everyDays, ...members } = entry;
  // One that was done has made the next one already, which stays.
  const again = { ...members, ...(entry.doneOn === undefined && { everyDays }) };
  const step: CareStep = {
    ...removing(entry),
    async send(sent) {
      await unlessGone(sent, petstore().care.delete(entry.id));
      return entry;
    },
    undo: () => adding(petId, again),
  };
  return attempt(
    async () =>
      void (await run([step], {
        done: (results) => words.removed(...aboutOf(results)),
        undone: (results) => words.added(...aboutOf(results)),
      })),
  );
}
