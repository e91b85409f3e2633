import { expect } from "bun:test";
import { test } from "../databases.ts";
import { NOON, openService, statusByRole } from "../harness.ts";
import { allOf, everyPage, idsTo, nextOf } from "../pages.ts";

const DECEMBER = Date.UTC(2026, 11, 1, 9, 30, 0, 250);

const order = (id: number, complete: 0 | 1 = 0) =>
  `insert into orders (id, pet_id, quantity, ship_date, complete) values (${id}, 1, 2, ${DECEMBER}, ${complete})`;

test("returns an empty array without orders", async () => {
  await using service = await openService();
  const { status, body } = await service.reader.listOrders();
  expect(status).toBe(200);
  expect(body).toEqual([]);
});

test("returns exactly id, petId, quantity, shipDate and complete of each order", async () => {
  await using service = await openService();
  await service.stock(1);
  await service.sql(order(1));
  await service.sql(order(2, 1));
  const response = await service.send("/v1/store/orders");
  expect(await response.json()).toEqual([
    { id: 1, petId: 1, quantity: 2, shipDate: "2026-12-01T09:30:00.250Z", complete: false },
    { id: 2, petId: 1, quantity: 2, shipDate: "2026-12-01T09:30:00.250Z", complete: true },
  ]);
});

test("requires the scope orders:read", async () => {
  await using service = await openService();
  const { client } = await service.as(["orders:write"]);
  const statuses = { anonymous: 401, reader: 200, clerk: 200, admin: 200 };
  expect(await statusByRole(service, ({ listOrders }) => listOrders())).toEqual(statuses);
  expect(await client.listOrders()).toMatchObject({ status: 403, body: { code: "insufficient_scope" } });
});

test("sends X-Stability: beta", async () => {
  await using service = await openService();
  expect((await service.reader.listOrders()).headers.get("X-Stability")).toBe("beta");
});

test("reaches every order exactly once, in ascending order of id, by following Link", async () => {
  await using service = await openService();
  await service.stock(1);
  for (const id of [5, 3, 1, 2, 4]) await service.sql(order(id));
  const pages = await everyPage(service, "/v1/store/orders?limit=2");
  expect(pages.map(({ items }) => items.length)).toEqual([2, 2, 1]);
  expect(allOf(pages, "id")).toEqual(idsTo(5));
});

test("returns 20 orders by default", async () => {
  await using service = await openService();
  await service.stock(1);
  for (const id of idsTo(21)) await service.sql(order(Number(id)));
  const { body, headers } = await service.reader.listOrders();
  expect(body).toHaveLength(20);
  expect(nextOf({ headers })).toStartWith(`${service.base}/store/orders?cursor=`);
});

test("filters by pet and by completion, together and in both directions", async () => {
  await using service = await openService();
  await service.stock(2);
  const place = (petId: bigint) => service.store.transaction((inside) => inside.orders.insert({ petId, quantity: 1 }));
  for (const petId of [1n, 2n, 1n, 1n, 2n]) await place(petId);
  for (const id of [1n, 2n, 3n]) await service.store.transaction((inside) => inside.orders.complete(id, NOON));
  const find = async (query: string) => allOf(await everyPage(service, `/v1/store/orders?limit=1&${query}`), "id");
  expect(await find("petId=1")).toEqual([1n, 3n, 4n]);
  expect(await find("complete=true")).toEqual([1n, 2n, 3n]);
  expect(await find("complete=false&order=desc")).toEqual([5n, 4n]);
  expect(await find("petId=1&complete=true&order=desc")).toEqual([3n, 1n]);
  expect(await find("petId=404")).toEqual([]);
});

test.each(["petId=abc", "petId=", "complete=yes", "complete=1", "complete=", "order=newest"])(
  "refuses ?%s",
  async (query) => {
    await using service = await openService();
    const response = await service.send(`/v1/store/orders?${query}`);
    expect(await response.json()).toMatchObject({
      code: "invalid_parameter",
      details: [{ field: query.split("=")[0] }],
    });
  },
);
