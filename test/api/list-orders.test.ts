import { expect } from "bun:test";
import { test } from "../support/databases.ts";
import { NOON, openService, type TestService } from "../support/harness.ts";
import { allOf, cursorOf, everyPage, expectFound, idsTo } from "../support/pages.ts";

const DECEMBER = Date.UTC(2026, 11, 1, 9, 30, 0, 250);

const order = (id: number, complete: 0 | 1 = 0) =>
  `insert into orders (id, pet_id, quantity, ship_date, complete) values (${id}, 1, 2, ${DECEMBER}, ${complete})`;

test("returns exactly id, petId, quantity, shipDate and complete of an order of which no more is known", async () => {
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

test("filters by pet and by completion, together and in both directions", async () => {
  await using service = await openService();
  await service.stock(2);
  const place = (petId: bigint) => service.store.transaction((inside) => inside.orders.insert({ petId, quantity: 1 }));
  for (const petId of [1n, 2n, 1n, 1n, 2n]) await place(petId);
  for (const id of [1n, 2n, 3n]) await service.store.transaction((inside) => inside.orders.complete(id, NOON));
  await expectFound(service, "store/orders", [
    ["petId=1", 1, 3, 4],
    ["complete=true", 1, 2, 3],
    ["complete=false&order=desc", 5, 4],
    ["petId=1&complete=true&order=desc", 3, 1],
    ["petId=404"],
  ]);
});

test("lists open orders by ship date, those without one last, however the pages are cut", async () => {
  await using service = await openService();
  await service.stock(1);
  const dates = ["2026-12-03", undefined, "2026-12-01", "2026-12-03", undefined, "2026-11-29", "2026-12-02"];
  await service.store.transaction(async ({ orders }) => {
    for (const day of dates)
      await orders.insert({ petId: 1n, quantity: 1, ...(day && { shipDate: `${day}T10:00:00Z` }) });
    await orders.complete(7n, NOON);
  });
  const due = [6, 3, 1, 4, 2, 5];
  for (const limit of [1, 2, 3, 100]) {
    const query = `complete=false&sort=shipDate&limit=${limit}`;
    const ids = async (order: string) =>
      allOf(await everyPage(service, `/v1/store/orders?${query}&order=${order}`), "id").map(Number);
    expect([await ids("asc"), await ids("desc")]).toEqual([due, due.toReversed()]);
  }
});

test.each([
  "",
  "complete=true",
  "complete=false&petId=1",
  "complete=false&q=ada",
  "complete=false&placedAfter=2026-12-01T00:00:00Z",
])("refuses to sort by ship date with %j", async (query) => {
  await using service = await openService();
  const response = await service.send(`/v1/store/orders?sort=shipDate&${query}`);
  expect([response.status, await response.json()]).toMatchObject([
    400,
    { details: [{ field: "sort", message: expect.stringMatching(/expected .+; got "shipDate"$/) }] },
  ]);
});

test("refuses a cursor of such a list whose date is none", async () => {
  await using service = await openService();
  await service.store.transaction(async ({ orders }) => {
    for (const _ of [1, 2]) await orders.insert({ petId: 1n, quantity: 1 });
  });
  const path = "/v1/store/orders?complete=false&sort=shipDate&limit=1";
  const [version, binding, id] = atob(cursorOf(await service.send(path))).split(".");
  const forged = btoa([version, binding, id, "tomorrow"].join(".")).replaceAll("=", "");
  const response = await service.send(`${path}&cursor=${forged}`);
  expect([response.status, await response.json()]).toMatchObject([400, { code: "invalid_cursor" }]);
});

const DAY = 86_400_000;

/** Places orders a day apart, from noon of the release on. */
async function placeDaily(service: TestService, names: readonly (string | undefined)[]): Promise<void> {
  await service.stock(1);
  for (const [day, name] of names.entries()) {
    const placedAt = new Date(NOON + day * DAY).toISOString();
    const customer = name === undefined ? {} : { customer: { name } };
    await service.store.transaction(({ orders }) => orders.insert({ petId: 1n, quantity: 1, placedAt, ...customer }));
  }
}

test("finds the orders placed at a time or later, and before another", async () => {
  await using service = await openService();
  await placeDaily(service, [undefined, undefined, undefined, undefined, undefined]);
  await service.sql(order(9));
  const at = (day: number) => encodeURIComponent(new Date(NOON + day * DAY).toISOString());
  await expectFound(service, "store/orders", [
    [`placedAfter=${at(3)}`, 4, 5],
    [`placedBefore=${at(1)}`, 1],
    [`placedAfter=${at(1)}&placedBefore=${at(3)}&order=desc`, 3, 2],
    [`placedAfter=${at(3)}&placedBefore=${at(1)}`],
    ["placedAfter=2026-11-23T13:00:00%2B01:00&placedBefore=2026-11-24T12:00:00Z", 3],
    [`placedAfter=${at(0)}&petId=2`],
    [`placedAfter=${at(0)}&complete=true`],
  ]);
});

test("finds orders by the starts of words of their customer's name, whatever case and accents", async () => {
  await using service = await openService();
  await placeDaily(service, ["Ada Krause", "Zoë KRÄMER-Lund", undefined, "Krämer", "Bo"]);
  await expectFound(service, "store/orders", [
    ["q=kra", 1, 2, 4],
    ["q=KR%C3%84mer&order=desc", 4, 2],
    ["q=lund%20zoe", 2],
    ["q=lund%20ada"],
    ["q=rause"],
    [`q=kr&placedBefore=${new Date(NOON + DAY).toISOString()}`, 1],
  ]);
});

test("reaches every order that matches among thousands, whatever the filters", async () => {
  await using service = await openService();
  await service.stock(1);
  const count = 13_000;
  await service.sql(`
    insert into orders (id, pet_id, quantity, complete, placed_at, customer_name)
    with recursive numbers (id) as (select 1 union all select id + 1 from numbers where id < ${count})
    select id, 1, 1, 0, ${NOON} + id * 1000, case when id % 2 = 0 then 'Ada' else 'Bo' end from numbers;
    insert into order_words (order_id, nth, words)
    select id, 0, case when id % 2 = 0 then 'ada' else 'bo' end from orders`);
  const all = async (query: string) => allOf(await everyPage(service, `/v1/store/orders?limit=100&${query}`), "id");
  const from = new Date(NOON + (count - 1500) * 1000).toISOString();
  expect(await all(`placedAfter=${from}`)).toEqual(idsTo(count).slice(count - 1501));
  const early = new Date(NOON + 1200 * 1000).toISOString();
  expect(await all(`placedBefore=${early}&order=desc&q=bo`)).toEqual(
    idsTo(1199)
      .filter((id) => id % 2n === 1n)
      .toReversed(),
  );
  expect((await all("q=ada")).length).toBe(count / 2);
});
