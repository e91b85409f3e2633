import type * as z from "zod";
import { type Detail, Failure } from "../contract/errors.ts";
import type { FailureCode } from "../contract/failures.ts";
import { type Json, JsonError, parseJson, preview, truncate } from "../contract/json.ts";
import { bodyTypes, type GivenFile, type Input, type Operation, responseType } from "../contract/operation.ts";
import { safeParse, type UnknownMember, unknownWithin } from "../contract/parsing.ts";
import type { HttpRequest } from "./message.ts";
import { weightsIn } from "./weights.ts";

/** The largest body, in bytes (decision D23). */
export const BODY_MAX = 64 * 1024;

/** The longest request target, in characters. */
const TARGET_MAX = 8192;

/** Refuses a request target that is too long. */
export function requireShortTarget({ path, query }: HttpRequest): void {
  const length = query === "" ? path.length : path.length + 1 + query.length;
  if (length <= TARGET_MAX) return;
  throw new Failure("uri_too_long", `The request target may have ${TARGET_MAX} characters; this one has ${length}`);
}

/** Refuses a client that does not accept the response's media type (RFC 9110 12.5.1). */
export function requireAcceptable(request: HttpRequest, operation: Operation): void {
  const accept = request.header("accept");
  if (accept === undefined || accept === "*/*") return;
  const type = responseType(operation);
  if (accepts(accept, type)) return;
  throw new Failure("not_acceptable", `Accept: expected a list that includes ${type}; got ${preview(accept)}`);
}

/** Whether an Accept header includes a media type. The most specific range decides; `q=0` excludes. */
function accepts(accept: string, type: string): boolean {
  const weights = new Map(weightsIn(accept));
  const group = `${type.split("/")[0]}/*`;
  return (weights.get(type) ?? weights.get(group) ?? weights.get("*/*") ?? 0) > 0;
}

/** Refuses a body of another media type, character set or encoding. Other parameters are ignored (RFC 9110 5.6.6). */
export function requireBodyType(request: HttpRequest, operation: Operation): void {
  if (operation.body === undefined && operation.file === undefined) return;
  const header = request.header("content-type") ?? "";
  const [type = "", ...parameters] = header.split(";").map((part) => part.trim().toLowerCase());
  const types = bodyTypes(operation);
  const charset = parameters
    .find((parameter) => parameter.startsWith("charset="))
    ?.slice(8)
    .replaceAll('"', "");
  if (!types.includes(type) || (charset !== undefined && !/^utf-?8$/.test(charset))) {
    const got = header === "" ? "no Content-Type" : preview(header);
    const expected = `${types.join(" or ")}${types.some((name) => name.startsWith("image/")) ? "" : " in UTF-8"}`;
    throw new Failure("unsupported_media_type", `Content-Type: expected ${expected}; got ${got}`);
  }
  const encoding = request.header("content-encoding");
  if (encoding === undefined || encoding.toLowerCase() === "identity") return;
  const message = `Content-Encoding: expected a body without compression; got ${preview(encoding)}`;
  throw new Failure("unsupported_media_type", message, { headers: { "Accept-Encoding": "identity" } });
}

/** A body that is not JSON, with its media type. */
export function fileOf(request: HttpRequest, bytes: Uint8Array): GivenFile {
  const [type = ""] = (request.header("content-type") ?? "").split(";");
  return { type: type.trim().toLowerCase(), bytes };
}

const UTF_8 = new TextDecoder("utf-8", { fatal: true });

/** Reads the JSON of a body. */
export function parseBody(bytes: Uint8Array): Json {
  if (bytes.byteLength === 0) throw new Failure("malformed_json", "body: expected a JSON object; it is empty");
  try {
    return parseJson(decodeBody(bytes));
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    throw new Failure("malformed_json", `body: expected JSON (RFC 8259) in UTF-8; ${error.message}`);
  }
}

function decodeBody(bytes: Uint8Array): string {
  try {
    // The decoder skips a byte order mark, as RFC 8259 8.1 permits.
    return UTF_8.decode(bytes);
  } catch {
    throw new JsonError("it is not UTF-8");
  }
}

/** The parameters of a query string; a repeated one has all its values. */
export type RawQuery = Record<string, string | string[]>;

/** Reads a query string. */
export function parseQuery(text: string): RawQuery {
  const query: RawQuery = Object.create(null);
  if (text === "") return query;
  for (const [name, value] of new URLSearchParams(text)) {
    const other = query[name];
    if (other === undefined) query[name] = value;
    // Appending keeps thousands of values in one query linear.
    else if (typeof other === "object") other.push(value);
    else query[name] = [other, value];
  }
  return query;
}

/** The input of a request, parsed but not validated. */
export interface RawInput {
  readonly params: Readonly<Record<string, string>>;
  readonly query: RawQuery;
  readonly body: Json | undefined;
  /** Refuses unknown members and parameters instead of ignoring them (`Prefer: handling=strict`, decisions D19 and D20). */
  readonly isStrict: boolean;
}

/** Validates a request. Query and body fail with 400; a path that names nothing fails with 404 (decisions D17 and D21). */
export function validate({ params, query, body }: Operation, raw: RawInput): Input<Operation> {
  if (raw.isStrict) refuseUnknown("invalid_parameter", unknownWithin(query, raw.query));
  const input = {
    query: query && parse("invalid_parameter", query, raw.query, "query"),
    body: body && parse("validation_failed", body, raw.body, "body"),
    params: undefined as unknown,
  };
  if (raw.isStrict && body) refuseUnknown("validation_failed", unknownWithin(body, raw.body));
  const named = params && safeParse(params, raw.params);
  if (named?.success === false) {
    const [problem] = detailsOf(named.error, raw.params, "path");
    throw new Failure("not_found", `Nothing exists at this path: ${problem?.message}`);
  }
  return { ...input, params: named?.data } as Input<Operation>;
}

/** The members of a value that a schema does not have. */
export function unknownMembers(value: object, schema: z.ZodObject | undefined): readonly string[] {
  return Object.keys(value).filter((name) => schema === undefined || !Object.hasOwn(schema.shape, name));
}

function parse(code: FailureCode, schema: z.ZodObject, value: unknown, whole: string): unknown {
  const result = safeParse(schema, value);
  if (result.success) return result.data;
  throw badRequest(code, detailsOf(result.error, value, whole));
}

function detailsOf({ issues }: z.core.$ZodError, value: unknown, whole: string): Detail[] {
  return issues.map(({ path, message }) => {
    const field = path.join(".") || whole;
    const got = path.reduce<unknown>(
      (inner, member) => (inner as Record<PropertyKey, unknown> | undefined)?.[member],
      value,
    );
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    const expected = path.length === 0 && !isObject ? "an object" : message;
    return got === undefined
      ? { field, code: "missing", message: `${field}: expected ${expected}; it is missing` }
      : { field, code: "invalid", message: `${field}: expected ${expected}; got ${preview(got)}` };
  });
}

function refuseUnknown(code: FailureCode, unknown: readonly UnknownMember[]): void {
  if (unknown.length === 0) return;
  const details = unknown.map(({ path, known }): Detail => {
    const field = path.map((name) => truncate(name, 64)).join(".");
    const remedy = known.length === 0 ? "none are known" : `known: ${known.join(", ")}`;
    const message = `${field}: unknown, and the Prefer header asks for strict handling; ${remedy}`;
    return { field, code: "unknown", message };
  });
  throw badRequest(code, details);
}

const DETAILS_MAX = 20;

function badRequest(code: FailureCode, all: readonly Detail[]): Failure {
  const shown = all.slice(0, DETAILS_MAX);
  return new Failure(code, shown.map(({ message }) => message).join(". "), { details: shown });
}
