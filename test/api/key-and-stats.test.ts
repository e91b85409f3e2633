/* getKey and getStats (decisions D38 and D40). */
import { expect } from "bun:test";
import { test } from "../support/databases.ts";
import { bodyOf, NOON, openService } from "../support/harness.ts";
import { describeFailures } from "../support/ledger.ts";

test("a key can ask what it may do", async () => {
  await using service = await openService({ environment: "staging" });
  const { client, key, id } = await service.as(["orders:read", "webhooks:manage"], NOON + 1000);
  expect(await bodyOf(service.admin.getKey())).toEqual({
    id: service.adminId,
    name: "*",
    role: "owner",
    hint: service.adminKey.slice(-4),
    scopes: ["*"],
    environment: "staging",
  });
  expect(await bodyOf(client.getKey())).toEqual({
    id,
    name: "orders:read webhooks:manage",
    hint: key.slice(-4),
    scopes: ["orders:read", "webhooks:manage"],
    environment: "staging",
    expiresAt: new Date(NOON + 1000).toISOString(),
  });
  service.now = NOON + 1000;
  expect((await client.getKey()).status).toBe(401);
});

test("counts pets by status and open orders up to 1000", async () => {
  await using service = await openService();
  const stats = () => bodyOf(service.reader.getStats());
  await service.stock(1000);
  await service.stock(2, "sold");
  for (const petId of [1n, 2n]) await service.clerk.placeOrder({ body: { petId } });
  await service.clerk.completeOrder({ params: { orderId: 1n } });
  const count = (number: number) => ({ count: number, capped: false });
  const pets = { available: count(998), pending: count(1), sold: count(3) };
  expect(await stats()).toEqual({ pets, openOrders: count(1) });
  await service.stock(2);
  expect(await stats()).toMatchObject({ pets: { available: count(1000) } });
  await service.stock(1);
  expect(await stats()).toMatchObject({ pets: { available: { count: 1000, capped: true } } });
});

test("counts the pets that match the filters of the list, and those of each category", async () => {
  await using service = await openService();
  const pets = [
    [7n, "Rex", "available"],
    [7n, "Mia", "sold"],
    [-1n, "Rexy", "available"],
    [9n, "Ada", "pending"],
  ] as const;
  for (const [categoryId, name, status] of pets) await service.admin.createPet({ body: { categoryId, name, status } });
  const stats = async (query: Parameters<typeof service.reader.getStats>[0]) => {
    const { pets, categories = [] } = await bodyOf(service.reader.getStats(query));
    const counts = [pets.available, pets.pending, pets.sold].map(({ count }) => count).join(" ");
    return [counts, categories.map(({ categoryId, count }) => `${categoryId}: ${count}`).join(", ")];
  };
  expect(await stats({ query: { by: "category" } })).toEqual(["2 1 1", "-1: 1, 7: 2, 9: 1"]);
  expect(await stats({ query: { by: "category", status: "available" } })).toEqual(["2 0 0", "-1: 1, 7: 1"]);
  expect(await stats({ query: { by: "category", categoryId: 7n } })).toEqual(["1 0 1", "7: 2"]);
  expect(await stats({ query: { by: "category", q: "rex" } })).toEqual(["2 0 0", "-1: 1, 7: 1"]);
  expect(await stats({ query: { by: "category", photo: true } })).toEqual(["0 0 0", ""]);
  expect(await stats({ query: { status: "sold" } })).toEqual(["0 0 1", ""]);
});

test("counts of a search are capped at the first 1000 pets that it finds", async () => {
  await using service = await openService();
  await service.stock(1000);
  const query = { q: "pet", by: "category" } as const;
  const capped = (isCapped: boolean) => ({ categories: [{ categoryId: 7n, count: 1000, capped: isCapped }] });
  expect(await bodyOf(service.reader.getStats({ query }))).toMatchObject(capped(false));
  await service.stock(1);
  expect(await bodyOf(service.reader.getStats({ query }))).toMatchObject(capped(true));
});

describeFailures("Stats");
