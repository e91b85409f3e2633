/* What one reader could take for one request and another for two is refused, and nothing after it is taken for a request. */
import { describe, expect, test } from "bun:test";
import { type Echo, openEcho } from "./echo.ts";

const SMUGGLED = "GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n";

/** Sends bytes, whole or one by one, and expects one refusal and the end. Answers what it says. */
async function refusalOf(echo: Echo, bytes: string, isByteByByte: boolean): Promise<string> {
  using wire = echo.connect();
  const pieces = isByteByByte ? [...bytes] : [bytes];
  const sending = (async () => {
    for (const piece of pieces) {
      await wire.send(piece);
      if (isByteByByte) await new Promise(setImmediate);
    }
  })();
  const { status, headers, body } = await wire.answer();
  expect({ status, connection: headers.get("connection") }).toEqual({ status: 400, connection: "close" });
  expect(await wire.rest()).toBe("");
  await sending;
  expect(echo.asked.filter((asked) => asked.includes("smuggled"))).toEqual([]);
  return body;
}

const head = (...lines: string[]) => ["POST / HTTP/1.1", "Host: a", ...lines, "", ""].join("\r\n");
const CHUNKED = "Transfer-Encoding: chunked";

const noRequests: readonly (readonly [string, string])[] = [
  ["Content-Length and Transfer-Encoding", `${head("Content-Length: 5", CHUNKED)}0\r\n\r\n`],
  ["Transfer-Encoding and Content-Length", `${head(CHUNKED, "Content-Length: 5")}0\r\n\r\n`],
  ["two lengths", `${head("Content-Length: 5", "Content-Length: 6")}hello`],
  ["two equal lengths", `${head("Content-Length: 5", "Content-Length: 5")}hello`],
  ["two equal lengths in one header", `${head("Content-Length: 5, 5")}hello`],
  ["a length with a sign", `${head("Content-Length: +5")}hello`],
  ["a negative length", `${head("Content-Length: -5")}hello`],
  ["a length with a space in it", `${head("Content-Length: 1 5")}hello`],
  ["a length with a space that is none", `${head("Content-Length: 5\xa0")}hello`],
  ["a length with a vertical tab", `${head("Content-Length: 5\v")}hello`],
  ["a length in hexadecimal", `${head("Content-Length: 0x5")}hello`],
  ["a length with an exponent", `${head("Content-Length: 5e0")}hello`],
  ["a length with a point", `${head("Content-Length: 5.0")}hello`],
  ["a length in other digits", `${head("Content-Length: \xb2")}hello`],
  ["an empty length", `${head("Content-Length:")}hello`],
  ["a length that no number holds", `${head("Content-Length: 99999999999999999999")}hello`],
  ["Transfer-Encoding: identity", head("Transfer-Encoding: identity")],
  ["Transfer-Encoding: chunked, chunked", `${head("Transfer-Encoding: chunked, chunked")}0\r\n\r\n`],
  ["Transfer-Encoding: chunked twice", `${head(CHUNKED, CHUNKED)}0\r\n\r\n`],
  ["Transfer-Encoding: xchunked", `${head("Transfer-Encoding: xchunked")}0\r\n\r\n`],
  ["Transfer-Encoding: gzip, chunked", `${head("Transfer-Encoding: gzip, chunked")}0\r\n\r\n`],
  ["Transfer-Encoding: chunked, identity", `${head("Transfer-Encoding: chunked, identity")}0\r\n\r\n`],
  ["Transfer-Encoding: chunked;a=b", `${head("Transfer-Encoding: chunked;a=b")}0\r\n\r\n`],
  ['Transfer-Encoding: "chunked"', `${head('Transfer-Encoding: "chunked"')}0\r\n\r\n`],
  ["Transfer-Encoding after a space that is none", `${head("Transfer-Encoding: \xa0chunked")}0\r\n\r\n`],
  ["an empty Transfer-Encoding", `${head("Transfer-Encoding:")}0\r\n\r\n`],
  ["Transfer-Encoding in HTTP/1.0", `POST / HTTP/1.0\r\n${CHUNKED}\r\n\r\n0\r\n\r\n`],
  ["a folded line", head("X-A: 1", " 2")],
  ["a folded line with a tab", head("X-A: 1", "\tContent-Length: 5")],
  ["a line that starts with a space after the request line", "GET / HTTP/1.1\r\n Host: a\r\n\r\n"],
  ["a space before a colon", head("Content-Length : 5")],
  ["a tab before a colon", head("Content-Length\t: 5")],
  ["a space in a name", head("Content Length: 5")],
  ["no colon", head("Content-Length 5")],
  ["no name", head(": 5")],
  ["a name with a letter beyond ASCII", head("Content-L\xe9ngth: 5")],
  ["a bare LF after the request line", "GET / HTTP/1.1\nHost: a\r\n\r\n"],
  ["a bare LF between headers", "GET / HTTP/1.1\r\nHost: a\nX-A: 1\r\n\r\n"],
  ["a bare LF at the end of the head", "GET / HTTP/1.1\r\nHost: a\r\n\nX: 1\r\n\r\n"],
  ["bare LF only", "GET / HTTP/1.1\nHost: a\n\n"],
  ["a bare CR after the request line", "GET / HTTP/1.1\rHost: a\r\n\r\n"],
  ["a bare CR in a value", head("X-A: 1\rContent-Length: 5")],
  ["a bare CR at the end of a value", "GET / HTTP/1.1\r\nHost: a\r\nX-A: 1\r\r\n\r\n"],
  ["a bare CR before the end of the head", "GET / HTTP/1.1\r\nHost: a\r\n\r\r\n\r\n"],
  ["a bare LF before the request", "\nGET / HTTP/1.1\r\nHost: a\r\n\r\n"],
  ["a bare CR before the request", "\rGET / HTTP/1.1\r\nHost: a\r\n\r\n"],
  ["NUL in a name", head("X\0A: 1")],
  ["NUL in a value", head("X-A: 1\x002")],
  ["DEL in a value", head("X-A: 1\x7f2")],
  ["an escape in a value", head("X-A: \x1b[31m")],
  ["NUL in the target", "GET /\0 HTTP/1.1\r\nHost: a\r\n\r\n"],
  ["no Host", "GET / HTTP/1.1\r\nX-A: 1\r\n\r\n"],
  ["no headers", "GET / HTTP/1.1\r\n\r\n"],
  ["two Hosts", head("Host: b")],
  ["two equal Hosts", head("Host: a")],
  ["two Hosts, one of them empty", head("Host:")],
  ["two Hosts in HTTP/1.0", "GET / HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n"],
  ["a Host with a space", "GET / HTTP/1.1\r\nHost: a b\r\n\r\n"],
  ["a Host with a path", "GET / HTTP/1.1\r\nHost: a/b\r\n\r\n"],
  ["a Host with a user", "GET / HTTP/1.1\r\nHost: a@b\r\n\r\n"],
  ["the preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
  ["HTTP/2.0", "GET / HTTP/2.0\r\nHost: a\r\n\r\n"],
  ["HTTP/0.9", "GET /\r\n\r\n"],
  ["HTTP/1.10", "GET / HTTP/1.10\r\nHost: a\r\n\r\n"],
  ["a version in small letters", "GET / http/1.1\r\nHost: a\r\n\r\n"],
  ["no version", "GET / \r\nHost: a\r\n\r\n"],
  ["no target", "GET HTTP/1.1\r\nHost: a\r\n\r\n"],
  ["an empty target", "GET  HTTP/1.1\r\nHost: a\r\n\r\n"],
  ["two spaces in the request line", "GET  / HTTP/1.1\r\nHost: a\r\n\r\n"],
  ["a space at the end of the request line", "GET / HTTP/1.1 \r\nHost: a\r\n\r\n"],
  ["a space before the request line", " GET / HTTP/1.1\r\nHost: a\r\n\r\n"],
  ["a space in the target", "GET /a b HTTP/1.1\r\nHost: a\r\n\r\n"],
  ["a tab in the request line", "GET\t/\tHTTP/1.1\r\nHost: a\r\n\r\n"],
  ["a method with a colon", "GET: / HTTP/1.1\r\nHost: a\r\n\r\n"],
  ["a target beyond ASCII", "GET /\xe9 HTTP/1.1\r\nHost: a\r\n\r\n"],
  ["a target with a fragment", "GET /#top HTTP/1.1\r\nHost: a\r\n\r\n"],
];

describe.each([
  ["at once", false],
  ["byte by byte", true],
])("sent %s, it is refused and the connection closed:", (_how, isByteByByte) => {
  test.each(noRequests)("%s", async (_what, bytes) => {
    await using echo = openEcho();
    expect(await refusalOf(echo, bytes + SMUGGLED, isByteByByte)).toStartWith("malformed_request: ");
    expect(echo.asked).toEqual([]);
    expect(echo.refused).toEqual(["malformed_request"]);
  });

  test.each([
    ["no size", "\r\nhello\r\n0\r\n\r\n"],
    ["a size that is no hexadecimal", "g\r\nhello\r\n0\r\n\r\n"],
    ["a size with a prefix", "0x5\r\nhello\r\n0\r\n\r\n"],
    ["a negative size", "-5\r\nhello\r\n0\r\n\r\n"],
    ["a size with a sign", "+5\r\nhello\r\n0\r\n\r\n"],
    ["a size after a space", " 5\r\nhello\r\n0\r\n\r\n"],
    ["a size before a space", "5 \r\nhello\r\n0\r\n\r\n"],
    ["a size that no number holds", "fffffffffffffffff\r\nhello\r\n0\r\n\r\n"],
    ["a size that ends with LF", "5\nhello\r\n0\r\n\r\n"],
    ["a size that ends with CR", "5\rhello\r\n0\r\n\r\n"],
    ["a chunk that is longer than its size", "5\r\nhello!\r\n0\r\n\r\n"],
    ["a chunk that is shorter than its size", "6\r\nhello\r\n0\r\n\r\n"],
    ["a chunk that ends with LF", "5\r\nhello\n0\r\n\r\n"],
    ["a chunk without an end", "5\r\nhello0\r\n\r\n"],
    ["a NUL in an extension", "5;a=\0\r\nhello\r\n0\r\n\r\n"],
    ["a bare CR in an extension", "5;a\rb\r\nhello\r\n0\r\n\r\n"],
    ["an extension that is too long", `5;${"a".repeat(2000)}\r\nhello\r\n0\r\n\r\n`],
    ["a size that never ends", `${"0".repeat(2000)}5\r\nhello\r\n0\r\n\r\n`],
    ["a trailer that is none", "0\r\nhello\r\n\r\n"],
    ["a folded trailer", "0\r\nX-A: 1\r\n 2\r\n\r\n"],
    ["a trailer that ends with LF", "0\r\nX-A: 1\n\r\n"],
    ["a trailer that is too long", `0\r\nX-A: ${"a".repeat(2000)}\r\n\r\n`],
    ["too many trailers", `0\r\n${`X-A: ${"a".repeat(900)}\r\n`.repeat(20)}\r\n`],
  ])("chunks with %s", async (_what, chunks) => {
    await using echo = openEcho();
    expect(await refusalOf(echo, head(CHUNKED) + chunks + SMUGGLED, isByteByByte)).toBe("malformed");
    expect(echo.asked).toEqual(["POST /"]);
  });
});

test("chunks that are none end the connection after the answer of whoever does not read them", async () => {
  await using echo = openEcho({ answer: () => ({ body: "unread" }) });
  using wire = echo.connect();
  void wire.send(`${head(CHUNKED)}5\r\nhello!\r\n0\r\n\r\n${SMUGGLED}`);
  expect((await wire.answer()).body).toBe("unread");
  expect(await wire.rest()).toBe("");
  expect(echo.asked).toEqual(["POST /"]);
});

test("what is no request is refused after the answers to those before it", async () => {
  await using echo = openEcho({ answer: ({ path }) => Bun.sleep(20).then(() => ({ body: path })) });
  using wire = echo.connect();
  void wire.send(`GET /1 HTTP/1.1\r\nHost: a\r\n\r\nGET /2 HTTP/1.1\r\nHost: a\r\n\r\nGET /3\r\n\r\n${SMUGGLED}`);
  expect((await wire.answer()).body).toBe("/1");
  expect((await wire.answer()).body).toBe("/2");
  expect((await wire.answer()).status).toBe(400);
  expect(await wire.rest()).toBe("");
  expect(echo.asked).toEqual(["GET /1", "GET /2"]);
});
