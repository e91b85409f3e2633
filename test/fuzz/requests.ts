/* Requests that nobody should send: valid ones with something wrong in them, and random bytes. */
import type { Chance } from "../support/seed.ts";

interface Parts {
  method: string;
  target: string;
  version: string;
  headers: [string, string][];
  body: string | undefined;
}

const TARGETS = [
  "/v1/pets",
  "/v1/pets?limit=20&status=available",
  "/v1/pets?limit=1&cursor=MS4wLjE",
  "/v1/pets?ids=1,2,3",
  "/v1/pets/1",
  "/v1/pets/2?x=1",
  "/v1/inventory",
  "/v1/inventory?limit=5",
  "/v1/inventory/1",
  "/v1/store/orders?limit=1",
  "/healthz",
  "/readyz",
  "/metrics",
  "/v1/openapi.json",
  "/docs",
  "/v1",
  "/",
] as const;

const METHODS = ["GET", "GET", "GET", "HEAD", "OPTIONS", "PUT", "DELETE", "POST", "PATCH"] as const;

const BODIES = [
  '{"name":"Rex","categoryId":7}',
  '{"name":"Mia","categoryId":-9223372036854775808,"status":"sold"}',
  '{"quantity":5}',
  '{"quantity":5.0,"changeFromQuantity":5}',
  "[1,2,3]",
  '"text"',
  "",
] as const;

const EXTRA_HEADERS = [
  ["If-None-Match", '"abc"'],
  ["If-Match", "*"],
  ["Idempotency-Key", "key-1"],
  ["Prefer", "handling=strict"],
  ["Accept", "application/json;q=0.5, */*;q=0.1"],
  ["Accept-Encoding", "gzip, br"],
  ["X-Request-Id", "mine"],
  ["Origin", "https://shop.example"],
  ["Access-Control-Request-Method", "POST"],
  ["Connection", "close"],
  ["Range", "bytes=0-1"],
  ["Expect", "100-continue"],
  ["Upgrade", "websocket"],
  ["Cookie", "a=b"],
] satisfies [string, string][];

/** Texts that have broken services before. */
const NASTY = [
  ..."\0\x01\t\n\r \"\\'%&=?#/;:,.*+-~{}[]<>|^`@\x7f\x80\xff",
  ..."%00 %ff %2e%2e%2f % ../ // http://[::1 limit= cursor= ids=1, null true NaN __proto__ constructor toString".split(
    " ",
  ),
  ..."0 -0 -1 1e400 1.5 9223372036854775807 9223372036854775808 -9223372036854775809 2147483648".split(" "),
  ...["\r\n", "\r\n\r\n", "Content-Length: 3\r\n", "Transfer-Encoding: chunked\r\n", "Host: a b\r\n"],
  // UTF-8: a letter, a surrogate, a dog and a byte order mark.
  ...["\u00c3\u00a9", "\u00ed\u00a0\u0080", "\u00f0\u009f\u0090\u0095", "\u00ef\u00bb\u00bf"],
  ...['"\\ud800"', "\\u0000", '{"name":', "[".repeat(38), '"name":"Rex",'],
  ...["application/json", "application/json;charset=utf-16", "handling=strict", 'W/"x"', "Bearer ", "chunked"],
  ...["a".repeat(300), "a".repeat(9000), "9".repeat(400)],
];

/** One request, with one byte for each character. */
export function requestFor(by: Chance, key: string): string {
  if (by.percent(3)) return noise(by, 1 + by.below(300));
  const parts = valid(by, key);
  const spoils = by.below(4);
  for (let count = 0; count < spoils; count++) spoilPart(parts, by);
  let text = write(parts, by);
  if (by.percent(25)) for (let count = 1 + by.below(4); count > 0; count--) text = spoil(text, by);
  return text;
}

function valid(by: Chance, key: string): Parts {
  const target = by.pick(TARGETS);
  const isWrite = by.percent(40) && /^\/v1\/(?:pets|inventory)/.test(target);
  const method = isWrite ? (target.startsWith("/v1/pets") ? "POST" : "PATCH") : by.pick(METHODS);
  const hasBody = isWrite || by.percent(5);
  const headers: [string, string][] = [["Host", "shop.test"]];
  if (by.percent(97)) headers.push(["Authorization", `Bearer ${key}`]);
  if (hasBody) headers.push(["Content-Type", "application/json"]);
  for (let count = by.below(3); count > 0; count--) headers.push([...by.pick(EXTRA_HEADERS)]);
  return { method, target, version: "HTTP/1.1", headers, body: hasBody ? by.pick(BODIES) : undefined };
}

/** Spoils one part of a request and keeps its form. */
function spoilPart(parts: Parts, by: Chance): void {
  const which = by.below(20);
  const header = parts.headers[by.below(parts.headers.length)];
  if (which < 6) parts.body = parts.body === undefined ? undefined : spoil(parts.body, by);
  else if (which < 13) parts.target = sendable(spoil(parts.target, by), by);
  else if (which < 17 && header !== undefined) header[1] = spoil(header[1], by);
  else if (which < 18 && header !== undefined) header[0] = spoil(header[0], by);
  else if (which < 19) parts.headers.push([by.pick(NASTY), by.pick(NASTY)]);
  else if (by.percent(50)) parts.method = spoil(parts.method, by);
  else parts.version = spoil(parts.version, by);
}

/** Mostly without the characters that end a target: our own code is behind the parser. */
function sendable(target: string, by: Chance): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the parser refuses them
  return by.percent(90) ? target.replace(/[\x00-\x20\x7f]/g, (byte) => encodeURIComponent(byte)) : target;
}

/** Mostly with the right length, else in chunks or with a wrong length. */
function write({ method, target, version, headers, body }: Parts, by: Chance): string {
  const head = [`${method} ${target} ${version}`, ...headers.map(([name, value]) => `${name}: ${value}`)];
  if (body === undefined) return `${head.join("\r\n")}\r\n\r\n`;
  const isChunked = by.percent(10);
  const length = by.percent(95) ? body.length : by.below(200);
  head.push(isChunked ? "Transfer-Encoding: chunked" : `Content-Length: ${length}`);
  const chunk = body === "" ? "" : `${body.length.toString(16)}\r\n${body}\r\n`;
  return `${head.join("\r\n")}\r\n\r\n${isChunked ? `${chunk}0\r\n\r\n` : body}`;
}

/** Removes, adds, repeats or changes some bytes, or flips one bit. */
function spoil(text: string, by: Chance): string {
  const at = by.below(text.length + 1);
  const length = 1 + by.below(by.percent(80) ? 4 : 40);
  const [before, after] = [text.slice(0, at), text.slice(at)];
  switch (by.below(7)) {
    case 0:
      return before + after.slice(length);
    case 1:
      return before + noise(by, length) + after;
    case 2:
      return before + text.slice(at, at + length).repeat(1 + by.below(20)) + after;
    case 3:
      return before + after.replace(/^./s, (byte) => String.fromCharCode(byte.charCodeAt(0) ^ (1 << by.below(8))));
    case 4:
      return before + by.pick(NASTY) + after.slice(length);
    default:
      return before + by.pick(NASTY) + after;
  }
}

function noise(by: Chance, length: number): string {
  return String.fromCharCode(...Array.from({ length }, () => by.below(256)));
}
