/**
 * The closed table of failures (decision D5): each code has one status, and the body's `status` is the HTTP status.
 * `meaning` is what the published document says of the code; the message of an answer also says which field, what was
 * expected and what came.
 */
export const failures = {
  malformed_request: { status: 400, meaning: "The bytes are not an HTTP/1.1 request" },
  malformed_json: { status: 400, meaning: "The body is not JSON that this service reads" },
  validation_failed: { status: 400, meaning: "The body lacks required fields or has invalid values" },
  invalid_parameter: { status: 400, meaning: "A query parameter has an invalid value" },
  invalid_cursor: { status: 400, meaning: "The cursor was not made by this service for this list and filter" },
  unauthorized: { status: 401, meaning: "The API key is missing or invalid" },
  insufficient_scope: { status: 403, meaning: "The API key does not have the scope that the operation needs" },
  not_found: { status: 404, meaning: "There is no such resource" },
  method_not_allowed: { status: 405, meaning: "The path does not have this method; Allow lists those it has" },
  not_acceptable: { status: 406, meaning: "Accept excludes application/json, the only type that is answered" },
  request_timeout: { status: 408, meaning: "The request did not arrive in time" },
  conflict: { status: 409, meaning: "The request contradicts the current state" },
  invalid_status_transition: { status: 409, meaning: "The animal cannot go from its status to this one" },
  insufficient_stock: { status: 409, meaning: "There are fewer in stock than asked for" },
  gone: { status: 410, meaning: "The operation was removed; the message names its replacement" },
  precondition_failed: { status: 412, meaning: "The resource is no longer in the state that the client expected" },
  payload_too_large: { status: 413, meaning: "The body is larger than the limit" },
  uri_too_long: { status: 414, meaning: "The request target is longer than the limit" },
  unsupported_media_type: { status: 415, meaning: "The body is not application/json in UTF-8" },
  idempotency_key_reused: { status: 422, meaning: "The Idempotency-Key was used with another request" },
  rate_limited: { status: 429, meaning: "The API key asked too often; Retry-After says when to ask again" },
  headers_too_large: { status: 431, meaning: "The header section is larger than the limit" },
  internal_error: { status: 500, meaning: "The service failed; its log has the cause under the request id" },
  service_unavailable: { status: 503, meaning: "The service cannot do this now; Retry-After says when to ask again" },
} as const satisfies Record<string, { status: number; meaning: string }>;

export type FailureCode = keyof typeof failures;

/** One thing that is wrong with one field of a request. */
export interface Detail {
  readonly field: string;
  readonly code: "missing" | "invalid" | "unknown";
  readonly message: string;
}

interface Circumstances {
  readonly details?: readonly Detail[];
  /** Response headers that this failure adds, such as `Allow` or `Retry-After`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** What went wrong inside. It is logged and never shown to a client. */
  readonly cause?: unknown;
}

/** What passes by itself says when to ask again: clients send only that again by themselves. */
const RETRY_SOON = { "Retry-After": "1" };

/** An outcome that a client is told of: `code` and `message` are public, `cause` goes to the log only. */
export class Failure extends Error {
  override readonly name = "Failure";
  readonly code: FailureCode;
  readonly details: readonly Detail[] | undefined;
  readonly headers: Readonly<Record<string, string>>;
  #body: string | undefined;

  constructor(code: FailureCode, message: string, { details, headers, cause }: Circumstances = {}) {
    // A refusal is an outcome, not a defect: nobody reads its stack, and taking one costs more than the rest of a 401.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(message, cause === undefined ? undefined : { cause });
    Error.stackTraceLimit = stackTraceLimit;
    this.code = code;
    this.details = details;
    this.headers = headers ?? (code === "service_unavailable" ? RETRY_SOON : {});
  }

  get status(): number {
    return failures[this.code].status;
  }

  /** The Error body, as JSON. */
  get body(): string {
    const { code, message, status, details } = this;
    return (this.#body ??= JSON.stringify({ code, message, status, details }));
  }
}
