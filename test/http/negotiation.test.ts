import { expect, test } from "bun:test";
import { addPet, openService, type Received, refusal, type TestService } from "../support/harness.ts";
import { png } from "../support/images.ts";
import { exchange } from "../support/raw-http.ts";

const REX = Buffer.from('{"name":"Rex","categoryId":7}');

/** Adds a pet with a body of this type. */
async function addAs(service: TestService, headers: Record<string, string>, body?: BodyInit): Promise<Received> {
  const response = await service.send("/v1/pets", { method: "POST", headers, ...(body && { body }) });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

test("responds when Accept includes application/json", async () => {
  await using service = await openService();
  for (const accept of [
    "application/json",
    "*/*",
    "application/*",
    "APPLICATION/JSON",
    "application/json; charset=utf-8",
    "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
    "application/json;q=0.001",
    "text/html;q=1, application/json ; q=0.1",
    "application/*;q=0, application/json",
  ]) {
    const { status, headers } = await service.send("/v1/pets", { headers: { Accept: accept } });
    expect([accept, status, headers.get("Content-Type")]).toEqual([accept, 200, "application/json"]);
  }
});

test("returns 406 when Accept excludes application/json", async () => {
  await using service = await openService();
  for (const accept of [
    "text/html",
    "application/json;q=0",
    "application/json;q=0, */*",
    "application/*;q=0, */*;q=1",
    "application/vnd.pets+json",
    "application",
  ]) {
    const response = await service.send("/v1/pets", { headers: { Accept: accept } });
    expect(response.headers.get("Content-Type")).toBe("application/json");
    expect(await response.json()).toEqual({
      code: "not_acceptable",
      message: `Accept: expected a list that includes application/json; got ${JSON.stringify(accept)}`,
      status: 406,
    });
  }
});

test("ignores a wish of more than 1 KiB: it would take long to read", async () => {
  await using service = await openService();
  const long = "text/html;q=0.1,".repeat(70);
  for (const name of ["Accept", "Prefer", "If-None-Match"]) {
    const response = await service.send("/v1/pets", { headers: { [name]: `handling=strict,${long}*` } });
    expect([name, response.status, response.headers.get("Preference-Applied")]).toEqual([name, 200, null]);
  }
  await addPet(service.store);
  const init = { method: "DELETE", headers: { "If-Match": `${long}*` } };
  expect((await service.send("/v1/pets/1", init)).status).toBe(412);
});

test("responds to a request without Accept", async () => {
  await using service = await openService();
  const head = `GET /v1/pets HTTP/1.1\r\nHost: service\r\nAuthorization: Bearer ${service.adminKey}\r\nConnection: close\r\n\r\n`;
  expect((await exchange(service.port, head)).status).toBe(200);
});

test("accepts a body of the type application/json in UTF-8", async () => {
  await using service = await openService();
  for (const type of [
    "application/json",
    "Application/JSON",
    "application/json; charset=utf-8",
    'application/json; charset="utf-8"',
    "application/json; charset=utf8",
    "application/json;",
    "application/json; version=1",
  ])
    expect({ type, ...(await addAs(service, { "Content-Type": type }, REX)) }).toMatchObject({ type, status: 201 });
});

test("returns 415 for a body of another type, of none, or that is missing", async () => {
  await using service = await openService();
  for (const type of [
    "text/plain",
    "application/x-www-form-urlencoded",
    "application/json-patch+json",
    "application/jsonp",
    "application/json; charset=iso-8859-1",
    "application/json; charset=utf-16",
    "application/json, text/plain",
  ])
    expect({ type, ...(await addAs(service, { "Content-Type": type }, REX)) }).toMatchObject({
      type,
      ...refusal(415, "unsupported_media_type"),
    });
  expect(await addAs(service, {}, REX)).toMatchObject(refusal(415, "unsupported_media_type", "got no Content-Type"));
  expect(await addAs(service, {})).toMatchObject(refusal(415, "unsupported_media_type"));
  expect((await service.reader.listPets()).body).toEqual([]);
});

test("returns 415 for a compressed body and names the accepted encoding", async () => {
  await using service = await openService();
  const headers = { "Content-Type": "application/json", "Content-Encoding": "gzip" };
  const refused = await addAs(service, headers, Bun.gzipSync(REX));
  expect(refused).toMatchObject(refusal(415, "unsupported_media_type", 'got "gzip"'));
  expect(refused.headers.get("Accept-Encoding")).toBe("identity");
});

test("ignores Content-Type on an operation without a body", async () => {
  await using service = await openService();
  expect((await service.send("/v1/pets", { headers: { "Content-Type": "text/plain" } })).status).toBe(200);
});

test("a picture may name a character set: it has none", async () => {
  await using service = await openService();
  await addPet(service.store);
  const init = { method: "POST", headers: { "Content-Type": "image/png; charset=x" }, body: await png() };
  expect((await service.send("/v1/pets/1/photos", init)).status).toBe(201);
});
