/* listInquiries, getInquiry, updateInquiry and deleteInquiry, and what visitors ask (decision D66). */
import { expect } from "bun:test";
import type { NewInquiry } from "../../src/contract/shop/inquiries.ts";
import { DAY_MS } from "../../src/core/feed/local-days.ts";
import { purge } from "../../src/core/purge/purge.ts";
import { createInquiry } from "../../src/core/shop/visitors/inquiry-handlers.ts";
import { INQUIRIES_PER_DAY } from "../../src/core/shop/visitors/inquiry-limits.ts";
import { secrets } from "../../src/service/runtime.ts";
import { test } from "../support/databases.ts";
import {
  bodyOf,
  eventsOf,
  NOON,
  NOW,
  openService,
  refusal,
  rex,
  sendJson,
  type TestService,
} from "../support/harness.ts";
import { describeFailures } from "../support/ledger.ts";
import { allOf, everyPage } from "../support/pages.ts";

const ada = { name: "Ada Krause", contact: "ada@example.com", message: "Is Rex good with cats?\nWe have two." };
const params = { inquiryId: 1n };
const asked = { id: 1n, petId: 1n, at: NOW, state: "new" } as const;

const ask = ({ store, now }: TestService, changes: Partial<NewInquiry> = {}, petId = 1n) =>
  createInquiry(petId, { ...ada, ...changes }, { store, now, sha256: secrets.sha256 });

/** A service with Rex, and Mia, and a question about Rex. */
async function openAsked(): Promise<TestService> {
  const service = await openService();
  for (const name of ["Rex", "Mia"]) await service.admin.createPet({ body: { ...rex, name } });
  await ask(service);
  return service;
}

const list = async ({ reader }: TestService, query: object = {}) =>
  (await bodyOf(reader.listInquiries({ query }))).map(({ id }) => id);

test("an inquiry has who asks, how to reach them, what they ask, and its state", async () => {
  await using service = await openAsked();
  expect(await bodyOf(service.reader.getInquiry({ params }))).toEqual({ ...asked, ...ada });
  expect((await service.reader.listInquiries()).body).toEqual([{ ...asked, ...ada }]);
});

test("lists inquiries by pet, by state and by both, in pages, from either end", async () => {
  await using service = await openAsked();
  for (let nth = 2; nth <= 4; nth++) await ask(service, { message: `Question ${nth}` }, nth === 3 ? 1n : 2n);
  await service.admin.updateInquiry({ params: { inquiryId: 2n }, body: { state: "closed" } });
  expect(await list(service)).toEqual([1n, 2n, 3n, 4n]);
  expect(await list(service, { order: "desc", limit: "2" })).toEqual([4n, 3n]);
  expect(await list(service, { petId: 2n })).toEqual([2n, 4n]);
  expect(await list(service, { petId: 1n, order: "desc" })).toEqual([3n, 1n]);
  expect(await list(service, { state: "new" })).toEqual([1n, 3n, 4n]);
  expect(await list(service, { state: "answered" })).toEqual([]);
  expect(await list(service, { state: "closed", petId: 2n })).toEqual([2n]);
  expect(allOf(await everyPage(service, "/v1/inquiries?state=new&limit=2"), "id")).toEqual([1n, 3n, 4n]);
});

test("changes the state and the note; null removes the note, and a merge patch is a patch", async () => {
  await using service = await openAsked();
  const update = (body: object) => bodyOf(service.admin.updateInquiry({ params, body }));
  expect(await update({ state: "answered", note: "Comes on Friday" })).toEqual({
    ...asked,
    ...ada,
    state: "answered",
    note: "Comes on Friday",
  });
  expect(await update({ note: null })).toEqual({ ...asked, ...ada, state: "answered" });
  const type = { "Content-Type": "application/merge-patch+json" };
  const closed = await sendJson(service, "PATCH", "/v1/inquiries/1", { state: "closed" }, type);
  expect(closed).toMatchObject({ status: 200, body: { state: "closed" } });
});

test("records an event for each change, without visitor, message and note, and none without a change", async () => {
  await using service = await openAsked();
  for (const body of [{ state: "answered" }, { state: "answered" }, { note: "Later" }] as const) {
    await service.admin.updateInquiry({ params, body });
  }
  await service.admin.deleteInquiry({ params });
  const events = (await eventsOf(service)).filter(({ type }) => type.startsWith("inquiry."));
  const answered = { ...asked, state: "answered" };
  expect<unknown>(events).toEqual([
    { id: expect.any(String), type: "inquiry.created", at: NOW, petId: 1n, data: asked },
    { ...events[1], type: "inquiry.updated", data: answered, previous: { state: "new" } },
    { ...events[2], type: "inquiry.updated", data: answered, previous: {} },
    { ...events[3], type: "inquiry.deleted", data: answered },
  ]);
  expect(JSON.stringify(await service.rows("events"))).not.toMatch(/Ada|example|cats|Later/);
});

test("a key that may change inquiries but not read them learns nothing of the visitor", async () => {
  await using service = await openAsked();
  const { client } = await service.as(["inquiries:write"]);
  // The keys are read once a second.
  service.now += 1000;
  const body = { note: "Comes on Friday" };
  expect(await bodyOf(client.updateInquiry({ params, body }))).toEqual(asked);
  expect(await client.getInquiry({ params })).toMatchObject({ status: 403 });
});

test("nothing of the visitor is stored with an Idempotency-Key", async () => {
  await using service = await openAsked();
  const headers = { "Idempotency-Key": "once" };
  const send = () => sendJson(service, "PATCH", "/v1/inquiries/1", { state: "answered", note: "Friday" }, headers);
  expect(await send()).toMatchObject({ body: { name: ada.name, note: "Friday" } });
  expect((await send()).body).toEqual({ id: 1, petId: 1, at: NOW, state: "answered" });
  expect(JSON.stringify(await service.rows("idempotency"))).not.toMatch(/Ada|example|cats|Friday/);
});

test("an inquiry stays when its pet is removed, and is erased once", async () => {
  await using service = await openAsked();
  await service.admin.deletePet({ params: { petId: 1n } });
  expect(await list(service)).toEqual([1n]);
  expect(await service.admin.deleteInquiry({ params })).toMatchObject({ status: 204 });
  expect(await service.admin.deleteInquiry({ params })).toMatchObject(refusal(404, "not_found", "no inquiry"));
  expect(await service.rows("inquiries")).toEqual([]);
});

test("the same inquiry within an hour is one, however many come at once", async () => {
  await using service = await openAsked();
  await Promise.all(Array.from({ length: 5 }, () => ask(service)));
  expect(await list(service)).toEqual([1n]);
  service.now = NOON + 3_600_001;
  await ask(service);
  expect(await list(service)).toEqual([1n, 2n]);
});

test("refuses inquiries about a sold or unknown pet", async () => {
  await using service = await openAsked();
  await service.admin.updatePet({ params: { petId: 2n }, body: { status: "sold" } });
  for (const petId of [2n, 404n]) {
    await expect(ask(service, {}, petId)).rejects.toMatchObject({ code: "not_found" });
  }
  expect(await list(service)).toEqual([1n]);
});

test("of many inquiries at once, exactly as many are taken as a day has places; the next day has new ones", async () => {
  await using service = await openAsked();
  await service.sql(`update inquiry_days set taken = ${INQUIRIES_PER_DAY - 3}`);
  const outcomes = await Promise.allSettled(
    Array.from({ length: 8 }, (_, nth) => ask(service, { message: `Question ${nth}` })),
  );
  const refused = outcomes.filter((outcome) => outcome.status === "rejected").map(({ reason }) => reason);
  expect(refused).toHaveLength(5);
  for (const reason of refused) expect(reason).toMatchObject({ code: "rate_limited" });
  // An erased one gives no place back.
  await service.admin.deleteInquiry({ params });
  await expect(ask(service, { message: "One more" })).rejects.toMatchObject({ code: "rate_limited" });
  service.now += DAY_MS / 2;
  await ask(service, { message: "One more" });
  expect(await list(service)).toHaveLength(4);
});

test("of changes at the same time each one counts, and an erased inquiry never comes back", async () => {
  await using service = await openAsked();
  const change = (body: object) => service.admin.updateInquiry({ params, body });
  const changed = await Promise.all([change({ state: "answered" }), change({ note: "Friday" })]);
  expect(changed.map(({ status }) => status)).toEqual([200, 200]);
  expect((await service.reader.getInquiry({ params })).body).toMatchObject({ state: "answered", note: "Friday" });
  const [updated, erased] = await Promise.all([change({ note: "Monday" }), service.admin.deleteInquiry({ params })]);
  expect([200, 404]).toContain(updated.status);
  expect(erased.status).toBe(204);
  expect(await service.rows("inquiries")).toEqual([]);
});

test("inquiries are deleted so long after their last change", async () => {
  await using service = await openAsked();
  await ask(service, { message: "Another" });
  service.now = NOON + DAY_MS;
  await service.admin.updateInquiry({ params, body: { state: "answered" } });
  const purgeAt = (keptSince: number) => purge(service.store, "inquiries", { now: service.now, keptSince });
  await purgeAt(NOON);
  expect(await list(service)).toEqual([1n, 2n]);
  await purgeAt(NOON + 1);
  expect(await list(service)).toEqual([1n]);
  await purgeAt(NOON + DAY_MS + 1);
  expect(await list(service)).toEqual([]);
  expect(await service.rows("inquiry_days")).toEqual([]);
});

describeFailures("Inquiries");
