import type { ErrorBody } from "./schemas.gen.ts";

/** One invalid field of a request. */
export type ErrorDetail = NonNullable<ErrorBody["details"]>[number];

/**
 * What went wrong: a code of the service; `timeout` or `connection_failed` if no response came; `unexpected_response` if the response is
 * not from the service but, for example, from a proxy; `invalid_signature` if a webhook message is not genuine.
 */
export type ErrorCode =
  | ErrorBody["code"]
  | "timeout"
  | "connection_failed"
  | "unexpected_response"
  | "invalid_signature";

interface Description {
  readonly code: ErrorCode;
  readonly message: string;
  readonly status?: number;
  readonly headers?: Headers;
  readonly details?: readonly ErrorDetail[] | undefined;
  readonly cause?: unknown;
}

/** A failed request. Check `code`, and `status` for codes that you do not know. */
export class PetstoreError extends Error {
  /** Always `PetstoreError`. */
  override readonly name = "PetstoreError";
  /** What went wrong. Later versions may add codes. */
  readonly code: ErrorCode;
  /** The HTTP status; 0 if no response came. */
  readonly status: number;
  /** The invalid fields of a request, on status 400. */
  readonly details: readonly ErrorDetail[];
  /** The key for sending a change again, which then takes effect once. Undefined for other requests. */
  readonly idempotencyKey: string | undefined;
  /** Identifies the request in the service's log. */
  readonly requestId: string | undefined;
  readonly #headers: Headers;

  /** Creates an error. */
  constructor({ code, message, status = 0, headers = new Headers(), details = [], cause }: Description) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.status = status;
    this.details = details;
    this.idempotencyKey = undefined;
    this.#headers = headers;
    this.requestId = headers.get("X-Request-Id") ?? undefined;
  }

  /** The headers of the response; empty if no response came. Not printed with the error. */
  get headers(): Headers {
    return this.#headers;
  }

  /** Whether a value is a `PetstoreError`, including one from another copy of this package. */
  static is(value: unknown): value is PetstoreError {
    return value instanceof Error && value.name === "PetstoreError" && "code" in value;
  }
}

/** The error for a response with this status and body. */
export function failureOf(status: number, headers: Headers, body: unknown): PetstoreError {
  if (isErrorBody(body)) {
    const { code, message, details } = body;
    return new PetstoreError({ code, message, status, headers, details: Array.isArray(details) ? details : [] });
  }
  return new PetstoreError({ code: "unexpected_response", message: `unexpected response: ${status}`, status, headers });
}

function isErrorBody(body: unknown): body is ErrorBody {
  if (typeof body !== "object" || body === null || !("code" in body) || !("message" in body)) return false;
  return typeof body.code === "string" && typeof body.message === "string";
}
