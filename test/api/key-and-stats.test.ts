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

describeFailures("Stats");
