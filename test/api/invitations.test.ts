/* Invitations (decision D49). */
import { describe, expect } from "bun:test";
import { roles } from "../../src/contract/roles.ts";
import { INVITATIONS_MAX } from "../../src/core/invitations.ts";
import { rateLimiter } from "../../src/http/rate-limit.ts";
import { revoke } from "../../src/ops/keys.ts";
import { secrets } from "../../src/ops/runtime.ts";
import { openDatabase, test } from "../support/databases.ts";
import { NOON, openService, refusal, type TestService } from "../support/harness.ts";
import { describeFailures, hasTooManyKeys } from "../support/ledger.ts";
import type { Client } from "../support/typed-client.ts";

interface KeyEvent {
  readonly type: string;
}

const HOUR = 3_600_000;
const at = (hours: number) => new Date(NOON + hours * HOUR).toISOString();

/** Invites a person, and returns the invitation with its secret. */
async function invite(service: TestService, body: Parameters<Client["createInvitation"]>[0]["body"]) {
  const response = await service.admin.createInvitation({ body });
  if (!response.ok) throw new Error(response.body.message);
  const { url = "", ...invitation } = response.body;
  return { ...invitation, url, secret: url.split("#invitation=")[1] ?? "" };
}

/** Sends a request with a secret as bearer. */
async function sendWith(
  service: TestService,
  secret: string,
  method = "POST",
  path = "/invitations/redemption",
  body: object = {},
) {
  const headers = { Authorization: `Bearer ${secret}`, "Content-Type": "application/json" };
  const response = await service.send(`/v1${path}`, {
    method,
    headers,
    ...(method === "POST" && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, string> };
}

describe("an invitation", () => {
  test("becomes a key of the person on the device, and the history names both", async () => {
    await using service = await openService();
    const { secret, url, ...invitation } = await invite(service, { name: "Ben", role: "counter" });
    expect(url).toMatch(/^http:\/\/shop\.test\/console#invitation=pets_invite_\w{36}$/);
    const shown = { name: "Ben", scopes: [...roles.counter], role: "counter", createdBy: "*", expiresAt: at(72) };
    expect(invitation).toEqual({ ...shown, id: 1n, createdAt: at(0) });
    expect((await service.admin.listInvitations()).body).toEqual([invitation]);
    const offer = await sendWith(service, secret, "GET");
    expect(offer).toEqual({ status: 200, body: { ...shown, environment: "production" } as never });

    const key = await sendWith(service, secret, "POST", "/invitations/redemption", { device: "phone" });
    expect(key).toMatchObject({ status: 201, body: { name: "Ben, phone", role: "counter", createdBy: "*" } });
    expect((await service.admin.listInvitations()).body).toEqual([]);
    await service.stock(1);
    const changed = await service.send("/v1/inventory/1", {
      method: "PATCH",
      headers: { Authorization: `Bearer ${key.body["secret"]}`, "Content-Type": "application/json" },
      body: '{"quantity":7}',
    });
    expect(changed.status).toBe(200);
    await service.publish();
    expect((await service.admin.listEvents()).body).toMatchObject([
      { type: "key.created", key: { name: "Ben, phone", hint: key.body["hint"] }, data: { createdBy: "*" } },
      { type: "inventory.updated", key: { name: "Ben, phone" } },
    ]);
    const stored = JSON.stringify([await service.rows("invitations"), await service.rows("events"), service.log]);
    expect(stored).not.toContain(secret);
    expect(stored).not.toContain(key.body["secret"] ?? "");
  });

  test("is named after the person alone without a device", async () => {
    await using service = await openService();
    const { secret } = await invite(service, { name: "Ben", role: "viewer" });
    expect(await sendWith(service, secret)).toMatchObject({ status: 201, body: { name: "Ben" } });
  });

  test("can be used once, however many try at once", async () => {
    await using service = await openService();
    const { secret } = await invite(service, { name: "Ben", role: "viewer" });
    const tries = await Promise.all(Array.from({ length: 5 }, () => sendWith(service, secret)));
    expect(tries.map(({ status }) => status).toSorted()).toEqual([201, 410, 410, 410, 410]);
    expect(await sendWith(service, secret, "GET")).toMatchObject(refusal(410, "gone", /was used: ask for a new one/));
    expect(await service.rows("api_keys")).toHaveLength(4);
  });

  test("is gone once it has expired or was withdrawn", async () => {
    await using service = await openService();
    const expiring = await invite(service, { name: "Ben", role: "viewer", expiresAt: at(1) });
    const withdrawn = await invite(service, { name: "Cleo", role: "viewer" });
    const params = { invitationId: withdrawn.id };
    expect(await service.admin.deleteInvitation({ params })).toMatchObject({ status: 204 });
    expect(await service.admin.deleteInvitation({ params })).toMatchObject(refusal(404, "not_found"));
    expect(await sendWith(service, withdrawn.secret)).toMatchObject(refusal(410, "gone", /was withdrawn/));
    expect(await service.admin.listInvitations()).toMatchObject({ body: [{ name: "Ben" }] });
    service.now += HOUR;
    expect(await sendWith(service, expiring.secret)).toMatchObject(refusal(410, "gone", /has expired/));
    expect((await service.admin.listInvitations()).body).toEqual([]);
    expect(await service.rows("api_keys")).toHaveLength(3);
  });

  test("is no key, and a key is no invitation: 401", async () => {
    await using service = await openService();
    const { secret } = await invite(service, { name: "Ben", role: "owner" });
    for (const path of ["/key", "/pets", "/keys", "/invitations"]) {
      expect(await sendWith(service, secret, "GET", path)).toMatchObject(refusal(401, "unauthorized"));
    }
    expect(await sendWith(service, service.adminKey)).toMatchObject(refusal(401, "unauthorized", /is unknown/));
    expect(await sendWith(service, "pets_invite_invented")).toMatchObject(refusal(401, "unauthorized", /is unknown/));
  });

  test("is not repeated with its address, or with the secret of its key", async () => {
    await using service = await openService();
    const headers = { "Idempotency-Key": "once" };
    const body = { name: "Ben", role: "viewer" } as const;
    const first = await service.admin.createInvitation({ body, headers });
    const again = await service.admin.createInvitation({ body, headers });
    if (!first.ok || !again.ok) throw new Error("expected two successes");
    const { url = "", ...invitation } = first.body;
    expect(again.body).toEqual(invitation);
    expect(JSON.stringify(await service.rows("idempotency"))).not.toContain(url.split("=")[1] ?? "");
  });
});

describe("the pending invitations of a key", () => {
  /** A key that manages others and has invited Ben, Cleo and Dora. */
  async function inviting(service: TestService) {
    const { client, id } = await service.as([...roles.staff, "keys:manage"]);
    const send = async (name: string, role: "staff" | "counter" | "viewer") =>
      (await invite({ ...service, admin: client }, { name, role })).secret;
    const secrets = [await send("Ben", "staff"), await send("Cleo", "counter"), await send("Dora", "viewer")];
    const others = (await invite(service, { name: "Emil", role: "viewer" })).secret;
    return { id, params: { keyId: id }, secrets, others };
  }

  test("end when it is revoked, and those of other keys stay", async () => {
    await using service = await openService();
    const { params, secrets, others } = await inviting(service);
    expect(await service.admin.deleteKey({ params })).toMatchObject({ status: 204 });
    expect(await service.admin.listInvitations()).toMatchObject({ body: [{ name: "Emil" }] });
    for (const secret of secrets) {
      expect(await sendWith(service, secret)).toMatchObject(refusal(410, "gone", /was withdrawn/));
    }
    expect(await sendWith(service, others)).toMatchObject({ status: 201 });
  });

  test("end with the key that replaces it, and last no longer than the key of the request", async () => {
    await using service = await openService();
    const { id, params } = await inviting(service);
    const old = (await service.admin.getKeyById({ params })).body as { name: string };
    const rotated = await service.admin.rotateKey({ params });
    if (!rotated.ok) throw new Error(rotated.body.message);
    const all = ["Ben", "Cleo", "Dora", "Emil"].map((name) => ({ name }));
    expect(await service.admin.listInvitations()).toMatchObject({ body: all });
    await service.admin.deleteKey({ params: { keyId: rotated.body.id } });
    expect(await service.admin.listInvitations()).toMatchObject({ body: [{ name: "Emil" }] });
    expect(rotated.body).toMatchObject({ name: old.name, id: expect.not.stringContaining(id) });
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
    expect(await service.admin.listInvitations()).toMatchObject({ body: [{ name: "Emil" }] });
  });

  test("end when it could no longer create them, and no others do", async () => {
    await using service = await openService();
    const { params } = await inviting(service);
    const pending = async () =>
      ((await service.admin.listInvitations()).body as { name: string }[]).map(({ name }) => name);
    await service.admin.updateKey({ params, body: { name: "Maria" } });
    await service.admin.updateKey({ params, body: { expiresAt: at(72) } });
    expect(await pending()).toEqual(["Ben", "Cleo", "Dora", "Emil"]);
    await service.admin.updateKey({ params, body: { scopes: [...roles.counter, "keys:manage"] } });
    expect(await pending()).toEqual(["Cleo", "Dora", "Emil"]);
    await service.admin.updateKey({ params, body: { role: "counter" } });
    expect(await pending()).toEqual(["Emil"]);
  });

  test("end when its own end is moved before theirs", async () => {
    await using service = await openService();
    const { params } = await inviting(service);
    await service.admin.updateKey({ params, body: { expiresAt: at(71) } });
    expect(await service.admin.listInvitations()).toMatchObject({ body: [{ name: "Emil" }] });
  });

  test("make no key after its revocation, however many are accepted meanwhile; nor does the key itself", async () => {
    await using database = await openDatabase();
    await using service = await openService({}, database);
    await using other = await openService({}, database);
    for (let round = 0; round < 5; round++) {
      // Each finds the new keys: they look for them once at a time of the clock.
      service.now += 1000;
      other.now = service.now;
      const { client, key, id } = await service.as([...roles.viewer, "keys:manage"]);
      const invitations = [1, 2, 3].map(() => invite({ ...service, admin: client }, { name: "Ben", role: "viewer" }));
      const secrets = (await Promise.all(invitations)).map(({ secret }) => secret);
      const body = { name: "Ben", role: "viewer" };
      const accepted = secrets.map((secret, nth) => sendWith(nth === 0 ? service : other, secret));
      const own = ["/keys", "/invitations"].map((path) => sendWith(other, key, "POST", path, body));
      const [first, second, third, revoked, ...made] = await Promise.all([
        ...accepted,
        service.admin.deleteKey({ params: { keyId: id } }),
        ...own,
      ]);
      expect(revoked?.status).toBe(204);
      for (const accept of [first, second, third]) expect([201, 410]).toContain(accept?.status ?? 0);
      for (const { status } of made) expect([201, 401]).toContain(status);
      await service.publish();
      const events = (await service.admin.listEvents({ query: { order: "desc", limit: 10 } })).body as KeyEvent[];
      // The newest first: what the key and its invitations made came before its end.
      const after = events.slice(
        0,
        events.findIndex(({ type }) => type === "key.revoked"),
      );
      expect(after).toEqual([]);
      expect(await service.admin.listInvitations()).toMatchObject({ body: [] });
    }
  });
});

test("guesses are limited to 10 a second, in bursts of 20", async () => {
  await using service = await openService();
  const guess = async (nth: number) => (await sendWith(service, `pets_invite_${nth}`)).status;
  for (let nth = 0; nth < 20; nth++) expect(await guess(nth)).toBe(401);
  expect(await guess(20)).toBe(429);
  service.now += 100;
  expect([await guess(21), await guess(22)]).toEqual([401, 429]);
  // Keys are not affected.
  expect(await service.admin.listPets()).toMatchObject({ status: 200 });
});

test("whoever guesses locks out nobody at another address, with all addresses of a network together", async () => {
  await using service = await openService({}, undefined, { trustProxy: 1 });
  const { secret } = await invite(service, { name: "Ben", role: "viewer" });
  const send = async (bearer: string, address: string, method = "GET") => {
    const headers = {
      Authorization: `Bearer ${bearer}`,
      "X-Forwarded-For": address,
      "Content-Type": "application/json",
    };
    const path = "/v1/invitations/redemption";
    return (await service.send(path, { method, headers, ...(method === "POST" && { body: "{}" }) })).status;
  };
  const flood = (network: string, count: number) =>
    Promise.all(Array.from({ length: count }, (_, nth) => send("pets_invite_guess", `2001:db8:0:${network}::${nth}`)));
  expect((await flood("a", 21)).filter((status) => status === 429)).toHaveLength(1);
  expect(await send("pets_invite_guess", "2001:db8::a:1:2:3:4")).toBe(429);
  expect(await send(secret, "203.0.113.7", "POST")).toBe(201);
  // Many networks together keep the store busy for a time, too.
  const floods = await Promise.all(Array.from({ length: 12 }, (_, nth) => flood(`b${nth}`, 20)));
  expect(floods.flat().filter((status) => status === 401)).toHaveLength(200 - 21);
  service.now += 100;
  expect(await send(secret, "203.0.113.7")).toBe(410);
});

test("the networks and keys whose requests are counted are limited: the first are forgotten", () => {
  const limit = rateLimiter(1, 2);
  const isRefused = (address: string) => {
    try {
      limit(address, NOON);
      return false;
    } catch {
      return true;
    }
  };
  expect(["a", "a", "a", "b", "a"].map(isRefused)).toEqual([false, false, true, false, true]);
  expect(["c", "b", "a"].map(isRefused)).toEqual([false, false, false]);
});

test("nobody invites to, or withdraws, more than the own key may do", async () => {
  await using service = await openService();
  const { client } = await service.as(["keys:manage", "pets:read"]);
  const { id } = await invite(service, { name: "Ben", role: "staff" });
  const forbidden = refusal(403, "insufficient_scope", /the API key lacks/);
  expect(await client.createInvitation({ body: { name: "Cleo", role: "viewer" } })).toMatchObject(forbidden);
  expect(await client.deleteInvitation({ params: { invitationId: id } })).toMatchObject(forbidden);
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

test.each([
  [{ name: "\t ", role: "viewer" }, /^name: expected 1 to 100 printable characters/],
  [{ name: "Ben" }, /^body: expected at least one of scopes, role/],
  [{ name: "Ben", role: "viewer", expiresAt: at(0) }, /^expiresAt: expected a time in the future/],
  [{ name: "Ben", role: "viewer", expiresAt: at(721) }, /^expiresAt: expected a time within 30 days/],
])("refuses the invitation %j and stores none", async (body, message) => {
  await using service = await openService();
  const init = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  const response = await service.send("/v1/invitations", init);
  expect({ status: response.status, body: await response.json() }).toMatchObject(
    refusal(400, "validation_failed", message),
  );
  expect(await service.rows("invitations")).toEqual([]);
});

test("invitations are forgotten a month after their end, a few at once", async () => {
  await using service = await openService();
  const { secret } = await invite(service, { name: "Ben", role: "viewer" });
  await invite(service, { name: "Cleo", role: "viewer" });
  service.now += (72 + 30 * 24) * HOUR + 1;
  const kept = await invite(service, { name: "Dora", role: "viewer" });
  const purge = () =>
    service.store.transaction(({ invitations }) => invitations.purge(service.now - 30 * 24 * HOUR, 1));
  expect([await purge(), await purge(), await purge()]).toEqual([1, 1, 0]);
  expect(await sendWith(service, secret)).toMatchObject(refusal(401, "unauthorized"));
  expect(await sendWith(service, kept.secret)).toMatchObject({ status: 201 });
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
