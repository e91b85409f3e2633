import { expect, test } from "bun:test";
import { openService, type TestService } from "../support/harness.ts";

function add(service: TestService, body: string, prefer?: string): Promise<Response> {
  const headers = { "Content-Type": "application/json", ...(prefer !== undefined && { Prefer: prefer }) };
  return service.send("/v1/pets", { method: "POST", headers, body });
}

const NEWER = '{"name":"Rex","categoryId":7,"colour":"brown","id":99}';

test("ignores unknown members", async () => {
  await using service = await openService();
  const response = await add(service, NEWER);
  expect(response.status).toBe(201);
  expect(await response.json()).toEqual({ id: 1, name: "Rex", categoryId: 7, status: "available" });
  expect(response.headers.get("Preference-Applied")).toBeNull();
});

test("refuses unknown members with Prefer: handling=strict and names each", async () => {
  await using service = await openService();
  const response = await add(service, NEWER, "handling=strict");
  expect(response.status).toBe(400);
  expect(response.headers.get("Preference-Applied")).toBe("handling=strict");
  expect(await response.json()).toMatchObject({
    code: "validation_failed",
    details: [
      { field: "colour", code: "unknown", message: expect.stringContaining("known: name, categoryId, status") },
      { field: "id", code: "unknown" },
    ],
  });
  expect((await service.reader.listPets()).body).toEqual([]);
});

test("applies strict handling to a request without unknown members", async () => {
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
])("accepts Prefer: %s", async (prefer) => {
  await using service = await openService();
  expect((await add(service, NEWER, prefer)).status).toBe(400);
});

test.each(["handling=lenient", "handling=strictly", "strict", "nothandling=strict", "respond-async", ""])(
  "ignores Prefer: %s",
  async (prefer) => {
    await using service = await openService();
    const response = await add(service, NEWER, prefer);
    expect(response.status).toBe(201);
    expect(response.headers.get("Preference-Applied")).toBeNull();
  },
);

test("ignores unknown query parameters, and refuses them with Prefer: handling=strict", async () => {
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
        message: expect.stringContaining("known: limit, cursor, status, categoryId, name"),
      },
      { field: "offset", code: "unknown" },
    ],
  });
});

test("refuses any parameter of an operation without parameters", async () => {
  await using service = await openService();
  const headers = { Prefer: "handling=strict" };
  const response = await service.send("/v1/key?status=sold", { headers });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({
    code: "invalid_parameter",
    details: [{ field: "status", message: expect.stringContaining("none are known") }],
  });
  expect((await service.send("/v1/key", { headers })).status).toBe(200);
});

test.each(["__proto__", "constructor", "toString"])("treats %s as an unknown member", async (member) => {
  await using service = await openService();
  const body = `{"name":"Rex","categoryId":7,"${member}":{"status":"sold"}}`;
  expect(await (await add(service, body)).json()).toMatchObject({ status: "available" });
  expect(await (await add(service, body, "handling=strict")).json()).toMatchObject({ details: [{ field: member }] });
});

test("truncates a long member name between characters", async () => {
  await using service = await openService();
  const response = await add(service, `{"name":"Rex","categoryId":7,"${"x".repeat(63)}🐕":1}`, "handling=strict");
  const { message } = (await response.json()) as { message: string };
  expect(message.isWellFormed()).toBe(true);
});

test("names ignored query parameters in X-Ignored-Parameters", async () => {
  await using service = await openService();
  const ignored = async (query: string) =>
    (await service.send(`/v1/pets?${query}`)).headers.get("X-Ignored-Parameters");
  expect(await ignored("limit=5")).toBeNull();
  expect(await ignored("statuss=sold&limit=5&offset=2")).toBe("statuss, offset");
  expect(await ignored("a%0D%0Ab=1&a%2Cb=2")).toBe("a%0D%0Ab, a%2Cb");
});

test("names at most ten ignored parameters, each shortened", async () => {
  await using service = await openService();
  const query = Array.from({ length: 30 }, (_, nth) => `${"x".repeat(100)}${nth}=1`).join("&");
  const { headers } = await service.send(`/v1/pets?${query}`);
  const names = headers.get("X-Ignored-Parameters")?.split(", ");
  expect(names).toHaveLength(10);
  expect(names?.every((name) => name.length <= 100)).toBeTrue();
});
