import { expect, test } from "bun:test";
import { openService, type TestService } from "../support/harness.ts";

const REX = '"name":"Rex","categoryId":7';

function add(service: TestService, body: BodyInit | null): Promise<Response> {
  return service.send("/v1/pets", { method: "POST", headers: { "Content-Type": "application/json" }, body });
}

/** A valid body of this many bytes. */
function bodyOf(bytes: number): string {
  const start = `{${REX},"padding":"`;
  return `${start}${"x".repeat(bytes - start.length - 2)}"}`;
}

/** A body without a Content-Length. */
function chunked(text: string): ReadableStream {
  const bytes = new TextEncoder().encode(text);
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.subarray(at, (at += 1000)));
    },
  });
}

async function expectMalformed(response: Response, message: string | RegExp): Promise<void> {
  expect(response.status).toBe(400);
  expect(await response.json()).toEqual({
    code: "malformed_json",
    message: typeof message === "string" ? expect.stringContaining(message) : expect.stringMatching(message),
    status: 400,
  });
}

test("accepts a body of 64 KiB", async () => {
  await using service = await openService();
  expect((await add(service, bodyOf(65_536))).status).toBe(201);
});

test("refuses a body of 64 KiB and one byte", async () => {
  await using service = await openService();
  const response = await add(service, bodyOf(65_537));
  expect(response.status).toBe(413);
  expect(await response.json()).toMatchObject({ code: "payload_too_large", status: 413 });
});

test("counts the bytes of a body without a Content-Length", async () => {
  await using service = await openService();
  expect((await add(service, chunked(bodyOf(65_536)))).status).toBe(201);
  expect((await add(service, chunked(bodyOf(65_537)))).status).toBe(413);
});

test("refuses a Content-Length that is too large before reading the body", async () => {
  await using service = await openService();
  const response = await service.send("/v1/pets", {
    method: "POST",
    headers: { "Content-Type": "application/json", "Content-Length": "70000" },
    body: new ReadableStream({ pull: () => new Promise(() => {}) }),
  });
  expect(response.status).toBe(413);
  expect(await response.json()).toMatchObject({ message: "The body may have 65536 bytes; this one has 70000 bytes" });
});

test("joins chunks that split a character", async () => {
  await using service = await openService();
  const bytes = new TextEncoder().encode('{"name":"🐕","categoryId":7}');
  const parts = [bytes.subarray(0, 11), bytes.subarray(11)];
  const body = new ReadableStream({
    pull(controller) {
      const part = parts.shift();
      return part === undefined ? controller.close() : controller.enqueue(part);
    },
  });
  expect(await (await add(service, body)).json()).toMatchObject({ name: "🐕" });
});

test.each([
  `{${REX},"name":"Max"}`,
  `{${REX},"n\\u0061me":"Max"}`,
  `{${REX},"name":"Rex"}`,
  `{${REX},"owner":{"a":1,"a":2}}`,
  `{${REX},"owners":[{"a":1},{"a":1,"a":1}]}`,
])("refuses a duplicate member: %s", async (body) => {
  await using service = await openService();
  await expectMalformed(await add(service, body), /duplicate member "(name|a)"/);
});

test("accepts the same member name in two objects", async () => {
  await using service = await openService();
  const response = await add(service, `{${REX},"a":{"name":"name"},"b":[{"name":1},{"name":2}]}`);
  expect(response.status).toBe(201);
});

test("accepts 32 levels of nesting and refuses 33", async () => {
  await using service = await openService();
  const nested = (depth: number) => `{${REX},"deep":${"[".repeat(depth - 1)}${"]".repeat(depth - 1)}}`;
  expect((await add(service, nested(32))).status).toBe(201);
  await expectMalformed(await add(service, nested(33)), "nested deeper than 32 levels");
});

test("ignores brackets in a string when it counts nesting", async () => {
  await using service = await openService();
  expect((await add(service, `{${REX},"text":"${"[{".repeat(100)}\\"${"[{".repeat(100)}"}`)).status).toBe(201);
});

test("refuses a body of nothing but brackets", async () => {
  await using service = await openService();
  await expectMalformed(await add(service, "[".repeat(32_768) + "]".repeat(32_768)), "nested deeper than 32 levels");
});

test.each([
  ["an invalid start byte", [0xff]],
  ["a truncated character", [0xf0, 0x9f, 0x90]],
  ["a surrogate", [0xed, 0xa0, 0x80]],
  ["an overlong encoding", [0xc0, 0xaf]],
])("refuses %s as invalid UTF-8", async (_what, wrong) => {
  await using service = await openService();
  const body = Buffer.concat([Buffer.from('{"name":"'), Buffer.from(wrong), Buffer.from('","categoryId":7}')]);
  await expectMalformed(await add(service, body), "it is not UTF-8");
});

test("refuses UTF-16, with a byte order mark too", async () => {
  await using service = await openService();
  const body = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(`{${REX}}`, "utf16le")]);
  await expectMalformed(await add(service, body), "it is not UTF-8");
});

test("skips one byte order mark", async () => {
  await using service = await openService();
  expect((await add(service, `\ufeff{${REX}}`)).status).toBe(201);
  await expectMalformed(await add(service, `\ufeff\ufeff{${REX}}`), "expected JSON");
});

test("refuses an empty body", async () => {
  await using service = await openService();
  await expectMalformed(await add(service, ""), "it is empty");
  await expectMalformed(await add(service, null), "it is empty");
});

test.each([
  " ",
  "{",
  "}",
  `{${REX},}`,
  `{${REX}} {}`,
  "{'name':'Rex'}",
  "{name:1}",
  "// Rex\n{}",
  "NaN",
  "undefined",
  "01",
])("refuses %p, which is not JSON", async (body) => {
  await using service = await openService();
  await expectMalformed(await add(service, body), "expected JSON (RFC 8259) in UTF-8");
});

test.each(["{'name':'Rex'}", "{'name':'Rex','categoryId':7}", '{"name":"Rex",categoryId:7}', '{"name":"Rex" , 7:1}'])(
  "refuses %p, which has a name without double quotes",
  async (body) => {
    await using service = await openService();
    await expectMalformed(await add(service, body), "expected a double-quoted name before the colon");
  },
);

test.each(["[]", "[{}]", "null", "5", '"Rex"', "true"])("refuses %s, which is not a JSON object", async (body) => {
  await using service = await openService();
  const response = await add(service, body);
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({
    code: "validation_failed",
    details: [{ field: "body", code: "invalid", message: `body: expected an object; got ${body}` }],
  });
});

test("refuses a body that arrives too late", async () => {
  await using service = await openService({ bodyTimeoutMs: 20 });
  const response = await add(service, new ReadableStream({ pull: () => new Promise(() => {}) }));
  expect(response.status).toBe(408);
  expect(await response.json()).toMatchObject({ code: "request_timeout", status: 408 });
});

test("refuses a fraction of 60,000 digits", async () => {
  await using service = await openService();
  const response = await add(service, `{"name":"Rex","categoryId":0.${"0".repeat(60_000)}1}`);
  expect(response.status).toBe(400);
});
