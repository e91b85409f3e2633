/* Care that two instances change at once, in any time zone, compared with a model: repeats, taking back, removal of entries and of pets. */
import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { dateIn, daysAfter } from "../../src/core/feed/local-days.ts";
import { engines } from "../support/databases.ts";
import { bodyOf, openService, type TestService } from "../support/harness.ts";

interface Entry {
  readonly petId: bigint;
  readonly everyDays?: number | undefined;
  doneOn?: string | undefined;
  dueOn?: string | undefined;
  /** The next one that it made, and how that was. */
  next?: { readonly id: bigint; readonly dueOn: string } | undefined;
}

const id = fc.bigInt(1n, 12n);
const step = fc.oneof(
  fc.record({
    what: fc.constant("add" as const),
    petId: fc.constantFrom(1n, 2n),
    isDone: fc.boolean(),
    everyDays: fc.option(fc.integer({ min: 1, max: 400 }), { nil: undefined }),
  }),
  { weight: 2, arbitrary: fc.record({ what: fc.constantFrom("done", "back", "note", "remove" as const), id }) },
  fc.record({ what: fc.constant("pass" as const), hours: fc.integer({ min: 1, max: 40 }) }),
  fc.record({ what: fc.constant("removePet" as const), petId: fc.constantFrom(1n, 2n) }),
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

const members = { kind: "vaccination", what: "DHPPi" } as const;

/** What the shop should have. */
class Model {
  readonly entries = new Map<bigint, Entry>();
  readonly pets = new Set([1n, 2n]);
  #last = 0n;

  add(entry: Entry): void {
    const id = ++this.#last;
    this.entries.set(id, entry);
    this.#follow(entry);
  }

  /** Changes an entry; false if there is none that can be changed so. */
  done(id: bigint, today: string): number {
    const entry = this.entries.get(id);
    if (entry === undefined) return 404;
    if (entry.doneOn !== undefined) return 409;
    entry.doneOn = today;
    this.#follow(entry);
    return 200;
  }

  back(id: bigint): number {
    const entry = this.entries.get(id);
    if (entry === undefined) return 404;
    if (entry.dueOn === undefined) return 400;
    const { next } = entry;
    const follower = next && this.entries.get(next.id);
    if (next && follower && follower.doneOn === undefined && follower.dueOn === next.dueOn)
      this.entries.delete(next.id);
    entry.doneOn = undefined;
    entry.next = undefined;
    return 200;
  }

  #follow(entry: Entry): void {
    const { petId, doneOn, everyDays } = entry;
    if (doneOn === undefined || everyDays === undefined) return;
    const dueOn = daysAfter(doneOn, everyDays);
    this.add({ petId, everyDays, dueOn });
    entry.next = { id: this.#last, dueOn };
  }
}

async function take(service: TestService, model: Model, step: Step, timeZone: string): Promise<void> {
  const { admin } = service;
  const today = dateIn(timeZone, service.now);
  if (step.what === "add") {
    const { petId, isDone, everyDays } = step;
    const entry = { ...(isDone ? { doneOn: today } : { dueOn: today }), everyDays };
    const { status } = await admin.addCare({ params: { petId }, body: { ...members, ...entry } });
    expect(status).toBe(model.pets.has(petId) ? 201 : 404);
    if (status === 201) model.add({ petId, ...entry });
  } else if (step.what === "removePet") {
    const { status } = await admin.deletePet({ params: { petId: step.petId } });
    expect(status).toBe(model.pets.delete(step.petId) ? 204 : 404);
    for (const [id, { petId }] of model.entries) if (petId === step.petId) model.entries.delete(id);
  } else if (step.what === "done") {
    // Two presses at once: one counts.
    const press = () => admin.completeCare({ params: { careId: step.id }, body: {} });
    const statuses = (await Promise.all([press(), press()])).map(({ status }) => status).toSorted();
    const expected = model.done(step.id, today);
    expect(statuses).toEqual(expected === 200 ? [200, 409] : [expected, expected]);
  } else if (step.what === "back") {
    const { status } = await admin.updateCare({ params: { careId: step.id }, body: { doneOn: null } });
    expect(status).toBe(model.back(step.id));
  } else if (step.what === "note") {
    const entry = model.entries.get(step.id);
    const dueOn = entry?.dueOn && daysAfter(entry.dueOn, 1);
    const { status } = await admin.updateCare({ params: { careId: step.id }, body: { dueOn: dueOn ?? today } });
    expect(status).toBe(entry === undefined ? 404 : 200);
    if (entry !== undefined) entry.dueOn = dueOn ?? today;
  } else if (step.what === "remove") {
    const { status } = await admin.deleteCare({ params: { careId: step.id } });
    expect(status).toBe(model.entries.delete(step.id) ? 204 : 404);
  }
}

describe.each(engines)("on $name", (engine) => {
  test("any changes of care by two instances are those of the model, across days and changes of clocks", async () => {
    const zones = fc.constantFrom("Europe/Berlin", "Pacific/Auckland", "America/New_York");
    const property = fc.asyncProperty(
      fc.array(step, { minLength: 4, maxLength: 24 }),
      zones,
      async (steps, timeZone) => {
        await using database = await engine.open();
        await using one = await openService({ timeZone }, database);
        await using other = await openService({ timeZone }, database);
        await one.stock(2);
        const model = new Model();
        // Three days before clocks change in Berlin.
        for (const service of [one, other]) service.now = Date.UTC(2027, 2, 25, 12);
        for (const [nth, taken] of steps.entries()) {
          if (taken.what === "pass") for (const service of [one, other]) service.now += taken.hours * 3_600_000;
          else await take(nth % 2 ? one : other, model, taken, timeZone);
        }
        const stored = [];
        for (const petId of model.pets)
          stored.push(...(await bodyOf(one.admin.listPetCare({ params: { petId }, query: { limit: 100 } }))));
        const shown = stored.map(({ id, petId, doneOn, dueOn, everyDays }) => ({
          id,
          petId,
          doneOn,
          dueOn,
          everyDays,
        }));
        const expected = [...model.entries].map(([id, { petId, doneOn, dueOn, everyDays }]) => ({
          id,
          petId,
          doneOn,
          dueOn,
          everyDays,
        }));
        const byId = (a: { readonly id: bigint }, b: { readonly id: bigint }) => Number(a.id - b.id);
        expect(shown.toSorted(byId)).toEqual(expected.toSorted(byId));
      },
    );
    await fc.assert(property, { numRuns: engine.name === "SQLite" ? 60 : 15 });
  }, 300_000);
});
