import { expect, test } from "bun:test";
import { Petstore, PetstoreError } from "../../src/client/index.ts";
import { openService, type TestService } from "../support/harness.ts";
import { type Fault, faultyClient, lost, passUntil, responding, silent } from "./faults.ts";

const rex = { name: "Rex", categoryId: 7 };

test("a change whose response is lost takes effect once", async () => {
  await using service = await openService();
  const { petstore, seen } = faultyClient(service, [
    async (request) => {
      await service.fetch(request);
      throw new TypeError("connection lost");
    },
  ]);
  const { data, headers } = await petstore.pets.create(rex).withResponse();
  expect(data).toMatchObject({ id: 1n });
  expect(headers.get("Idempotency-Replayed")).toBe("true");
  expect(seen).toHaveLength(2);
  expect((await service.reader.listPets()).body).toHaveLength(1);
});

/** The service answers, and its response does not arrive as it was sent. */
const replaced =
  (service: TestService, fault: Fault): Fault =>
  async (request) => {
    await service.fetch(request.clone());
    return fault(request);
  };

test.each([
  ["is lost", lost],
  ["is a 502", responding(502)],
] as const)("a DELETE whose response %s succeeds though a later attempt finds nothing", async (_, fault) => {
  await using service = await openService();
  await service.stock(1);
  const { petstore, seen } = faultyClient(service, [undefined, replaced(service, fault), replaced(service, fault)]);
  const { id } = await petstore.orders.place({ petId: 1 });
  expect(await petstore.orders.cancel(id).withResponse()).toMatchObject({ data: undefined, status: 404 });
  expect(seen).toHaveLength(4);
  expect(await petstore.orders.list()).toMatchObject({ items: [] });
});

test("a DELETE that finds nothing fails unless an earlier attempt may have taken effect", async () => {
  await using service = await openService();
  const gone = { code: "not_found", status: 404 };
  const { petstore, seen } = faultyClient(service, [undefined, responding(429)]);
  await expect(petstore.orders.cancel(7)).rejects.toMatchObject(gone);
  await expect(petstore.orders.cancel(7)).rejects.toMatchObject(gone);
  expect(seen).toHaveLength(3);
  const reading = faultyClient(service, [lost]);
  await expect(reading.petstore.orders.get(7)).rejects.toMatchObject(gone);
  const proxy = faultyClient(service, [lost, responding(404)]);
  await expect(proxy.petstore.orders.cancel(7)).rejects.toMatchObject({ code: "other", status: 404 });
});

test("every attempt has the same Idempotency-Key, every change another one", async () => {
  await using service = await openService();
  const { petstore, seen } = faultyClient(service, [lost, responding(500)]);
  await petstore.pets.create(rex);
  await petstore.pets.create(rex);
  const keys = seen.map((request) => request.headers.get("Idempotency-Key"));
  expect(keys.map((key) => key === keys[0])).toEqual([true, true, true, false]);
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
});

test("the caller may choose the Idempotency-Key", async () => {
  await using service = await openService();
  const { petstore, seen } = faultyClient(service, []);
  await petstore.pets.create(rex, { idempotencyKey: "import-7-line-3" });
  expect(seen[0]?.headers.get("Idempotency-Key")).toBe("import-7-line-3");
});

test.each([408, 429, 500, 502, 503, 504])("status %d is repeated", async (status) => {
  await using service = await openService();
  const { petstore, seen } = faultyClient(service, [responding(status)]);
  expect(await petstore.pets.list()).toMatchObject({ items: [] });
  expect(seen).toHaveLength(2);
});

test("409 is repeated only with Retry-After", async () => {
  await using service = await openService();
  const inProgress = faultyClient(service, [responding(409, { "Retry-After": "0" })]);
  expect(await inProgress.petstore.pets.create(rex)).toMatchObject({ name: "Rex" });
  const conflict = faultyClient(service, [responding(409)]);
  await expect(conflict.petstore.pets.create(rex)).rejects.toThrow("a fault");
  expect(conflict.seen).toHaveLength(1);
});

test("a request that would fail again is not repeated", async () => {
  await using service = await openService();
  const { petstore, seen } = faultyClient(service, []);
  await expect(petstore.inventory.update(404, { quantity: 1 })).rejects.toMatchObject({ status: 404 });
  await expect(petstore.pets.create({ name: "", categoryId: 7 })).rejects.toMatchObject({ status: 400 });
  expect(seen).toHaveLength(2);
});

test("waits for Retry-After, and gives up at once if that is longer than 30 s", async () => {
  await using service = await openService();
  const asked = responding(429, { "Retry-After": "20" });
  const patient = faultyClient(service, [asked, lost]);
  const failure = patient.petstore.pets.list({}, { maxRetries: 1 }).catch(String);
  expect(await passUntil(() => patient.seen.length === 2)).toBeGreaterThanOrEqual(20_000);
  expect(await failure).toContain("connection lost");
  const { petstore, seen } = faultyClient(service, [responding(503, { "Retry-After": "31" })]);
  await expect(petstore.pets.list().withResponse()).rejects.toMatchObject({ status: 503 });
  expect(seen).toHaveLength(1);
});

test("the last failure is thrown after `maxRetries`, of the client or of the request", async () => {
  await using service = await openService();
  const { petstore, seen } = faultyClient(service, Array(9).fill(lost));
  await expect(petstore.pets.list().withResponse()).rejects.toMatchObject({ code: "connection_failed", status: 0 });
  expect(seen).toHaveLength(3);
  await expect(petstore.pets.list({}, { maxRetries: 0 }).withResponse()).rejects.toThrow("connection lost");
  expect(seen).toHaveLength(4);
  const never = faultyClient(service, [responding(500)], { maxRetries: 0 });
  await expect(never.petstore.pets.list().withResponse()).rejects.toMatchObject({ status: 500 });
});

test("an attempt without a response ends after `timeout`, and is repeated with the same Idempotency-Key", async () => {
  await using service = await openService();
  const { petstore, seen } = faultyClient(service, [silent]);
  expect(await petstore.pets.create(rex, { timeout: 500 })).toMatchObject({ id: 1n });
  expect(new Set(seen.map((request) => request.headers.get("Idempotency-Key"))).size).toBe(1);
  const never = faultyClient(service, [silent], { timeout: 20, maxRetries: 0 });
  const error = await never.petstore.pets
    .list()
    .withResponse()
    .catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(PetstoreError);
  expect(error).toMatchObject({
    code: "timeout",
    status: 0,
    message: "no complete response within 20 ms",
    requestId: undefined,
  });
});

test("a body that stops in the middle counts as no response", async () => {
  await using service = await openService();
  const stuck = new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode("[")) });
  const { petstore, seen } = faultyClient(service, [
    ({ signal }) => {
      const body = stuck.pipeThrough(new TransformStream(), { signal });
      return new Response(body);
    },
  ]);
  expect(await petstore.pets.list({}, { timeout: 500 })).toMatchObject({ items: [] });
  expect(seen).toHaveLength(2);
});

test("an abort by the caller stays an AbortError, whenever it comes", async () => {
  await using service = await openService();
  const during = new AbortController();
  const { petstore, seen } = faultyClient(service, [
    (request) => {
      setTimeout(() => during.abort());
      return silent(request);
    },
  ]);
  await expect(petstore.pets.create(rex, { signal: during.signal })).rejects.toMatchObject({ name: "AbortError" });
  await expect(petstore.pets.create(rex, { signal: AbortSignal.abort() })).rejects.toMatchObject({
    name: "AbortError",
  });
  expect(seen).toHaveLength(1);
  const between = new AbortController();
  const waiting = faultyClient(service, [
    () => {
      setTimeout(() => between.abort("enough"));
      return responding(429, { "Retry-After": "30" })(new Request(service.base));
    },
  ]);
  await expect(Array.fromAsync(waiting.petstore.pets.list({}, { signal: between.signal }))).rejects.toBe("enough");
  expect(waiting.seen).toHaveLength(1);
});

test("a redirect fails: following it would turn a POST into a GET", async () => {
  await using service = await openService();
  await using proxy = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: () => Response.redirect(`${service.base}/pets`, 302),
  });
  const petstore = new Petstore({
    baseUrl: `http://127.0.0.1:${proxy.port}/v1`,
    apiKey: service.adminKey,
    maxRetries: 0,
  });
  const created = petstore.pets.create(rex);
  await expect(created).rejects.toMatchObject({ name: "PetstoreError", code: "connection_failed" });
});

test("a Retry-After that is a date is waited for, as one in seconds is", async () => {
  await using service = await openService();
  const date = new Date(Date.now() + 60_000).toUTCString();
  const { petstore, seen } = faultyClient(service, [responding(503, { "Retry-After": date })]);
  // Longer than the client waits.
  await expect(petstore.key.get()).rejects.toMatchObject({ status: 503 });
  expect(seen).toHaveLength(1);
});

test("a success without the body that the operation has is an unexpected response", async () => {
  await using service = await openService();
  const { petstore } = faultyClient(service, [async () => new Response("", { status: 200 })]);
  await expect(petstore.key.get()).rejects.toMatchObject({ code: "unexpected_response", status: 200 });
});

test("a list can be awaited, and its failure caught, as a promise's", async () => {
  await using service = await openService();
  const { petstore } = faultyClient(service, []);
  const seen: string[] = [];
  await petstore.pets.list().finally(() => seen.push("finally"));
  await petstore.pets.list({ limit: 0 }).catch((error) => PetstoreError.is(error) && seen.push(error.code));
  expect(seen).toEqual(["finally", "invalid_parameter"]);
});
