import { PetstoreError } from "../client/index.ts";
import { texts } from "./language.ts";

/** What went wrong, in words. The service's own message is in English. */
export function failureText(error: unknown): string {
  const { failures } = texts.value;
  if (!PetstoreError.is(error)) return failures.unexpected(String(error));
  if (error.status === 0) return failures.noResponse;
  if (error.code === "unauthorized") return failures.unauthorized;
  const message = failures.refused(error.message);
  return error.requestId === undefined ? message : `${message} ${failures.requestId(error.requestId)}`;
}

/** The service's messages about what was typed, by field. */
export function fieldErrors(error: unknown): Readonly<Record<string, string>> {
  if (!PetstoreError.is(error)) return {};
  // At a field, its name is known.
  return Object.fromEntries(error.details.map(({ field, message }) => [field, message.replace(`${field}: `, "")]));
}

/** Whether the service failed a request with this code. */
export function hasCode(error: unknown, code: PetstoreError["code"]): boolean {
  return PetstoreError.is(error) && error.code === code;
}
