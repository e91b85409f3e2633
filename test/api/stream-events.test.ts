import { expect } from "bun:test";
import { template } from "../../src/store/engine.ts";
import { openEngine } from "../../src/store/index.ts";
import { test } from "../support/databases.ts";
import { follow, type OpenStream } from "../support/event-stream.ts";
import { bodyOf, eventsOf, fillFeed, NOON, openService, refusal, rex, type TestService } from "../support/harness.ts";
import { nextOf } from "../support/pages.ts";
import { until } from "../support/program.ts";
import { Wire } from "../support/raw-http.ts";

async function stream(service: TestService, query = "", headers: Record<string, string> = {}): Promise<OpenStream> {
  const abort = new AbortController();
  const response = await service.send(`/v1/events/stream${query}`, { headers, signal: abort.signal });
  expect(response.status).toBe(200);
  const opened = follow(response, abort);
  // It is in place once it has sent its own.
  await until(() => opened.lastId() !== "", "the first id");
  return opened;
}

/** Makes a change with one event for each name. */
async function add({ admin }: TestService, ...names: readonly string[]): Promise<void> {
  for (const name of names) await bodyOf(admin.createCategory({ body: { name } }));
}

/** Publishes until so many events are there. */
const received = (service: TestService, { events }: OpenStream, count: number) =>
  until(async () => {
    await service.publish();
    return events.length >= count;
  }, `${count} events`);
/** The path of the next page. */
const linkOf = (page: Response) => nextOf(page)?.replace("http://shop.test", "") ?? "";
const names = ({ events }: OpenStream) => events.map(({ data }) => (data["data"] as { name: string }).name);
const idsOf = async (service: TestService) => (await eventsOf(service)).map(({ id }) => id);
const openStreams = async (service: TestService) =>
  Number(/^petstore_http_streams_open (\d+)$/m.exec(await (await service.send("/metrics")).text())?.[1]);

test("sends each event as it is in the feed, with its id and its type, and tells when to reconnect", async () => {
  await using service = await openService();
  await using opened = await stream(service);
  await add(service, "Rex");
  await received(service, opened, 1);
  const [event] = opened.events;
  expect<unknown>([event?.data]).toEqual(await eventsOf(service));
  expect(event).toMatchObject({ type: "category.created", id: event?.data["id"] });
  expect(opened.text()).toStartWith("retry: 2000\n\n");
  expect(opened.response.headers.get("Content-Type")).toBe("text/event-stream");
  expect(opened.response.headers.get("ETag")).toBeNull();
});

test("starts with the next event, and after an event with `after`", async () => {
  await using service = await openService();
  await add(service, "A", "B", "C");
  const [, second] = await idsOf(service);
  await using next = await stream(service);
  await using replayed = await stream(service, `?after=${second}`);
  await add(service, "D");
  await received(service, next, 1);
  await received(service, replayed, 2);
  expect([names(next), names(replayed)]).toEqual([["D"], ["C", "D"]]);
});

test("a client that reconnects with Last-Event-ID misses nothing and gets nothing twice, however often", async () => {
  await using service = await openService();
  const seen: string[] = [];
  let lastId: string | undefined;
  for (let round = 0; round < 5; round++) {
    await using opened = await stream(service, "", lastId === undefined ? {} : { "Last-Event-ID": lastId });
    await add(service, `live ${round}`);
    await received(service, opened, round === 0 ? 1 : 2);
    seen.push(...names(opened));
    lastId = opened.lastId();
    await opened.close();
    await add(service, `missed ${round}`);
  }
  expect(seen).toEqual([0, 1, 2, 3].flatMap((round) => [`live ${round}`, `missed ${round}`]).concat("live 4"));
});

test("a client that has received no event yet misses nothing either", async () => {
  await using service = await openService();
  await add(service, "before");
  await service.publish();
  const first = await stream(service);
  await first.close();
  await add(service, "missed");
  await using again = await stream(service, "", { "Last-Event-ID": first.lastId() });
  await received(service, again, 1);
  expect(names(again)).toEqual(["missed"]);
});

test("Last-Event-ID counts when `after` is given too, as browsers reconnect to the same address", async () => {
  await using service = await openService();
  await add(service, "A", "B", "C");
  const [first, second = ""] = await idsOf(service);
  await using opened = await stream(service, `?after=${first}`, { "Last-Event-ID": second });
  await received(service, opened, 1);
  expect(names(opened)).toEqual(["C"]);
});

test("replays more events than are in memory, and goes on with new ones", async () => {
  await using service = await openService();
  await add(service, "first");
  const [first] = await idsOf(service);
  const many = Array.from({ length: 2500 }, (_, nth) => `Rex ${nth}`);
  await service.store.transaction(async ({ events }) => {
    for (const name of many) {
      await events.append({ type: "pet.created", at: NOON, petId: 1n, data: { ...rex, id: 1n, name } });
    }
  });
  await service.store.publishEvents();
  await using opened = await stream(service, `?after=${first}`);
  await received(service, opened, many.length);
  await add(service, "last");
  await received(service, opened, many.length + 1);
  expect(names(opened)).toEqual([...many, "last"]);
});

test("a rare filter finds old events, a part at a time", async () => {
  await using service = await openService();
  await fillFeed(service, 120_000, 50_000);
  const [first] = await idsOf(service);
  await using opened = await stream(service, `?types=pet.deleted&after=${first}`);
  await received(service, opened, 1);
  expect(opened.events.map(({ id }) => id.split("_")[1])).toEqual(["120000"]);
});

test("filters by types and petId, whether events are replayed or live", async () => {
  await using service = await openService();
  await using other = await stream(service);
  for (const name of ["A", "B"]) await service.admin.createPet({ body: { ...rex, name } });
  await service.admin.updatePet({ params: { petId: 1n }, body: { name: "A2" } });
  await service.publish();
  const start = { "Last-Event-ID": other.lastId() };
  await using pet = await stream(service, "?petId=1", start);
  await using updates = await stream(service, "?types=pet.updated", start);
  await service.admin.updatePet({ params: { petId: 2n }, body: { name: "B2" } });
  await service.admin.updatePet({ params: { petId: 1n }, body: { name: "A3" } });
  await until(async () => {
    await service.publish();
    return [pet, updates].every((opened) => names(opened).at(-1) === "A3");
  }, "the last change");
  expect(names(pet)).not.toContain("B2");
  expect(names(updates).slice(-2)).toEqual(["B2", "A3"]);
});

test("after 15 s without an event it sends a comment and how far it is", async () => {
  await using service = await openService();
  await using opened = await stream(service, "?types=category.created");
  await add(service, "Dogs");
  await received(service, opened, 1);
  const sent = opened.text();
  await service.admin.createPet({ body: rex });
  service.now += 14_999;
  const newest = (await idsOf(service)).at(-1);
  expect(opened.text()).toBe(sent);
  service.now += 1;
  await until(async () => {
    await service.publish();
    return opened.text() !== sent;
  }, "the comment");
  expect(opened.text()).toBe(`${sent}:\nid: ${newest}\n\n`);
});

test.each([
  ["after", "evt_x"],
  ["Last-Event-ID", "1"],
])("refuses another text as %s, naming it", async (name, id) => {
  await using service = await openService();
  const [query, headers] = name === "after" ? [`?after=${id}`, {}] : ["", { [name]: id }];
  const response = await service.send(`/v1/events/stream${query}`, { headers });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ code: "invalid_parameter", details: [{ field: name }] });
});

test("an event that is no longer kept is 410", async () => {
  await using service = await openService();
  await add(service, "A", "B", "C");
  const [first = ""] = await idsOf(service);
  await service.store.transaction(({ events }) => events.purge(NOON + 1, 2, NOON + 1));
  const response = await service.send("/v1/events/stream", { headers: { "Last-Event-ID": first } });
  expect({ status: response.status, body: await response.json() }).toMatchObject(refusal(410, "gone", "Last-Event-ID"));
});

test("a key that is revoked ends its streams within a second, and no others", async () => {
  await using service = await openService();
  const { key, id } = await service.as(["events:read"]);
  await using other = await stream(service);
  await using opened = await stream(service, "", { Authorization: `Bearer ${key}` });
  await service.store.transaction(({ keys }) => keys.revoke(id, NOON));
  // Keys may be half a second old, and the stream looks at them four times a second.
  service.now += 500;
  await until(opened.hasEnded, "the end of the stream");
  expect(other.hasEnded()).toBe(false);
});

test("leaves out what a newer version recorded, and neither the stream nor the feed stops there", async () => {
  await using service = await openService();
  await using opened = await stream(service);
  const recordUnknown = async () => {
    const engine = await openEngine(service.databaseUrl);
    const insert =
      engine.runTogether === undefined
        ? template("insert into events (at, type, data) values (0, 'pet.adopted', '[]')")
        : template("insert into event_inbox (at, type, data, known_step) values (0, 'pet.adopted', '[]', 1)");
    await engine.transaction(({ sql }) => sql(insert));
    await engine.close();
  };
  for (const name of ["A", "B"]) {
    await recordUnknown();
    await service.publish();
    await add(service, name);
    await recordUnknown();
    await service.publish();
  }
  await received(service, opened, 2);
  expect(names(opened)).toEqual(["A", "B"]);
  let link = "/v1/events?limit=1";
  for (const events of [[{ data: { name: "A" } }], [{ data: { name: "B" } }], []]) {
    const page = await service.send(link);
    expect(await page.json()).toMatchObject(events);
    link = linkOf(page);
  }
  await using resumed = await stream(service, link.replace("/v1/events", ""));
  await add(service, "C");
  await received(service, resumed, 1);
  expect(names(resumed)).toEqual(["C"]);
});

test("streams beyond the limits get 503, and one that ends releases its slot at once", async () => {
  await using service = await openService({ maxStreams: 2, maxStreamsPerKey: 1 });
  const { key } = await service.as(["events:read"]);
  const first = await stream(service);
  await using _ = await stream(service, "", { Authorization: `Bearer ${key}` });
  const third = await service.as(["events:read"]);
  service.now += 500;
  for (const Authorization of [`Bearer ${service.adminKey}`, `Bearer ${third.key}`]) {
    const refused = await service.send("/v1/events/stream", { headers: { Authorization } });
    expect(refused.status).toBe(503);
    expect(await refused.json()).toMatchObject({ code: "service_unavailable" });
  }
  await first.close();
  await until(async () => (await openStreams(service)) === 1, "the end of the first stream");
  await using __ = await stream(service);
});

test("HEAD and clients that disconnect leave nothing open", async () => {
  await using service = await openService();
  for (let nth = 0; nth < 5; nth++) {
    const head = await service.send("/v1/events/stream", { method: "HEAD" });
    expect(head.status).toBe(200);
    expect(head.headers.get("Content-Type")).toBe("text/event-stream");
    expect(await head.text()).toBe("");
  }
  expect(await openStreams(service)).toBe(0);
  for (let nth = 0; nth < 5; nth++) {
    using wire = new Wire(service.port);
    await wire.send(`GET /v1/events/stream HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${service.adminKey}\r\n\r\n`);
    await until(() => wire.received.includes("retry:"), "the start of the stream");
  }
  await until(async () => (await openStreams(service)) === 0, "the end of all streams");
  await until(() => service.inFlight() === 0, "the end of all requests");
});
