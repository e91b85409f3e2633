import type * as z from "zod";
import { check, type Issues } from "../contract/check.ts";
import { type Detail, Failure, type FailureCode } from "../contract/errors.ts";
import { brief, cut, type Json, JsonError, parseJson } from "../contract/json.ts";
import type { Input, Operation } from "../contract/operation.ts";
import { BodyError, type HttpRequest } from "../http1/message.ts";
import type { Eventual } from "./later.ts";

/** The largest body, in bytes (decision D23). */
export const BODY_MAX = 64 * 1024;

/** The parameters of a query string; one that is repeated has all its values. */
export type RawQuery = Record<string, string | string[]>;

/** Refuses a request that cannot take JSON (RFC 9110 12.5.1). */
export function requireJsonAccepted(request: HttpRequest): void {
  const accept = request.header("accept");
  if (accept === undefined || accept === "*/*" || acceptsJson(accept)) return;
  throw new Failure("not_acceptable", `Accept: expected a list that takes application/json; got ${brief(accept)}`);
}

/** The most specific range that fits decides; `q=0` excludes. */
function acceptsJson(accept: string): boolean {
  const qualities = new Map(
    accept.split(",").map((range) => {
      const [type = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
      const quality = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
      return [type, quality === undefined ? 1 : Number(quality)] as const;
    }),
  );
  return (qualities.get("application/json") ?? qualities.get("application/*") ?? qualities.get("*/*") ?? 0) > 0;
}

/** Refuses a body that is not JSON in UTF-8. */
export function requireJsonBody(request: HttpRequest): void {
  const type = request.header("content-type") ?? "";
  if (/^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i.test(type)) return;
  const got = type === "" ? "no Content-Type" : brief(type);
  throw new Failure("unsupported_media_type", `Content-Type: expected application/json in UTF-8; got ${got}`);
}

/** Reads a body of at most `BODY_MAX` bytes that arrives within `timeoutMs`. */
export function readBody(request: HttpRequest, timeoutMs: number): Eventual<Uint8Array> {
  try {
    const body = request.readBody(BODY_MAX, timeoutMs);
    return body instanceof Promise ? body.catch(unreadable) : body;
  } catch (error) {
    return unreadable(error);
  }
}

function unreadable(error: unknown): never {
  if (!(error instanceof BodyError)) throw error;
  switch (error.reason) {
    case "too large":
      throw new Failure("payload_too_large", `The body may have ${BODY_MAX} bytes; it has ${error.message}`);
    case "late":
      throw new Failure("request_timeout", `The body did not arrive within ${error.message}`);
    case "malformed":
      throw new Failure("malformed_request", error.message);
    case "broken off":
      // The client went away: nobody reads the answer, and nothing is wrong here.
      throw new Failure("malformed_json", "body: it broke off before its end");
  }
}

const UTF_8 = new TextDecoder("utf-8", { fatal: true });

/** Reads the JSON of a body. */
export function parseBody(bytes: Uint8Array): Json {
  if (bytes.byteLength === 0) throw new Failure("malformed_json", "body: expected a JSON object; it is empty");
  try {
    // A byte order mark is passed over (RFC 8259 8.1 permits it).
    return parseJson(UTF_8.decode(bytes));
  } catch (error) {
    const reason = error instanceof JsonError ? error.message : "it is not UTF-8";
    throw new Failure("malformed_json", `body: expected JSON (RFC 8259) in UTF-8; ${reason}`);
  }
}

/** Reads a query string. */
export function readQuery(text: string): RawQuery {
  const query: RawQuery = Object.create(null);
  if (text === "") return query;
  for (const [name, value] of new URLSearchParams(text)) {
    const other = query[name];
    if (other === undefined) query[name] = value;
    // Not a new list each time: of thousands of values in one query that would take quadratic time.
    else if (typeof other === "object") other.push(value);
    else query[name] = [other, value];
  }
  return query;
}

/** What came with a request, as it was read. */
export interface RawInput {
  readonly params: Record<string, string>;
  readonly query: RawQuery;
  readonly body: Json | undefined;
  /** Refuse what is not known instead of ignoring it (RFC 7240 `handling=strict`, decisions D19 and D20). */
  readonly strict: boolean;
}

/** Validates a request: the query and the body are 400, a path that names nothing is 404 (decisions D17 and D21). */
export function validate({ params, query, body }: Operation, raw: RawInput): Input<Operation> {
  if (raw.strict) refuseUnknown("invalid_parameter", raw.query, query);
  const input = {
    query: query && accept("invalid_parameter", query, raw.query, "query"),
    body: body && accept("validation_failed", body, raw.body, "body"),
    params: undefined as unknown,
  };
  if (raw.strict && body) refuseUnknown("validation_failed", raw.body as Record<string, unknown>, body);
  const named = params && check(params, raw.params);
  if (named?.success === false) {
    throw new Failure(
      "not_found",
      `There is nothing at this path: ${details(named.error, raw.params, "path")[0]?.message}`,
    );
  }
  return { ...input, params: named?.data } as Input<Operation>;
}

function accept(code: FailureCode, schema: z.ZodObject, value: unknown, whole: string): unknown {
  const result = check(schema, value);
  if (result.success) return result.data;
  throw refusal(code, details(result.error, value, whole));
}

function details({ issues }: Issues, value: unknown, whole: string): Detail[] {
  return issues.map(({ path, message }) => {
    const field = path.join(".") || whole;
    const came = path.reduce<unknown>(
      (inner, member) => (inner as Record<PropertyKey, unknown> | undefined)?.[member],
      value,
    );
    const expected = path.length === 0 ? "an object" : message;
    return came === undefined
      ? { field, code: "missing", message: `${field}: expected ${expected}; it is missing` }
      : { field, code: "invalid", message: `${field}: expected ${expected}; got ${brief(came)}` };
  });
}

function refuseUnknown(code: FailureCode, value: Record<string, unknown>, schema: z.ZodObject | undefined): void {
  const known = Object.keys(schema?.shape ?? {});
  const unknown = Object.keys(value).filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  const allowed = known.length === 0 ? "nothing" : known.join(", ");
  throw refusal(
    code,
    unknown.map((name) => {
      const field = cut(name, 64);
      return {
        field,
        code: "unknown",
        message: `${field}: not known here (Prefer: handling=strict); expected only ${allowed}`,
      };
    }),
  );
}

const DETAILS_MAX = 20;

function refusal(code: FailureCode, all: readonly Detail[]): Failure {
  const shown = all.slice(0, DETAILS_MAX);
  return new Failure(code, shown.map(({ message }) => message).join(". "), { details: shown });
}
