/* What is due as a calendar, read by a parser that is not the one of the library that wrote it (decision 092). */
import { expect } from "bun:test";
import ICAL from "ical.js";
import { CALENDAR_MAX } from "../../src/contract/care/care-calendar.ts";
import type { CareInput } from "../../src/contract/care/care-schemas.ts";
import { test } from "../support/databases.ts";
import { bodyOf, ORIGIN, openService, refusal, type TestService } from "../support/harness.ts";

const dhppi = { kind: "vaccination", what: "DHPPi", dueOn: "2026-12-18" } as const;
const PATH = "/v1/care.ics";

async function openShop(settings: Parameters<typeof openService>[0] = {}): Promise<TestService> {
  const service = await openService({ timeZone: "Europe/Berlin", ...settings });
  await service.stock(1);
  return service;
}

const add = ({ admin }: TestService, body: CareInput) => bodyOf(admin.addCare({ params: { petId: 1n }, body }));
/** What a calendar sends: an address, and no key in a header. */
const visit = (service: TestService, path: string, init: RequestInit = {}) =>
  service.fetch(new Request(`${ORIGIN}${path}`, init));
const get = (service: TestService, token: string, headers: Record<string, string> = {}) =>
  visit(service, `${PATH}?token=${token}`, { headers });

/** The events of a calendar. */
function eventsIn(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text));
  return calendar.getAllSubcomponents("vevent").map((component) => {
    const { uid, summary, description, startDate, duration } = new ICAL.Event(component);
    const transparency = component.getFirstPropertyValue("transp");
    const stamp = String(component.getFirstPropertyValue("dtstamp"));
    return {
      uid,
      summary,
      description,
      transparency,
      stamp,
      start: String(startDate),
      days: duration.toSeconds() / 86_400,
    };
  });
}

test("a calendar has due care as whole days, and no care that is done", async () => {
  await using service = await openShop({ shopName: "Tierhaus, Köln" });
  const { key } = await service.as(["calendar:read"]);
  await add(service, dhppi);
  await add(service, { ...dhppi, doneOn: "2026-11-20" });
  const what = "Zähne; Krallen, \\n 🐾 ".repeat(4).trim();
  await add(service, { kind: "check", what, dueOn: "2026-11-10", note: "Ruhig\nhalten" });
  const response = await get(service, key);
  expect(response.status).toBe(200);
  expect(response.headers.get("Content-Type")).toBe("text/calendar");
  const text = await response.text();
  expect(text.split("\r\n").every((line) => Buffer.byteLength(line) <= 75 && !line.includes("\n"))).toBe(true);
  expect(new ICAL.Component(ICAL.parse(text)).getFirstPropertyValue("name")).toBe("Tierhaus, Köln");
  const event = { transparency: "TRANSPARENT", stamp: "2026-11-21T00:00:00Z", days: 1 };
  const uid = (id: number) => expect.stringMatching(new RegExp(`^care-${id}-\\w+@petstore$`));
  const { name } = await bodyOf(service.admin.getPet({ params: { petId: 1n } }));
  expect(eventsIn(text)).toEqual([
    { ...event, uid: uid(3), summary: `${name}: ${what}`, description: "Ruhig\nhalten", start: "2026-11-10" },
    { ...event, uid: uid(1), summary: `${name}: DHPPi`, description: null, start: "2026-12-18" },
  ] as never);
});

test("an event keeps its id when its day moves, and the tag changes only with due care", async () => {
  await using service = await openShop();
  const { key } = await service.as(["calendar:read"]);
  await add(service, dhppi);
  const first = await get(service, key);
  const tag = first.headers.get("ETag") ?? "";
  const [before] = eventsIn(await first.text());
  service.now += 3_600_000;
  expect((await get(service, key, { "If-None-Match": tag })).status).toBe(304);
  await bodyOf(service.admin.updateCare({ params: { careId: 1n }, body: { dueOn: "2026-12-20" } }));
  const moved = await get(service, key, { "If-None-Match": tag });
  expect(moved.status).toBe(200);
  expect(eventsIn(await moved.text())).toEqual([{ ...before, start: "2026-12-20" }] as never);
});

test("a key in an address has the scope of calendars and no other, and opens nothing else", async () => {
  await using service = await openShop();
  const { key } = await service.as(["calendar:read"]);
  const { key: both } = await service.as(["calendar:read", "care:read"]);
  const { key: owner } = await service.as(["*"]);
  const { key: viewer } = await service.as(["care:read"]);
  const status = async (path: string) => (await visit(service, path)).status;
  for (const wide of [both, owner, viewer]) {
    const refused = await get(service, wide);
    expect({ status: refused.status, body: await refused.json() }).toMatchObject(refusal(403, "insufficient_scope"));
  }
  expect(await status(`${PATH}?token=${key}x`)).toBe(401);
  expect(await status(`${PATH}?token=${key}&token=${key}`)).toBe(401);
  expect(await status(`${PATH}?token=`)).toBe(401);
  expect(await status(PATH)).toBe(401);
  expect(await status(`/v1/care?token=${key}`)).toBe(401);
  expect(await status(`/v1/key?token=${key}`)).toBe(401);
  const byHeader = (given: string) => service.send(PATH, { headers: { Authorization: `Bearer ${given}` } });
  for (const one of [key, both, owner]) expect((await byHeader(one)).status).toBe(200);
  expect((await byHeader(viewer)).status).toBe(403);
});

test("no log line has the key of an address, whatever becomes of the request", async () => {
  await using service = await openShop();
  const { key } = await service.as(["calendar:read"]);
  const { key: owner } = await service.as(["*"]);
  for (const given of [key, owner, `${key}x`, `${key}&token=${key}`]) await (await get(service, given)).text();
  await visit(service, `/v1/care.ICS?token=${key}`);
  await visit(service, `/v1/c%61re.ics?token=${key}`);
  await visit(service, `${PATH}?token=${key}`, { method: "POST" });
  expect(service.log.length).toBeGreaterThan(4);
  const lines = JSON.stringify(service.log);
  for (const secret of [key, owner]) expect(lines).not.toContain(secret);
});

test("a revoked key ends the subscription", async () => {
  await using service = await openShop();
  const { id, secret = "" } = await bodyOf(
    service.admin.createKey({ body: { name: "Calendar", scopes: ["calendar:read"] } }),
  );
  expect((await get(service, secret)).status).toBe(200);
  await service.admin.deleteKey({ params: { keyId: id } });
  service.now += 60_000;
  expect((await get(service, secret)).status).toBe(401);
});

test("a calendar has the entries due first, up to its limit", async () => {
  await using service = await openShop();
  await service.store.transaction(async ({ care }) => {
    for (let nth = CALENDAR_MAX; nth >= 0; nth--) {
      const dueOn = new Date(Date.UTC(2027, 0, 1 + nth)).toISOString().slice(0, 10);
      await care.insert({ petId: 1n, kind: "check", what: `Check ${nth}`, dueOn });
    }
  });
  const { key } = await service.as(["calendar:read"]);
  const events = eventsIn(await (await get(service, key)).text());
  expect(events).toHaveLength(CALENDAR_MAX);
  expect(events.at(0)?.start).toBe("2027-01-01");
  expect(new Set(events.map(({ uid }) => uid)).size).toBe(CALENDAR_MAX);
});
