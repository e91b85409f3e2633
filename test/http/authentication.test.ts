import { expect, test } from "bun:test";
import { scopes } from "../../src/contract/operation.ts";
import { openStore } from "../../src/store/index.ts";
import { NOON, openService, type TestService } from "../support/harness.ts";

/** Sends a request with exactly this Authorization header, or without one. */
function ask(service: TestService, authorization?: string, path = "/v1/pets", init: RequestInit = {}) {
  const headers = authorization === undefined ? {} : { Authorization: authorization };
  return service.fetch(new Request(`http://shop.test${path}`, { ...init, headers }));
}

const challenge = ({ headers }: { headers: Headers }) => headers.get("WWW-Authenticate");

const INVALID =
  'Bearer realm="petstore", error="invalid_token", error_description="The API key is unknown, expired or revoked"';

test("accepts a key under the scheme Bearer, in any case", async () => {
  await using service = await openService();
  for (const scheme of ["Bearer", "bearer", "BEARER", "bEaReR"]) {
    expect({ scheme, status: (await ask(service, `${scheme} ${service.adminKey}`)).status }).toEqual({
      scheme,
      status: 200,
    });
  }
});

test("asks for a key, and names no error, unless one is sent under the scheme Bearer", async () => {
  await using service = await openService();
  const { adminKey } = service;
  const without = [undefined, "", "Basic YTpi", "Bearer", "Bearer ", "Token abc", "Bearer a b", "Bearerabc"];
  for (const sent of [...without, `Basic ${adminKey}`, adminKey]) {
    const response = await ask(service, sent);
    expect([sent, response.status, challenge(response)]).toEqual([sent, 401, 'Bearer realm="petstore"']);
  }
});

test.each([
  [undefined, "the header is missing"],
  ["Bearer ", "the API key is empty"],
  ["Basic YTpi", "got another scheme"],
  // As the runtime joins two headers.
  ["Bearer a, Bearer b", "got more than one key, or a key with blanks"],
])("says why there is no key in Authorization: %p", async (sent, reason) => {
  await using service = await openService();
  const message = `Authorization: expected \`Bearer <API_KEY>\`; ${reason}`;
  expect(await (await ask(service, sent)).json()).toMatchObject({ code: "unauthorized", message });
});

test("refuses a key in the query string", async () => {
  await using service = await openService();
  const response = await ask(service, undefined, `/v1/pets?access_token=${service.adminKey}`);
  expect(response.status).toBe(401);
});

test("unknown, malformed, expired and revoked keys get the same response, whatever is requested", async () => {
  await using service = await openService();
  await service.stock(1);
  const { adminKey } = service;
  const expired = await service.as(["pets:read"], NOON + 1);
  const revoked = await service.as(["pets:read"]);
  await service.store.transaction(({ keys }) => keys.revoke(revoked.id, NOON));
  service.now = NOON + 1000;
  const refused = [
    expired.key,
    revoked.key,
    `pets_live_${"0123456789abcdefghijABCDEFGHIJ"}000000`,
    adminKey.replace("live", "test"),
    adminKey.slice(0, -1),
    adminKey.slice(0, -1) + (adminKey.endsWith("a") ? "b" : "a"),
    adminKey.toUpperCase(),
    "%00../..;--<script>",
    "x",
    "x".repeat(4000),
  ];
  for (const [method, path] of [
    ["GET", "/v1/pets"],
    ["GET", "/v1/pets/1"],
    ["GET", "/v1/inventory"],
    ["GET", "/v1/store/orders"],
    ["POST", "/v1/pets"],
    ["PATCH", "/v1/inventory/1"],
    ["DELETE", "/v1/pets"],
    ["HEAD", "/v1/pets"],
    ["OPTIONS", "/v1/pets"],
    ["GET", "/v1/nothing"],
  ] as const) {
    const responses = new Set<string>();
    for (const key of refused) {
      const body = method.startsWith("P") ? "{}" : null;
      const response = await ask(service, `Bearer ${key}`, path, { method, body });
      expect([method, path, key, response.status, challenge(response)]).toEqual([method, path, key, 401, INVALID]);
      const headers = [...response.headers].filter(([name]) => name !== "x-request-id" && name !== "date");
      responses.add(JSON.stringify([headers, await response.text()]));
    }
    expect([...responses]).toHaveLength(1);
  }
});

test("names the missing scope, and that a key has none", async () => {
  await using service = await openService();
  const some = await service.as(scopes.filter((scope) => scope !== "pets:write"));
  const none = await service.as([]);
  const refused = await some.client.createPet({ body: { name: "Rex", categoryId: 7n } });
  expect(refused).toMatchObject({ status: 403, body: { message: expect.stringContaining("the scope pets:write") } });
  expect(challenge(refused)).toBe('Bearer realm="petstore", error="insufficient_scope", scope="pets:write"');
  expect(await none.client.listPets()).toMatchObject({
    status: 403,
    body: { message: expect.stringContaining("none") },
  });
});

test("accepts a key until the last millisecond before it expires", async () => {
  await using service = await openService();
  const { client } = await service.as(["pets:read"], NOON + 60_000);
  service.now = NOON + 59_999;
  expect(await client.listPets()).toMatchObject({ status: 200 });
  service.now = NOON + 60_000;
  expect(await client.listPets()).toMatchObject({ status: 401 });
});

test("refuses a key within one second after another process revoked it", async () => {
  await using service = await openService();
  const { client, id } = await service.as(["pets:read"]);
  expect(await client.listPets()).toMatchObject({ status: 200 });

  const other = await openStore(service.databaseUrl, NOON);
  await other.transaction(({ keys }) => keys.revoke(id, NOON));
  await other.close();

  service.now = NOON + 1000;
  expect(await client.listPets()).toMatchObject({ status: 401 });
  expect(await service.admin.listPets()).toMatchObject({ status: 200 });
});

test("reads the keys again when the database has lost changes of them, as after a failover", async () => {
  await using service = await openService();
  const kept = await service.as(["pets:read"]);
  const lost = await service.as(["pets:read"]);
  expect(await lost.client.listPets()).toMatchObject({ status: 200 });
  await service.sql(`delete from api_keys where id = '${lost.id}'; update key_revision set revision = revision - 1`);
  service.now = NOON + 1000;
  expect(await lost.client.listPets()).toMatchObject({ status: 401 });
  expect(await kept.client.listPets()).toMatchObject({ status: 200 });
});

test("accepts a key created while the service runs", async () => {
  await using service = await openService();
  expect(await service.admin.listPets()).toMatchObject({ status: 200 });
  const { client } = await service.as(["pets:read"]);
  service.now = NOON + 50;
  expect(await client.listPets()).toMatchObject({ status: 200 });
});

test.each([
  ["unknown keys", 50, 401],
  ["a known key", 500, 200],
])("checks the store for %s at most every %d ms", async (which, ms, status) => {
  await using service = await openService();
  const statusOf = async (nth: number) => {
    const key = which === "a known key" ? service.adminKey : `unknown${nth}`;
    return (await ask(service, `Bearer ${key}`)).status;
  };
  expect(await statusOf(0)).toBe(status);
  // From here on every query of the keys fails.
  await service.sql("alter table key_revision rename to moved");
  service.now = NOON + ms - 1;
  for (let nth = 1; nth <= 100; nth++) expect(await statusOf(nth)).toBe(status);
  service.now = NOON + ms;
  expect(await statusOf(101)).toBe(500);
});
