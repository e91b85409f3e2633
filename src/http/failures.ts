import { Failure } from "../contract/errors.ts";
import { type Answer, type Exchange, JSON_TYPE } from "./answer.ts";
import type { Log } from "./observe.ts";

/** The Error body for whatever was thrown. An unknown error is a 500 that says nothing; its cause is logged, once. */
export function failureAnswer(error: unknown, { requestId, operation }: Exchange, log: Log): Answer {
  const failure =
    error instanceof Failure
      ? error
      : new Failure("internal_error", `The service failed; its log has the cause under the request id ${requestId}`, {
          cause: error,
        });
  const { code, status, body, cause } = failure;
  if (cause !== undefined) log.error({ err: cause, requestId, operation, code }, "request failed");
  return {
    status,
    headers: { ...JSON_TYPE, "Cache-Control": "no-store", ...failure.headers },
    body,
  };
}
