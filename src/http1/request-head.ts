/*
 * The head of an HTTP/1.1 request, read as strictly as RFC 9112 allows: what one reader takes for one request and another for
 * two is how requests are smuggled, so whatever is not plainly one request is refused.
 */

/** The longest head of a request, in bytes. */
export const HEAD_MAX = 16 * 1024;

/** How many header fields a request may have. */
const FIELDS_MAX = 100;

/** Fields up to this size, in characters, are remembered: clients send the same again and again. */
const REMEMBERED_MAX = 2048;

/** Why a connection is refused what it asks, or may not ask at all. The message is for the client. */
export class ProtocolError extends Error {
  readonly code: "malformed_request" | "headers_too_large" | "request_timeout" | "service_unavailable";

  constructor(code: ProtocolError["code"], message: string) {
    super(message);
    this.code = code;
  }
}

/** The refusal of what is not HTTP/1.1 as this service reads it. */
export function malformed(what: string): ProtocolError {
  return new ProtocolError("malformed_request", `The request is not HTTP/1.1 (RFC 9112): ${what}`);
}

/** The refusal of what has not come whole in this time. */
export function lateHead(ms: number): ProtocolError {
  return new ProtocolError("request_timeout", `The head of the request did not arrive within ${ms / 1000} s`);
}

function tooLarge(most: string): ProtocolError {
  return new ProtocolError("headers_too_large", `The head of a request may have ${most}`);
}

/** What the header fields of a request say. */
interface Fields {
  /** By lower-case name; the values of a name that stands more than once are joined by commas (RFC 9110 5.3). */
  readonly headers: ReadonlyMap<string, string>;
  /** The bytes of the body; undefined when it comes in chunks, which say themselves where it ends. */
  readonly length: number | undefined;
  /** The client sends nothing after this request. */
  readonly isLast: boolean;
  /** The client waits for a word before it sends the body (RFC 9110 10.1.1). */
  readonly expectsContinue: boolean;
}

/** What a request says before its body. */
export interface RequestHead extends Fields {
  readonly method: string;
  /** The path of its target, as it was sent. */
  readonly path: string;
  /** The query of its target as it was sent, without the question mark. */
  readonly query: string;
  /** An HTTP/1.0 client: it knows no chunks, and each request has a connection of its own. */
  readonly isOld: boolean;
}

const TOKEN = "[!#$%&'*+\\-.^_`|~\\dA-Za-z]+";
const REQUEST_LINE = new RegExp(`^(${TOKEN}) ([!"$-~]+) HTTP/1\\.(\\d)$`);

/** No folded lines, no space before a colon, no control characters: RFC 9112 5.1 and 5.2 ask for that. */
const FIELD_LINES = new RegExp(`^(?:${TOKEN}:[\\t -~\\x80-\\xff]*(?:\\r\\n|$))*$`);

/** Whether a text is lines of `name: value`. */
export function areFieldLines(text: string): boolean {
  return FIELD_LINES.test(text);
}

/** Reads the heads of the requests on one connection. */
export class HeadReader {
  /** Of the request before: clients send the same fields again and again. */
  #text: string | undefined;
  #fields: Fields | undefined;

  /**
   * Reads the head at the start of the input, which may have no end yet, and tells how much of the input was read. Throws what can
   * be no head, whatever comes after it.
   */
  read(input: Buffer): { readonly head: RequestHead | undefined; readonly end: number } {
    let start = 0;
    // RFC 9112 2.2: empty lines before a request are passed over.
    while (input[start] === CR && input[start + 1] === LF) start += 2;
    const end = input.indexOf("\r\n\r\n", start);
    const size = (end === -1 ? input.length - PARTIAL_END_MAX : end) - start;
    if (size > HEAD_MAX) throw tooLarge(`${HEAD_MAX} bytes`);
    const text = input.toString("latin1", start, end === -1 ? input.length : end);
    if (end !== -1) return { head: this.#readHead(text), end: end + 4 };
    if (/(?:^|[^\r])\n/.test(text)) throw malformed("a line: expected it to end with CR LF");
    return { head: undefined, end: start };
  }

  #readHead(text: string): RequestHead {
    const end = text.indexOf("\r\n");
    const line = REQUEST_LINE.exec(end === -1 ? text : text.slice(0, end));
    if (line === null) {
      throw malformed("the request line: expected a method, a target without spaces or a fragment, and HTTP/1.1");
    }
    const [, method = "", target = "", minor] = line;
    const isOld = minor === "0";
    const { headers, length, isLast, expectsContinue } = this.#readFields(end === -1 ? "" : text.slice(end + 2), isOld);
    const mark = target.indexOf("?");
    return {
      method,
      path: pathOf(mark === -1 ? target : target.slice(0, mark)),
      query: mark === -1 ? "" : target.slice(mark + 1),
      headers,
      length,
      isOld,
      isLast,
      expectsContinue,
    };
  }

  #readFields(text: string, isOld: boolean): Fields {
    if (isOld) return readFields(text, isOld);
    if (this.#fields !== undefined && this.#text === text) return this.#fields;
    const fields = readFields(text, isOld);
    const isKept = text.length <= REMEMBERED_MAX;
    this.#text = isKept ? text : undefined;
    this.#fields = isKept ? fields : undefined;
    return fields;
  }
}

const [TAB, LF, CR, SPACE] = [9, 10, 13, 32];

/** What may have come of the empty line that ends a head. */
const PARTIAL_END_MAX = 3;

/** RFC 3986 3.2.2 and 3.2.3. Two of them are joined by a comma. */
const HOST = /^[\w.~!$&'()*+;=:%[\]-]*$/;

/** A part of a text without the spaces and tabs around it (RFC 9110 5.5). `trim` takes more away: it would find a length in "5\xa0". */
function trimmed(text: string, start: number, end: number): string {
  let [from, to] = [start, end];
  while (from < to && isBlank(text.charCodeAt(from))) from++;
  while (from < to && isBlank(text.charCodeAt(to - 1))) to--;
  return text.slice(from, to);
}

function isBlank(code: number): boolean {
  return code === SPACE || code === TAB;
}

function readFields(text: string, isOld: boolean): Fields {
  if (!FIELD_LINES.test(text)) throw malformed("a header: expected `name: value` on one line");
  const headers = new Map<string, string>();
  let start = 0;
  for (let count = 1; start < text.length; count++) {
    if (count > FIELDS_MAX) throw tooLarge(`${FIELDS_MAX} header fields`);
    const lineEnd = text.indexOf("\r\n", start);
    const end = lineEnd === -1 ? text.length : lineEnd;
    const colon = text.indexOf(":", start);
    const name = text.slice(start, colon).toLowerCase();
    const value = trimmed(text, colon + 1, end);
    const other = headers.get(name);
    headers.set(name, other === undefined ? value : `${other}, ${value}`);
    start = end + 2;
  }
  const host = headers.get("host");
  if (host === undefined ? !isOld : !HOST.test(host)) throw malformed("Host: expected exactly one, a name and a port");
  return {
    headers,
    length: lengthOf(headers, isOld),
    isLast: isOld || /(?:^|,)[\t ]*close[\t ]*(?:,|$)/i.test(headers.get("connection") ?? ""),
    expectsContinue: !isOld && headers.get("expect")?.toLowerCase() === "100-continue",
  };
}

/** RFC 9112 3.2: a path, or the whole address as it is sent to proxies. Whatever else it is leads nowhere. */
function pathOf(target: string): string {
  if (target.startsWith("/")) return target;
  const [, path] = /^https?:\/\/[^/]+(.*)$/i.exec(target) ?? [];
  return path === undefined ? target : path || "/";
}

/** RFC 9112 6.3: one way to tell where the body ends, never two. */
function lengthOf(headers: ReadonlyMap<string, string>, isOld: boolean): number | undefined {
  const length = headers.get("content-length");
  const coding = headers.get("transfer-encoding");
  if (coding === undefined) {
    if (length === undefined) return 0;
    if (!/^\d{1,15}$/.test(length)) throw malformed("Content-Length: expected one number of bytes");
    return Number(length);
  }
  if (length !== undefined) throw malformed("Transfer-Encoding and Content-Length: expected one of them");
  if (isOld || coding.toLowerCase() !== "chunked") throw malformed("Transfer-Encoding: expected chunked, in HTTP/1.1");
  return undefined;
}
