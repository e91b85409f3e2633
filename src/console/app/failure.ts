/* Why a request failed, in the language of the page. */
import { type ErrorDetail, PetstoreError } from "../../client/index.ts";
import { texts } from "./language.ts";

/** A failure in words. */
export interface Failure {
  readonly text: string;
  /** What the service said, in English, with the id of the request. */
  readonly details: string | undefined;
}

/** What went wrong, by the code of the error. */
export function failureOf(error: unknown): Failure {
  const { failures } = texts.value;
  if (!PetstoreError.is(error)) return { text: failures.unexpected, details: String(error) };
  const { code, message, requestId, status } = error;
  const known: Readonly<Record<string, string>> = failures.codes;
  const details = requestId === undefined ? message : `${message} (${failures.request(requestId)})`;
  if (status === 0 && code !== "unexpected_response") return { text: failures.noResponse, details: undefined };
  return { text: known[code] ?? failures.unexpected, details };
}

/** The message at a field: by the field's name where it is known, else what the service says. */
function fieldText({ field, code, message }: ErrorDetail): string {
  const { missing, invalid } = texts.value.fields;
  const known: Readonly<Record<string, string>> = invalid;
  if (code === "missing") return missing;
  // A member of a member has a path, such as `price.amount` or `tags.0`.
  const text = field
    .split(".")
    .map((name) => known[name])
    .findLast((one) => one !== undefined);
  return text ?? message.replace(`${field}: `, "");
}

/** Why the service refuses what was typed, by field. */
export function fieldErrors(error: unknown): Readonly<Record<string, string>> {
  if (!PetstoreError.is(error)) return {};
  return Object.fromEntries(error.details.map((detail) => [detail.field, fieldText(detail)]));
}

/** Whether the service failed a request with one of these codes. */
export function hasCode(error: unknown, ...codes: PetstoreError["code"][]): boolean {
  return PetstoreError.is(error) && codes.includes(error.code);
}
