/* Whatever is sent ahead, and however the network cuts it: each request gets its own answer, in order. */
import { expect, test } from "bun:test";
import * as fc from "fast-check";
import type { HttpRequest } from "../../src/http1/message.ts";
import { answerEcho, type Echo, echoed, openEcho, type Reply } from "./echo.ts";

/** A request as it is sent, and what is to be understood. */
interface Sent {
  readonly bytes: string;
  readonly isHead: boolean;
  /** What the echo answers, as JSON; of the body only what it reads. */
  echo(isBodyRead: boolean): string;
}

const token = fc.constantFrom(..."!#$%&'*+-.^_`|~09azAZ");
const method = fc.oneof(
  fc.constantFrom("GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"),
  fc.array(token, { minLength: 1, maxLength: 8 }).map((characters) => characters.join("")),
);

/** Visible ASCII, without what ends a path or a target. */
const visible = fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code));
const target = fc.record({
  origin: fc.constantFrom("", "", "http://shop.test", "HTTPS://shop.test:8080"),
  path: fc.array(visible, { maxLength: 20 }).map((characters) => `/${characters.join("").replace(/[?#]/g, "")}`),
  query: fc.option(fc.array(visible, { maxLength: 20 }).map((characters) => characters.join("").replace(/#/g, ""))),
});

/** Any byte that a value may have: tabs, spaces, visible ASCII and what is beyond ASCII. */
const valueByte = fc
  .oneof(fc.constantFrom(0x09, 0x20), fc.integer({ min: 0x21, max: 0x7e }), fc.integer({ min: 0x80, max: 0xff }))
  .map((code) => String.fromCharCode(code));
const blank = fc.constantFrom("", " ", "\t", "  ", " \t ");
const header = fc.record({
  name: fc.constantFrom("x-a", "X-A", "X-b", "x-C", "X-Other"),
  before: blank,
  value: fc
    .array(valueByte, { maxLength: 12 })
    .map((characters) => characters.join("").replace(/^[\t ]+|[\t ]+$/g, "")),
  after: blank,
});

const bytes = fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array).toString("latin1"));
const body = fc.oneof(
  fc.constant({ head: "", sent: "", text: "" }),
  bytes.map((text) => ({ head: `Content-Length: ${text.length}\r\n`, sent: text, text })),
  fc
    .record({
      name: fc.constantFrom("Transfer-Encoding: chunked", "transfer-encoding:CHUNKED"),
      chunks: fc.array(
        fc.record({
          text: bytes.filter((text) => text !== ""),
          zeros: fc.constantFrom("", "0", "000"),
          extension: fc.constantFrom("", ";a", ";a=b", ' ; a="b;c"', ";\t"),
          isUpper: fc.boolean(),
        }),
        { maxLength: 5 },
      ),
      trailers: fc.array(fc.constantFrom("X-A: trailer\r\n", "content-length: 5\r\n", "Host:\r\n"), { maxLength: 2 }),
    })
    .map(({ name, chunks, trailers }) => ({
      head: `${name}\r\n`,
      sent: `${chunks
        .map(({ text, zeros, extension, isUpper }) => {
          const size = text.length.toString(16);
          return `${zeros}${isUpper ? size.toUpperCase() : size}${extension}\r\n${text}\r\n`;
        })
        .join("")}0\r\n${trailers.join("")}\r\n`,
      text: chunks.map(({ text }) => text).join(""),
    })),
);

const request: fc.Arbitrary<Sent> = fc
  .record({
    emptyLines: fc.constantFrom("", "", "\r\n", "\r\n\r\n"),
    method,
    target,
    headers: fc.array(header, { maxLength: 5 }),
    body,
  })
  .map(({ emptyLines, method, target: { origin, path, query }, headers, body }) => {
    const start = `${method} ${origin}${path}${query === null ? "" : `?${query}`} HTTP/1.1\r\nHost: shop\r\n`;
    const lines = headers.map(({ name, before, value, after }) => `${name}:${before}${value}${after}\r\n`).join("");
    const values = (name: string) =>
      name === "host" ? ["shop"] : headers.filter((one) => one.name.toLowerCase() === name).map(({ value }) => value);
    const header = (name: string) => (values(name).length === 0 ? undefined : values(name).join(", "));
    return {
      bytes: `${emptyLines}${start}${lines}${body.head}\r\n${body.sent}`,
      isHead: method === "HEAD",
      echo: (isBodyRead) => echoed({ method, path, query: query ?? "", header }, isBodyRead ? body.text : ""),
    };
  });

/** Where the bytes are cut: at every place, at some, or nowhere. */
const cuts = fc.oneof(
  fc.constant("everywhere" as const),
  fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 }),
);

function cut(text: string, places: "everywhere" | number[]): string[] {
  if (places === "everywhere") return [...text];
  const ends = [...places.map((place) => Math.floor(place * text.length)), text.length].sort((a, b) => a - b);
  return ends.map((end, index) => text.slice(ends[index - 1] ?? 0, end)).filter((piece) => piece !== "");
}

/** Sends requests in pieces, each seen by itself, and expects exactly their answers. */
async function expectAnswers(
  echo: Echo,
  requests: readonly Sent[],
  places: "everywhere" | number[],
  isBodyRead = true,
) {
  using wire = echo.connect();
  const sending = (async () => {
    for (const piece of cut(requests.map(({ bytes }) => bytes).join(""), places)) {
      await wire.send(piece);
      await new Promise(setImmediate);
    }
    wire.end();
  })();
  for (const { isHead, echo: expected } of requests) {
    const { status, headers, body } = await wire.answer(isHead ? "HEAD" : "GET");
    const text = expected(isBodyRead);
    expect({ status, body: Buffer.from(body, "latin1").toString() }).toEqual({ status: 200, body: isHead ? "" : text });
    expect(headers.get("content-length")).toBe(String(Buffer.byteLength(text)));
  }
  await sending;
  expect(await wire.rest()).toBe("");
}

const RUNS = { numRuns: 150 };
const requests = fc.array(request, { minLength: 1, maxLength: 6 });

test.each([
  ["plain", false],
  ["TLS", true],
])("requests that are sent ahead get their answers in order, wherever they are cut (%s)", async (_how, isTls) => {
  await using echo = openEcho({ isTls });
  await fc.assert(
    fc.asyncProperty(requests, cuts, (sent, places) => expectAnswers(echo, sent, places)),
    RUNS,
  );
});

test("so they do from a handler that takes its time, before it reads the body and after", async () => {
  let nth = 0;
  const pause = () => (nth++ % 3 === 0 ? undefined : Bun.sleep(nth % 4));
  const answer = async (request: HttpRequest): Promise<Reply> => {
    await pause();
    const reply = await answerEcho(request);
    await pause();
    return reply;
  };
  await using echo = openEcho({ answer });
  await fc.assert(
    fc.asyncProperty(requests, cuts, (sent, places) => expectAnswers(echo, sent, places)),
    { numRuns: 60 },
  );
});

test("so they do from a handler that never reads a body", async () => {
  let nth = 0;
  const answer = (request: HttpRequest) => {
    const reply = { body: echoed(request, "") };
    return nth++ % 2 === 0 ? reply : Bun.sleep(nth % 3).then(() => reply);
  };
  await using echo = openEcho({ answer });
  await fc.assert(
    fc.asyncProperty(requests, cuts, (sent, places) => expectAnswers(echo, sent, places, false)),
    RUNS,
  );
});

test("thousands that are sent ahead at once are all answered", async () => {
  await using echo = openEcho();
  using wire = echo.connect();
  const count = 5_000;
  void wire.send(Array.from({ length: count }, (_, nth) => `GET /${nth} HTTP/1.1\r\nHost: a\r\n\r\n`).join(""));
  for (let nth = 0; nth < count; nth++) {
    expect(JSON.parse((await wire.answer()).body)).toMatchObject({ path: `/${nth}` });
  }
  expect(echo.asked).toHaveLength(count);
});
