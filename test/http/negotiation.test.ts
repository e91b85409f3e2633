import { expect, test } from "bun:test";
import { openService } from "../support/harness.ts";
import { exchange } from "../support/raw-http.ts";

test.each([
  "application/json",
  "*/*",
  "application/*",
  "APPLICATION/JSON",
  "application/json; charset=utf-8",
  "text/html, application/json",
  "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
  "application/json;q=0.001",
  "text/html;q=1, application/json ; q=0.1",
  "text/html, */*;q=0.1",
  "application/*;q=0, application/json",
  "*/*;q=0, application/json;q=0.5",
])("responds to Accept: %s", async (accept) => {
  await using service = await openService();
  const response = await service.send("/v1/pets", { headers: { Accept: accept } });
  expect(response.status).toBe(200);
  expect(response.headers.get("Content-Type")).toBe("application/json");
});

test.each([
  "text/html",
  "application/xml",
  "application/json;q=0",
  "application/json;q=0, */*",
  "application/*;q=0, */*;q=1",
  "*/*;q=0.0",
  "application/vnd.pets+json",
  "application",
])("returns 406 for Accept: %s", async (accept) => {
  await using service = await openService();
  const response = await service.send("/v1/pets", { headers: { Accept: accept } });
  expect(response.status).toBe(406);
  expect(response.headers.get("Content-Type")).toBe("application/json");
  expect(await response.json()).toEqual({
    code: "not_acceptable",
    message: `Accept: expected a list that includes application/json; got ${JSON.stringify(accept)}`,
    status: 406,
  });
});

test("responds to a request without Accept", async () => {
  await using service = await openService();
  const head = `GET /v1/pets HTTP/1.1\r\nHost: service\r\nAuthorization: Bearer ${service.adminKey}\r\nConnection: close\r\n\r\n`;
  expect((await exchange(service.port, head)).status).toBe(200);
});

test.each([
  "application/json",
  "Application/JSON",
  "application/json; charset=utf-8",
  "application/json;charset=UTF-8",
  'application/json; charset="utf-8"',
  "application/json; charset=utf8",
  "application/json;",
  "application/json; version=1",
])("accepts a body of the type %s", async (type) => {
  await using service = await openService();
  const body = '{"name":"Rex","categoryId":7}';
  const response = await service.send("/v1/pets", { method: "POST", headers: { "Content-Type": type }, body });
  expect(response.status).toBe(201);
});

test.each([
  "text/plain",
  "text/json",
  "application/x-www-form-urlencoded",
  "application/merge-patch+json",
  "application/json-patch+json",
  "application/jsonp",
  "application/json; charset=iso-8859-1",
  "application/json; charset=utf-16",
  "application/json, text/plain",
])("returns 415 for a body of the type %s", async (type) => {
  await using service = await openService();
  const body = '{"name":"Rex","categoryId":7}';
  const response = await service.send("/v1/pets", { method: "POST", headers: { "Content-Type": type }, body });
  expect(response.status).toBe(415);
  expect(await response.json()).toMatchObject({ code: "unsupported_media_type", status: 415 });
  expect((await service.reader.listPets()).body).toEqual([]);
});

test("returns 415 for a body without a type and for a missing body", async () => {
  await using service = await openService();
  const untyped = await service.send("/v1/pets", { method: "POST", body: Buffer.from("{}") });
  const nothing = await service.send("/v1/pets", { method: "POST" });
  expect([untyped.status, nothing.status]).toEqual([415, 415]);
  expect(await untyped.json()).toMatchObject({ message: expect.stringContaining("got no Content-Type") });
});

test("returns 415 for a compressed body and names the accepted encoding", async () => {
  await using service = await openService();
  const response = await service.send("/v1/pets", {
    method: "POST",
    headers: { "Content-Type": "application/json", "Content-Encoding": "gzip" },
    body: Bun.gzipSync(Buffer.from('{"name":"Rex","categoryId":7}')),
  });
  expect(response.status).toBe(415);
  expect(response.headers.get("Accept-Encoding")).toBe("identity");
  expect(await response.json()).toMatchObject({ message: expect.stringContaining('got "gzip"') });
});

test("ignores Content-Type on an operation without a body", async () => {
  await using service = await openService();
  expect((await service.send("/v1/pets", { headers: { "Content-Type": "text/plain" } })).status).toBe(200);
});
