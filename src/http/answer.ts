import type { HttpResponse } from "../http1/message.ts";

/** What goes back to a client, without the headers that every answer has. It may be sent more than once. */
export type Answer = Omit<HttpResponse, "ended">;

/** One request on its way through the service. */
export interface Exchange {
  readonly requestId: string;
  /** The moment it came in, in epoch milliseconds. */
  readonly now: number;
  /** `performance.now()` when it came in. */
  readonly startedAt: number;
  /** Headers of the answer that are known before the answer is, refusals included. */
  headers: Readonly<Record<string, string>> | undefined;
  /** The operation's id, or what else was asked for. */
  operation: string;
  /** Is called when its answer is made, whatever it is, and before it is sent. */
  answered: (() => void) | undefined;
  /** It counts among those that are answered at once. */
  isAdmitted: boolean;
  /** The last characters of the API key, once it is known. */
  keyHint: string | undefined;
  /** The client's address, when lines are logged. */
  client: string | undefined;
}

/** Gives the exchange's answer these headers, whatever it will be. */
export function addHeaders(exchange: Exchange, headers: Readonly<Record<string, string>> | undefined): void {
  if (headers !== undefined)
    exchange.headers = exchange.headers === undefined ? headers : { ...exchange.headers, ...headers };
}

export const JSON_TYPE = { "Content-Type": "application/json" } as const;

/** On every answer. The service answers data, never a page that may run or be framed; `/docs` has a policy of its own. */
const SECURITY = {
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Cache-Control": "private, no-cache",
} as const;

/** Puts an answer together with the headers that every answer has. */
export function respond(
  { status, headers, body }: Answer,
  exchange: Exchange,
  ended: HttpResponse["ended"],
): HttpResponse {
  return {
    status,
    headers: {
      ...SECURITY,
      Date: dateOf(exchange.now),
      "X-Request-Id": exchange.requestId,
      ...exchange.headers,
      ...headers,
    },
    body,
    ended,
  };
}

let dateSecond = Number.NaN;
let dateText = "";

/** RFC 9110 5.6.7, written once a second. */
function dateOf(now: number): string {
  const second = Math.floor(now / 1000);
  if (second !== dateSecond) {
    dateSecond = second;
    dateText = new Date(now).toUTCString();
  }
  return dateText;
}
