import { expect } from "bun:test";
import { test } from "../support/databases.ts";
import { openService } from "../support/harness.ts";

const DAY = 24 * 3_600_000;
const rex = '{"name": "Rex", "categoryId": 7}';

/** A request with an Idempotency-Key. */
function keyed(idempotencyKey: string, method: string, path: string, body: string): [string, RequestInit] {
  return [path, { method, headers: { "Content-Type": "application/json", "Idempotency-Key": idempotencyKey }, body }];
}

const adding = (key: string, body = rex) => keyed(key, "POST", "/v1/pets", body);
const setting = (key: string) => keyed(key, "PATCH", "/v1/inventory/1", '{"quantity": 3}');

const isReplayed = ({ headers }: Response) => headers.get("Idempotency-Replayed") === "true";

test("accepts a quoted and a bare key", async () => {
  await using service = await openService();
  await service.send(...adding('"b-2"'));
  expect(isReplayed(await service.send(...adding("b-2")))).toBe(true);
});

test("refuses a key that is empty, too long or has a space or a letter outside of ASCII", async () => {
  await using service = await openService();
  for (const key of ["", '""', "a b", "ä", "x".repeat(256)])
    expect(await (await service.send(...adding(key))).json()).toMatchObject({
      code: "invalid_parameter",
      message: expect.stringContaining("Idempotency-Key"),
    });
});

test("refuses the same key with another body or operation", async () => {
  await using service = await openService();
  await service.send(...adding("c3"));
  for (const request of [adding("c3", '{"name": "Mia", "categoryId": 7}'), setting("c3")])
    expect(await (await service.send(...request)).json()).toMatchObject({
      code: "idempotency_key_reused",
      status: 422,
    });
});

test("separates the Idempotency-Keys of API keys", async () => {
  await using service = await openService();
  const { key } = await service.as(["pets:write"]);
  await service.send(...adding("d4"));
  const [path, init] = adding("d4");
  const other = await service.send(path, { ...init, headers: { ...init.headers, Authorization: `Bearer ${key}` } });
  expect(isReplayed(other)).toBe(false);
  expect((await service.reader.listPets()).body).toHaveLength(2);
});

test("carries out a request again after it failed", async () => {
  await using service = await openService();
  expect((await service.send(...setting("e5"))).status).toBe(404);
  await service.send(...adding("made-meanwhile"));
  const second = await service.send(...setting("e5"));
  expect([second.status, isReplayed(second)]).toEqual([200, false]);
});

test("keeps a response for 24 hours", async () => {
  await using service = await openService();
  await service.send(...adding("f6"));
  service.now += DAY;
  expect(isReplayed(await service.send(...adding("f6")))).toBe(true);
  service.now += 1;
  expect(isReplayed(await service.send(...adding("f6")))).toBe(false);
  expect((await service.reader.listPets()).body).toHaveLength(2);
});

test("applies concurrent requests with one key once", async () => {
  await using service = await openService();
  const responses = await Promise.all(Array.from({ length: 20 }, () => service.send(...adding("g7"))));
  expect(responses.filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);
  expect((await service.reader.listPets()).body).toHaveLength(1);
});
