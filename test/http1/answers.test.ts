/* Answers on their way to a client: framed as they should be, whole, no faster than they are read, and ended once. */
import { describe, expect, test } from "bun:test";
import { Chunk } from "../../src/http1/chunk.ts";
import type { HttpRequest } from "../../src/http1/message.ts";
import { until } from "../program.ts";
import { openEcho, type Reply } from "./echo.ts";

const get = (path = "/", method = "GET") => `${method} ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
const OLD = "GET / HTTP/1.0\r\n\r\n";

async function* parts(...made: (string | Chunk)[]): AsyncGenerator<string | Chunk> {
  yield* made;
}

const headOf = (bytes: string) => bytes.slice(0, bytes.indexOf("\r\n\r\n") + 4);

describe("the frame of an answer", () => {
  test.each<[string, Reply, string]>([
    ["text", { body: "Zoë 🐕" }, "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n"],
    ["bytes", { body: new Uint8Array(3) }, "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n"],
    ["nothing", {}, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"],
    ["parts", { body: parts("a") }, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"],
    [
      "an error",
      { status: 404, headers: { "X-A": "1", "X-B": "2" } },
      "HTTP/1.1 404 Not Found\r\nX-A: 1\r\nX-B: 2\r\nContent-Length: 0\r\n\r\n",
    ],
    ["204", { status: 204, headers: { Allow: "GET" } }, "HTTP/1.1 204 No Content\r\nAllow: GET\r\n\r\n"],
    ["304", { status: 304, headers: { ETag: '"1"' } }, 'HTTP/1.1 304 Not Modified\r\nETag: "1"\r\n\r\n'],
    ["304 that would have a body", { status: 304, body: "text" }, "HTTP/1.1 304 Not Modified\r\n\r\n"],
    ["a status that is not known", { status: 299 }, "HTTP/1.1 299 \r\nContent-Length: 0\r\n\r\n"],
  ])("is right for %s, and for HEAD the same without a body", async (_what, reply, head) => {
    await using echo = openEcho({ answer: () => reply });
    using wire = echo.connect();
    void wire.send(get("/", "HEAD"));
    await until(() => wire.received.includes("\r\n\r\n"), "an answer");
    expect(wire.received).toBe(head);
    await wire.answer("HEAD");
    void wire.send(get());
    await until(() => wire.received.includes("\r\n\r\n"), "an answer");
    expect(headOf(wire.received)).toBe(head);
    await wire.answer();
    void wire.send(get());
    expect((await wire.answer()).status).toBe(reply.status ?? 200);
  });

  test("has a chunk for each part, and none for an empty one, which would be the last", async () => {
    await using echo = openEcho({
      answer: () => ({ body: parts("", "ab", "", new Chunk(""), new Chunk("Zoë"), "Zoë", "x".repeat(20), "") }),
    });
    using wire = echo.connect();
    void wire.send(get() + get("/", "HEAD"));
    await until(() => wire.received.includes("\r\n0\r\n\r\n"), "the last chunk");
    const { received } = wire;
    const body = `2\r\nab\r\n4\r\nZo\xc3\xab\r\n4\r\nZo\xc3\xab\r\n14\r\n${"x".repeat(20)}\r\n0\r\n\r\n`;
    expect(received.slice(headOf(received).length)).toStartWith(body);
    expect((await wire.answer()).body).toBe(`abZo\xc3\xabZo\xc3\xab${"x".repeat(20)}`);
    expect((await wire.answer("HEAD")).status).toBe(200);
  });

  test.each<[string, () => Reply]>([
    ["no parts at all", () => ({ body: parts() })],
    ["one part", () => ({ body: parts("all of it") })],
    ["parts of text and chunks", () => ({ body: parts("all ", new Chunk(""), new Chunk("of "), "it") })],
  ])("for HTTP/1.0, which knows no chunks, is the end of the connection: %s", async (what, reply) => {
    await using echo = openEcho({ answer: reply });
    using wire = echo.connect();
    void wire.send(OLD);
    const text = what === "no parts at all" ? "" : "all of it";
    expect(await wire.rest()).toBe(`HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n${text}`);
  });

  test("counts the bytes of headers that are not ASCII", async () => {
    await using echo = openEcho({ answer: () => ({ headers: { "X-A": "Zoë 🐕" }, body: "Zoë" }) });
    using wire = echo.connect();
    void wire.send(get() + get());
    for (let nth = 0; nth < 2; nth++) expect((await wire.answer()).body).toBe("Zo\xc3\xab");
    expect(wire.received).toBe("");
  });

  test("counts halves of surrogate pairs as they are sent", async () => {
    await using echo = openEcho({ answer: () => ({ body: "\ud83da\udc15" }) });
    using wire = echo.connect();
    void wire.send(get() + get());
    for (let nth = 0; nth < 2; nth++) expect((await wire.answer()).body).toBe("\xef\xbf\xbda\xef\xbf\xbd");
    expect(wire.received).toBe("");
  });
});

const SIZE = 20_000_000;
/** Text of 20 MB in lines of 20 bytes that tell their place; some of it is not ASCII. */
const TEXT = Array.from({ length: SIZE / 20 }, (_, nth) => `${String(nth).padStart(12, "0")}é🐕\r\n`).join("");
const LINE = TEXT.indexOf("\n") + 1;
const BYTES = Buffer.from(TEXT);

/** The text in chunks of different sizes, as they are made. */
async function* inChunks(): AsyncGenerator<Chunk> {
  for (let at = 0, nth = 0; at < TEXT.length; nth++) {
    const end = at + LINE * ([1, 50, 3000, 20_000][nth % 4] ?? 1);
    yield new Chunk(TEXT.slice(at, end));
    at = end;
  }
}

async function* textInParts(): AsyncGenerator<string> {
  for (let at = 0; at < TEXT.length; at += 6000 * LINE) yield TEXT.slice(at, at + 6000 * LINE);
}

describe.each([
  ["plain", false],
  ["TLS", true],
])("over %s", (_how, isTls) => {
  test.each<[string, () => Reply]>([
    ["text", () => ({ body: TEXT })],
    ["bytes", () => ({ body: BYTES })],
    ["parts of text", () => ({ body: textInParts() })],
    ["chunks", () => ({ body: inChunks() })],
  ])(
    "20 MB of %s arrive byte for byte at a reader that pauses, and the next answer after them",
    async (_what, reply) => {
      await using echo = openEcho({ isTls, answer: ({ path }) => (path === "/next" ? { body: "next" } : reply()) });
      using wire = echo.connect();
      void wire.send(get());
      wire.socket.pause();
      await Bun.sleep(200);
      // More than the buffers hold: it waits for its reader.
      expect(echo.endings).toEqual([]);
      wire.socket.resume();
      for (let pause = 0; pause < 5; pause++) {
        await Bun.sleep(10);
        wire.socket.pause();
        await Bun.sleep(30);
        wire.socket.resume();
      }
      await until(() => echo.endings.length === 1, "the end of the answer");
      await until(() => wire.received.length > SIZE, "all of it");
      void wire.send(get("/next"));
      expect(Buffer.from((await wire.answer()).body, "latin1").equals(BYTES)).toBe(true);
      expect((await wire.answer()).body).toBe("next");
    },
    30_000,
  );

  test("20 MB that are the last answer arrive whole, though the client says goodbye before it has read them", async () => {
    await using echo = openEcho({ isTls, answer: () => ({ body: BYTES }) });
    for (const isGoodbyeEarly of [true, false]) {
      using wire = echo.connect();
      void wire.send("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
      wire.socket.pause();
      if (isGoodbyeEarly) wire.end();
      await Bun.sleep(100);
      wire.socket.resume();
      await wire.rest().then((all) => {
        expect(all.length - headOf(all).length).toBe(BYTES.length);
        expect(Buffer.from(all.slice(headOf(all).length), "latin1").equals(BYTES)).toBe(true);
      });
    }
  }, 30_000);

  test("bodies and answers of megabytes go both ways at the same time", async () => {
    const answer = async (request: HttpRequest) => ({ body: await request.readBody(SIZE, 10_000) });
    await using echo = openEcho({ isTls, answer });
    await Promise.all(
      [1, 2, 3].map(async () => {
        using wire = echo.connect();
        void wire.send(`PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: ${BYTES.length}\r\n\r\n`);
        void wire.send(BYTES);
        void wire.send("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
        const all = await wire.rest();
        const start = headOf(all).length;
        expect(Buffer.from(all.slice(start, start + BYTES.length), "latin1").equals(BYTES)).toBe(true);
        expect(all.slice(start + BYTES.length)).toBe(
          "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
        );
      }),
    );
  }, 30_000);

  test("an answer whose parts fail is broken off: its client sees that it is not whole", async () => {
    const failure = new Error("the store is gone");
    async function* failing() {
      yield "one";
      yield "two";
      throw failure;
    }
    await using echo = openEcho({ isTls, answer: () => ({ body: failing() }) });
    using wire = echo.connect();
    void wire.send(get() + get("/never"));
    const all = await wire.rest();
    expect(all.slice(headOf(all).length)).not.toContain("0\r\n\r\n");
    expect(echo.endings).toEqual([{ path: "/", error: failure }]);
    expect(echo.asked).toEqual(["GET /"]);
  });

  test.each([true, false])("a client that goes away in the middle of parts ends them (reset: %p)", async (isReset) => {
    let isReturned = false;
    let made = 0;
    async function* endless() {
      try {
        for (;;) {
          made += 1;
          yield "x".repeat(10_000);
        }
      } finally {
        isReturned = true;
      }
    }
    await using echo = openEcho({ isTls, answer: () => ({ body: endless() }) });
    using wire = echo.connect();
    void wire.send(get());
    await until(() => wire.received.length > 100_000, "some of it");
    if (isReset) wire.socket.resetAndDestroy();
    else wire.socket.destroy();
    await until(() => isReturned, "the end of the parts");
    await until(() => echo.endings.length === 1, "the end of the answer");
    expect(echo.endings).toEqual([{ path: "/", error: undefined }]);
    const madeUntilNow = made;
    await Bun.sleep(30);
    expect(made).toBe(madeUntilNow);
  });
});

test("a part is made only when the client has taken those before", async () => {
  const size = 5_000_000;
  /** What the buffers of a connection hold at most, and the part that waits for them. */
  const buffered = 4 * size;
  let made = 0;
  async function* endless() {
    for (;;) {
      made += size;
      yield "x".repeat(size);
    }
  }
  await using echo = openEcho({ answer: () => ({ body: endless() }) });
  using wire = echo.connect();
  void wire.send(get());
  let taken = 0;
  wire.socket.on("data", (part: string) => {
    taken += part.length;
    // A little at a time: for one that reads fast the system's own buffers grow to more than that.
    wire.socket.pause();
  });
  while (taken < 20 * size) {
    await Bun.sleep(5);
    expect(made).toBeLessThan(taken + buffered);
    wire.socket.resume();
  }
});

test("parts that fail without an error are broken off too", async () => {
  async function* failing() {
    yield "one";
    throw undefined;
  }
  await using echo = openEcho({ answer: () => ({ body: failing() }) });
  using wire = echo.connect();
  void wire.send(get());
  expect(await wire.rest()).not.toContain("0\r\n\r\n");
  expect(echo.endings).toEqual([{ path: "/", error: expect.any(Error) }]);
});

test("a client that is gone when its answer is made is no defect, and the answer has ended", async () => {
  await using echo = openEcho({
    answer: ({ path }) => Bun.sleep(50).then(() => (path === "/text" ? { body: "text" } : { body: parts("a", "b") })),
  });
  for (const path of ["/text", "/parts"]) {
    using wire = echo.connect();
    await wire.send(get(path));
    await until(() => echo.asked.includes(`GET ${path}`), "the request");
    wire.socket.resetAndDestroy();
    await until(() => echo.endings.some((ending) => ending.path === path), "the end of the answer");
  }
});

test("what is thrown where nothing may be is told, and ends that connection alone", async () => {
  const defect = new Error("a defect");
  await using echo = openEcho({
    answer: ({ path }) => {
      if (path === "/now") throw defect;
      return path === "/later" ? Bun.sleep(1).then(() => Promise.reject(defect)) : { body: "good" };
    },
  });
  using other = echo.connect();
  for (const path of ["/now", "/later"]) {
    using wire = echo.connect();
    void wire.send(get(path) + get("/never"));
    expect(await wire.rest()).toBe("");
    expect(echo.defects.splice(0)).toEqual([defect]);
    void other.send(get());
    expect((await other.answer()).body).toBe("good");
  }
  expect(echo.asked).not.toContain("GET /never");
});
