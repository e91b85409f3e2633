import { expect } from "bun:test";
import { test } from "../databases.ts";
import { openShop } from "../harness.ts";

const DAY = 24 * 3_600_000;
const rex = '{"name": "Rex", "categoryId": 7}';

/** Adds an animal with an Idempotency-Key. */
function adding(idempotencyKey: string, body = rex, path = "/v1/pets"): [string, RequestInit] {
  return [
    path,
    { method: "POST", headers: { "Content-Type": "application/json", "Idempotency-Key": idempotencyKey }, body },
  ];
}

test("a request that is sent again has its effect once, and gets the same answer", async () => {
  await using shop = await openShop();
  const first = await shop.send(...adding("a1"));
  const again = await shop.send(...adding("a1"));
  expect(first.headers.get("Idempotency-Replayed")).toBeNull();
  expect(again.headers.get("Idempotency-Replayed")).toBe("true");
  expect(again.status).toBe(201);
  for (const name of ["Location", "ETag", "Content-Type"])
    expect(again.headers.get(name)).toBe(first.headers.get(name));
  expect(await again.text()).toBe(await first.text());
  expect((await shop.reader.listPets()).body).toHaveLength(1);
});

test("a key may be quoted, as the standard says, or bare, as clients send it", async () => {
  await using shop = await openShop();
  await shop.send(...adding('"b-2"'));
  expect((await shop.send(...adding("b-2"))).headers.get("Idempotency-Replayed")).toBe("true");
});

test.each(["", '""', "a b", "ä", "x".repeat(256)])("refuses the key %p", async (key) => {
  await using shop = await openShop();
  const response = await shop.send(...adding(key));
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({
    code: "invalid_parameter",
    message: expect.stringContaining("Idempotency-Key"),
  });
});

test("the same key with another body is refused, and so it is with another operation", async () => {
  await using shop = await openShop();
  await shop.send(...adding("c3"));
  const other = await shop.send(...adding("c3", '{"name": "Mia", "categoryId": 7}'));
  expect(await other.json()).toMatchObject({ code: "idempotency_key_reused", status: 422 });
  const headers = { "Content-Type": "application/json", "Idempotency-Key": "c3" };
  const patch = await shop.send("/v1/inventory/1", { method: "PATCH", headers, body: '{"quantity": 3}' });
  expect(patch.status).toBe(422);
});

test("two API keys may use the same Idempotency-Key", async () => {
  await using shop = await openShop();
  const { key } = await shop.as(["pets:write"]);
  await shop.send(...adding("d4"));
  const [path, init] = adding("d4");
  const other = await shop.send(path, { ...init, headers: { ...init.headers, Authorization: `Bearer ${key}` } });
  expect(other.headers.get("Idempotency-Replayed")).toBeNull();
  expect((await shop.reader.listPets()).body).toHaveLength(2);
});

test("a request that failed may be sent again with the same key", async () => {
  await using shop = await openShop();
  const headers = { "Content-Type": "application/json", "Idempotency-Key": "e5" };
  const patch = () => shop.send("/v1/inventory/1", { method: "PATCH", headers, body: '{"quantity": 3}' });
  expect((await patch()).status).toBe(404);
  await shop.send(...adding("made-meanwhile"));
  const second = await patch();
  expect(second.status).toBe(200);
  expect(second.headers.get("Idempotency-Replayed")).toBeNull();
});

test("an answer is kept for 24 hours", async () => {
  await using shop = await openShop();
  await shop.send(...adding("f6"));
  shop.now += DAY;
  expect((await shop.send(...adding("f6"))).headers.get("Idempotency-Replayed")).toBe("true");
  shop.now += 1;
  expect((await shop.send(...adding("f6"))).headers.get("Idempotency-Replayed")).toBeNull();
  expect((await shop.reader.listPets()).body).toHaveLength(2);
});

test("many at once with one key have one effect", async () => {
  await using shop = await openShop();
  const responses = await Promise.all(Array.from({ length: 20 }, () => shop.send(...adding("g7"))));
  const statuses = new Set(responses.map(({ status }) => status));
  expect([...statuses].every((status) => status === 201 || status === 409)).toBeTrue();
  expect((await shop.reader.listPets()).body).toHaveLength(1);
});
