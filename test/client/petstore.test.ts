import { describe, expect, test } from "bun:test";
import { Petstore, PetstoreError } from "../../src/client/index.ts";
import { operations } from "../../src/contract/index.ts";
import { clientMethod } from "../../src/contract/openapi/samples.ts";
import type { Operation } from "../../src/contract/operation.ts";
import { exampleRequest, fileOf } from "../support/examples.ts";
import { fillFeed, openService } from "../support/harness.ts";
import { faultyClient, testClient } from "./faults.ts";

const LARGEST = 9223372036854775807n;

test.each(operations.map((operation) => [operation.id, clientMethod(operation), operation] as const))(
  "the client has a method for %s: %s",
  async (_, clientMethod, operation) => {
    await using service = await openService();
    const { path, method, headers } = await exampleRequest(service.store, operation);
    const apiKey = headers["Authorization"]?.replace("Bearer ", "") ?? service.adminKey;
    const { petstore, seen } = faultyClient(service, [], { apiKey });
    const { body, file } = operation.examples;
    const [name = "", ...resources] = clientMethod.split(".").reverse();
    const resource = resources.reduceRight<Resource>((all, one) => all[one] as Resource, petstore as never);
    const given = [...idsIn(path, operation), ...(body ? [body] : []), ...(file ? [await fileOf(file)] : [])];
    const returned = (resource[name] as Method)(...given);
    if (operation.success.eventStream) return void (await returned.return());
    if (operation.success.text) expect((await returned.next()).value).toBeInstanceOf(Uint8Array);
    else expect(await returned.withResponse()).toMatchObject({ status: operation.success.status });
    expect(seen.map(({ url, method }) => [new URL(url).pathname, method])).toEqual([[path, method]]);
  },
);

interface Returned {
  return(): Promise<unknown>;
  next(): Promise<{ readonly value: unknown }>;
  withResponse(): Promise<unknown>;
}
type Method = (this: Resource, ...given: unknown[]) => Returned;
interface Resource {
  readonly [Name: string]: Resource | Method;
}

/** The ids in the path of a request, as the client takes them. */
function idsIn(path: string, { path: template, params }: Operation): unknown[] {
  const segments = path.replace("/v1", "").split("/");
  return template.split("/").flatMap((segment, nth) => params?.shape[segment.slice(1, -1)]?.parse(segments[nth]) ?? []);
}

testClient("int64 is exact in bodies, paths and queries, and safe numbers are accepted", async ({ petstore, seen }) => {
  const rex = await petstore.pets.create({ name: "Rex", categoryId: LARGEST });
  expect(rex).toEqual({ id: 1n, name: "Rex", categoryId: LARGEST, status: "available" });
  expect(await petstore.pets.list({ categoryId: LARGEST, ids: [1, 2n ** 53n + 1n] })).toMatchObject({ items: [rex] });
  expect(await petstore.pets.update(1, { categoryId: -LARGEST })).toMatchObject({ categoryId: -LARGEST });
  await expect(petstore.pets.delete(9007199254740993n)).rejects.toMatchObject({ code: "not_found" });
  expect(seen.at(-1)?.url).toEndWith("/pets/9007199254740993");
});

testClient("a number that may have lost digits is a RangeError, and nothing is sent", async ({ petstore, seen }) => {
  const inexact = 2 ** 53;
  await expect(petstore.pets.create({ name: "Rex", categoryId: inexact })).rejects.toThrow(RangeError);
  await expect(petstore.pets.delete(inexact)).rejects.toThrow(
    "petId: the number 9007199254740992 may have lost digits",
  );
  await expect(petstore.pets.list({ ids: [1, inexact] }).withResponse()).rejects.toThrow(RangeError);
  expect(seen).toEqual([]);
});

testClient("an id that is missing at run time is a TypeError, and nothing is sent", async ({ petstore, seen }) => {
  const missing = [][0] as never;
  await expect(petstore.pets.delete(missing)).rejects.toThrow("petId is missing");
  expect(seen).toEqual([]);
});

describe("a list", () => {
  testClient("sends nothing before it is awaited or iterated", async ({ petstore, seen }) => {
    petstore.pets.list();
    petstore.pets.list().pages();
    await Promise.resolve();
    expect(seen).toEqual([]);
  });

  testClient("is one page when awaited, with the cursor of the next", async ({ petstore, service }) => {
    await service.stock(3);
    const first = await petstore.pets.list({ limit: 2, status: "available" });
    expect(first.items.map(({ id }) => id)).toEqual([1n, 2n]);
    const next = await petstore.pets.list({ limit: 2, status: "available", cursor: first.nextCursor });
    expect(next).toMatchObject({ items: [{ id: 3n }], nextCursor: undefined });
  });

  testClient("has every item when iterated, 100 at a time, with its filters", async ({ petstore, seen, service }) => {
    await service.stock(201);
    await service.stock(1, "sold");
    const available = await Array.fromAsync(petstore.pets.list({ status: "available" }));
    expect(available.map(({ id }) => id)).toEqual(Array.from({ length: 201 }, (_, index) => BigInt(index + 1)));
    expect(seen).toHaveLength(3);
    expect(await Array.fromAsync(petstore.inventory.list())).toHaveLength(202);
    expect(seen).toHaveLength(6);
  });

  testClient("has pages, of the size that `limit` says", async ({ petstore, service }) => {
    await service.stock(5);
    const pages = await Array.fromAsync(petstore.pets.list({ limit: 2 }).pages());
    expect(pages.map(({ items }) => items.length)).toEqual([2, 2, 1]);
    const [second] = pages.slice(1);
    expect(await petstore.pets.list({ limit: 2, cursor: pages[0]?.nextCursor })).toEqual({ ...second } as never);
  });

  testClient("of events ends with the newest, and continues `after` its cursor", async ({ petstore, service }) => {
    for (const name of ["A", "B", "C"]) await petstore.pets.create({ name, categoryId: 1 });
    await service.publish();
    // Each pet has two events: it was added, and so was its stock.
    expect(await Array.fromAsync(petstore.events.list({ limit: 2 }))).toHaveLength(6);
    const page = await petstore.events.list();
    await petstore.pets.delete(3);
    await service.publish();
    const later = await Array.fromAsync(petstore.events.list({ after: page.nextCursor, types: ["pet.deleted"] }));
    expect(later.map(({ type, petId }) => [type, petId])).toEqual([["pet.deleted", 3n]]);
  });

  testClient("of events goes on after a page that a rare filter leaves empty", async ({ petstore, seen, service }) => {
    await fillFeed(service, 120_000, 50_000);
    const rare = await Array.fromAsync(petstore.events.list({ types: ["pet.deleted"] }));
    expect(rare.map(({ id }) => id.split("_")[1])).toEqual(["1", "120000"]);
    expect(seen.length).toBeGreaterThan(3);
  });
});

testClient("a response has its status, headers, ETag and request id", async ({ petstore, service }) => {
  await service.stock(1);
  const { data, status, etag, headers, requestId } = await petstore.inventory.get(1n).withResponse();
  expect({ data, status }).toEqual({ data: { petId: 1n, quantity: 1, status: "available" }, status: 200 });
  expect(headers.get("ETag")).toBe(etag ?? "");
  expect(requestId).toStartWith("request-");
  await petstore.inventory.update(1n, { quantity: 3 }, { ifMatch: etag });
  const error = await petstore.inventory
    .update(1n, { quantity: 4 }, { ifMatch: etag })
    .catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: "precondition_failed", status: 412, requestId: expect.any(String) });
  expect((error as PetstoreError).headers.get("ETag")).toBe(
    (await petstore.inventory.get(1).withResponse()).etag ?? "none",
  );
});

describe("a failure", () => {
  testClient("is a PetstoreError with what the service says", async ({ petstore }) => {
    const error = await petstore.pets.create({ name: "", categoryId: 7n }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(PetstoreError);
    expect(error).toMatchObject({
      name: "PetstoreError",
      code: "validation_failed",
      status: 400,
      message: expect.stringContaining("name: expected"),
      details: [{ field: "name", code: "invalid" }],
      requestId: expect.stringMatching(/^request-/),
    });
  });

  test("is recognized across copies of the package", () => {
    class PetstoreErrorOfAnotherCopy extends Error {
      override readonly name = "PetstoreError";
      readonly code = "conflict";
    }
    expect(PetstoreError.is(new PetstoreErrorOfAnotherCopy())).toBe(true);
    expect(PetstoreError.is(new Error("no"))).toBe(false);
    expect(PetstoreError.is({ name: "PetstoreError", code: "conflict" })).toBe(false);
  });

  const html = { "Content-Type": "text/html" };
  test.each([
    ["a page", new Response("<h1>Bad gateway</h1>", { status: 404, headers: html })],
    ["JSON that is no Error", Response.json({ error: "no" }, { status: 403 })],
    ["a success without the body of the operation", new Response("")],
    ["a success whose body is no list", Response.json({ portal: true })],
  ])("of a proxy is an unexpected_response: %s", async (_, response) => {
    await using service = await openService();
    const { petstore } = faultyClient(service, [() => response]);
    await expect(Array.fromAsync(petstore.pets.list())).rejects.toMatchObject({
      code: "unexpected_response",
      status: response.status,
      message: expect.stringMatching(/^unexpected response: /),
    });
  });

  test("names why there is no connection", async () => {
    const petstore = new Petstore({ baseUrl: "http://127.0.0.1:1/v1", maxRetries: 0 });
    const error = (await petstore.key.get().catch((reason: unknown) => reason)) as PetstoreError;
    expect(error).toMatchObject({ code: "connection_failed", status: 0, details: [] });
    expect(error.cause).toBeInstanceOf(Error);
  });
});

test("a base address without a scheme is refused, and a slash at its end does not count", async () => {
  expect(() => new Petstore({ baseUrl: "pets.example/v1" })).toThrow(
    "baseUrl: expected an address such as https://pets.example/v1; got pets.example/v1",
  );
  await using service = await openService();
  const petstore = new Petstore({ baseUrl: `http://127.0.0.1:${service.port}/v1/`, apiKey: service.adminKey });
  expect(await petstore.key.get()).toMatchObject({ scopes: ["*"] });
});
