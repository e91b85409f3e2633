/* Why a request failed, in the language of the page. */
import { PetstoreError } from "../../client/index.ts";
import { texts } from "./language.ts";

/** A failure in words. */
export interface Failure {
  readonly text: string;
  /** What the service said, in English, with the id of the request. */
  readonly details: string | undefined;
  /** Whether there was no response. It is over when the service is in reach again. */
  readonly isOutOfReach?: true;
}

/** What went wrong, by the code of the error. */
export function failureOf(error: unknown): Failure {
  const { failures } = texts.value;
  if (!PetstoreError.is(error)) return { text: failures.unexpected, details: String(error) };
  const { code, message, requestId, status } = error;
  const known: Readonly<Record<string, string>> = failures.codes;
  const details = requestId === undefined ? message : `${message} (${failures.request(requestId)})`;
  if (status === 0 && code !== "unexpected_response")
    return { text: failures.noResponse, details: undefined, isOutOfReach: true };
  return { text: known[code] ?? failures.unexpected, details };
}

/** Whether the service failed a request with one of these codes. */
export function hasCode(error: unknown, ...codes: PetstoreError["code"][]): boolean {
  return PetstoreError.is(error) && codes.includes(error.code);
}
