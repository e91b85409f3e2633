import { expect } from "bun:test";
import { test } from "../databases.ts";
import { openService } from "../harness.ts";
import { allOf, cursorOf, everyPage, idsTo, nextOf } from "../pages.ts";
import { until } from "../program.ts";

test("answers an empty array while there are no animals", async () => {
  await using service = await openService();
  const { status, body } = await service.reader.listInventory();
  expect(status).toBe(200);
  expect(body).toEqual([]);
});

test("answers each entry with its petId, quantity and the animal's status, and nothing else", async () => {
  await using service = await openService();
  await service.stock(1, "pending");
  expect(await (await service.send("/v1/inventory")).text()).toBe('[{"petId":1,"quantity":1,"status":"pending"}]');
});

test("is open to everybody with a key that may read the inventory", async () => {
  await using service = await openService();
  const { client: visitor } = await service.as(["pets:read", "pets:write", "inventory:write", "orders:read"]);
  expect(await service.anonymous.listInventory()).toMatchObject({
    ok: false,
    status: 401,
    body: { code: "unauthorized" },
  });
  expect(await visitor.listInventory()).toMatchObject({ ok: false, status: 403, body: { code: "insufficient_scope" } });
  expect(await service.reader.listInventory()).toMatchObject({ ok: true });
  expect(await service.clerk.listInventory()).toMatchObject({ ok: true });
  expect(await service.admin.listInventory()).toMatchObject({ ok: true });
});

test("answers everything in one array, in ascending order of petId, however much there is", async () => {
  await using service = await openService();
  await service.stock(5001);
  const [whole, ...others] = await everyPage(service, "/v1/inventory");
  expect(others).toEqual([]);
  expect(whole?.items.map(({ petId }) => petId)).toEqual(idsTo(5001));
});

test("answers everything when the last chunk is full", async () => {
  await using service = await openService();
  await service.stock(4000);
  expect((await service.reader.listInventory()).body).toHaveLength(4000);
});

test("sends what it has read before it reads more", async () => {
  await using service = await openService();
  await service.stock(9000);
  const { body } = await service.send("/v1/inventory");
  const reader = body?.getReader();
  const first = await reader?.read();
  expect(first?.value?.byteLength).toBeLessThan(200_000);
  await reader?.cancel();
});

test("breaks the answer off, and logs it once, when the store fails in the middle", async () => {
  await using service = await openService();
  await service.stock(9000);
  const response = await service.send("/v1/inventory");
  expect(response.status).toBe(200);
  await service.sql("alter table pets rename to moved_pets");
  await expect(response.text()).rejects.toThrow("closed unexpectedly");
  const errors = service.log.filter(({ level }) => level === "error");
  expect(errors).toMatchObject([
    { fields: { operation: "listInventory", requestId: response.headers.get("X-Request-Id") } },
  ]);
  expect(String(errors[0]?.fields["err"])).toMatch(/no such table|does not exist/);
});

test("counts an answer once when its client goes away in the middle, and takes that for no failure", async () => {
  await using service = await openService();
  await service.stock(9000);
  const { body } = await service.send("/v1/inventory");
  const reader = body?.getReader();
  await reader?.read();
  await reader?.cancel();
  await until(() => service.inFlight() === 0, "the end of the answer");
  const measured = await (await service.send("/metrics")).text();
  expect(measured).toContain('petstore_http_requests_total{operation="listInventory",status="200"} 1');
  expect(measured).toContain("petstore_http_requests_in_flight 1\n");
  expect(service.log.filter(({ fields }) => fields["operation"] === "listInventory")).toMatchObject([
    { level: "info" },
  ]);
});

test("comes in pages when a limit is given", async () => {
  await using service = await openService();
  await service.stock(5);
  const pages = await everyPage(service, "/v1/inventory?limit=2");
  expect(pages.map(({ items }) => items.length)).toEqual([2, 2, 1]);
  expect(allOf(pages, "petId")).toEqual(idsTo(5));
});

test("repeats the limit in Link", async () => {
  await using service = await openService();
  await service.stock(2);
  expect(nextOf(await service.send("/v1/inventory?limit=1"))).toStartWith(`${service.base}/inventory?limit=1&cursor=`);
});

test("comes in pages of 20 when only a cursor is given", async () => {
  await using service = await openService();
  await service.stock(30);
  const cursor = cursorOf(await service.send("/v1/inventory?limit=1"));
  const { body, headers } = await service.reader.listInventory({ query: { cursor } });
  expect(body).toHaveLength(20);
  expect(nextOf({ headers })).toStartWith(`${service.base}/inventory?cursor=`);
});

test.each(["limit=0", "limit=101", "limit=abc", "limit=1.5", "limit=", "limit=5&limit=5"])(
  "refuses ?%s",
  async (query) => {
    await using service = await openService();
    const response = await service.send(`/v1/inventory?${query}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: "invalid_parameter", details: [{ field: "limit" }] });
  },
);

test("refuses the cursor of another list", async () => {
  await using service = await openService();
  await service.stock(2);
  const cursor = cursorOf(await service.send("/v1/pets?limit=1"));
  expect(await service.reader.listInventory({ query: { cursor } })).toMatchObject({
    status: 400,
    body: { code: "invalid_cursor" },
  });
});
