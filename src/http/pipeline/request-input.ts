import type * as z from "zod";
import { parameterReaders } from "../../contract/common.ts";
import { DETAILS_MAX } from "../../contract/errors/error-body.ts";
import { type Detail, Failure, invalidDetail } from "../../contract/errors/errors.ts";
import type { FailureCode } from "../../contract/errors/failures.ts";
import { type Json, JsonError, parseJson, preview, truncate } from "../../contract/json/json.ts";
import { valueAt } from "../../contract/json/members.ts";
import { NO_MEMBERS, safeParse, type UnknownMember, unknownWithin, withoutNulls } from "../../contract/json/parsing.ts";
import type { Input, Operation } from "../../contract/operation.ts";
import type { Exchange, RawQuery } from "./exchange.ts";

const UTF_8 = new TextDecoder("utf-8", { fatal: true });

function parseBody(bytes: Uint8Array): Json {
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

/**
 * Creates the reader of an operation's input. Query and body fail with 400; a path that names nothing fails with 404 (decisions D17, D21).
 */
export function inputOf({
  method,
  params,
  query,
  body,
  exact,
  file,
}: Operation): (exchange: Exchange) => Input<Operation> {
  const readParams = params && paramsReader(params);
  const readQuery = query && queryReader(query);
  // In a patch null removes a member; when creating it counts as absent.
  const readBody = method === "POST" ? parseCreated : parseChange;
  return (exchange) => {
    const { isStrict, parameters, bytes } = exchange;
    const given = body || (exact && bytes.byteLength > 0) ? parseBody(bytes) : undefined;
    if (isStrict) refuseUnknown("invalid_parameter", unknownWithin(query, parameters), STRICT);
    const input = {
      query: readQuery?.(parameters),
      body: body ? readBody(body, given) : file && exchange.file,
      params: undefined as unknown,
    };
    if (!body && given !== undefined) parseChange(NO_MEMBERS, given);
    if ((isStrict || exact) && given !== undefined) {
      refuseUnknown("validation_failed", unknownWithin(body, given), exact ? EXACT : STRICT);
    }
    // Last: problems of the query and the body take precedence over an impossible id.
    input.params = readParams?.(exchange.params);
    return input as Input<Operation>;
  };
}

function paramsReader(schema: z.ZodObject): (params: Exchange["params"]) => unknown {
  const members = Object.entries(schema.shape).map(([name, member]) => ({
    name,
    read: parameterReaders.get(member)?.read,
  }));
  return (params) => {
    const values: Record<string, unknown> = {};
    for (const { name, read } of members) {
      const value = read?.(params[name] ?? "");
      // The schema reports what is wrong, and reads parameters that are not plain.
      if (value === undefined) return validParams(schema, params);
      values[name] = value;
    }
    return values;
  };
}

function validParams(schema: z.ZodObject, params: Exchange["params"]): unknown {
  const named = safeParse(schema, params);
  if (named.success) return named.data;
  const [problem] = detailsOf(named.error, params, "path");
  throw new Failure("not_found", `Nothing exists at this path: ${problem?.message}`);
}

function queryReader(schema: z.ZodObject): (parameters: RawQuery) => unknown {
  // Most requests have none. The schema compiles itself at its first parse, which would slow down the start.
  let empty: ReturnType<typeof safeParse> | undefined;
  return (parameters) => {
    for (const _ in parameters) return parse("invalid_parameter", schema, parameters, "query");
    empty ??= safeParse(schema, {});
    return empty.success ? empty.data : parse("invalid_parameter", schema, parameters, "query");
  };
}

/** The members of a value that a schema does not have. */
export function unknownMembers(value: object, schema: z.ZodObject | undefined): readonly string[] {
  return Object.keys(value).filter((name) => schema === undefined || !Object.hasOwn(schema.shape, name));
}

function parseChange(schema: z.ZodObject, value: unknown): unknown {
  return parse("validation_failed", schema, value, "body");
}

function parseCreated(schema: z.ZodObject, value: unknown): unknown {
  const result = safeParse(schema, value);
  if (result.success) return result.data;
  // Only bodies with a refused null are parsed again.
  const hasNull = result.error.issues.some(({ path }) => valueAt(value, path) === null);
  if (hasNull) return parseChange(schema, withoutNulls(schema, value));
  throw badRequest("validation_failed", detailsOf(result.error, value, "body"));
}

function parse(code: FailureCode, schema: z.ZodObject, value: unknown, whole: string): unknown {
  const result = safeParse(schema, value);
  if (result.success) return result.data;
  throw badRequest(code, detailsOf(result.error, value, whole));
}

function detailsOf({ issues }: z.core.$ZodError, value: unknown, whole: string): Detail[] {
  return issues.map(({ path, message }) => {
    const field = path.join(".") || whole;
    const got = valueAt(value, path);
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    const expected = path.length === 0 && !isObject ? "an object" : message;
    return invalidDetail(field, expected, got === undefined ? undefined : preview(got));
  });
}

/** The reason in messages about unknown members and parameters. */
const STRICT = ", and the Prefer header asks for strict handling";
const EXACT = ", and what changes stock or money has to be known exactly";

function refuseUnknown(code: FailureCode, unknown: readonly UnknownMember[], reason: string): void {
  if (unknown.length === 0) return;
  const details = unknown.map(({ path, known }): Detail => {
    const field = path.map((name) => truncate(name, 64)).join(".");
    const remedy = known.length === 0 ? "none are known" : `known: ${known.join(", ")}`;
    const message = `${field}: unknown${reason}; ${remedy}`;
    return { field, code: "unknown", message };
  });
  throw badRequest(code, details);
}

function badRequest(code: FailureCode, all: readonly Detail[]): Failure {
  const shown = all.slice(0, DETAILS_MAX);
  return new Failure(code, shown.map(({ message }) => message).join(". "), { details: shown });
}
