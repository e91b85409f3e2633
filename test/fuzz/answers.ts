/* What a service may answer to any bytes: an answer that the document declares, or none. */

import document from "../../api/openapi.json" with { type: "json" };
import { ErrorBody } from "../../src/contract/common.ts";
import { failures } from "../../src/contract/errors.ts";
import { operations } from "../../src/contract/index.ts";
import { parseJson } from "../../src/contract/json.ts";
import type { Operation } from "../../src/contract/operation.ts";

/** An answer as it came over the socket. */
export interface Answer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** The first answer in these bytes; undefined while it is not whole. */
export function readAnswer(bytes: string, isHead: boolean): Answer | undefined {
  const end = bytes.indexOf("\r\n\r\n");
  const [, status] = /^HTTP\/1\.1 (\d{3}) /.exec(bytes) ?? [];
  if (end === -1 || status === undefined) return undefined;
  const headers = new Map(
    bytes
      .slice(0, end)
      .split("\r\n")
      .slice(1)
      .map((line) => {
        const colon = line.indexOf(":");
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
      }),
  );
  // An interim answer: the one that counts comes after it.
  if (status.startsWith("1")) return readAnswer(bytes.slice(end + 4), isHead);
  const rest = bytes.slice(end + 4);
  const body = isHead || status === "204" || status === "304" ? "" : bodyOf(rest, headers);
  return body === undefined ? undefined : { status: Number(status), headers, body };
}

function bodyOf(rest: string, headers: ReadonlyMap<string, string>): string | undefined {
  if (headers.get("transfer-encoding") === "chunked") return unchunked(rest);
  const length = Number(headers.get("content-length") ?? 0);
  return rest.length < length ? undefined : rest.slice(0, length);
}

/** The body that is in these chunks; undefined while it is not whole, and empty when they are no chunks. */
export function unchunked(text: string): string | undefined {
  let body = "";
  for (let at = 0; ; ) {
    const end = text.indexOf("\r\n", at);
    if (end === -1) return undefined;
    const size = Number.parseInt(text.slice(at, end), 16);
    // A fuzzed request may write any size, a negative one too.
    if (Number.isNaN(size) || size < 0) return "";
    if (text.length < end + 4 + size) return undefined;
    if (size === 0) return body;
    body += text.slice(end + 2, end + 2 + size);
    at = end + 4 + size;
  }
}

/** The path as the service sees it: the runtime resolves `..` as browsers do. */
function pathOf(target: string): string {
  return URL.canParse(target, "http://shop.test")
    ? new URL(target, "http://shop.test").pathname
    : target.replace(/^https?:\/\/[^/?#]*/i, "").replace(/[?#].*$/s, "");
}

/** Answers of the runtime's HTTP parser, which sees the bytes before any code of ours: without a body. */
const OF_THE_PARSER = [400, 413, 431, 505];

/** Paths that are for people and machines beside the interface. */
const PAGES = /^\/(?:$|docs|openapi\.|metrics|healthz|readyz)/;

/** What is wrong with an answer to a request with this method and target; undefined when nothing is. */
export function faultOf({ status, headers, body }: Answer, method: string, target: string): string | undefined {
  if (!headers.has("x-request-id")) {
    return OF_THE_PARSER.includes(status) && body === "" ? undefined : "it is neither of ours nor of the parser";
  }
  if (status >= 500) return "the service failed";
  const path = pathOf(target);
  if (body === "") return undefined;
  const isPage = PAGES.test(path) && status < 300;
  const type = headers.get("content-type");
  if (!isPage && type !== "application/json") return `its type is ${type}`;
  if (isPage) return undefined;
  const text = Buffer.from(body, "latin1").toString();
  if (status >= 400) return errorFault(status, text) ?? undeclared(status, method, path);
  const operation = operationAt(method, path);
  if (operation === undefined) return "nothing is declared there that succeeds";
  const { success } = operation;
  if (status !== success.status) return `${operation.id} declares ${success.status} for success`;
  const parsed = success.schema.safeParse(parseJson(text));
  return parsed.success ? undefined : `its body is not what ${operation.id} declares: ${parsed.error.message}`;
}

function errorFault(status: number, text: string): string | undefined {
  const parsed = ErrorBody.safeParse(JSON.parse(text));
  if (!parsed.success) return `its body is no Error: ${parsed.error.message}`;
  const declared = Object.entries(failures).find(([code]) => code === parsed.data.code)?.[1].status;
  return parsed.data.status === status && declared === status ? undefined : "its status and its code differ";
}

/** Whether the published document lacks this refusal for the operation that was asked for. */
function undeclared(status: number, method: string, path: string): string | undefined {
  const operation = operationAt(method, path);
  if (operation === undefined) return undefined;
  const paths: Record<string, Record<string, { readonly responses: object }>> = document.paths;
  const responses = paths[operation.path]?.[operation.method.toLowerCase()]?.responses ?? {};
  return String(status) in responses ? undefined : `${operation.id} does not declare ${status}`;
}

function operationAt(method: string, path: string): Operation | undefined {
  return operations.find(
    (operation) =>
      operation.method === (method === "HEAD" ? "GET" : method) &&
      new RegExp(`^/v1${operation.path.replace(/\{\w+\}/g, "[^/]+")}$`).test(path),
  );
}
