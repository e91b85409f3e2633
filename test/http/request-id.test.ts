import { expect, test } from "bun:test";
import { openService } from "../support/harness.ts";

const idOf = ({ headers }: { headers: Headers }) => headers.get("X-Request-Id");

test("returns a safe id", async () => {
  await using service = await openService();
  for (const id of ["a", "7f0c-41", "Root=1-67891233-abcdef012345678912345678", "a.b_c~d:e+f/g", "x".repeat(128)])
    expect(idOf(await service.reader.listPets({ headers: { "X-Request-Id": id } }))).toBe(id);
});

test("replaces an unsafe id", async () => {
  await using service = await openService();
  const unsafe = ["", "two words", "x".repeat(129), 'a"b', "<b>", "a,b", "a;b", "{}", "Zoë", undefined];
  for (const [nth, id] of unsafe.entries()) {
    const headers: Record<string, string> = id === undefined ? {} : { "X-Request-Id": id };
    expect([id, idOf(await service.reader.listPets({ headers }))]).toEqual([id, `request-${nth + 1}`]);
  }
});

test("replaces an id that is an API key", async () => {
  await using service = await openService();
  const ownKey = "made-up-by-the-operator-32-characters";
  const headers = { "X-Request-Id": ownKey, Authorization: `Bearer ${ownKey}` };
  expect(idOf(await service.send("/v1/pets", { headers }))).toBe("request-1");
  const other = { "X-Request-Id": `key=${service.adminKey}` };
  expect(idOf(await service.send("/healthz", { headers: other }))).toBe("request-2");
});

test("is on every response and in its log line", async () => {
  await using service = await openService();
  for (const [method, path, status] of [
    ["GET", "/v1/pets", 200],
    ["HEAD", "/v1/pets", 200],
    ["OPTIONS", "/v1/pets", 204],
    ["GET", "/v1/inventory", 200],
    ["GET", "/v1/pets?limit=0", 400],
    ["GET", "/v1/dogs", 404],
    ["DELETE", "/v1/pets", 405],
    ["GET", `/v1/pets?${"x".repeat(9000)}`, 414],
    ["GET", "/", 302],
    ["GET", "/healthz", 200],
    ["GET", "/nowhere", 404],
    ["POST", "/nowhere", 404],
  ] as const) {
    const response = await service.send(path, { method, headers: { "X-Request-Id": "mine" } });
    expect([method, path, response.status, idOf(response)]).toEqual([method, path, status, "mine"]);
    expect(service.log.at(-1)).toMatchObject({ fields: { req: { id: "mine", method }, res: { statusCode: status } } });
  }
});
