/* The clock of the machine jumps back: by an hour, under a running service. */
import { expect, test } from "bun:test";
import { Keyring } from "../../src/core/keyring.ts";
import { openShop } from "../harness.ts";

const HOUR = 3_600_000;

test("the rate limit gives no tokens for it, takes none, and fills as before", async () => {
  await using shop = await openShop({ rateLimit: 1 });
  for (let count = 0; count < 2; count++) expect((await shop.admin.listPets()).status).toBe(200);
  expect((await shop.admin.listPets()).status).toBe(429);
  shop.now -= HOUR;
  const refused = await shop.admin.listPets();
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("Retry-After"))).toBeLessThanOrEqual(1);
  shop.now += 1000;
  expect((await shop.admin.listPets()).status).toBe(200);
  expect((await shop.admin.listPets()).status).toBe(429);
});

test("keys are taken as before, and what is revoked after it is refused within a second", async () => {
  await using shop = await openShop();
  const { client, id } = await shop.as(["pets:read"]);
  expect((await client.listPets()).status).toBe(200);
  shop.now -= HOUR;
  expect((await client.listPets()).status).toBe(200);
  await shop.store.transaction(({ keys }) => keys.revoke(id, shop.now));
  shop.now += 1000;
  expect((await client.listPets()).status).toBe(401);
});

test("a key that is made after it works at once", async () => {
  await using shop = await openShop();
  expect((await shop.admin.listPets()).status).toBe(200);
  shop.now -= HOUR;
  const { client } = await shop.as(["pets:read"]);
  expect((await client.listPets()).status).toBe(200);
});

test("a key that had expired is taken again only while the clock says that it has not", async () => {
  await using shop = await openShop();
  const { client } = await shop.as(["pets:read"], shop.now + 1000);
  expect((await client.listPets()).status).toBe(200);
  shop.now += 1000;
  expect((await client.listPets()).status).toBe(401);
  shop.now -= HOUR;
  expect((await client.listPets()).status).toBe(200);
  shop.now += HOUR;
  expect((await client.listPets()).status).toBe(401);
});

test("uses of keys are written again when the clock has come to where it was", async () => {
  await using shop = await openShop();
  const keyring = new Keyring(shop.store);
  const [key] = await shop.store.keys.list();
  if (key === undefined) throw new Error("there is no key");
  await keyring.find(key.hash, shop.now);
  await keyring.writeUses(shop.now);
  await keyring.find(key.hash, shop.now - HOUR);
  await keyring.writeUses(shop.now - HOUR);
  await keyring.find(key.hash, shop.now + 60_000);
  await keyring.writeUses(shop.now + 60_000);
  const [used] = await shop.store.keys.list();
  expect(used?.lastUsedAt).toBe(shop.now + 60_000);
});

test("an answer that was kept for an Idempotency-Key is given again", async () => {
  await using shop = await openShop();
  const add = () =>
    shop.admin.createPet({ body: { name: "Rex", categoryId: 7n }, headers: { "Idempotency-Key": "one" } });
  const first = await add();
  shop.now -= HOUR;
  const again = await add();
  expect(again).toMatchObject({ status: 201, body: first.body });
  expect((await shop.reader.listPets()).body).toHaveLength(1);
});
