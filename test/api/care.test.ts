/* What is done for pets and what is due (decision 091). */
import { expect } from "bun:test";
import { CARE_MAX, type Care, type CareInput } from "../../src/contract/care/care-schemas.ts";
import { type FailureCode, failures } from "../../src/contract/errors/failures.ts";
import type { InputOf } from "../../src/contract/index.ts";
import { remindOfCare } from "../../src/core/shop/care/care-reminder.ts";
import { secrets } from "../../src/service/runtime.ts";
import { test } from "../support/databases.ts";
import { bodyOf, eventsOf, expectRefused, openService, refusal, type TestService } from "../support/harness.ts";
import { describeFailures, withBody } from "../support/ledger.ts";
import { allOf, cursorOf, everyPage } from "../support/pages.ts";

const DAY_MS = 86_400_000;
const params = { petId: 1n };
const dhppi = { kind: "vaccination", what: "DHPPi" } as const;

/** A service in Berlin with so many pets, on November 21. */
async function openShop(pets = 1, settings: Parameters<typeof openService>[0] = {}): Promise<TestService> {
  const service = await openService({ timeZone: "Europe/Berlin", ...settings });
  await service.stock(pets);
  return service;
}

const tryAdd = ({ admin }: TestService, body: CareInput, petId = 1n) => admin.addCare({ params: { petId }, body });
const add = (service: TestService, body: CareInput, petId = 1n) => bodyOf(tryAdd(service, body, petId));
const all = ({ admin }: TestService, petId = 1n) => bodyOf(admin.listPetCare({ params: { petId } }));
const due = ({ admin }: TestService, query = {}) => bodyOf(admin.listCare({ query }));
const done = ({ admin }: TestService, careId: bigint, body = {}) =>
  bodyOf(admin.completeCare({ params: { careId }, body }));
const patch = ({ admin }: TestService, careId: bigint, body: InputOf<"updateCare">["body"]) =>
  admin.updateCare({ params: { careId }, body });

/** Checks that a call is refused with words, and changes nothing. */
const refuses = (
  service: TestService,
  call: () => Promise<{ readonly status: number; readonly body: unknown }>,
  code: FailureCode,
  words: string,
) => expectRefused(service, call, refusal(failures[code].status, code, new RegExp(RegExp.escape(words))));
const days = (entries: readonly Care[]) => entries.map(({ id, doneOn, dueOn }) => [id, doneOn, dueOn]);
const types = async (service: TestService) => (await eventsOf(service)).map(({ type }) => type as string);

test("an entry is stored with all that is said of it, and listed with its pet", async () => {
  await using service = await openShop(2);
  const vaccination = { ...dhppi, doneOn: "2026-11-20", batch: "A 4711", by: "Dr. Weber", note: "Calm" };
  expect(await add(service, vaccination)).toEqual({ id: 1n, petId: 1n, ...vaccination });
  await add(service, { kind: "weight", what: "Scales", doneOn: "2026-11-21", grams: 3500 });
  await add(service, { kind: "check", what: "Teeth", dueOn: "2026-12-01" }, 2n);
  expect((await all(service)).map(({ id }) => id)).toEqual([1n, 2n]);
  expect(await bodyOf(service.admin.getCare({ params: { careId: 3n } }))).toMatchObject({ petId: 2n, what: "Teeth" });
  expect((await eventsOf(service)).slice(-1)).toMatchObject([{ type: "care.added", petId: 2n, data: { id: 3n } }]);
});

test("a done entry creates the next one, whether it was added as done, marked or changed", async () => {
  await using service = await openShop();
  await add(service, { ...dhppi, doneOn: "2026-11-01", everyDays: 28, note: "First", by: "Dr. Weber" });
  // The next one has what repeats, and nothing of how the last one was done.
  expect(await due(service)).toEqual([{ id: 2n, petId: 1n, ...dhppi, dueOn: "2026-11-29", everyDays: 28 }]);
  expect(await done(service, 2n, { on: "2026-11-20", note: "Early" })).toMatchObject({
    doneOn: "2026-11-20",
    dueOn: "2026-11-29",
    note: "Early",
  });
  expect(await due(service)).toMatchObject([{ id: 3n, dueOn: "2026-12-18" }]);
  await bodyOf(patch(service, 3n, { doneOn: "2026-11-21" }));
  expect(await due(service)).toMatchObject([{ id: 4n, dueOn: "2026-12-19" }]);
  // A repeat that is added later counts from the same day.
  await add(service, { kind: "treatment", what: "Worms", doneOn: "2026-11-21" });
  await bodyOf(patch(service, 5n, { everyDays: 90 }));
  expect(await due(service, { kind: "treatment" })).toMatchObject([{ id: 6n, dueOn: "2027-02-19", everyDays: 90 }]);
});

test("undoing it removes the next entry, unless that was changed", async () => {
  await using service = await openShop();
  await add(service, { ...dhppi, dueOn: "2026-11-21", everyDays: 28 });
  const before = await due(service);
  await done(service, 1n);
  await bodyOf(patch(service, 1n, { doneOn: null }));
  expect(await due(service)).toEqual(before);
  expect((await types(service)).slice(-5)).toEqual([
    "care.added",
    "care.updated",
    "care.added",
    "care.updated",
    "care.removed",
  ]);
  await done(service, 1n);
  await bodyOf(patch(service, 3n, { note: "With the sister" }));
  await bodyOf(patch(service, 1n, { doneOn: null }));
  expect(days(await due(service))).toEqual([
    [1n, undefined, "2026-11-21"],
    [3n, undefined, "2026-12-19"],
  ]);
  // One that was done in its turn stays, too.
  await done(service, 3n);
  await done(service, 1n);
  await done(service, 5n);
  await bodyOf(patch(service, 1n, { doneOn: null }));
  expect((await all(service)).find(({ id }) => id === 5n)).toMatchObject({ doneOn: "2026-11-21" });
});

test("another day moves the next one, another repeat too, and no repeat removes it", async () => {
  await using service = await openShop();
  await add(service, { ...dhppi, doneOn: "2026-11-20", everyDays: 28 });
  await bodyOf(patch(service, 1n, { doneOn: "2026-11-10" }));
  expect(days(await due(service))).toEqual([[2n, undefined, "2026-12-08"]]);
  await bodyOf(patch(service, 1n, { everyDays: 7, what: "Rabies" }));
  expect(await due(service)).toMatchObject([{ id: 2n, what: "Rabies", dueOn: "2026-11-17", everyDays: 7 }]);
  await bodyOf(patch(service, 1n, { everyDays: null }));
  expect(await due(service)).toEqual([]);
  await bodyOf(patch(service, 1n, { everyDays: 7 }));
  await bodyOf(patch(service, 3n, { dueOn: "2026-12-24" }));
  await bodyOf(patch(service, 1n, { doneOn: "2026-11-21" }));
  expect(days(await due(service))).toEqual([[3n, undefined, "2026-12-24"]]);
});

test("a done entry cannot be done again; of two concurrent requests one succeeds, and there is one next entry", async () => {
  await using service = await openShop();
  await add(service, { ...dhppi, dueOn: "2026-11-21", everyDays: 28 });
  const at = { params: { careId: 1n }, body: {} };
  const both = await Promise.all([service.admin.completeCare(at), service.admin.completeCare(at)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  await refuses(service, () => service.admin.completeCare(at), "conflict", "Care entry 1 was done on 2026-11-21");
  expect(await due(service)).toHaveLength(1);
  await service.admin.addCare({ params, body: { kind: "weight", what: "Scales", doneOn: "2026-11-21", grams: 1 } });
  const weight = { params: { careId: 3n }, body: {} };
  await refuses(service, () => service.admin.completeCare(weight), "conflict", "was done on");
});

test("days are those of the shop: after its midnight today is tomorrow in UTC", async () => {
  await using service = await openShop();
  await add(service, { ...dhppi, dueOn: "2026-11-22" });
  const careDue = async () => (await bodyOf(service.reader.listPets({ query: { careDue: true } }))).length;
  service.now = Date.UTC(2026, 10, 21, 22, 59);
  expect(await careDue()).toBe(0);
  const tomorrow = () => tryAdd(service, { ...dhppi, doneOn: "2026-11-22" });
  await refuses(service, tomorrow, "validation_failed", "today is 2026-11-21");
  service.now += 60_000;
  // Nothing has changed in the store, only the day.
  expect(await careDue()).toBe(1);
  expect(await done(service, 1n)).toMatchObject({ doneOn: "2026-11-22" });
  expect(await careDue()).toBe(0);
});

test("a repeat counts days of the calendar, also when clocks change", async () => {
  await using service = await openShop();
  service.now = Date.UTC(2027, 3, 1);
  await add(service, { ...dhppi, doneOn: "2027-03-27", everyDays: 1 });
  await add(service, { ...dhppi, doneOn: "2026-10-24", everyDays: 1 });
  await add(service, { ...dhppi, doneOn: "2027-02-28", everyDays: 365 });
  expect((await due(service)).map(({ dueOn }) => dueOn)).toEqual(["2026-10-25", "2027-03-28", "2028-02-28"]);
});

test("due care is listed across pets by day, in pages, filtered by pet, kind and day", async () => {
  await using service = await openShop(3);
  const dueDays = ["2026-12-01", "2026-11-01", "2026-12-01", "2026-11-30", "2026-12-01"];
  for (const [nth, dueOn] of dueDays.entries()) {
    await add(service, { kind: nth % 2 ? "check" : "vaccination", what: `${nth}`, dueOn }, BigInt(1 + (nth % 3)));
  }
  await add(service, { ...dhppi, doneOn: "2026-11-01", dueOn: "2026-11-02" });
  const order = [2n, 4n, 1n, 3n, 5n];
  expect((await due(service)).map(({ id }) => id)).toEqual(order);
  for (const limit of [1, 2, 3]) {
    expect(allOf(await everyPage(service, `/v1/care?limit=${limit}`), "id")).toEqual(order);
  }
  const ids = async (query: object) => (await due(service, query)).map(({ id }) => id);
  expect(await ids({ petId: 2n })).toEqual([2n, 5n]);
  expect(await ids({ kind: "vaccination" })).toEqual([1n, 3n, 5n]);
  expect(await ids({ petId: 2n, kind: "check" })).toEqual([2n]);
  // The day itself is not before it.
  expect(await ids({ dueBefore: "2026-12-01" })).toEqual([2n, 4n]);
  expect(await ids({ dueBefore: "2026-12-01", petId: 1n })).toEqual([4n]);
});

test("pets are filtered by due care, together with other filters", async () => {
  await using service = await openShop(4);
  for (const petId of [2n, 2n, 3n]) await add(service, { ...dhppi, dueOn: "2026-11-21" }, petId);
  await add(service, { ...dhppi, dueOn: "2026-11-22" }, 4n);
  await bodyOf(service.admin.updateProfile({ params: { petId: 3n }, body: { tags: ["calm"] } }));
  const ids = async (query: object) => (await bodyOf(service.reader.listPets({ query }))).map(({ id }) => id);
  expect(await ids({ careDue: true })).toEqual([2n, 3n]);
  expect(await ids({ careDue: true, order: "desc", sort: "name" })).toEqual([3n, 2n]);
  expect(await ids({ careDue: true, limit: 1 })).toEqual([2n]);
  expect(await ids({ careDue: false })).toEqual([1n, 4n]);
  expect(await ids({ careDue: true, tag: "calm" })).toEqual([3n]);
  expect(await ids({ careDue: true, ids: [1n, 2n] })).toEqual([2n]);
  const { pets } = await bodyOf(service.reader.getStats({ query: { careDue: true } }));
  expect(pets.available).toMatchObject({ count: 2 });
  // The cursor of a page is good on the next day, on which one more is due.
  const first = await service.send("/v1/pets?careDue=true&limit=1");
  service.now += DAY_MS;
  const rest = await everyPage(service, `/v1/pets?careDue=true&cursor=${cursorOf(first)}`);
  expect(allOf(rest, "id")).toEqual([3n, 4n]);
});

test("care is not due or done before a known birth date", async () => {
  await using service = await openShop();
  await bodyOf(service.admin.updateProfile({ params, body: { birthDate: "2026-10" } }));
  const message = "dueOn: expected a day on which the pet was born (2026-10), or a later one";
  await refuses(service, () => tryAdd(service, { ...dhppi, dueOn: "2026-09-30" }), "validation_failed", message);
  await add(service, { ...dhppi, dueOn: "2026-10-01" });
  await bodyOf(service.admin.updateProfile({ params, body: { birthDate: "2026-11-20" } }));
  // A day that was right when it was written stays, and can be done.
  expect(await done(service, 1n)).toMatchObject({ dueOn: "2026-10-01" });
  const early = () => patch(service, 1n, { doneOn: "2026-11-19" });
  await refuses(service, early, "validation_failed", "doneOn: expected a day on which the pet was born (2026-11-20)");
});

test("a weight has a day and grams, and no other kind has them; what has no day is refused", async () => {
  await using service = await openShop();
  const refused = (body: object, message: string) =>
    refuses(service, () => tryAdd(service, body as CareInput), "validation_failed", message);
  const weight = { kind: "weight", what: "Scales" } as const;
  await refused({ ...weight, doneOn: "2026-11-21" }, "grams: expected the weight in grams");
  await refused({ ...weight, dueOn: "2026-11-21", grams: 5 }, "doneOn: expected the day of the weight");
  await refused({ ...weight, doneOn: "2026-11-21", grams: 5, everyDays: 7 }, 'repeat a "check" instead');
  await refused({ ...dhppi, doneOn: "2026-11-21", grams: 5 }, 'no weight of an entry of the kind "vaccination"');
  await refused(dhppi, "at least one of doneOn, dueOn");
  await add(service, { ...dhppi, doneOn: "2026-11-21" });
  const none = () => patch(service, 1n, { doneOn: null });
  await refuses(service, none, "validation_failed", "doneOn: expected doneOn or dueOn; it is missing");
});

test("a removed pet takes its care with it, and a removed entry nothing else", async () => {
  await using service = await openShop(2);
  await add(service, { ...dhppi, doneOn: "2026-11-20", everyDays: 28 });
  await add(service, { ...dhppi, dueOn: "2026-11-20" }, 2n);
  expect(await service.admin.deleteCare({ params: { careId: 1n } })).toMatchObject({ status: 204 });
  expect((await due(service)).map(({ id }) => id)).toEqual([3n, 2n]);
  await service.admin.deletePet({ params });
  expect(await service.rows("care")).toHaveLength(1);
  const gone = { params: { careId: 2n }, body: {} };
  await refuses(service, () => service.admin.completeCare(gone), "not_found", "There is no care entry with the id 2");
  const changed = await Promise.all([
    service.admin.addCare({ params: { petId: 2n }, body: { ...dhppi, dueOn: "2026-12-01" } }),
    service.admin.deletePet({ params: { petId: 2n } }),
  ]);
  expect([201, 404]).toContain(changed[0].status);
  expect(await service.rows("care")).toEqual([]);
});

test("an imported pet with care stays when the import is undone", async () => {
  await using service = await openShop(0);
  await bodyOf(
    service.admin.createImport({ file: "name,category\nRex,Dogs\nMia,Dogs\n", query: { createCategories: true } }),
  );
  await add(service, { ...dhppi, dueOn: "2026-12-01" });
  const undone = await bodyOf(service.admin.undoImport({ params: { importId: 1n } }));
  expect(undone).toMatchObject({ removed: 1, kept: [{ petId: 1n }] });
});

test("a pet has a bounded number of entries, and what would be one more changes nothing", async () => {
  await using service = await openShop();
  await fill(CARE_MAX - 1)(service);
  await add(service, { ...dhppi, dueOn: "2026-11-21", everyDays: 28 });
  const message = `Pet 1 has ${CARE_MAX} entries of care; remove some first`;
  await refuses(service, () => tryAdd(service, { ...dhppi, dueOn: "2026-11-21" }), "conflict", message);
  const last = { params: { careId: BigInt(CARE_MAX) }, body: {} };
  await refuses(service, () => service.admin.completeCare(last), "conflict", message);
  expect(await due(service)).toHaveLength(1);
});

const puppies = [56, 84, 112].map((atDays) => ({ kind: "vaccination", what: "DHPPi", atDays }) as const);

test("the plan of a category adds due care from the birth date, else from a day, and nothing twice", async () => {
  await using service = await openShop(0);
  await bodyOf(service.admin.createCategory({ body: { name: "Puppies", carePlan: puppies } }));
  const pet = async (profile = {}) =>
    (await bodyOf(service.admin.createPet({ body: { name: "Rex", categoryId: 1n, profile } }))).id;
  const apply = async (petId: bigint, body = {}) =>
    (await bodyOf(service.admin.applyCarePlan({ params: { petId }, body }))).map(({ dueOn }) => dueOn);
  const born = await pet({ birthDate: "2026-10-01" });
  expect(await apply(born, { from: "2026-11-01" })).toEqual(["2026-11-26", "2026-12-24", "2027-01-21"]);
  expect(await apply(born)).toEqual([]);
  // What was done stays there; what was removed is due again.
  await done(service, 1n);
  await service.admin.deleteCare({ params: { careId: 3n } });
  expect(await apply(born)).toEqual(["2027-01-21"]);
  const found = await pet({ birthDate: "2026" });
  expect(await apply(found, { from: "2026-11-01" })).toEqual(["2026-12-27", "2027-01-24", "2027-02-21"]);
  expect((await apply(await pet()))[0]).toBe("2027-01-16");
  const changed = await bodyOf(
    service.admin.updateCategory({ params: { categoryId: 1n }, body: { carePlan: puppies.slice(0, 1) } }),
  );
  expect(changed).toEqual({ id: 1n, name: "Puppies", carePlan: puppies.slice(0, 1) });
  const [event] = await eventsOf(service, { query: { types: ["category.updated"] } });
  expect(event).toMatchObject({ type: "category.updated", previous: { carePlan: puppies } });
  await bodyOf(service.admin.updateCategory({ params: { categoryId: 1n }, body: { carePlan: null } }));
  const none = () => service.admin.applyCarePlan({ params: { petId: found }, body: {} });
  await refuses(service, none, "conflict", "The category 1 of pet 2 has no plan of care");
});

test("a plan with the same entry twice adds it once, and none is due after the last day that can be written", async () => {
  await using service = await openShop(0);
  const twice = [...puppies, ...puppies];
  await bodyOf(service.admin.createCategory({ body: { name: "Puppies", carePlan: twice } }));
  await bodyOf(service.admin.createPet({ body: { name: "Rex", categoryId: 1n } }));
  const apply = (from: string) => service.admin.applyCarePlan({ params: { petId: 1n }, body: { from } });
  await refuses(
    service,
    () => apply("9999-11-01"),
    "validation_failed",
    "from: expected an earlier day; got 9999-11-01",
  );
  expect(await bodyOf(apply("2026-11-01"))).toHaveLength(3);
});

test("care.due is published once a day from the shop's hour on, by one of several instances, also late", async () => {
  await using service = await openShop(2);
  await add(service, { ...dhppi, dueOn: "2026-11-20" });
  await add(service, { ...dhppi, dueOn: "2026-11-22" }, 2n);
  const { store } = service;
  const parts = { store, timeZone: "Europe/Berlin", hour: 7, sha256: secrets.sha256 };
  const remind = (at: string) => remindOfCare({ ...parts, now: Date.parse(at) });
  const told = async () => {
    await service.publish();
    const events = await eventsOf(service, { query: { types: ["care.due"] } });
    return events.map(({ data }) => data as object);
  };
  expect(await remind("2026-11-21T05:59:59Z")).toBeUndefined();
  expect(await told()).toEqual([]);
  // The service was down at seven.
  await Promise.all([remind("2026-11-21T09:00:00Z"), remind("2026-11-21T09:00:00Z")]);
  await remind("2026-11-21T22:59:00Z");
  const first = { day: "2026-11-21", ids: [1n], isComplete: true };
  expect(await told()).toEqual([first]);
  await remind("2026-11-22T06:00:00Z");
  expect(await told()).toEqual([first, { day: "2026-11-22", ids: [1n, 2n], isComplete: true }]);
  await service.admin.deletePet({ params: { petId: 1n } });
  await service.admin.deletePet({ params: { petId: 2n } });
  await remind("2026-11-23T12:00:00Z");
  expect(await told()).toHaveLength(2);
});

/** A pet has as many entries as it may: so many are added. */
const fill =
  (count: number) =>
  ({ sql }: TestService) =>
    sql(`
    insert into care (pet_id, kind, what, done_on)
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${count})
    select 1, 'note', 'Fed', '2026-11-01' from numbers`);

describeFailures("Care", {
  conflict: {
    addCare: { before: fill(CARE_MAX) },
    updateCare: { before: fill(CARE_MAX), request: withBody('{"doneOn":"2026-11-21"}') },
    applyCarePlan: { before: ({ sql }) => sql("update categories set care_plan = null") },
    completeCare: { before: ({ sql }) => sql("update care set done_on = '2026-11-01'") },
  },
});
