import { expect } from "bun:test";
import { test } from "../databases.ts";
import { openService, type TestService } from "../harness.ts";

function add(service: TestService, body: string, prefer?: string): Promise<Response> {
  const headers = { "Content-Type": "application/json", ...(prefer !== undefined && { Prefer: prefer }) };
  return service.send("/v1/pets", { method: "POST", headers, body });
}

const NEWER = '{"name":"Rex","categoryId":7,"colour":"brown","id":99}';

test("ignores members that it does not know, so that an older service takes a newer client", async () => {
  await using service = await openService();
  const response = await add(service, NEWER);
  expect(response.status).toBe(201);
  expect(await response.json()).toEqual({ id: 1, name: "Rex", categoryId: 7, status: "available" });
  expect(response.headers.get("Preference-Applied")).toBeNull();
});

test("refuses them when the client prefers it, and names each", async () => {
  await using service = await openService();
  const response = await add(service, NEWER, "handling=strict");
  expect(response.status).toBe(400);
  expect(response.headers.get("Preference-Applied")).toBe("handling=strict");
  expect(await response.json()).toMatchObject({
    code: "validation_failed",
    details: [
      { field: "colour", code: "unknown", message: expect.stringContaining("expected only name, categoryId, status") },
      { field: "id", code: "unknown" },
    ],
  });
  expect((await service.reader.listPets()).body).toEqual([]);
});

test("fulfils a request that has nothing unknown, and says that it was strict", async () => {
  await using service = await openService();
  const response = await add(service, '{"name":"Rex","categoryId":7}', "handling=strict");
  expect(response.status).toBe(201);
  expect(response.headers.get("Preference-Applied")).toBe("handling=strict");
});

test.each([
  "Handling=Strict",
  'handling="strict"',
  "handling = strict",
  "respond-async, handling=strict",
  "handling=strict; x=1",
])("understands Prefer: %s", async (prefer) => {
  await using service = await openService();
  expect((await add(service, NEWER, prefer)).status).toBe(400);
});

test.each(["handling=lenient", "handling=strictly", "strict", "nothandling=strict", "respond-async", ""])(
  "stays lenient with Prefer: %s",
  async (prefer) => {
    await using service = await openService();
    const response = await add(service, NEWER, prefer);
    expect(response.status).toBe(201);
    expect(response.headers.get("Preference-Applied")).toBeNull();
  },
);

test("ignores query parameters that it does not know, and refuses them when the client prefers it", async () => {
  await using service = await openService();
  expect((await service.send("/v1/pets?colour=brown")).status).toBe(200);
  const response = await service.send("/v1/pets?colour=brown&offset=5", { headers: { Prefer: "handling=strict" } });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({
    code: "invalid_parameter",
    details: [
      {
        field: "colour",
        code: "unknown",
        message: expect.stringContaining("expected only limit, cursor, status, ids"),
      },
      { field: "offset", code: "unknown" },
    ],
  });
});

test("refuses query parameters where there are none to know", async () => {
  await using service = await openService();
  await service.stock(1);
  const headers = { Prefer: "handling=strict" };
  const response = await service.send("/v1/pets/1?status=sold", { headers });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({
    code: "invalid_parameter",
    details: [{ field: "status", message: expect.stringContaining("expected only nothing") }],
  });
  expect((await service.send("/v1/pets/1", { headers })).status).toBe(200);
});

test.each(["__proto__", "constructor", "toString"])("knows %s for what it is: an unknown member", async (member) => {
  await using service = await openService();
  const body = `{"name":"Rex","categoryId":7,"${member}":{"status":"sold"}}`;
  expect(await (await add(service, body)).json()).toMatchObject({ status: "available" });
  expect(await (await add(service, body, "handling=strict")).json()).toMatchObject({ details: [{ field: member }] });
});

test("a message about a long member with half a character stays readable", async () => {
  await using service = await openService();
  const response = await add(service, `{"name":"Rex","categoryId":7,"${"x".repeat(63)}🐕":1}`, "handling=strict");
  const { message } = (await response.json()) as { message: string };
  expect(message.isWellFormed()).toBe(true);
});
