/* Keys over the API (decisions D48 and D50). */
import { describe, expect } from "bun:test";
import { ALL_SCOPES } from "../../src/contract/operation.ts";
import { roles } from "../../src/contract/roles.ts";
import { ENDED_KEYS_MAX, purgeKeys } from "../../src/core/key-rules.ts";
import { test } from "../support/databases.ts";
import { NOON, openService, refusal, type TestService } from "../support/harness.ts";
import { describeFailures, hasTooManyKeys, type Provocation } from "../support/ledger.ts";
import type { Client } from "../support/typed-client.ts";

const MINUTE = 60_000;
const LATER = new Date(NOON + MINUTE).toISOString();

const create = (client: Client, body: Parameters<Client["createKey"]>[0]["body"]) => client.createKey({ body });

/** Creates a key that must be created. */
async function created(service: TestService, body: Parameters<Client["createKey"]>[0]["body"]) {
  const response = await create(service.admin, body);
  if (!response.ok) throw new Error(response.body.message);
  return response.body;
}

const using = (service: TestService, secret: string | undefined) =>
  service.send("/v1/key", { headers: { Authorization: `Bearer ${secret}` } });

async function eventsOf(service: TestService) {
  await service.publish();
  const { body } = await service.admin.listEvents();
  return (body as { type: string; data: unknown }[]).filter(({ type }) => type.startsWith("key."));
}

describe("createKey", () => {
  test("returns a key that works, and its secret this once", async () => {
    await using service = await openService();
    const key = await created(service, { name: "Anna, phone", role: "counter", expiresAt: LATER });
    expect(key).toEqual({
      id: expect.stringMatching(/^\w{8}$/),
      name: "Anna, phone",
      hint: key.secret?.slice(-4) ?? "",
      scopes: [...roles.counter],
      role: "counter",
      createdAt: new Date(NOON).toISOString(),
      createdBy: "*",
      expiresAt: LATER,
      deprecatedCalls: [],
      secret: expect.stringMatching(/^pets_live_\w{36}$/),
    });
    const { secret, ...shown } = key;
    expect(await (await using(service, secret)).json()).toMatchObject({ id: key.id, role: "counter" });
    expect(await service.admin.getKeyById({ params: { keyId: key.id } })).toMatchObject({ status: 200, body: shown });
    const list = (await service.admin.listKeys()).body as object[];
    expect(list.at(-1)).toEqual(shown);
    expect(await eventsOf(service)).toMatchObject([{ type: "key.created", key: { name: "*" }, data: { id: key.id } }]);
    expect(JSON.stringify([list, await eventsOf(service), service.log])).not.toContain(secret ?? "");
    service.now += MINUTE;
    expect(await using(service, secret)).toMatchObject({ status: 401 });
  });

  test("stores no secret with an Idempotency-Key, and neither does createWebhook", async () => {
    await using service = await openService();
    const headers = { "Idempotency-Key": "again" };
    const body = { name: "till", role: "viewer" } as const;
    const first = await service.admin.createKey({ body, headers });
    const repeated = await service.admin.createKey({ body, headers });
    if (!first.ok || !repeated.ok) throw new Error("expected two successes");
    const { secret = "", ...resource } = first.body;
    expect(repeated.body).toEqual(resource);
    const hook = { url: "https://shop.example/hooks", types: ["*"] } as const;
    const webhook = await service.admin.createWebhook({
      body: { ...hook, types: [...hook.types] },
      headers: { "Idempotency-Key": "hook" },
    });
    const rotated = await service.admin.rotateWebhookSecret({
      params: { webhookId: 1n },
      headers: { "Idempotency-Key": "new" },
    });
    if (!webhook.ok || !rotated.ok) throw new Error("expected two successes");
    const stored = JSON.stringify(await service.rows("idempotency"));
    expect(stored).toContain(resource.id);
    for (const shown of [secret, webhook.body.secret, rotated.body.secret]) {
      expect(shown).toEqual(expect.any(String));
      expect(stored).not.toContain(shown ?? "");
    }
  });

  test.each([
    [{ name: " ", role: "viewer" }, /^name: expected 1 to 255 printable characters, not all of them spaces/],
    [{ name: "a\u202eb", role: "viewer" }, /^name: expected/],
    [{ name: "x".repeat(256), role: "viewer" }, /^name: expected/],
    [{ name: "till" }, /^body: expected at least one of scopes, role/],
    [{ name: "till", role: "viewer", scopes: ["pets:read"] }, /^body: expected only one of scopes, role/],
    [{ name: "till", role: "king" }, /^role: expected one of owner, staff, counter, viewer; got "king"/],
    [{ name: "till", scopes: [] }, /^scopes: expected a list of one or more of/],
    [{ name: "till", scopes: ["pets:eat"] }, /^scopes.0: expected a list of one or more of/],
    [{ name: "till", scopes: ["*", "pets:read"] }, /^scopes: expected .* or of \* alone/],
    [
      { name: "till", role: "viewer", expiresAt: new Date(NOON).toISOString() },
      /^expiresAt: expected a time in the future/,
    ],
    [{ name: "till", role: "viewer", expiresAt: "tomorrow" }, /^expiresAt: expected an RFC 3339 date-time/],
  ])("refuses %j and creates none", async (body, message) => {
    await using service = await openService();
    const before = await service.dump();
    const response = await service.send("/v1/keys", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    expect({ status: response.status, body: await response.json() }).toMatchObject(
      refusal(400, "validation_failed", message),
    );
    expect(await service.dump()).toEqual(before);
  });
});

describe("updateKey", () => {
  test("changes what is given, within a second on every instance, and says so in an event", async () => {
    await using service = await openService();
    const { id, secret } = await created(service, { name: "Anna", role: "viewer" });
    expect(await using(service, secret)).toMatchObject({ status: 200 });
    const params = { keyId: id };
    const changed = await service.admin.updateKey({
      params,
      body: { name: "Anna, till", scopes: ["pets:read"], expiresAt: LATER },
    });
    expect(changed).toMatchObject({
      status: 200,
      body: { name: "Anna, till", scopes: ["pets:read"], expiresAt: LATER },
    });
    service.now += 1000;
    expect(await (await using(service, secret)).json()).toMatchObject({ name: "Anna, till", scopes: ["pets:read"] });
    const unlimited = await service.admin.updateKey({ params, body: { expiresAt: null } });
    expect(unlimited.body).not.toHaveProperty("expiresAt");
    await service.admin.updateKey({ params, body: { name: "Anna, till" } });
    expect(await eventsOf(service)).toMatchObject([
      { type: "key.created" },
      {
        type: "key.updated",
        data: { name: "Anna, till" },
        previous: { name: "Anna", scopes: [...roles.viewer], role: "viewer" },
      },
      { type: "key.updated", previous: { expiresAt: LATER } },
    ]);
  });

  test("honours If-Match, whatever the key was used for since", async () => {
    await using service = await openService();
    const { id } = await created(service, { name: "Anna", role: "viewer" });
    const params = { keyId: id };
    const tag = (await service.admin.getKeyById({ params })).headers.get("ETag") ?? "";
    await service.sql(`update api_keys set last_used_at = ${NOON} where id = '${id}'`);
    const headers = { "If-Match": tag };
    expect(await service.admin.updateKey({ params, body: { name: "Ben" }, headers })).toMatchObject({ status: 200 });
    expect(await service.admin.updateKey({ params, body: { name: "Cleo" }, headers })).toMatchObject({ status: 412 });
  });

  test("refuses a key that has ended", async () => {
    await using service = await openService();
    const { id } = await created(service, { name: "Anna", role: "viewer" });
    await service.admin.deleteKey({ params: { keyId: id } });
    const response = await service.admin.updateKey({ params: { keyId: id }, body: { name: "Ben" } });
    expect(response).toMatchObject(refusal(409, "conflict", /is revoked: create another one/));
  });
});

describe("deleteKey", () => {
  test("ends a key within a second on every instance; a key may end itself", async () => {
    await using service = await openService();
    const { id, secret } = await created(service, { name: "Anna", role: "owner" });
    expect(await using(service, secret)).toMatchObject({ status: 200 });
    const own = { method: "DELETE", headers: { Authorization: `Bearer ${secret}` } };
    expect(await service.send(`/v1/keys/${id}`, own)).toMatchObject({ status: 204 });
    service.now += 1000;
    expect(await using(service, secret)).toMatchObject({ status: 401 });
    const params = { keyId: id };
    const revokedAt = new Date(NOON).toISOString();
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
    await created(service, { name: "Ben", scopes: ["keys:manage"], expiresAt: LATER });
    expect(await service.admin.deleteKey({ params })).toMatchObject(isLast);
    expect(await service.admin.updateKey({ params, body: { role: "staff" } })).toMatchObject(isLast);
    expect(await service.admin.updateKey({ params, body: { expiresAt: LATER } })).toMatchObject(isLast);
    const { id } = await created(service, { name: "Cleo", scopes: ["keys:manage"] });
    expect(await service.admin.deleteKey({ params: { keyId: id } })).toMatchObject({ status: 204 });
    await created(service, { name: "Dora", role: "owner" });
    expect(await service.admin.updateKey({ params, body: { role: "staff" } })).toMatchObject({ status: 200 });
  });

  test("of two keys that revoke themselves at once, the last one stays", async () => {
    await using service = await openService();
    const { id, secret } = await created(service, { name: "Ben", role: "owner" });
    const revoke = async (keyId: string, by: string) =>
      (await service.send(`/v1/keys/${keyId}`, { method: "DELETE", headers: { Authorization: `Bearer ${by}` } }))
        .status;
    const statuses = await Promise.all([revoke(id, secret ?? ""), revoke(service.adminId, service.adminKey)]);
    expect(statuses.toSorted()).toEqual([204, 409]);
  });

  test("of two keys that revoke each other at once, one stays: the other is no key any more", async () => {
    await using service = await openService();
    const { id, secret } = await created(service, { name: "Ben", role: "owner" });
    const revoke = async (keyId: string, by: string) => {
      const headers = { Authorization: `Bearer ${by}` };
      return (await service.send(`/v1/keys/${keyId}`, { method: "DELETE", headers })).status;
    };
    const statuses = await Promise.all([revoke(id, service.adminKey), revoke(service.adminId, secret ?? "")]);
    expect(statuses.toSorted()).toEqual([204, 401]);
  });
});

test.each(["%00", "a%00", "%F0%9F%90%95", "'", "a".repeat(4000), "configured%20"])(
  "the path of the id %p, which no key has, is 404",
  async (id) => {
    await using service = await openService();
    const path = `/v1/keys/${id}`;
    const statuses = [
      await service.send(path),
      await service.send(path, { method: "DELETE" }),
      await service.send(`${path}/rotation`, { method: "POST" }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([404, 404, 404]);
    expect(service.log.filter(({ level }) => level === "error")).toEqual([]);
  },
);

describe("keys that have ended", () => {
  test("are deleted with the events of their time, which name them still", async () => {
    await using service = await openService();
    const { id, secret } = await created(service, { name: "Ben, phone", role: "staff" });
    await service.stock(1);
    const headers = { Authorization: `Bearer ${secret}`, "Content-Type": "application/json" };
    await service.send("/v1/inventory/1", { method: "PATCH", headers, body: '{"quantity":7}' });
    await service.admin.deleteKey({ params: { keyId: id } });
    service.now += MINUTE;
    await purgeKeys(service.store, NOON - 1);
    expect(await service.admin.getKeyById({ params: { keyId: id } })).toMatchObject({ status: 200 });
    await purgeKeys(service.store, NOON);
    expect(await service.admin.getKeyById({ params: { keyId: id } })).toMatchObject(refusal(404, "not_found"));
    expect(await using(service, secret)).toMatchObject({ status: 401 });
    await service.publish();
    const { body } = await service.admin.listEvents();
    expect(body).toMatchObject([
      { type: "key.created" },
      { type: "inventory.updated", key: { name: "Ben, phone" } },
      { type: "key.revoked", data: { name: "Ben, phone" } },
    ]);
  });

  test("are 10,000 at most: the next key that is created takes the place of the first to end", async () => {
    await using service = await openService();
    await service.sql(`
      insert into api_keys (id, name, hint, hash, scopes, created_at, revoked_at, position)
      with recursive numbers (nth) as (select 1 union all select nth + 1 from numbers where nth <= ${ENDED_KEYS_MAX})
      select 'ended ' || nth, 'old', 'wxyz', 'hash ' || nth, '*', 1, nth, -nth from numbers`);
    await created(service, { name: "Ben", role: "viewer" });
    const { usable, ended } = await service.store.keys.count(NOON);
    expect({ usable, ended }).toEqual({ usable: 4, ended: ENDED_KEYS_MAX });
    expect(await service.store.keys.find("ended 1")).toBeUndefined();
    expect(await service.store.keys.find("ended 2")).toBeDefined();
  });
});

describe("rotateKey", () => {
  test("creates a key like the old one, which works for a day more", async () => {
    await using service = await openService();
    const old = await created(service, {
      name: "till",
      scopes: ["pets:read"],
      expiresAt: new Date(NOON + 90 * 1440 * MINUTE).toISOString(),
    });
    service.now += MINUTE;
    const rotated = await service.admin.rotateKey({ params: { keyId: old.id } });
    const { id: _, secret: __, hint: ___, ...same } = old;
    expect(rotated).toMatchObject({
      status: 201,
      body: { ...same, createdAt: LATER, expiresAt: new Date(NOON + (90 * 1440 + 1) * MINUTE).toISOString() },
    });
    expect((await service.admin.getKeyById({ params: { keyId: old.id } })).body).toMatchObject({
      expiresAt: new Date(NOON + 1441 * MINUTE).toISOString(),
    });
    expect(await using(service, old.secret)).toMatchObject({ status: 200 });
    service.now += 1440 * MINUTE;
    expect(await using(service, old.secret)).toMatchObject({ status: 401 });
    expect(await service.admin.rotateKey({ params: { keyId: old.id } })).toMatchObject(
      refusal(409, "conflict", /has expired: create another one/),
    );
  });

  test("may rotate the last key that manages keys", async () => {
    await using service = await openService();
    expect(await service.admin.rotateKey({ params: { keyId: service.adminId } })).toMatchObject({ status: 201 });
  });
});

test("nobody grants, changes, rotates or revokes more than the own key may do", async () => {
  await using service = await openService();
  const { client } = await service.as(["keys:manage", "pets:read"]);
  const forbidden = refusal(403, "insufficient_scope", /the API key lacks/);
  expect(await create(client, { name: "x", role: "viewer" })).toMatchObject(forbidden);
  expect(await create(client, { name: "x", scopes: [ALL_SCOPES] })).toMatchObject(forbidden);
  expect(await create(client, { name: "x", scopes: ["pets:read", "keys:manage"] })).toMatchObject({ status: 201 });
  const { id: keyId } = await created(service, { name: "clerk", scopes: ["pets:read", "orders:write"] });
  const params = { keyId };
  expect(await client.updateKey({ params, body: { scopes: ["pets:read"] } })).toMatchObject(forbidden);
  expect(await client.rotateKey({ params })).toMatchObject(forbidden);
  expect(await client.deleteKey({ params })).toMatchObject(forbidden);
  const everyScope = await service.as([...roles.staff, "keys:manage", "webhooks:manage"]);
  expect(await everyScope.client.deleteKey({ params: { keyId: service.adminId } })).toMatchObject(forbidden);
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
