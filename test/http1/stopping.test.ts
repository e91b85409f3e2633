/* How a server stops: what was asked is answered, and nothing is left behind. */
import { describe, expect, test } from "bun:test";
import { until } from "../program.ts";
import { Wire } from "../raw-http.ts";
import { openEcho } from "./echo.ts";

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;

describe.each([
  ["plain", false],
  ["TLS", true],
])("stop (%s)", (_how, isTls) => {
  test("lets what is in flight get its answer, the last on its connection, and resolves then", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    await using echo = openEcho({ isTls, answer: ({ path }) => promise.then(() => ({ body: path })) });
    using wire = echo.connect();
    void wire.send(get("/1") + get("/2"));
    await until(() => echo.asked.length === 1, "the request");
    let isStopped = false;
    const stopped = echo.server.stop().then(() => {
      isStopped = true;
    });
    await Bun.sleep(30);
    expect(isStopped).toBe(false);
    resolve();
    const { body, headers } = await wire.answer();
    expect({ body, connection: headers.get("connection") }).toEqual({ body: "/1", connection: "close" });
    expect(await wire.rest()).toBe("");
    await stopped;
    expect(echo.asked).toEqual(["GET /1"]);
  });

  test("lets parts that are on their way come to their end", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    async function* parts() {
      yield "one ";
      await promise;
      yield "two";
    }
    await using echo = openEcho({ isTls, answer: () => ({ body: parts() }) });
    using wire = echo.connect();
    void wire.send(get("/"));
    await until(() => wire.received.includes("one"), "the first part");
    const stopped = echo.server.stop();
    resolve();
    expect((await wire.answer()).body).toBe("one two");
    expect(await wire.rest()).toBe("");
    await stopped;
  });

  test("answers a request whose head or body is still coming", async () => {
    await using echo = openEcho({ isTls });
    using head = echo.connect();
    using body = echo.connect();
    await Promise.all([
      head.send("GET / HTTP/1.1\r\nHo"),
      body.send("PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhel"),
    ]);
    await until(() => echo.asked.length === 1, "the request");
    await Bun.sleep(20);
    const stopped = echo.server.stop();
    void head.send("st: a\r\n\r\n");
    void body.send("lo");
    for (const wire of [head, body]) {
      const { status, headers } = await wire.answer();
      expect({ status, connection: headers.get("connection") }).toEqual({ status: 200, connection: "close" });
      expect(await wire.rest()).toBe("");
    }
    await stopped;
  });

  test("closes connections that do nothing at once, and takes no new ones", async () => {
    await using echo = openEcho({ isTls });
    using used = echo.connect();
    void used.send(get("/"));
    expect((await used.answer()).status).toBe(200);
    using unused = echo.connect();
    await until(() => unused.socket.readyState === "open", "the connection");
    await Bun.sleep(20);
    const stopped = echo.server.stop();
    expect(await used.rest()).toBe("");
    expect(await unused.rest()).toBe("");
    await stopped;
    using late = new Wire(echo.port);
    void late.send(get("/"));
    expect(await late.rest()).toBe("");
    expect(echo.asked).toEqual(["GET /"]);
  });

  test("does not wait for a client that does not close", async () => {
    await using echo = openEcho({ isTls, limits: { farewell: 50, check: 10 } });
    const client = await Bun.connect({
      hostname: "127.0.0.1",
      port: echo.port,
      allowHalfOpen: true,
      ...(isTls && { tls: { rejectUnauthorized: false } }),
      socket: { data() {}, end() {} },
    });
    await Bun.sleep(30);
    await echo.server.stop();
    client.terminate();
  });

  test("resolves when there is nothing to wait for, and again when it is asked again", async () => {
    await using echo = openEcho({ isTls });
    await echo.server.stop();
    await echo.server.stop();
  });
});

describe.each([
  ["plain", false],
  ["TLS", true],
])("terminate (%s)", (_how, isTls) => {
  test("ends everything, and stop resolves", async () => {
    async function* endless() {
      for (;;) {
        yield "x".repeat(1000);
        await Bun.sleep(1);
      }
    }
    await using echo = openEcho({
      isTls,
      answer: ({ path }) => (path === "/parts" ? { body: endless() } : Bun.sleep(100).then(() => ({ body: "late" }))),
    });
    const requests = ["", get("/parts"), get("/late"), get("/late") + get("/never"), "GET / HT"];
    const wires = requests.map((bytes) => {
      const wire = echo.connect();
      void wire.send(bytes);
      return wire;
    });
    await until(() => echo.asked.length === 3, "the requests");
    const stopped = echo.server.stop();
    echo.server.terminate();
    await stopped;
    for (const wire of wires) {
      await wire.rest();
      wire[Symbol.dispose]();
    }
    expect(echo.asked).not.toContain("GET /never");
  });
});

/** What a client may be doing when its connection ends. */
const STATES: readonly string[] = [
  "",
  "\r\n",
  "GET / HT",
  get("/"),
  get("/") + get("/"),
  get("/later"),
  get("/parts"),
  get("/parts") + get("/later"),
  "PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nhel",
  "PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhel",
  "PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nnone\r\n",
  "PUT /later HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 10\r\n\r\n",
  "no request\r\n\r\n",
  "GET / HTTP/1.0\r\n\r\n",
];

test.each([
  ["closed", false],
  ["reset", true],
])(
  "500 connections that are %s in every state leave nothing behind",
  async (_how, isReset) => {
    async function* endless() {
      for (;;) yield "x".repeat(1000);
    }
    const bodies: Promise<unknown>[] = [];
    await using echo = openEcho({
      // None of the limits has to help.
      limits: { head: 60_000, idle: 60_000, rest: 60_000, farewell: 60_000 },
      answer: (request) => {
        if (request.path === "/parts") return { body: endless() };
        const body = (async () => request.readBody(100, 60_000))();
        bodies.push(body.catch(() => {}));
        const reply = body.then((bytes) => ({ body: bytes })).catch(() => ({ status: 400 }));
        return request.path === "/later" ? Bun.sleep(20).then(() => reply) : reply;
      },
    });
    for (let round = 0; round < 5; round++) {
      const wires = Array.from({ length: 100 }, (_, nth) => {
        const wire = echo.connect();
        void wire.send(STATES[nth % STATES.length] ?? "");
        return wire;
      });
      await Bun.sleep(20);
      for (const { socket } of wires) {
        if (isReset) socket.resetAndDestroy();
        else socket.destroy();
      }
    }
    // It resolves only when no connection is left; none of them has to be terminated.
    await echo.server.stop();
    await Promise.all(bodies);
  },
  30_000,
);

test("stop and terminate end hundreds of connections that do nothing", async () => {
  for (const how of ["stop", "terminate"] as const) {
    await using echo = openEcho();
    const wires = Array.from({ length: 500 }, () => echo.connect());
    for (const wire of wires) void wire.send(get("/"));
    for (const wire of wires) await wire.answer();
    const stopped = echo.server.stop();
    if (how === "terminate") echo.server.terminate();
    await stopped;
    for (const wire of wires) wire[Symbol.dispose]();
  }
}, 30_000);
