import { expect, test } from "bun:test";
import { Petstore, PetstoreError } from "../../src/client/index.ts";
import { openService } from "../support/harness.ts";
import { type Fault, faultyClient, lost, passUntil, responding, silent, testClient } from "./faults.ts";

const rex = { name: "Rex", categoryId: 7 };

/** The service responds, and its response does not arrive as it was sent. */
const unheard =
  (fault: Fault): Fault =>
  async (request, service) => {
    await service.fetch(request.clone());
    return fault(request, service);
  };

testClient("a change whose response is lost takes effect once", async ({ meeting, service }) => {
  const { petstore, seen } = meeting([unheard(lost)]);
  const { data, headers } = await petstore.pets.create(rex).withResponse();
  expect(data).toMatchObject({ id: 1n });
  expect(headers.get("Idempotency-Replayed")).toBe("true");
  expect(seen).toHaveLength(2);
  expect((await service.reader.listPets()).body).toHaveLength(1);
});

test.each([
  ["is lost", lost],
  ["is a 502", responding(502)],
] as const)("a DELETE whose response %s succeeds though a later attempt finds nothing", async (_, fault) => {
  await using service = await openService();
  await service.stock(1);
  const { petstore, seen } = faultyClient(service, [undefined, unheard(fault), unheard(fault)]);
  const { id } = await petstore.orders.place({ petId: 1 });
  expect(await petstore.orders.cancel(id).withResponse()).toMatchObject({ data: undefined, status: 404 });
  expect(seen).toHaveLength(4);
  expect(await petstore.orders.list()).toMatchObject({ items: [] });
});

testClient("a DELETE that finds nothing fails unless an earlier attempt may have taken effect", async ({ meeting }) => {
  const gone = { code: "not_found", status: 404 };
  const { petstore, seen } = meeting([undefined, responding(429)]);
  await expect(petstore.orders.cancel(7)).rejects.toMatchObject(gone);
  await expect(petstore.orders.cancel(7)).rejects.toMatchObject(gone);
  expect(seen).toHaveLength(3);
  const reading = meeting([lost]);
  await expect(reading.petstore.orders.get(7)).rejects.toMatchObject(gone);
  const proxy = meeting([lost, responding(404)]);
  await expect(proxy.petstore.orders.cancel(7)).rejects.toMatchObject({ code: "other", status: 404 });
});

testClient("every attempt has the same Idempotency-Key, every change another one", async ({ meeting }) => {
  const { petstore, seen } = meeting([lost, responding(500)]);
  await petstore.pets.create(rex);
  await petstore.pets.create(rex);
  const keys = seen.map((request) => request.headers.get("Idempotency-Key"));
  expect(keys.map((key) => key === keys[0])).toEqual([true, true, true, false]);
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
});

testClient("the caller may choose the Idempotency-Key", async ({ petstore, seen }) => {
  await petstore.pets.create(rex, { idempotencyKey: "import-7-line-3" });
  expect(seen[0]?.headers.get("Idempotency-Key")).toBe("import-7-line-3");
});

test.each<[status: number, retryAfter: string | undefined, times: number]>([
  [408, undefined, 2],
  [429, undefined, 2],
  [500, undefined, 2],
  [502, undefined, 2],
  [503, undefined, 2],
  [504, undefined, 2],
  [409, "0", 2],
  [409, undefined, 1],
  [400, undefined, 1],
  [404, undefined, 1],
])("a change that gets %d with Retry-After %p is sent %d times", async (status, retryAfter, times) => {
  await using service = await openService();
  const headers: Record<string, string> = retryAfter === undefined ? {} : { "Retry-After": retryAfter };
  const { petstore, seen } = faultyClient(service, [responding(status, headers)]);
  const outcome = await petstore.pets.create(rex).catch((error: unknown) => error);
  expect(outcome).toMatchObject(times === 2 ? { name: "Rex" } : { name: "PetstoreError", status });
  expect(seen).toHaveLength(times);
});

testClient("waits for Retry-After", async ({ meeting }) => {
  const { petstore, seen } = meeting([responding(429, { "Retry-After": "20" }), lost]);
  const failure = petstore.pets.list({}, { maxRetries: 1 }).catch(String);
  expect(await passUntil(() => seen.length === 2)).toBeGreaterThanOrEqual(20_000);
  expect(await failure).toContain("connection lost");
});

testClient("gives up at once if Retry-After, in seconds or as a date, is more than 30 s away", async ({ meeting }) => {
  for (const far of ["31", new Date(Date.now() + 60_000).toUTCString()]) {
    const { petstore, seen } = meeting([responding(503, { "Retry-After": far })]);
    await expect(petstore.key.get()).rejects.toMatchObject({ status: 503 });
    expect(seen).toHaveLength(1);
  }
});

testClient("the last failure is thrown after `maxRetries`, of the client or of the request", async ({ meeting }) => {
  const { petstore, seen } = meeting(Array(9).fill(lost));
  await expect(petstore.pets.list().withResponse()).rejects.toMatchObject({ code: "connection_failed", status: 0 });
  expect(seen).toHaveLength(3);
  await expect(petstore.pets.list({}, { maxRetries: 0 }).withResponse()).rejects.toThrow("connection lost");
  expect(seen).toHaveLength(4);
  const never = meeting([responding(500)], { maxRetries: 0 });
  await expect(never.petstore.pets.list().withResponse()).rejects.toMatchObject({ status: 500 });
});

testClient("an attempt without a response ends after `timeout`, and is repeated with its key", async ({ meeting }) => {
  const { petstore, seen } = meeting([silent]);
  expect(await petstore.pets.create(rex, { timeout: 500 })).toMatchObject({ id: 1n });
  expect(new Set(seen.map((request) => request.headers.get("Idempotency-Key"))).size).toBe(1);
  const never = meeting([silent], { timeout: 20, maxRetries: 0 });
  const message = "no complete response within 20 ms";
  const failure = { name: "PetstoreError", code: "timeout", status: 0, message, requestId: undefined };
  await expect(never.petstore.key.get()).rejects.toMatchObject(failure);
});

testClient("a body that stops in the middle counts as no response", async ({ meeting }) => {
  const stuck = new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode("[")) });
  const { petstore, seen } = meeting([
    ({ signal }) => new Response(stuck.pipeThrough(new TransformStream(), { signal })),
  ]);
  expect(await petstore.pets.list({}, { timeout: 500 })).toMatchObject({ items: [] });
  expect(seen).toHaveLength(2);
});

testClient("an abort by the caller stays an AbortError, whenever it comes", async ({ meeting }) => {
  const during = new AbortController();
  const { petstore, seen } = meeting([
    () => {
      setTimeout(() => during.abort());
      return new Promise(() => {});
    },
  ]);
  await expect(petstore.pets.create(rex, { signal: during.signal })).rejects.toMatchObject({ name: "AbortError" });
  await expect(petstore.pets.create(rex, { signal: AbortSignal.abort() })).rejects.toMatchObject({
    name: "AbortError",
  });
  expect(seen).toHaveLength(1);
  const between = new AbortController();
  const waiting = meeting([
    () => {
      setTimeout(() => between.abort("enough"));
      return Response.json({}, { status: 429, headers: { "Retry-After": "30" } });
    },
  ]);
  await expect(Array.fromAsync(waiting.petstore.pets.list({}, { signal: between.signal }))).rejects.toBe("enough");
  expect(waiting.seen).toHaveLength(1);
});

testClient("a redirect fails: following it would turn a POST into a GET", async ({ service }) => {
  const redirect = () => Response.redirect(`${service.base}/pets`, 302);
  await using proxy = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: redirect });
  const petstore = new Petstore({ baseUrl: `${proxy.url}v1`, apiKey: service.adminKey, maxRetries: 0 });
  await expect(petstore.pets.create(rex)).rejects.toMatchObject({ code: "connection_failed" });
});

testClient("a list can be awaited, and its failure caught, as a promise's", async ({ petstore }) => {
  const seen: string[] = [];
  await petstore.pets.list().finally(() => seen.push("finally"));
  await petstore.pets.list({ limit: 0 }).catch((error) => PetstoreError.is(error) && seen.push(error.code));
  expect(seen).toEqual(["finally", "invalid_parameter"]);
});

testClient("an order that is placed again has its customer, who is in no stored response", async ({ meeting }) => {
  const { petstore, seen } = meeting([undefined, undefined, unheard(lost)]);
  await petstore.pets.create(rex);
  await petstore.inventory.update(1, { quantity: 2 });
  const order = await petstore.orders.place({ petId: 1, customer: { name: "Priya" }, note: "collects on Friday" });
  expect(order).toMatchObject({ petId: 1n, customer: { name: "Priya" }, note: "collects on Friday" });
  expect(seen.map(({ method }) => method)).toEqual(["POST", "PATCH", "POST", "POST", "GET"]);
});

testClient("an error has the key under which a change may be sent again", async ({ meeting }) => {
  const { petstore, seen } = meeting([lost, lost, lost]);
  const error = await petstore.pets.create(rex).catch((error: unknown) => error);
  expect(PetstoreError.is(error) && error.idempotencyKey).toBe(seen[0]?.headers.get("Idempotency-Key") ?? "none");
  const refused = petstore.pets.create({ name: "", categoryId: 7 }, { idempotencyKey: "mine" });
  await expect(refused).rejects.toMatchObject({ code: "validation_failed", idempotencyKey: "mine" });
  await expect(petstore.pets.get(7)).rejects.toMatchObject({ code: "not_found", idempotencyKey: undefined });
  // What a proxy sends says nothing of the change.
  for (const page of ["<html>", ""]) {
    const proxied = meeting([() => new Response(page)]).petstore.pets.create(rex, { idempotencyKey: "mine" });
    await expect(proxied).rejects.toMatchObject({ code: "unexpected_response", idempotencyKey: "mine" });
  }
});

testClient("hooks are called around every attempt", async ({ meeting }) => {
  const called: string[] = [];
  const { petstore } = meeting([responding(503), lost], {
    onRequest: ({ method, url }) => called.push(`${method} ${new URL(url).pathname}`),
    onResponse: ({ status, ms }) => called.push(`${status} ${ms >= 0}`),
    onRetry: ({ attempt, status, delayMs }) => called.push(`${attempt} ${status} ${delayMs > 0}`),
  });
  await petstore.pets.create(rex);
  const sent = "POST /v1/pets";
  expect(called).toEqual([sent, "503 true", "1 503 true", sent, "2 0 true", sent, "201 true"]);
});
