/* The failures of an operation, which follow from its declaration. */

import type { Operation } from "../operation.ts";
import type { FailureCode } from "./failures.ts";

/** The failures that an operation has because of a member of its declaration; every operation has those of `id`. */
const failuresByMember = {
  id: [
    "invalid_parameter",
    "unauthorized",
    "not_acceptable",
    "uri_too_long",
    "rate_limited",
    "internal_error",
    "service_unavailable",
  ],
  scope: ["insufficient_scope"],
  params: ["not_found"],
  exact: ["malformed_json", "validation_failed", "request_timeout", "payload_too_large"],
  body: ["malformed_json", "validation_failed", "request_timeout", "payload_too_large", "unsupported_media_type"],
  file: ["request_timeout", "payload_too_large", "unsupported_media_type"],
  deprecation: ["gone"],
  idempotencyKey: ["request_in_progress", "idempotency_key_reused"],
  ifMatch: ["precondition_failed"],
} as const satisfies { [Member in keyof Operation]?: readonly FailureCode[] };

type MemberWithFailures = keyof typeof failuresByMember;

/** Every failure that the operation may return, as a type. */
export type FailureOf<O extends Operation> =
  | {
      [M in MemberWithFailures]: O[M] extends object | string | true ? (typeof failuresByMember)[M][number] : never;
    }[MemberWithFailures]
  | (O["success"] extends { paged: true; pageParameter?: undefined } ? "invalid_cursor" : never)
  | (O extends { errors: readonly (infer Own)[] } ? Own : never);

/** Every failure that the operation may return. */
export function failuresOf(operation: Operation): readonly FailureCode[] {
  const members = Object.keys(failuresByMember) as MemberWithFailures[];
  const implied = members.flatMap((member) => (operation[member] === undefined ? [] : failuresByMember[member]));
  const { success, errors = [] } = operation;
  const ofPages: readonly FailureCode[] =
    success.paged && success.pageParameter === undefined ? ["invalid_cursor"] : [];
  return [...new Set([...implied, ...ofPages, ...errors])];
}
