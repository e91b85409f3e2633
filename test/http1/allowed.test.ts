/* What RFC 9112 allows is taken for what it means. */
import { describe, expect, test } from "bun:test";
import { echoed, openEcho } from "./echo.ts";

/** What the echo says of a request to `/` with these headers. */
function echoOf(headers: Readonly<Record<string, string>>, body = "", method = "GET"): string {
  const all: Record<string, string> = { host: "a", ...headers };
  return echoed({ method, path: "/", query: "", header: (name) => all[name] }, body);
}

const utf8 = (bytes: string) => Buffer.from(bytes, "latin1").toString();

test.each<[string, string, string]>([
  ["names in any case", "GET / HTTP/1.1\r\nhOsT: a\r\nX-a: 1\r\nx-B: 2\r\n\r\n", echoOf({ "x-a": "1", "x-b": "2" })],
  ["no space after a colon", "GET / HTTP/1.1\r\nHost:a\r\nX-A:1\r\n\r\n", echoOf({ "x-a": "1" })],
  [
    "spaces and tabs around a value",
    "GET / HTTP/1.1\r\nHost: \ta\t \r\nX-A: \t 1 2 \t\r\n\r\n",
    echoOf({ "x-a": "1 2" }),
  ],
  [
    "bytes beyond ASCII in a value",
    "GET / HTTP/1.1\r\nHost: a\r\nX-A: \xe9\xff\xa0\r\n\r\n",
    echoOf({ "x-a": "éÿ\xa0" }),
  ],
  ["an empty value", "GET / HTTP/1.1\r\nHost: a\r\nX-A:\r\n\r\n", echoOf({ "x-a": "" })],
  ["a header that stands twice", "GET / HTTP/1.1\r\nX-A: 1\r\nHost: a\r\nX-A: 2\r\n\r\n", echoOf({ "x-a": "1, 2" })],
  ["names that objects have", "GET / HTTP/1.1\r\nHost: a\r\n__proto__: 1\r\nconstructor: 2\r\n\r\n", echoOf({})],
  ["the whole address as the target", "GET http://b/ HTTP/1.1\r\nHost: a\r\n\r\n", echoOf({})],
  ["an address without a path", "GET http://b HTTP/1.1\r\nHost: a\r\n\r\n", echoOf({})],
  ["empty lines before a request", "\r\n\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n", echoOf({})],
  ["an empty Host", "GET / HTTP/1.1\r\nHost:\r\n\r\n", echoOf({ host: "" })],
  ["a Host that is an address", "GET / HTTP/1.1\r\nHost: [::1]:8080\r\n\r\n", echoOf({ host: "[::1]:8080" })],
  ["a minor version that is not known yet", "GET / HTTP/1.2\r\nHost: a\r\n\r\n", echoOf({})],
  [
    "a length with zeros before it",
    "PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 0002\r\n\r\nhi",
    echoOf({}, "hi", "PUT"),
  ],
  [
    "an upgrade to another protocol, which is passed over",
    "GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
    echoOf({}),
  ],
])("%s, and the connection stays open", async (_what, bytes, expected) => {
  await using echo = openEcho();
  using wire = echo.connect();
  for (let nth = 0; nth < 2; nth++) {
    void wire.send(bytes);
    const { status, headers, body } = await wire.answer();
    expect({ status, body: utf8(body) }).toEqual({ status: 200, body: expected });
    expect(headers.get("connection")).toBeUndefined();
  }
});

test.each(["OPTIONS *", "CONNECT a:443", "GET a"])("%s keeps its target as its path", async (start) => {
  await using echo = openEcho();
  using wire = echo.connect();
  void wire.send(`${start} HTTP/1.1\r\nHost: a\r\n\r\n`);
  const [method, path] = start.split(" ");
  expect(JSON.parse((await wire.answer()).body)).toMatchObject({ method, path });
});

test("a request knows the address that it came from", async () => {
  await using echo = openEcho({ answer: ({ peer }) => ({ body: peer }) });
  using wire = echo.connect();
  void wire.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  expect((await wire.answer()).body).toBe("127.0.0.1");
});

test("a path is not resolved, and a query begins at the first question mark", async () => {
  await using echo = openEcho();
  using wire = echo.connect();
  void wire.send("GET //a/../%2e%2e/b;c?d?e=/f&g HTTP/1.1\r\nHost: a\r\n\r\n");
  expect(JSON.parse((await wire.answer()).body)).toMatchObject({ path: "//a/../%2e%2e/b;c", query: "d?e=/f&g" });
});

describe("the last request on a connection", () => {
  test.each([
    ["Connection: close", "GET /1 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"],
    ["Connection: Close", "GET /1 HTTP/1.1\r\nHost: a\r\nConnection: Close\r\n\r\n"],
    ["close in a list", "GET /1 HTTP/1.1\r\nHost: a\r\nConnection: x, close ,y\r\n\r\n"],
    ["close in a second header", "GET /1 HTTP/1.1\r\nHost: a\r\nConnection: x\r\nConnection: close\r\n\r\n"],
    ["HTTP/1.0", "GET /1 HTTP/1.0\r\n\r\n"],
    ["HTTP/1.0 that would keep it open", "GET /1 HTTP/1.0\r\nConnection: keep-alive\r\n\r\n"],
    ["HTTP/1.0 with a body", "POST /1 HTTP/1.0\r\nContent-Length: 2\r\n\r\nhi"],
  ])("is one with %s: it is answered, and none after it", async (_what, bytes) => {
    await using echo = openEcho();
    using wire = echo.connect();
    void wire.send(`${bytes}GET /2 HTTP/1.1\r\nHost: a\r\n\r\n`);
    const { status, headers } = await wire.answer();
    expect({ status, connection: headers.get("connection") }).toEqual({ status: 200, connection: "close" });
    expect(await wire.rest()).toBe("");
    expect(echo.asked).toHaveLength(1);
  });

  test.each(["closed", "x-close", "keep-alive", '"close"'])("is not one with Connection: %s", async (connection) => {
    await using echo = openEcho();
    using wire = echo.connect();
    for (let nth = 0; nth < 2; nth++) {
      void wire.send(`GET / HTTP/1.1\r\nHost: a\r\nConnection: ${connection}\r\n\r\n`);
      expect((await wire.answer()).headers.get("connection")).toBeUndefined();
    }
  });
});

describe("a client that says it sends nothing more", () => {
  const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;

  test.each([false, true])("still gets all its answers (over TLS: %p)", async (isTls) => {
    await using echo = openEcho({ isTls, answer: ({ path }) => Bun.sleep(10).then(() => ({ body: path })) });
    using wire = echo.connect();
    void wire.send(get("/1") + get("/2") + get("/3"));
    wire.end();
    for (const path of ["/1", "/2", "/3"]) expect((await wire.answer()).body).toBe(path);
    expect(await wire.rest()).toBe("");
  });

  test("still gets the answer to a body that came whole", async () => {
    await using echo = openEcho({
      answer: (request) => Bun.sleep(10).then(async () => ({ body: await request.readBody(9, 9) })),
    });
    using wire = echo.connect();
    void wire.send("PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello");
    wire.end();
    expect((await wire.answer()).body).toBe("hello");
  });

  test("is told that a body broke off, whenever it is asked for", async () => {
    for (const delay of [0, 30]) {
      await using echo = openEcho({
        answer: async (request) => {
          await Bun.sleep(delay);
          const reason = await (async () => request.readBody(9, 5_000))().catch(({ reason }) => reason);
          return { status: 400, body: reason };
        },
      });
      using wire = echo.connect();
      void wire.send("PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhel");
      await Bun.sleep(10);
      wire.end();
      expect((await wire.answer()).body).toBe("broken off");
      expect(await wire.rest()).toBe("");
    }
  });

  test("gets no answer to a head that broke off", async () => {
    await using echo = openEcho();
    using wire = echo.connect();
    void wire.send(`${get("/1")}GET /2 HTTP/1.1\r\nHo`);
    wire.end();
    expect((await wire.answer()).status).toBe(200);
    expect(await wire.rest()).toBe("");
    expect(echo.asked).toEqual(["GET /1"]);
  });
});
