/* Nothing that a client does, or leaves undone, takes time or memory without bound. */
import { describe, expect, test } from "bun:test";
import { HEAD_MAX } from "../../src/http1/request-head.ts";
import { until } from "../program.ts";
import { Wire } from "../raw-http.ts";
import { type Echo, openEcho, type Reply } from "./echo.ts";

const get = (path = "/", ...lines: string[]) => [`GET ${path} HTTP/1.1`, "Host: a", ...lines, "", ""].join("\r\n");

/** Times short enough for a test, and far enough apart to tell which of them it was. */
const SHORT = { head: 250, idle: 250, rest: 250, farewell: 250, check: 10 };
const NEVER = 60_000;

/** A request whose head has exactly so many bytes, its last empty line aside. */
function headOf(size: number): string {
  const start = get("/", "X-A: ").slice(0, -4);
  return `${start}${"x".repeat(size - start.length)}\r\n\r\n`;
}

describe("a head", () => {
  test("of 16 KiB is taken, however it comes", async () => {
    await using echo = openEcho();
    using wire = echo.connect();
    const bytes = headOf(HEAD_MAX);
    for (const places of [[0], [HEAD_MAX], [HEAD_MAX + 1], [HEAD_MAX + 2], [HEAD_MAX + 3], [1, HEAD_MAX + 3]]) {
      for (const [nth, place] of [...places, bytes.length].entries()) {
        await wire.send(bytes.slice(places[nth - 1] ?? 0, place));
        await Bun.sleep(2);
      }
      expect((await wire.answer()).status).toBe(200);
    }
  });

  test.each<[string, string]>([
    ["in one header", headOf(HEAD_MAX + 1)],
    ["in many headers", get("/", ...Array<string>(2000).fill("X-A: 12345"))],
    ["in its target", get(`/${"x".repeat(HEAD_MAX)}`)],
    ["in its method", `${"X".repeat(HEAD_MAX)} / HTTP/1.1\r\nHost: a\r\n\r\n`],
  ])("of more is 431, whole or as it trickles in: %s", async (_where, bytes) => {
    await using echo = openEcho();
    for (const size of [bytes.length, 1000]) {
      using wire = echo.connect();
      const sending = (async () => {
        for (let at = 0; at < bytes.length; at += size) {
          await wire.send(bytes.slice(at, at + size));
          await new Promise(setImmediate);
        }
      })();
      expect((await wire.answer()).status).toBe(431);
      expect(await wire.rest()).toBe("");
      await sending;
    }
    expect(echo.asked).toEqual([]);
  });

  test("of any size that never ends is 431, and what comes after is not kept", async () => {
    await using echo = openEcho();
    using wire = echo.connect();
    for (let sent = 0; sent < 1000 && wire.received === ""; sent++) await wire.send("x".repeat(1000));
    expect((await wire.answer()).status).toBe(431);
  });

  test.each(["G", "GET / HTTP/1.1\r\nHo", "\r\n\r"])("that does not come to its end is 408: %p", async (begun) => {
    await using echo = openEcho({ limits: { ...SHORT, idle: NEVER } });
    using wire = echo.connect();
    void wire.send(get());
    expect((await wire.answer()).status).toBe(200);
    void wire.send(begun);
    const { status, headers } = await wire.answer();
    expect({ status, connection: headers.get("connection") }).toEqual({ status: 408, connection: "close" });
    expect(await wire.rest()).toBe("");
  });

  test("that comes byte by byte is 408 as well: no byte makes it more time", async () => {
    await using echo = openEcho({ limits: { ...SHORT, idle: NEVER } });
    using wire = echo.connect();
    for (const byte of get("/".padEnd(1000, "x"))) {
      if (wire.received !== "") break;
      await wire.send(byte);
      await Bun.sleep(2);
    }
    expect((await wire.answer()).status).toBe(408);
    expect(echo.asked).toEqual([]);
  });
});

describe("a connection on which nothing moves is closed", () => {
  const limits = { ...SHORT, head: NEVER, rest: NEVER };

  test.each<[string, string]>([
    ["before its first request", ""],
    ["and gets no answer to empty lines", "\r\n\r\n"],
  ])("%s", async (_when, bytes) => {
    await using echo = openEcho({ limits });
    using wire = echo.connect();
    if (bytes !== "") void wire.send(bytes);
    expect(await wire.rest()).toBe("");
  });

  test.each<[string, string]>([
    ["after an answer", get()],
    ["after a body that nobody read", "PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello"],
  ])("%s", async (_when, bytes) => {
    await using echo = openEcho({ limits, answer: () => ({ body: "unread" }) });
    using wire = echo.connect();
    void wire.send(bytes);
    expect((await wire.answer()).headers.get("connection")).toBeUndefined();
    expect(await wire.rest()).toBe("");
  });

  test("but not while its request is worked on", async () => {
    await using echo = openEcho({ limits, answer: () => Bun.sleep(600).then(() => ({ body: "late" })) });
    using wire = echo.connect();
    void wire.send(get());
    expect((await wire.answer()).body).toBe("late");
  });
});

test.each<[string, string]>([
  ["nothing", ""],
  ["what is no TLS", get()],
  ["half of a greeting", "\x16\x03\x01\x02\x00\x01"],
])("a client that sends %s over TLS is cut, and takes no part in anything", async (_what, bytes) => {
  await using echo = openEcho({ isTls: true, limits: { ...SHORT, head: NEVER } });
  using wire = new Wire(echo.port);
  if (bytes !== "") void wire.send(bytes);
  await wire.rest();
  expect([...echo.asked, ...echo.refused]).toEqual([]);
});

const MEGABYTES = Buffer.alloc(3_000_000, "0123456789");

/** Expects that a client that looked away finds the answer whole, though the connection was ended meanwhile. */
async function expectWhole(echo: Echo, request: string, ends: () => Promise<unknown>): Promise<void> {
  using wire = echo.connect();
  void wire.send(request);
  await until(() => wire.received !== "", "the start of the answer");
  wire.socket.pause();
  await until(() => echo.endings.length === 1, "the answer to be handed over");
  await ends();
  wire.socket.resume();
  const all = await wire.rest();
  expect(all.slice(all.indexOf("\r\n\r\n") + 4) === MEGABYTES.toString()).toBe(true);
}

describe.each([
  ["plain", false],
  ["TLS", true],
])("an answer that the client has not read yet is not lost (%s)", (_how, isTls) => {
  const answer = () => ({ body: MEGABYTES });

  test("when it was the last and the client does not close in time", async () => {
    await using echo = openEcho({ isTls, answer, limits: SHORT });
    await expectWhole(echo, get("/", "Connection: close"), () => Bun.sleep(800));
  });

  test("when it was the last and the client says goodbye before it reads on", async () => {
    await using echo = openEcho({ isTls, answer, limits: SHORT });
    using wire = echo.connect();
    void wire.send(get("/", "Connection: close"));
    await until(() => wire.received !== "", "the start of the answer");
    wire.socket.pause();
    await until(() => echo.endings.length === 1, "the answer to be handed over");
    wire.end();
    await Bun.sleep(50);
    wire.socket.resume();
    expect((await wire.rest()).slice(-MEGABYTES.length) === MEGABYTES.toString()).toBe(true);
  });

  test("when the connection is idle for too long", async () => {
    await using echo = openEcho({ isTls, answer, limits: SHORT });
    await expectWhole(echo, get(), () => Bun.sleep(800));
  });

  test("when the server stops", async () => {
    await using echo = openEcho({ isTls, answer, limits: { ...SHORT, idle: NEVER } });
    await expectWhole(echo, get(), () => echo.server.stop());
  });
});

describe("a reader that stands still", () => {
  async function* endless() {
    for (;;) yield "x".repeat(100_000);
  }

  test.each<[string, () => Reply]>([
    ["parts", () => ({ body: endless() })],
    ["bytes", () => ({ body: Buffer.alloc(30_000_000) })],
  ])("of %s is cut, and its answer ends once", async (_what, answer) => {
    await using echo = openEcho({ answer, limits: { ...SHORT, head: NEVER, rest: NEVER } });
    using wire = echo.connect();
    void wire.send(get());
    await until(() => wire.received !== "", "the start of the answer");
    wire.socket.pause();
    await until(() => echo.endings.length === 1, "the end of the answer");
    wire.socket.resume();
    expect((await wire.rest()).length).toBeLessThan(30_000_000);
  });

  test("is not cut while it takes a little now and then", async () => {
    await using echo = openEcho({ answer: () => ({ body: endless() }), limits: { ...SHORT, idle: 1000 } });
    using wire = echo.connect();
    void wire.send(get());
    for (let nth = 0; nth < 4; nth++) {
      wire.socket.pause();
      await Bun.sleep(400);
      wire.socket.resume();
      const { length } = wire.received;
      await until(() => wire.received.length > length + 1_000_000, "more");
    }
    expect(echo.endings).toEqual([]);
  });
});

describe("what is sent ahead", () => {
  /** Sends this many bytes in pieces until they are no longer taken; answers how many were. */
  async function sendUntilStalled(echo: Echo, wire: ReturnType<Echo["connect"]>, size: number): Promise<() => number> {
    const piece = Buffer.alloc(100_000, "x");
    let taken = 0;
    void (async () => {
      for (let sent = 0; sent < size; sent += piece.length) {
        await wire.send(piece);
        taken += piece.length;
      }
    })();
    let before = -1;
    while (taken !== before) {
      before = taken;
      await Bun.sleep(150);
    }
    expect(echo.asked).toHaveLength(1);
    return () => taken;
  }

  test.each([
    ["plain", false],
    ["TLS", true],
  ])(
    "behind a request that is worked on waits at the client, and is read afterwards (%s)",
    async (_how, isTls) => {
      const { promise, resolve } = Promise.withResolvers<Reply>();
      const answer = ({ path }: { path: string }) => (path === "/slow" ? promise : { body: "quick" });
      await using echo = openEcho({ isTls, answer });
      using wire = echo.connect();
      const size = 50_000_000;
      await wire.send(`${get("/slow")}PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: ${size}\r\n\r\n`);
      const taken = await sendUntilStalled(echo, wire, size);
      expect(taken()).toBeLessThan(size / 2);
      resolve({ body: "slow" });
      expect((await wire.answer()).body).toBe("slow");
      expect((await wire.answer()).body).toBe("quick");
      await until(() => taken() === size, "the rest to be taken");
      void wire.send(get());
      expect((await wire.answer()).body).toBe("quick");
    },
    30_000,
  );

  test("behind an answer that nobody reads waits at the client too", async () => {
    await using echo = openEcho({
      answer: ({ path }) => ({ body: path === "/large" ? Buffer.alloc(20_000_000) : "quick" }),
    });
    using wire = echo.connect();
    const size = 50_000_000;
    await wire.send(`${get("/large")}PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: ${size}\r\n\r\n`);
    wire.socket.pause();
    const taken = await sendUntilStalled(echo, wire, size);
    expect(taken()).toBeLessThan(size / 2);
    wire.socket.resume();
    expect((await wire.answer()).body).toHaveLength(20_000_000);
    expect((await wire.answer()).body).toBe("quick");
    await until(() => taken() === size, "the rest to be taken");
  }, 30_000);
});

test.each([
  ["plain", false],
  ["TLS", true],
])("more connections than may be open are refused with 503, and others are not disturbed (%s)", async (_how, isTls) => {
  await using echo = openEcho({ isTls, maxConnections: 2 });
  using first = echo.connect();
  using second = echo.connect();
  for (const wire of [first, second]) {
    void wire.send(get());
    expect((await wire.answer()).status).toBe(200);
  }
  {
    using third = echo.connect();
    void third.send(get());
    expect((await third.answer()).status).toBe(503);
    expect(await third.rest()).toBe("");
  }
  void first.send(get());
  expect((await first.answer()).status).toBe(200);
  first[Symbol.dispose]();
  await until(async () => {
    using another = echo.connect();
    void another.send(get());
    return (await another.answer()).status === 200;
  }, "a place for another");
});
