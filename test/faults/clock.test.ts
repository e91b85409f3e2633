/* The clock jumps back by an hour under a running service. */
import { expect, test } from "bun:test";
import { Keyring } from "../../src/core/keys/keyring.ts";
import { openService } from "../support/harness.ts";

const HOUR = 3_600_000;

test("the rate limit gains and loses no tokens", async () => {
  await using service = await openService({ rateLimit: 1 });
  for (let count = 0; count < 2; count++) expect((await service.admin.listPets()).status).toBe(200);
  expect((await service.admin.listPets()).status).toBe(429);
  service.now -= HOUR;
  const refused = await service.admin.listPets();
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("Retry-After"))).toBeLessThanOrEqual(1);
  service.now += 1000;
  expect((await service.admin.listPets()).status).toBe(200);
  expect((await service.admin.listPets()).status).toBe(429);
});

test("keys keep working, and a key revoked after the jump is refused within a second", async () => {
  await using service = await openService();
  const { client, id } = await service.as(["pets:read"]);
  expect((await client.listPets()).status).toBe(200);
  service.now -= HOUR;
  expect((await client.listPets()).status).toBe(200);
  await service.store.transaction(({ keys }) => keys.revoke(id, service.now));
  service.now += 1000;
  expect((await client.listPets()).status).toBe(401);
});

test("a key created after the jump works at once", async () => {
  await using service = await openService();
  expect((await service.admin.listPets()).status).toBe(200);
  service.now -= HOUR;
  const { client } = await service.as(["pets:read"]);
  expect((await client.listPets()).status).toBe(200);
});

test("an expired key works again only while the clock is before its expiry", async () => {
  await using service = await openService();
  const { client } = await service.as(["pets:read"], service.now + 1000);
  expect((await client.listPets()).status).toBe(200);
  service.now += 1000;
  expect((await client.listPets()).status).toBe(401);
  service.now -= HOUR;
  expect((await client.listPets()).status).toBe(200);
  service.now += HOUR;
  expect((await client.listPets()).status).toBe(401);
});

test("uses of keys are written again when the clock has caught up", async () => {
  await using service = await openService();
  const keyring = new Keyring(service.store);
  const [key] = await service.store.keys.list();
  if (key === undefined) throw new Error("there is no key");
  await keyring.find(key.hash, service.now);
  await keyring.writeUses(service.now);
  await keyring.find(key.hash, service.now - HOUR);
  await keyring.writeUses(service.now - HOUR);
  await keyring.find(key.hash, service.now + 600_000);
  await keyring.writeUses(service.now + 600_000);
  const [used] = await service.store.keys.list();
  expect(used?.lastUsedAt).toBe(service.now + 600_000);
});

test("a kept response to an Idempotency-Key is repeated", async () => {
  await using service = await openService();
  const add = () =>
    service.admin.createPet({ body: { name: "Rex", categoryId: 7n }, headers: { "Idempotency-Key": "one" } });
  const first = await add();
  service.now -= HOUR;
  const again = await add();
  expect(again).toMatchObject({ status: 201, body: first.body });
  expect((await service.reader.listPets()).body).toHaveLength(1);
});
