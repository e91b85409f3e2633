import { expect } from "bun:test";
import { test } from "../support/databases.ts";
import { openService } from "../support/harness.ts";

const DAY = 24 * 3_600_000;
const rex = '{"name": "Rex", "categoryId": 7}';

/** A request that creates a pet with an Idempotency-Key. */
function adding(idempotencyKey: string, body = rex, path = "/v1/pets"): [string, RequestInit] {
  return [
    path,
    { method: "POST", headers: { "Content-Type": "application/json", "Idempotency-Key": idempotencyKey }, body },
  ];
}

test("applies a repeated request once and repeats the response", async () => {
  await using service = await openService();
  const first = await service.send(...adding("a1"));
  const again = await service.send(...adding("a1"));
  expect(first.headers.get("Idempotency-Replayed")).toBeNull();
  expect(again.headers.get("Idempotency-Replayed")).toBe("true");
  expect(again.status).toBe(201);
  for (const name of ["Location", "ETag", "Content-Type"])
    expect(again.headers.get(name)).toBe(first.headers.get(name));
  expect(await again.text()).toBe(await first.text());
  expect((await service.reader.listPets()).body).toHaveLength(1);
});

test("accepts a quoted and a bare key", async () => {
  await using service = await openService();
  await service.send(...adding('"b-2"'));
  expect((await service.send(...adding("b-2"))).headers.get("Idempotency-Replayed")).toBe("true");
});

test.each(["", '""', "a b", "ä", "x".repeat(256)])("refuses the key %p", async (key) => {
  await using service = await openService();
  const response = await service.send(...adding(key));
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({
    code: "invalid_parameter",
    message: expect.stringContaining("Idempotency-Key"),
  });
});

test("refuses the same key with another body or operation", async () => {
  await using service = await openService();
  await service.send(...adding("c3"));
  const other = await service.send(...adding("c3", '{"name": "Mia", "categoryId": 7}'));
  expect(await other.json()).toMatchObject({ code: "idempotency_key_reused", status: 422 });
  const headers = { "Content-Type": "application/json", "Idempotency-Key": "c3" };
  const patch = await service.send("/v1/inventory/1", { method: "PATCH", headers, body: '{"quantity": 3}' });
  expect(patch.status).toBe(422);
});

test("separates the Idempotency-Keys of API keys", async () => {
  await using service = await openService();
  const { key } = await service.as(["pets:write"]);
  await service.send(...adding("d4"));
  const [path, init] = adding("d4");
  const other = await service.send(path, { ...init, headers: { ...init.headers, Authorization: `Bearer ${key}` } });
  expect(other.headers.get("Idempotency-Replayed")).toBeNull();
  expect((await service.reader.listPets()).body).toHaveLength(2);
});

test("carries out a request again after it failed", async () => {
  await using service = await openService();
  const headers = { "Content-Type": "application/json", "Idempotency-Key": "e5" };
  const patch = () => service.send("/v1/inventory/1", { method: "PATCH", headers, body: '{"quantity": 3}' });
  expect((await patch()).status).toBe(404);
  await service.send(...adding("made-meanwhile"));
  const second = await patch();
  expect(second.status).toBe(200);
  expect(second.headers.get("Idempotency-Replayed")).toBeNull();
});

test("keeps a response for 24 hours", async () => {
  await using service = await openService();
  await service.send(...adding("f6"));
  service.now += DAY;
  expect((await service.send(...adding("f6"))).headers.get("Idempotency-Replayed")).toBe("true");
  service.now += 1;
  expect((await service.send(...adding("f6"))).headers.get("Idempotency-Replayed")).toBeNull();
  expect((await service.reader.listPets()).body).toHaveLength(2);
});

test("applies concurrent requests with one key once", async () => {
  await using service = await openService();
  const responses = await Promise.all(Array.from({ length: 20 }, () => service.send(...adding("g7"))));
  const statuses = new Set(responses.map(({ status }) => status));
  expect([...statuses].every((status) => status === 201 || status === 409)).toBeTrue();
  expect((await service.reader.listPets()).body).toHaveLength(1);
});
