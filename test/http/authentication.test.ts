import { expect, test } from "bun:test";
import { scopes } from "../../src/contract/operation.ts";
import { openStore } from "../../src/store/index.ts";
import { NOON, openService, type TestService } from "../support/harness.ts";

/** Lists pets with exactly this Authorization header, or without one. */
function ask(service: TestService, authorization?: string): Promise<Response> {
  const headers = authorization === undefined ? {} : { Authorization: authorization };
  return service.fetch(new Request(`${service.base}/pets`, { headers }));
}

const challenge = ({ headers }: { headers: Headers }) => headers.get("WWW-Authenticate");

const INVALID =
  'Bearer realm="petstore", error="invalid_token", error_description="The API key is unknown, expired or revoked"';

test.each(["Bearer", "bearer", "BEARER", "bEaReR"])("accepts the scheme %s", async (scheme) => {
  await using service = await openService();
  expect((await ask(service, `${scheme} ${service.adminKey}`)).status).toBe(200);
});

test("asks for a key without naming an error when the header is missing", async () => {
  await using service = await openService();
  const response = await ask(service);
  expect(response.status).toBe(401);
  expect(challenge(response)).toBe('Bearer realm="petstore"');
  expect(await response.json()).toMatchObject({ code: "unauthorized", status: 401 });
});

test.each(["", "Basic YTpi", "Bearer", "Bearer ", "Token abc", "Bearer a b", "Bearerabc"])(
  "treats %p as a missing key",
  async (authorization) => {
    await using service = await openService();
    const response = await ask(service, authorization);
    expect(response.status).toBe(401);
    expect(challenge(response)).toBe('Bearer realm="petstore"');
  },
);

test("refuses a key under another scheme", async () => {
  await using service = await openService();
  expect((await ask(service, `Basic ${service.adminKey}`)).status).toBe(401);
  expect((await ask(service, service.adminKey)).status).toBe(401);
});

test("refuses a key in the query string", async () => {
  await using service = await openService();
  const response = await service.fetch(new Request(`${service.base}/pets?access_token=${service.adminKey}`));
  expect(response.status).toBe(401);
});

test("refuses an unknown key, however similar", async () => {
  await using service = await openService();
  const other = service.adminKey.endsWith("a") ? "b" : "a";
  expect(challenge(await ask(service, `Bearer ${service.adminKey.slice(0, -1)}${other}`))).toBe(INVALID);
  expect(challenge(await ask(service, `Bearer ${service.adminKey.toUpperCase()}`))).toBe(INVALID);
  expect(challenge(await ask(service, "Bearer x"))).toBe(INVALID);
});

test("names the missing scope", async () => {
  await using service = await openService();
  const { client } = await service.as(scopes.filter((scope) => scope !== "pets:write"));
  const refused = await client.createPet({ body: { name: "Rex", categoryId: 7n } });
  expect(refused).toMatchObject({ status: 403, body: { message: expect.stringContaining("the scope pets:write") } });
  expect(challenge(refused)).toBe('Bearer realm="petstore", error="insufficient_scope", scope="pets:write"');
});

test("names a key without any scope", async () => {
  await using service = await openService();
  const { client } = await service.as([]);
  expect(await client.listPets()).toMatchObject({ status: 403, body: { message: expect.stringContaining("none") } });
});

test("accepts a key until the last millisecond before it expires", async () => {
  await using service = await openService();
  const { client } = await service.as(["pets:read"], NOON + 60_000);
  service.now = NOON + 59_999;
  expect(await client.listPets()).toMatchObject({ ok: true });
  service.now = NOON + 60_000;
  const refused = await client.listPets();
  expect(refused).toMatchObject({ ok: false, status: 401 });
  expect(challenge(refused)).toBe(INVALID);
});

test("refuses a key within one second after another process revoked it", async () => {
  await using service = await openService();
  const { client, id } = await service.as(["pets:read"]);
  expect(await client.listPets()).toMatchObject({ ok: true });

  const other = await openStore(service.databaseUrl, NOON);
  await other.transaction(({ keys }) => keys.revoke(id, NOON));
  await other.close();

  service.now = NOON + 1000;
  expect(await client.listPets()).toMatchObject({ ok: false, status: 401 });
  expect(await service.admin.listPets()).toMatchObject({ ok: true });
});

test("accepts a key created while the service runs", async () => {
  await using service = await openService();
  expect(await service.admin.listPets()).toMatchObject({ ok: true });
  const { client } = await service.as(["pets:read"]);
  service.now = NOON + 50;
  expect(await client.listPets()).toMatchObject({ ok: true });
});

test("checks the store for unknown keys at most every 50 ms", async () => {
  await using service = await openService();
  expect(await ask(service, "Bearer unknown")).toMatchObject({ status: 401 });
  // From here on every query of the keys fails.
  await service.sql("alter table key_revision rename to moved");
  service.now = NOON + 49;
  for (let nth = 1; nth <= 100; nth++)
    expect(await ask(service, `Bearer unknown${nth}`)).toMatchObject({ status: 401 });
  service.now = NOON + 50;
  expect(await ask(service, "Bearer unknown")).toMatchObject({ status: 500 });
});

test("checks the store for a known key at most every 500 ms", async () => {
  await using service = await openService();
  expect(await service.admin.listPets()).toMatchObject({ status: 200 });
  await service.sql("alter table key_revision rename to moved");
  service.now = NOON + 499;
  expect(await service.admin.listPets()).toMatchObject({ status: 200 });
  service.now = NOON + 500;
  expect(await service.admin.listPets()).toMatchObject({ status: 500 });
});
