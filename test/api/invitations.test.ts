/* Invitations (decision D49). */
import { describe, expect } from "bun:test";
import { revoke } from "../../src/commands/keys/key-management.ts";
import { roles } from "../../src/contract/keys/roles.ts";
import { INVITATIONS_MAX } from "../../src/core/keys/invitation-handlers.ts";
import { rateLimiter } from "../../src/http/limits/rate-limit.ts";
import { secrets } from "../../src/service/runtime.ts";
import { openDatabase, test } from "../support/databases.ts";
import { bodyOf, eventsOf, NOON, NOW, openService, refusal, type TestService } from "../support/harness.ts";
import { describeFailures, hasTooManyKeys } from "../support/ledger.ts";
import type { Client } from "../support/typed-client.ts";

const HOUR = 3_600_000;
const at = (hours: number) => new Date(NOON + hours * HOUR).toISOString();
const unauthorized = refusal(401, "unauthorized");
const withdrawn = refusal(410, "gone", /was withdrawn/);

/** Invites a person, and returns the invitation with its secret. */
async function invite({ admin }: Pick<TestService, "admin">, body: Parameters<Client["createInvitation"]>[0]["body"]) {
  const { url = "", ...invitation } = await bodyOf(admin.createInvitation({ body }));
  return { ...invitation, url, secret: url.split("#invitation=")[1] ?? "" };
}

const inviteBen = (service: TestService) => invite(service, { name: "Ben", role: "viewer" });

/** Makes a key of an invitation. */
const redeem = (service: TestService, secret: string, device?: string) =>
  service.with(secret).redeemInvitation({ body: { device } });

/** The names of those whose invitations are pending. */
const pending = async ({ admin }: TestService) => (await bodyOf(admin.listInvitations())).map(({ name }) => name);

describe("an invitation", () => {
  test("becomes a key of the person on the device, and the history names both", async () => {
    await using service = await openService();
    const { secret, url, ...invitation } = await invite(service, { name: "Ben", role: "counter" });
    expect(url).toMatch(/^http:\/\/shop\.test\/console#invitation=pets_invite_\w{36}$/);
    const shown = { name: "Ben", scopes: [...roles.counter], role: "counter", createdBy: "*", expiresAt: at(72) };
    expect<unknown>(invitation).toEqual({ ...shown, id: 1n, createdAt: NOW });
    expect(await bodyOf(service.admin.listInvitations())).toEqual([invitation]);
    expect<unknown>(await bodyOf(service.with(secret).getInvitation())).toEqual({
      ...shown,
      environment: "production",
    });

    const key = await bodyOf(redeem(service, secret, "phone"));
    expect(key).toMatchObject({ name: "Ben, phone", role: "counter", createdBy: "*" });
    expect(await pending(service)).toEqual([]);
    await service.stock(1);
    await bodyOf(service.with(key.secret).updateInventory({ params: { petId: 1n }, body: { quantity: 7 } }));
    expect(await eventsOf(service)).toMatchObject([
      { type: "key.created", key: { name: "Ben, phone", hint: key.hint }, data: { createdBy: "*" } },
      { type: "inventory.updated", key: { name: "Ben, phone" } },
    ]);
  });

  test("is named after the person alone without a device", async () => {
    await using service = await openService();
    const { secret } = await inviteBen(service);
    expect(await redeem(service, secret)).toMatchObject({ status: 201, body: { name: "Ben" } });
  });

  test("can be used once, however many try at once", async () => {
    await using service = await openService();
    const { secret } = await inviteBen(service);
    const tries = await Promise.all(Array.from({ length: 5 }, () => redeem(service, secret)));
    expect(tries.map(({ status }) => status).toSorted()).toEqual([201, 410, 410, 410, 410]);
    const used = refusal(410, "gone", /was used: ask for a new one/);
    expect(await service.with(secret).getInvitation()).toMatchObject(used);
    expect(await service.rows("api_keys")).toHaveLength(4);
  });

  test("is gone once it has expired or was withdrawn", async () => {
    await using service = await openService();
    const expiring = await invite(service, { name: "Ben", role: "viewer", expiresAt: at(1) });
    const { id: invitationId, secret } = await invite(service, { name: "Cleo", role: "viewer" });
    const withdraw = () => service.admin.deleteInvitation({ params: { invitationId } });
    expect(await withdraw()).toMatchObject({ status: 204 });
    expect(await withdraw()).toMatchObject(refusal(404, "not_found"));
    expect(await redeem(service, secret)).toMatchObject(withdrawn);
    expect(await pending(service)).toEqual(["Ben"]);
    service.now += HOUR;
    expect(await redeem(service, expiring.secret)).toMatchObject(refusal(410, "gone", /has expired/));
    expect(await pending(service)).toEqual([]);
    expect(await service.rows("api_keys")).toHaveLength(3);
  });

  test("is no key, and a key is no invitation: 401", async () => {
    await using service = await openService();
    const { secret } = await invite(service, { name: "Ben", role: "owner" });
    const guest = service.with(secret);
    for (const call of [guest.getKey, guest.listPets, guest.listKeys, guest.listInvitations]) {
      expect(await call()).toMatchObject(unauthorized);
    }
    for (const other of [service.adminKey, "pets_invite_invented"]) {
      expect(await redeem(service, other)).toMatchObject(refusal(401, "unauthorized", /is unknown/));
    }
  });
});

describe("the pending invitations of a key", () => {
  /** A key that manages others and has invited Ben, Cleo and Dora. Emil has another invitation. */
  async function inviting(service: TestService) {
    const { client: admin, id } = await service.as([...roles.staff, "keys:manage"]);
    const own: string[] = [];
    for (const [name, role] of [
      ["Ben", "staff"],
      ["Cleo", "counter"],
      ["Dora", "viewer"],
    ] as const) {
      own.push((await invite({ admin }, { name, role })).secret);
    }
    const { secret: other } = await invite(service, { name: "Emil", role: "viewer" });
    return { id, params: { keyId: id }, own, other };
  }

  test("end when it is revoked, and those of other keys stay", async () => {
    await using service = await openService();
    const { params, own, other } = await inviting(service);
    expect(await service.admin.deleteKey({ params })).toMatchObject({ status: 204 });
    expect(await pending(service)).toEqual(["Emil"]);
    for (const secret of own) expect(await redeem(service, secret)).toMatchObject(withdrawn);
    expect(await redeem(service, other)).toMatchObject({ status: 201 });
  });

  test("end with the key that replaces it, and last no longer than the key of the request", async () => {
    await using service = await openService();
    const { id, params } = await inviting(service);
    const { id: keyId } = await bodyOf(service.admin.rotateKey({ params }));
    expect(keyId).not.toBe(id);
    expect(await pending(service)).toEqual(["Ben", "Cleo", "Dora", "Emil"]);
    await service.admin.deleteKey({ params: { keyId } });
    expect(await pending(service)).toEqual(["Emil"]);
    service.now += 1000;
    const { client } = await service.as(["keys:manage", "pets:read"], service.now + HOUR);
    const short = await client.createInvitation({ body: { name: "Finn", scopes: ["pets:read"] } });
    expect(short).toMatchObject({ status: 201, body: { expiresAt: new Date(service.now + HOUR).toISOString() } });
  });

  test("end with the command, too", async () => {
    await using service = await openService();
    const { id } = await inviting(service);
    const { store, now } = service;
    await revoke({ store, environment: "production", now, secrets }, id);
    expect(await pending(service)).toEqual(["Emil"]);
  });

  test("end when it could no longer create them, and no others do", async () => {
    await using service = await openService();
    const { params } = await inviting(service);
    const all = ["Ben", "Cleo", "Dora", "Emil"];
    for (const [body, left] of [
      [{ name: "Maria" }, all],
      [{ expiresAt: at(72) }, all],
      [{ scopes: [...roles.counter, "keys:manage"] }, ["Cleo", "Dora", "Emil"]],
      [{ role: "counter" }, ["Emil"]],
    ] as const) {
      await bodyOf(service.admin.updateKey({ params, body: body as object }));
      expect(await pending(service)).toEqual([...left]);
    }
  });

  test("end when its own end is moved before theirs", async () => {
    await using service = await openService();
    const { params } = await inviting(service);
    await service.admin.updateKey({ params, body: { expiresAt: at(71) } });
    expect(await pending(service)).toEqual(["Emil"]);
  });

  test("create no key after the creator's revocation, however many are accepted meanwhile; nor does the key itself", async () => {
    await using database = await openDatabase();
    await using service = await openService({}, database);
    await using other = await openService({}, database);
    for (let round = 0; round < 5; round++) {
      // Each finds the new keys: they look for them once at a time of the clock.
      service.now += 1000;
      other.now = service.now;
      const { client: admin, key, id } = await service.as([...roles.viewer, "keys:manage"]);
      const body = { name: "Ben", role: "viewer" } as const;
      const invited = await Promise.all([1, 2, 3].map(() => invite({ admin }, body)));
      const [revoked, ...made] = await Promise.all([
        service.admin.deleteKey({ params: { keyId: id } }),
        ...invited.map(({ secret }, nth) => redeem(nth === 0 ? service : other, secret)),
        other.with(key).createKey({ body }),
        other.with(key).createInvitation({ body }),
      ]);
      expect(revoked.status).toBe(204);
      const statuses = made.map(({ status }) => status);
      expect(new Set(statuses.slice(0, 3)).isSubsetOf(new Set([201, 410]))).toBe(true);
      expect(new Set(statuses.slice(3)).isSubsetOf(new Set([201, 401]))).toBe(true);
      // The newest is the end of the key: what it and its invitations made came before.
      expect(await eventsOf(service, { query: { order: "desc", limit: 1 } })).toMatchObject([{ type: "key.revoked" }]);
      expect(await pending(service)).toEqual([]);
    }
  });
});

test("a guest's key ends with the key that invited, also after a rotation of that", async () => {
  await using service = await openService();
  const end = service.now + HOUR;
  const { client: admin, id } = await service.as(["*"], end);
  const [ben, cleo] = [
    await invite({ admin }, { name: "Ben", role: "owner" }),
    await invite({ admin }, { name: "Cleo", role: "owner" }),
  ];
  const ends = { status: 201, body: { role: "owner", expiresAt: new Date(end).toISOString() } };
  expect(await redeem(service, ben.secret)).toMatchObject(ends);
  expect(await admin.rotateKey({ params: { keyId: id } })).toMatchObject({ status: 201 });
  expect(await redeem(service, cleo.secret)).toMatchObject(ends);
});

test("guesses are limited to 10 a second, in bursts of 20", async () => {
  await using service = await openService();
  const guess = async (nth: number) => (await redeem(service, `pets_invite_${nth}`)).status;
  for (let nth = 0; nth < 20; nth++) expect(await guess(nth)).toBe(401);
  expect(await guess(20)).toBe(429);
  service.now += 100;
  expect([await guess(21), await guess(22)]).toEqual([401, 429]);
  // Keys are not affected.
  expect(await service.admin.listPets()).toMatchObject({ status: 200 });
});

test("guesses lock out nobody at another address; all addresses of a network count together", async () => {
  await using service = await openService({}, undefined, { trustProxy: 1 });
  const { secret } = await inviteBen(service);
  const from = (address: string) => ({ headers: { "X-Forwarded-For": address } });
  const guess = async (address: string) =>
    (await service.with("pets_invite_guess").getInvitation(from(address))).status;
  const flood = (network: string, count: number) =>
    Promise.all(Array.from({ length: count }, (_, nth) => guess(`2001:db8:0:${network}::${nth}`)));
  expect((await flood("a", 21)).filter((status) => status === 429)).toHaveLength(1);
  expect(await guess("2001:db8::a:1:2:3:4")).toBe(429);
  const guest = service.with(secret);
  expect(await guest.redeemInvitation({ body: {}, ...from("203.0.113.7") })).toMatchObject({ status: 201 });
  // Many networks together keep the store busy for a time, too.
  const floods = await Promise.all(Array.from({ length: 12 }, (_, nth) => flood(`b${nth}`, 20)));
  expect(floods.flat().filter((status) => status === 401)).toHaveLength(200 - 21);
  service.now += 100;
  expect(await guest.getInvitation(from("203.0.113.7"))).toMatchObject({ status: 410 });
});

test("the networks and keys whose requests are counted are limited: the first are forgotten", () => {
  const limit = rateLimiter(1, 2);
  const isRefused = (address: string) => {
    try {
      limit.admit(address, NOON);
      return false;
    } catch {
      return true;
    }
  };
  expect(["a", "a", "a", "b", "a"].map(isRefused)).toEqual([false, false, true, false, true]);
  expect(["c", "b", "a"].map(isRefused)).toEqual([false, false, false]);
});

test("no key invites to, or withdraws, more than it may do itself", async () => {
  await using service = await openService();
  const { client } = await service.as(["keys:manage", "pets:read"]);
  const { id: invitationId } = await invite(service, { name: "Ben", role: "staff" });
  const forbidden = refusal(403, "insufficient_scope", /the API key lacks/);
  expect(await client.createInvitation({ body: { name: "Cleo", role: "viewer" } })).toMatchObject(forbidden);
  expect(await client.deleteInvitation({ params: { invitationId } })).toMatchObject(forbidden);
  const own = await client.createInvitation({ body: { name: "Cleo", scopes: ["pets:read"] } });
  expect(own).toMatchObject({ status: 201, body: { createdBy: "keys:manage pets:read" } });
});

test("at most 100 invitations are pending, however many are made at once", async () => {
  await using service = await openService({ maxInFlight: 200 });
  const body = { name: "Ben", role: "viewer" } as const;
  const all = await Promise.all(Array.from({ length: 105 }, () => service.admin.createInvitation({ body })));
  expect(all.filter(({ status }) => status === 201)).toHaveLength(100);
  expect(all.find(({ ok }) => !ok)).toMatchObject(refusal(409, "conflict", /already 100 pending invitations/));
});

test("invitations are forgotten a month after their end, a few at once", async () => {
  await using service = await openService();
  const { secret } = await inviteBen(service);
  await inviteBen(service);
  service.now += (72 + 30 * 24) * HOUR + 1;
  const kept = await inviteBen(service);
  const purge = () =>
    service.store.transaction(({ invitations }) => invitations.purge(service.now - 30 * 24 * HOUR, 1));
  expect([await purge(), await purge(), await purge()]).toEqual([1, 1, 0]);
  expect(await redeem(service, secret)).toMatchObject(unauthorized);
  expect(await redeem(service, kept.secret)).toMatchObject({ status: 201 });
});

describeFailures("Invitations", {
  conflict: {
    createInvitation: {
      before: ({ store }) =>
        store.transaction(async ({ invitations }) => {
          const ben = { name: "Ben", scopes: ["pets:read"], createdAt: 0, expiresAt: NOON + 1 } as const;
          for (let nth = 0; nth < INVITATIONS_MAX; nth++) {
            await invitations.insert({ ...ben, hash: String(nth) }, INVITATIONS_MAX, 0);
          }
        }),
    },
    redeemInvitation: hasTooManyKeys,
  },
  gone: { before: ({ sql }) => sql("update invitations set withdrawn_at = 1") },
});
