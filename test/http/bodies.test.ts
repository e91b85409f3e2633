import { expect, test } from "bun:test";
import type { FailureCode } from "../../src/contract/errors/failures.ts";
import { openService, type Received, refusal, type TestService } from "../support/harness.ts";
import { exchange } from "../support/raw-http.ts";

/** On a busy machine a body of many parts takes its time. */
const PATIENT = { bodyTimeoutMs: 60_000 };

const REX = '"name":"Rex","categoryId":7';

async function add(service: TestService, body: BodyInit | null, more: Record<string, string> = {}): Promise<Received> {
  const headers = { "Content-Type": "application/json", ...more };
  const response = await service.send("/v1/pets", { method: "POST", headers, body });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

/** A valid body of this many bytes. */
function bodyOf(bytes: number): string {
  const start = `{${REX},"padding":"`;
  return `${start}${"x".repeat(bytes - start.length - 2)}"}`;
}

/** A body without a Content-Length, in parts of this many bytes. */
const chunked = (text: string, size = 1000) => new Blob([text]).stream().pipeThrough(splitter(size));

function splitter(size: number): TransformStream<Uint8Array, Uint8Array> {
  return new TransformStream({
    transform(part, controller) {
      for (let at = 0; at < part.length; at += size) controller.enqueue(part.subarray(at, at + size));
    },
  });
}

const nested = (depth: number) => `{${REX},"deep":${"[".repeat(depth - 1)}${"]".repeat(depth - 1)}}`;

const notUtf8 = (...bytes: readonly number[]) =>
  Buffer.from(`{${REX},"a":"${String.fromCharCode(...bytes)}"}`, "latin1");

const endless = () => new ReadableStream({ pull: () => new Promise(() => {}) });

test("accepts a JSON object up to the limits", async () => {
  await using service = await openService(PATIENT);
  for (const [what, body] of [
    ["64 KiB", bodyOf(65_536)],
    ["64 KiB without a Content-Length", chunked(bodyOf(65_536))],
    ["32 levels of nesting", nested(32)],
    ["brackets in a string, which do not nest", `{${REX},"text":"${"[{".repeat(100)}\\"${"[{".repeat(100)}"}`],
    ["the same name in two objects", `{${REX},"a":{"name":"name"},"b":[{"name":1},{"name":2}]}`],
    ["one byte order mark", `\ufeff{${REX}}`],
  ] as const)
    expect({ what, ...(await add(service, body)) }).toMatchObject({ what, status: 201 });
});

test("joins chunks that split a character", async () => {
  await using service = await openService(PATIENT);
  expect(await add(service, chunked('{"name":"🐕","categoryId":7}', 11))).toMatchObject({ body: { name: "🐕" } });
});

const refused: Readonly<Record<string, readonly [FailureCode, message: string | RegExp, bodies: (BodyInit | null)[]]>> =
  {
    "refuses a body of 64 KiB and one byte": ["payload_too_large", "", [bodyOf(65_537)]],
    "counts the bytes of a body without a Content-Length": ["payload_too_large", "", [chunked(bodyOf(65_537))]],
    "refuses a duplicate member, however it is written": [
      "malformed_json",
      /duplicate member "(name|a)"/,
      [
        `{${REX},"name":"Max"}`,
        `{${REX},"n\\u0061me":"Max"}`,
        `{${REX},"name":"Rex"}`,
        `{${REX},"owner":{"a":1,"a":2}}`,
        `{${REX},"owners":[{"a":1},{"a":1,"a":1}]}`,
      ],
    ],
    "refuses 33 levels of nesting": ["malformed_json", "nested deeper than 32 levels", [nested(33)]],
    "refuses a body of nothing but brackets": [
      "malformed_json",
      "nested deeper than 32 levels",
      ["[".repeat(32_768) + "]".repeat(32_768), '{"a":'.repeat(10_000)],
    ],
    "refuses what is not UTF-8: a wrong byte, half a character, a surrogate, a long form, UTF-16": [
      "malformed_json",
      "it is not UTF-8",
      [
        notUtf8(0xff),
        notUtf8(0xf0, 0x9f, 0x90),
        notUtf8(0xed, 0xa0, 0x80),
        notUtf8(0xc0, 0xaf),
        Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(`{${REX}}`, "utf16le")]),
      ],
    ],
    "refuses an empty body": ["malformed_json", "it is empty", ["", null]],
    "refuses what is not JSON": [
      "malformed_json",
      "expected JSON (RFC 8259) in UTF-8",
      [" ", "{", "}", `{${REX},}`, `{${REX}} {}`, "// Rex\n{}", "NaN", "undefined", "01", `\ufeff\ufeff{${REX}}`],
    ],
    "refuses a name without double quotes": [
      "malformed_json",
      "expected a double-quoted name before the colon",
      [
        "{'name':'Rex'}",
        "{'name':'Rex','categoryId':7}",
        '{"name":"Rex",categoryId:7}',
        '{"name":"Rex" , 7:1}',
        "{a:1}",
      ],
    ],
    "refuses JSON that is not an object": [
      "validation_failed",
      /body: expected an object; got (\[\]|\[{}\]|null|5|"Rex"|true)$/,
      ["[]", "[{}]", "null", "5", '"Rex"', "true"],
    ],
    "refuses a fraction of 60,000 digits": [
      "validation_failed",
      "categoryId: expected an integer",
      [`{"name":"Rex","categoryId":0.${"0".repeat(60_000)}1}`],
    ],
  };

test.each(Object.entries(refused))("%s", async (_, [code, message, bodies]) => {
  await using service = await openService(PATIENT);
  const status = code === "payload_too_large" ? 413 : 400;
  const pattern = typeof message === "string" ? expect.stringContaining(message) : expect.stringMatching(message);
  for (const body of bodies)
    expect(await add(service, body)).toMatchObject({ status, body: { code, status, message: pattern } });
});

test("refuses a Content-Length that is too large before reading the body", async () => {
  await using service = await openService();
  expect(await add(service, endless(), { "Content-Length": "70000" })).toMatchObject(
    refusal(413, "payload_too_large", "The body may have at most 65536 bytes; this one has 70000 bytes"),
  );
});

test("refuses a body that arrives too late", async () => {
  await using service = await openService({ bodyTimeoutMs: 20 });
  expect(await add(service, endless())).toMatchObject(refusal(408, "request_timeout"));
});

/** Sends a request whose `Content-Length` is there twice, which the runtime accepts. */
function sendTwice(service: TestService, path: string, type: string, body: string) {
  const head = `POST ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${service.adminKey}\r\nConnection: close\r\n`;
  const length = `Content-Length: ${body.length}\r\n`;
  return exchange(service.port, `${head}Content-Type: ${type}\r\n${length}${length}\r\n${body}`);
}

test("counts the bytes of a body whose Content-Length is sent twice", async () => {
  await using service = await openService(PATIENT);
  const create = (body: string) => sendTwice(service, "/v1/pets", "application/json", body);
  expect(await create(bodyOf(65_536))).toMatchObject({ status: 201 });
  expect(await create(bodyOf(65_537))).toMatchObject({ status: 413 });
});

test("files whose Content-Length is sent twice leave room for later ones", async () => {
  await using service = await openService(PATIENT);
  const path = "/v1/imports?dryRun=true";
  for (let nth = 0; nth < 2; nth++)
    expect(await sendTwice(service, path, "text/csv", "name,category\nRex,Dogs\n")).toMatchObject({ status: 200 });
  const files = Array.from({ length: 4 }, () =>
    service.send(path, { method: "POST", headers: { "Content-Type": "text/csv" }, body: "name,category\nRex,Dogs\n" }),
  );
  for (const file of files) expect((await file).status).toBe(200);
});
