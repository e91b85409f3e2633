import { expect, test } from "bun:test";
import { openService } from "../support/harness.ts";

const idOf = ({ headers }: { headers: Headers }) => headers.get("X-Request-Id");

test.each(["a", "7f0c-41", "Root=1-67891233-abcdef012345678912345678", "a.b_c~d:e+f/g", "x".repeat(128)])(
  "returns the safe id %s",
  async (id) => {
    await using service = await openService();
    expect(idOf(await service.reader.listPets({ headers: { "X-Request-Id": id } }))).toBe(id);
  },
);

test.each(["", "two words", "x".repeat(129), 'a"b', "<b>", "a,b", "a;b", "{}", "Zoë"])(
  "replaces the unsafe id %p",
  async (id) => {
    await using service = await openService();
    expect(idOf(await service.reader.listPets({ headers: { "X-Request-Id": id } }))).toBe("request-1");
  },
);

test("creates an id for each request without one", async () => {
  await using service = await openService();
  expect(idOf(await service.reader.listPets())).toBe("request-1");
  expect(idOf(await service.reader.listPets())).toBe("request-2");
});

test.each([
  ["GET", "/v1/pets", 200],
  ["HEAD", "/v1/pets", 200],
  ["OPTIONS", "/v1/pets", 204],
  ["GET", "/v1/inventory", 200],
  ["GET", "/v1/pets?limit=0", 400],
  ["GET", "/v1/dogs", 404],
  ["DELETE", "/v1/pets", 405],
  ["GET", "/", 302],
  ["GET", "/healthz", 200],
  ["GET", "/nowhere", 404],
  ["POST", "/nowhere", 404],
])("is on the response to %s %s", async (method, path, status) => {
  await using service = await openService();
  const response = await service.send(path, { method, headers: { "X-Request-Id": "mine" } });
  expect(response.status).toBe(status);
  expect(idOf(response)).toBe("mine");
});

test("is on the response to a long request target", async () => {
  await using service = await openService();
  expect(idOf(await service.send(`/v1/pets?${"x".repeat(9000)}`, { headers: { "X-Request-Id": "mine" } }))).toBe(
    "mine",
  );
});

test("is in the log line of the request", async () => {
  await using service = await openService();
  await service.reader.listPets({ headers: { "X-Request-Id": "mine" } });
  expect(service.log).toMatchObject([
    { level: "info", fields: { req: { id: "mine" }, operation: "listPets", res: { statusCode: 200 } } },
  ]);
});

test("is replaced when it is an API key", async () => {
  await using service = await openService();
  const replaced = "request-1";
  const ownKey = "made-up-by-the-operator-32-characters";
  const id = { "X-Request-Id": ownKey };
  expect(idOf(await service.send("/v1/pets", { headers: { ...id, Authorization: `Bearer ${ownKey}` } }))).toBe(
    replaced,
  );
  expect(idOf(await service.send("/healthz", { headers: { "X-Request-Id": `key=${service.adminKey}` } }))).toBe(
    "request-2",
  );
});
