import { test as bunTest, expect } from "bun:test";
import { test } from "../support/databases.ts";
import { openService } from "../support/harness.ts";
import { allOf, cursorOf, everyPage, idsTo, nextOf } from "../support/pages.ts";
import { until } from "../support/program.ts";

test("returns exactly petId, quantity and the pet's status in each entry", async () => {
  await using service = await openService();
  await service.stock(1, "pending");
  expect(await (await service.send("/v1/inventory")).text()).toBe('[{"petId":1,"quantity":1,"status":"pending"}]\n');
});

test.each([4000, 5001])("returns all of %d entries in one array in ascending order of petId", async (count) => {
  await using service = await openService();
  await service.stock(count);
  const [whole, ...others] = await everyPage(service, "/v1/inventory");
  expect(others).toEqual([]);
  expect(whole?.items.map(({ petId }) => petId)).toEqual(idsTo(count));
});

/** Makes every read of a chunk after the first fail, on both engines. */
const BROKEN_FROM_5001 = `
  alter table pets rename to moved_pets;
  create view pets as select id, name, category_id, status,
    case when id > 5000 then abs(id * 0 - 9223372036854775807 - 1) else quantity end as quantity from moved_pets`;

/** More than the sockets of both sides hold while the client reads nothing. */
const MANY = `insert into pets (name, category_id, status, quantity)
  with recursive ids (id) as (select 1 union all select id + 1 from ids where id < 200000)
  select 'Rex', 7, 'available', 1 from ids`;

// What is sent when is decided above the engine: one engine shows it.
bunTest("sends each chunk before it reads the next", async () => {
  await using service = await openService();
  await service.sql(MANY);
  const response = await service.send("/v1/inventory");
  await service.sql("update pets set quantity = 9 where id = 200000");
  expect(await response.text()).toEndWith('{"petId":200000,"quantity":9,"status":"available"}]\n');
});

test("is sent in one piece once it was read from memory, and in parts after each change", async () => {
  await using service = await openService();
  await service.stock(3000);
  const read = async () => {
    const response = await service.send("/v1/inventory");
    const [length, tag] = ["Content-Length", "ETag"].map((name) => response.headers.get(name));
    return { length, tag, text: await response.text() };
  };
  const [parts, again, piece] = [await read(), await read(), await read()];
  // Few lists are read twice between two changes: the copy is made when one is.
  expect(again).toEqual(parts);
  expect(piece.text).toBe(parts.text);
  expect(piece.tag).toBe(parts.tag);
  // Where the store has no cheap version, nothing stays in memory.
  expect([parts.length, piece.length]).toEqual([null, parts.tag === null ? null : String(parts.text.length)]);
  await service.sql("update pets set quantity = 9 where id = 2999");
  const changed = await read();
  expect(changed).toMatchObject({ length: null, text: expect.stringContaining('"petId":2999,"quantity":9') });
  expect(changed.tag === null || changed.tag !== piece.tag).toBe(true);
});

test("breaks the response off and logs the cause once when the store fails in the middle", async () => {
  await using service = await openService();
  await service.stock(9000);
  await service.sql(BROKEN_FROM_5001);
  const response = await service.send("/v1/inventory");
  expect(response.status).toBe(200);
  await expect(response.text()).rejects.toThrow("closed unexpectedly");
  await until(() => service.log.length > 0, "the log line");
  const req = { id: response.headers.get("X-Request-Id") };
  const fields = { operation: "listInventory", req, res: { statusCode: 200 } };
  expect(service.log).toMatchObject([{ level: "error", fields }]);
  expect(String(service.log[0]?.fields["err"])).toMatch(/integer overflow|bigint out of range/);
});

bunTest("counts a response once when its client disconnects in the middle", async () => {
  await using service = await openService();
  await service.sql(MANY);
  await (await service.send("/v1/inventory")).body?.cancel();
  await until(() => service.log.length > 0, "the log line");
  expect(service.inFlight()).toBe(0);
  const metrics = await (await service.send("/metrics")).text();
  expect(metrics).toContain('petstore_http_requests_total{operation="listInventory",status="200"} 1');
  expect(service.log.filter(({ fields }) => fields["operation"] === "listInventory")).toHaveLength(1);
});

test("returns pages when a limit or a cursor is given, of 20 without a limit", async () => {
  await using service = await openService();
  await service.stock(30);
  const pages = await everyPage(service, "/v1/inventory?limit=8");
  expect(pages.map(({ items }) => items.length)).toEqual([8, 8, 8, 6]);
  expect(allOf(pages, "petId")).toEqual(idsTo(30));
  const cursor = cursorOf(await service.send("/v1/inventory?limit=1"));
  const { body, headers } = await service.reader.listInventory({ query: { cursor } });
  expect(body).toHaveLength(20);
  expect(nextOf({ headers })).toStartWith(`${service.base}/inventory?cursor=`);
});
