import { expect, setDefaultTimeout, test } from "bun:test";
import type { Event, StreamOptions } from "../../src/client/index.ts";
import { openService, type TestService } from "../support/harness.ts";
import { until } from "../support/program.ts";
import { type Fault, faultyClient, lost, passUntil, responding, testClient } from "./faults.ts";

setDefaultTimeout(60_000);

/** A test during which new events get their place in the feed, as the service does it. */
const testStream: typeof testClient = (rule, body) => {
  const run: typeof body = async (given) => {
    const timer = setInterval(() => given.service.publish(), 10);
    await body(given).finally(() => clearInterval(timer));
  };
  testClient(rule, run);
};

/** A response whose body is cut after so many bytes, and whose client reconnects soon. */
function cutAfter(bytes: number): Fault {
  return async (request, service) => {
    const response = await service.fetch(request);
    let left = bytes;
    const cutter = new TransformStream<Uint8Array, Uint8Array>({
      transform(part, controller) {
        controller.enqueue(hurry(part.subarray(0, left)));
        left -= part.length;
        if (left <= 0) controller.error(new TypeError("connection reset"));
      },
    });
    return new Response(response.body?.pipeThrough(cutter) ?? null, response);
  };
}

/** The same bytes with a shorter `retry`, so that a test does not wait for 2 s. */
function hurry(part: Uint8Array): Uint8Array {
  const text = Buffer.from(part).toString("latin1").replace("retry: 2000", "retry: 0001");
  return Buffer.from(text, "latin1");
}

/** Reads a stream until an event about a pet of this name. */
async function readUntil(stream: AsyncIterable<Event>, name: string): Promise<readonly string[]> {
  const names: string[] = [];
  for await (const { data } of stream) {
    if ("name" in data) names.push(data.name);
    if (names.at(-1) === name) break;
  }
  return names;
}

testStream("has every event once and in order, wherever its connections are cut", async ({ meeting, service }) => {
  // Cuts at every place: in the first id, in an event, in a line break, between two events.
  const cuts = Array.from({ length: 30 }, (_, index) => cutAfter(40 + index * 33));
  const { petstore, seen } = meeting([...cuts, cutAfter(Number.POSITIVE_INFINITY)]);
  const names = Array.from({ length: 40 }, (_, index) => `Pet ${index} \u{1F415}`);
  const states: string[] = [];
  const options: StreamOptions = { onStateChange: (state) => states.push(state) };
  const reading = readUntil(petstore.events.stream({ types: ["pet.created"] }, options), names.at(-1) ?? "");
  await until(() => seen.length > 0 && states.length > 0, "the first connection");
  for (const name of names) await service.admin.createPet({ body: { name, categoryId: 1n } });
  expect(await reading).toEqual(names);
  expect(seen.length).toBeGreaterThan(10);
  expect(seen.slice(1).every((request) => request.headers.has("Last-Event-ID"))).toBe(true);
  expect(states.slice(0, 3)).toEqual(["connected", "waiting", "connected"]);
});

testStream("starts after an event, with filters and exact integers", async ({ petstore, service }) => {
  for (const name of ["A", "B", "C"]) await petstore.pets.create({ name, categoryId: 9223372036854775807n });
  await service.publish();
  const first = (await petstore.events.list({ limit: 1 })).items[0];
  const events: Event[] = [];
  for await (const event of petstore.events.stream({ after: first?.id, petId: 3n })) {
    events.push(event);
    break;
  }
  expect(events).toMatchObject([{ type: "pet.created", petId: 3n, data: { categoryId: 9223372036854775807n } }]);
});

testStream("connects again while the service is busy or away", async ({ meeting, service }) => {
  await service.admin.createPet({ body: { name: "A", categoryId: 1n } });
  await service.publish();
  const { body } = await service.admin.listEvents();
  const after = (body as readonly Event[])[0]?.id;
  const { petstore, seen } = meeting([lost, responding(503, { "Retry-After": "1" })]);
  const reading = readUntil(petstore.events.stream({ after }), "B");
  await petstore.pets.create({ name: "B", categoryId: 1n });
  expect(await reading).toEqual(["B"]);
  expect(seen.length).toBeGreaterThanOrEqual(3);
});

test.each<[what: string, code: string, status: number, given: { apiKey?: string; after?: string }]>([
  ["an unknown key", "unauthorized", 401, { apiKey: "none" }],
  ["an event that is no longer kept", "gone", 410, { after: "evt_99_aaaaaa" }],
  ["what is no event", "invalid_parameter", 400, { after: "7" }],
])("is refused with %s: it does not connect again", async (_, code, status, { after, ...options }) => {
  await using service = await openService();
  const { petstore, seen } = faultyClient(service, [], options);
  await expect(petstore.events.stream({ after }).next()).rejects.toMatchObject({ code, status });
  expect(seen).toHaveLength(1);
});

testClient("does not take a page of a proxy for a stream, and does not connect again", async ({ meeting }) => {
  const page = () => new Response("<h1>Log in</h1>", { headers: { "Content-Type": "text/html" } });
  const { petstore, seen } = meeting([page]);
  const states: string[] = [];
  const next = petstore.events.stream({}, { onStateChange: (state) => states.push(state) }).next();
  const message = "unexpected response: 200 with text/html instead of events";
  await expect(next).rejects.toMatchObject({ code: "unexpected_response", status: 200, message });
  expect({ states, requests: seen.length }).toEqual({ states: [], requests: 1 });
});

testStream("connects again when the body of an error does not come within `timeout`", async ({ meeting, service }) => {
  const stuck: Fault = () => new Response(new ReadableStream(), { status: 503 });
  const { petstore, seen } = meeting([stuck]);
  const reading = readUntil(petstore.events.stream({}, { timeout: 300 }), "A");
  await until(async () => (await openStreams(service)) === 1, "the second connection");
  await petstore.pets.create({ name: "A", categoryId: 1n });
  expect(await reading).toEqual(["A"]);
  expect(seen.length).toBeGreaterThanOrEqual(2);
});

testClient("waits for a `Retry-After` that no timer can hold, and not for no time at all", async ({ meeting }) => {
  const abort = new AbortController();
  const { petstore, seen } = meeting(Array(9).fill(responding(503, { "Retry-After": "9999999" })));
  const end = petstore.events.stream({}, { signal: abort.signal }).next().catch(String);
  let turns = 0;
  await passUntil(() => turns++ === 1000);
  expect(seen).toHaveLength(1);
  abort.abort();
  expect(await end).toContain("AbortError");
});

testClient("pauses before it connects again, even if the stream asks for none with `retry: 0`", async ({ meeting }) => {
  const ended = () => new Response("retry: 0\n\n", { headers: { "Content-Type": "text/event-stream" } });
  const { petstore, seen } = meeting(Array(1000).fill(ended));
  const abort = new AbortController();
  const end = petstore.events.stream({}, { signal: abort.signal }).next().catch(String);
  // Each pause is at least 100 ms.
  expect(await passUntil(() => seen.length === 5)).toBeGreaterThanOrEqual(400);
  abort.abort();
  expect(await end).toContain("AbortError");
});

testStream("ends its connection when the caller leaves the loop", async ({ petstore, service }) => {
  const reading = readUntil(petstore.events.stream(), "A");
  await until(async () => (await openStreams(service)) === 1, "the stream");
  await petstore.pets.create({ name: "A", categoryId: 1n });
  await reading;
  await until(async () => (await openStreams(service)) === 0, "the end of the stream");
});

testClient(
  "ends with an AbortError when the caller aborts: before it reads, while it reads and while it waits",
  async ({ petstore, seen, meeting, service }) => {
    const aborted = petstore.events.stream({}, { signal: AbortSignal.abort() }).next();
    await expect(aborted).rejects.toMatchObject({ name: "AbortError" });
    expect(seen).toEqual([]);
    for (const [state, faults] of [
      ["connected", []],
      ["waiting", [responding(503, { "Retry-After": "30" })]],
    ] as const) {
      const abort = new AbortController();
      const onStateChange = (now: string) => now === state && queueMicrotask(() => abort.abort());
      const next = meeting(faults).petstore.events.stream({}, { signal: abort.signal, onStateChange });
      await expect(next.next()).rejects.toMatchObject({ name: "AbortError" });
    }
    await until(async () => (await openStreams(service)) === 0, "the end of the stream");
  },
);

async function openStreams(service: TestService): Promise<number> {
  const metrics = await (await service.send("/metrics")).text();
  return Number(/^petstore_http_streams_open (\d+)$/m.exec(metrics)?.[1]);
}
