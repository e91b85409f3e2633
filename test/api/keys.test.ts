/* Keys over the API (decisions D48 and D50). */
import { describe, expect } from "bun:test";
import { type Role, roles } from "../../src/contract/keys/roles.ts";
import { ALL_SCOPES } from "../../src/contract/operation.ts";
import { ENDED_KEYS_MAX } from "../../src/core/keys/key-rules.ts";
import { purge } from "../../src/core/purge/purge.ts";
import { test } from "../support/databases.ts";
import { bodyOf, eventsOf, NOON, NOW, openService, refusal, type TestService, tagOf } from "../support/harness.ts";
import { describeFailures, hasTooManyKeys, type Provocation } from "../support/ledger.ts";
import type { Client } from "../support/typed-client.ts";

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
const LATER = new Date(NOON + MINUTE).toISOString();

const create = ({ admin }: TestService, body: Parameters<Client["createKey"]>[0]["body"]) =>
  bodyOf(admin.createKey({ body }));

/** A key that Anna may use. */
const createAnna = (service: TestService, role: Role = "viewer") => create(service, { name: "Anna", role });

const using = (service: TestService, secret: string | undefined) => service.with(secret).getKey();

describe("createKey", () => {
  test("returns a key that works, and its secret this once", async () => {
    await using service = await openService();
    const key = await create(service, { name: "Anna, phone", role: "counter", expiresAt: LATER });
    expect(key).toEqual({
      id: expect.stringMatching(/^\w{8}$/),
      name: "Anna, phone",
      hint: key.secret?.slice(-4) ?? "",
      scopes: [...roles.counter],
      role: "counter",
      createdAt: NOW,
      createdBy: "*",
      expiresAt: LATER,
      deprecatedCalls: [],
      secret: expect.stringMatching(/^pets_live_\w{36}$/),
    });
    const { secret, ...shown } = key;
    expect((await using(service, secret)).body).toMatchObject({ id: key.id, role: "counter" });
    expect(await service.admin.getKeyById({ params: { keyId: key.id } })).toMatchObject({ status: 200, body: shown });
    const list = (await service.admin.listKeys()).body as object[];
    expect(list.at(-1)).toEqual(shown);
    expect(await eventsOf(service)).toMatchObject([{ type: "key.created", key: { name: "*" }, data: { id: key.id } }]);
    expect(JSON.stringify([list, await eventsOf(service), service.log])).not.toContain(secret ?? "");
    service.now += MINUTE;
    expect(await using(service, secret)).toMatchObject({ status: 401 });
  });
});

describe("updateKey", () => {
  test("changes the given members within a second on every instance, and records an event", async () => {
    await using service = await openService();
    const { id: keyId, secret } = await createAnna(service);
    expect(await using(service, secret)).toMatchObject({ status: 200 });
    const update = (body: object) => bodyOf(service.admin.updateKey({ params: { keyId }, body }));
    const changed = { name: "Anna, till", scopes: ["pets:read"], expiresAt: LATER };
    expect(await update(changed)).toMatchObject(changed);
    service.now += 1000;
    expect((await using(service, secret)).body).toMatchObject({ name: "Anna, till", scopes: ["pets:read"] });
    expect(await update({ expiresAt: null })).not.toHaveProperty("expiresAt");
    await update({ name: "Anna, till" });
    const previous = { name: "Anna", scopes: [...roles.viewer], role: "viewer" };
    expect(await eventsOf(service)).toMatchObject([
      { type: "key.created" },
      { type: "key.updated", data: { name: "Anna, till" }, previous },
      { type: "key.updated", previous: { expiresAt: LATER } },
    ]);
  });

  test("honours If-Match, whatever the key was used for since", async () => {
    await using service = await openService();
    const { id: keyId } = await createAnna(service);
    const headers = { "If-Match": await tagOf(service, `/v1/keys/${keyId}`) };
    await service.sql(`update api_keys set last_used_at = ${NOON} where id = '${keyId}'`);
    const update = { params: { keyId }, body: { name: "Ben" }, headers };
    expect(await service.admin.updateKey(update)).toMatchObject({ status: 200 });
    expect(await service.admin.updateKey(update)).toMatchObject({ status: 412 });
  });
});

describe("deleteKey", () => {
  test("ends a key within a second on every instance; a key may end itself", async () => {
    await using service = await openService();
    const { id, secret } = await createAnna(service, "owner");
    const params = { keyId: id };
    const revokedAt = NOW;
    expect(await service.with(secret).deleteKey({ params })).toMatchObject({ status: 204 });
    service.now += 1000;
    expect(await using(service, secret)).toMatchObject({ status: 401 });
    expect((await service.admin.getKeyById({ params })).body).toMatchObject({ revokedAt });
    expect(await service.admin.deleteKey({ params })).toMatchObject({ status: 204 });
    expect((await service.admin.getKeyById({ params })).body).toMatchObject({ revokedAt });
    expect(await eventsOf(service)).toMatchObject([
      { type: "key.created" },
      { type: "key.revoked", key: { name: "Anna" }, data: { id, revokedAt } },
    ]);
  });

  test("leaves the last key that may manage keys as long", async () => {
    await using service = await openService();
    const params = { keyId: service.adminId };
    const isLast = refusal(409, "conflict", /is the last one that may manage keys/);
    await create(service, { name: "Ben", scopes: ["keys:manage"], expiresAt: LATER });
    expect(await service.admin.deleteKey({ params })).toMatchObject(isLast);
    expect(await service.admin.updateKey({ params, body: { role: "staff" } })).toMatchObject(isLast);
    expect(await service.admin.updateKey({ params, body: { expiresAt: LATER } })).toMatchObject(isLast);
    const { id } = await create(service, { name: "Cleo", scopes: ["keys:manage"] });
    expect(await service.admin.deleteKey({ params: { keyId: id } })).toMatchObject({ status: 204 });
    // The new key takes the place of the last one.
    expect(await service.admin.rotateKey({ params })).toMatchObject({ status: 201 });
    expect(await service.admin.updateKey({ params, body: { role: "staff" } })).toMatchObject({ status: 200 });
  });

  test("of two keys that revoke themselves at once, the last one stays", async () => {
    await using service = await openService();
    const { id, secret } = await createAnna(service, "owner");
    const ended = await Promise.all([
      service.with(secret).deleteKey({ params: { keyId: id } }),
      service.admin.deleteKey({ params: { keyId: service.adminId } }),
    ]);
    expect(ended.map(({ status }) => status).toSorted()).toEqual([204, 409]);
  });

  test("of two keys that revoke each other at once, one stays: the other is no key any more", async () => {
    await using service = await openService();
    const { id, secret } = await createAnna(service, "owner");
    const ended = await Promise.all([
      service.admin.deleteKey({ params: { keyId: id } }),
      service.with(secret).deleteKey({ params: { keyId: service.adminId } }),
    ]);
    expect(ended.map(({ status }) => status).toSorted()).toEqual([204, 401]);
  });
});

test.each(["%00", "a%00", "%F0%9F%90%95", "'", "a".repeat(4000), "configured%20"])(
  "the path of the id %p, which no key has, is 404",
  async (id) => {
    await using service = await openService();
    const path = `/v1/keys/${id}`;
    const sent = [service.send(path), service.send(path, { method: "DELETE" })];
    sent.push(service.send(`${path}/rotation`, { method: "POST" }));
    const statuses = (await Promise.all(sent)).map(({ status }) => status);
    expect(statuses).toEqual([404, 404, 404]);
    expect(service.log.filter(({ level }) => level === "error")).toEqual([]);
  },
);

describe("keys that have ended", () => {
  test("are deleted with the events of their time, which name them still", async () => {
    await using service = await openService();
    const { id, secret } = await createAnna(service, "staff");
    const params = { keyId: id };
    await service.stock(1);
    await bodyOf(service.with(secret).updateInventory({ params: { petId: 1n }, body: { quantity: 7 } }));
    await service.admin.deleteKey({ params });
    service.now += MINUTE;
    await purge(service.store, "keys", { now: NOON, keptSince: NOON - 1 });
    expect(await service.admin.getKeyById({ params })).toMatchObject({ status: 200 });
    await purge(service.store, "keys", { now: NOON, keptSince: NOON });
    expect(await service.admin.getKeyById({ params })).toMatchObject(refusal(404, "not_found"));
    expect(await using(service, secret)).toMatchObject({ status: 401 });
    expect(await eventsOf(service)).toMatchObject([
      { type: "key.created" },
      { type: "inventory.updated", key: { name: "Anna" } },
      { type: "key.revoked", data: { name: "Anna" } },
    ]);
  });

  test("are 10,000 at most: the next key that is created takes the place of the first to end", async () => {
    await using service = await openService();
    await service.sql(`
      insert into api_keys (id, name, hint, hash, scopes, created_at, revoked_at, position)
      with recursive numbers (nth) as (select 1 union all select nth + 1 from numbers where nth <= ${ENDED_KEYS_MAX})
      select 'ended ' || nth, 'old', 'wxyz', 'hash ' || nth, '*', 1, nth, -nth from numbers`);
    await createAnna(service);
    const { usable, ended } = await service.store.keys.count(NOON);
    expect({ usable, ended }).toEqual({ usable: 4, ended: ENDED_KEYS_MAX });
    expect(await service.store.keys.find("ended 1")).toBeUndefined();
    expect(await service.store.keys.find("ended 2")).toBeDefined();
  });
});

test("rotateKey creates a key like the old one, which works for a day more", async () => {
  await using service = await openService();
  const expiresAt = new Date(NOON + 90 * DAY).toISOString();
  const old = await create(service, { name: "till", scopes: ["pets:read"], expiresAt });
  const params = { keyId: old.id };
  service.now += MINUTE;
  const { id: _, secret: __, hint: ___, ...same } = old;
  expect(await service.admin.rotateKey({ params })).toMatchObject({
    status: 201,
    body: { ...same, createdAt: LATER, expiresAt: new Date(NOON + MINUTE + 90 * DAY).toISOString() },
  });
  const shown = (await service.admin.getKeyById({ params })).body;
  expect(shown).toMatchObject({ expiresAt: new Date(NOON + MINUTE + DAY).toISOString() });
  expect(await using(service, old.secret)).toMatchObject({ status: 200 });
  service.now += DAY;
  expect(await using(service, old.secret)).toMatchObject({ status: 401 });
  const ended = refusal(409, "conflict", /has expired: create another one/);
  expect(await service.admin.rotateKey({ params })).toMatchObject(ended);
});

describe("a key that expires", () => {
  /** An owner until LATER, a key without an end, and one that ends with the owner. */
  async function expiring(service: TestService) {
    const owner = await service.as([ALL_SCOPES], NOON + MINUTE);
    const endless = await createAnna(service);
    const { id: equal } = await create(service, { name: "Ben", role: "viewer", expiresAt: LATER });
    return { ...owner, endless: { params: { keyId: endless.id } }, equal: { params: { keyId: equal } } };
  }
  const tooLong = refusal(
    403,
    "insufficient_scope",
    /^expiresAt: expected 2026-\S+Z at the latest.*; got (no end|2026-)/,
  );

  test("gives no key a later end, nor itself, nor a scope to a key that lasts longer", async () => {
    await using service = await openService();
    const { client, id, endless, equal } = await expiring(service);
    const before = await service.rows("api_keys");
    const late = new Date(NOON + MINUTE + 1).toISOString();
    const own = { params: { keyId: id } };
    for (const refused of [
      client.createKey({ body: { name: "x", role: "viewer" } }),
      client.createKey({ body: { name: "x", role: "viewer", expiresAt: late } }),
      client.updateKey({ ...own, body: { expiresAt: null } }),
      client.updateKey({ ...equal, body: { expiresAt: late } }),
      client.updateKey({ ...endless, body: { role: "owner" } }),
      client.rotateKey(endless),
    ]) {
      expect(await refused).toMatchObject(tooLong);
    }
    expect(await service.rows("api_keys")).toEqual(before);
    for (const allowed of [
      client.createKey({ body: { name: "x", role: "owner", expiresAt: LATER } }),
      client.updateKey({ ...endless, body: { name: "Anna, till", scopes: ["pets:read"] } }),
      client.updateKey({ ...equal, body: { role: "staff" } }),
      client.updateKey({ ...endless, body: { expiresAt: LATER } }),
    ]) {
      expect((await allowed).status).toBeLessThan(300);
    }
  });

  test("may be rotated by itself, and the new one ends when it would have", async () => {
    await using service = await openService();
    const { client, id } = await expiring(service);
    service.now += MINUTE / 2;
    const rotated = await client.rotateKey({ params: { keyId: id } });
    expect(rotated).toMatchObject({ status: 201, body: { expiresAt: LATER } });
  });
});

test("no key grants, changes, rotates or revokes more than it may do itself", async () => {
  await using service = await openService();
  const { client } = await service.as(["keys:manage", "pets:read"]);
  const { id: keyId } = await create(service, { name: "clerk", scopes: ["pets:read", "orders:write"] });
  const params = { keyId };
  const everyScope = await service.as([...roles.staff, "keys:manage", "webhooks:manage"]);
  const refused = [
    client.createKey({ body: { name: "x", role: "viewer" } }),
    client.createKey({ body: { name: "x", scopes: [ALL_SCOPES] } }),
    client.updateKey({ params, body: { scopes: ["pets:read"] } }),
    client.rotateKey({ params }),
    client.deleteKey({ params }),
    everyScope.client.deleteKey({ params: { keyId: service.adminId } }),
  ];
  const forbidden = refusal(403, "insufficient_scope", /the API key lacks/);
  for (const outcome of await Promise.all<object>(refused)) expect(outcome).toMatchObject(forbidden);
  await bodyOf(client.createKey({ body: { name: "x", scopes: ["pets:read", "keys:manage"] } }));
});

const isRevoked: Provocation = { before: ({ sql }) => sql("update api_keys set revoked_at = 1 where scopes <> '*'") };

describeFailures("Keys", {
  conflict: {
    createKey: hasTooManyKeys,
    updateKey: isRevoked,
    rotateKey: isRevoked,
    deleteKey: {
      before: ({ sql }) => sql("update api_keys set expires_at = 9000000000000 where scopes = '*'"),
      request: (good, _, { adminId }) => ({ ...good, path: `/v1/keys/${adminId}` }),
    },
  },
});
