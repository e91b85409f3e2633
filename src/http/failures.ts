import { Failure } from "../contract/errors.ts";
import { type HttpResponse, JSON_TYPE } from "./message.ts";

/** The failure for anything that was thrown. An unknown error becomes a 500 that does not reveal its cause. */
export function failureOf(error: unknown, requestId: string): Failure {
  if (error instanceof Failure) return error;
  const message = `The service failed; its log has the cause under the request id ${requestId}`;
  return new Failure("internal_error", message, { cause: error });
}

/** The response to a failure: an Error body. */
export function failureResponse({ status, body, headers }: Failure): HttpResponse {
  return { status, headers: { ...JSON_TYPE, "Cache-Control": "no-store", ...headers }, body: `${body}\n` };
}
