import { truncate } from "../json/json.ts";
import { MESSAGE_MAX } from "./error-body.ts";
import { type FailureCode, failures } from "./failures.ts";

/** One invalid field of a request. */
export interface Detail {
  readonly field: string;
  readonly code: "missing" | "invalid" | "unknown";
  readonly message: string;
}

interface Context {
  readonly details?: readonly Detail[];
  /** Response headers that belong to this failure, such as `Allow` or `Retry-After`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The internal error. It is logged and never shown to a client. */
  readonly cause?: unknown;
}

/** A field that is not as expected, with what it has instead; undefined if it is missing. The message begins with its name. */
export function invalidDetail(field: string, expected: string, got: string | undefined): Detail {
  const message = `${field}: expected ${expected}; ${foundInstead(got)}`;
  return { field, code: got === undefined ? "missing" : "invalid", message };
}

/** The failure of one field of a request. */
export function invalidField(
  code: "validation_failed" | "invalid_parameter" | "invalid_cursor",
  field: string,
  expected: string,
  got: string | undefined,
): Failure {
  const detail = invalidDetail(field, expected, got);
  return new Failure(code, detail.message, { details: [detail] });
}

/** Says what there is instead of what was expected; undefined if it is missing. */
export function foundInstead(got: string | undefined): string {
  return got === undefined ? "it is missing" : `got ${got}`;
}

/** Throws `not_found` for an id. */
export function notFound(noun: string, id: bigint | string): never {
  throw new Failure("not_found", `There is no ${noun} with the id ${id}`);
}

/** Clients retry on their own only if the response has this header. */
const RETRY_SOON = { "Retry-After": "1" };

/** A failure that the client sees: `code` and `message` are public, `cause` goes to the log only. */
export class Failure extends Error {
  override readonly name = "Failure";
  readonly code: FailureCode;
  readonly details: readonly Detail[] | undefined;
  readonly headers: Readonly<Record<string, string>>;
  #body: string | undefined;

  constructor(code: FailureCode, message: string, { details, headers, cause }: Context = {}) {
    // Nobody reads the stack of an expected failure, and recording it costs more than the rest of a 401.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(truncate(message, MESSAGE_MAX), cause === undefined ? undefined : { cause });
    Error.stackTraceLimit = stackTraceLimit;
    this.code = code;
    this.details = details;
    this.headers = headers ?? (code === "service_unavailable" ? RETRY_SOON : {});
  }

  get status(): number {
    return failures[this.code].status;
  }

  /** The Error body, as JSON that ends with a newline for terminals. */
  get body(): string {
    const { code, message, status, details } = this;
    return (this.#body ??= `${JSON.stringify({ code, message, status, details })}\n`);
  }
}
