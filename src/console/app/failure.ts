/* Why a request failed, in the language of the page. */
import { PetstoreError } from "../../client/index.ts";
import type { Texts } from "../texts/en.ts";
import type { ViewTexts } from "../texts/en-views.ts";
import { texts } from "./formats/language.ts";

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
  if (code === "unexpected_response") return { text: textOfProxy(error), details };
  if (status === 0) return { text: failures.noResponse, details: undefined, isOutOfReach: true };
  return { text: known[code] ?? failures.unexpected, details };
}

/** The limit of request bodies in programs that stand before a service, by the start of their `Server` header. */
const BODY_LIMITS: Readonly<Record<string, string>> = {
  nginx: "client_max_body_size",
  Caddy: "request_body max_size",
  Apache: "LimitRequestBody",
};

/** The first view does without the texts of proxies: it sends no files. */
type Words = Texts["failures"] & Partial<Pick<ViewTexts["failures"], "proxy">>;

/** What a response means that is not one of the service, but of a program before it. */
function textOfProxy({ status, headers }: PetstoreError): string {
  const { proxy, codes }: Words = texts.value.failures;
  const [name = ""] = headers.get("Server")?.split("/") ?? [];
  const isSilent = status >= 502 && status <= 504;
  const text = status === 413 ? proxy?.tooLarge(name, BODY_LIMITS[name]) : isSilent && proxy?.noResponse(name);
  return text || codes.unexpected_response;
}

/** Whether the service failed a request with one of these codes. */
export function hasCode(error: unknown, ...codes: PetstoreError["code"][]): boolean {
  return PetstoreError.is(error) && codes.includes(error.code);
}
