/** What goes back to a client, before it becomes a `Response`. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Text, or the parts of one that is sent as it is made. */
  readonly body?: string | Uint8Array<ArrayBuffer> | AsyncIterable<string>;
}

/** One request on its way through the service. */
export interface Exchange {
  readonly requestId: string;
  /** Headers of the answer that are known before the answer is, refusals included. */
  readonly headers: Record<string, string>;
  /** The moment it came in, in epoch milliseconds. */
  readonly now: number;
  /** `performance.now()` when it came in. */
  readonly startedAt: number;
  /** The operation's id, or what else was asked for. */
  operation: string;
  /** The last characters of the API key, once it is known. */
  keyHint?: string;
}

export const JSON_TYPE = { "Content-Type": "application/json" } as const;

/** On every answer. The service answers data, never a page that may run or be framed; `/docs` has a policy of its own. */
const SECURITY = {
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Cache-Control": "private, no-cache",
} as const;

/** Makes the `Response`. `ended` is called once, when the last byte was handed over or the client is gone. */
export function respond(
  answer: Answer,
  exchange: Exchange,
  isHead: boolean,
  ended: (error?: unknown) => void,
): Response {
  const { status, body } = answer;
  const headers: Record<string, string> = {
    ...SECURITY,
    "X-Request-Id": exchange.requestId,
    ...exchange.headers,
    ...answer.headers,
  };
  // The runtime dates every other answer by itself.
  if (isHead) headers["Date"] = new Date(exchange.now).toUTCString();
  if (typeof body === "object" && !(body instanceof Uint8Array)) {
    if (!isHead) return new Response(streamOf(body, ended), { status, headers });
    ended();
    return new Response(null, { status, headers });
  }
  ended();
  if (!isHead || body === undefined) return new Response(body ?? null, { status, headers });
  headers["Content-Length"] = String(Buffer.byteLength(body));
  return new Response(null, { status, headers });
}

/** A pull stream: a part is made only when the client has taken the one before. */
function streamOf(parts: AsyncIterable<string>, ended: (error?: unknown) => void): ReadableStream<Uint8Array> {
  const iterator = parts[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  // The client may go away while a part is made: from then on `cancel` alone says that it ended.
  let isCancelled = false;
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await iterator.next();
        if (isCancelled) return;
        if (!done) return controller.enqueue(encoder.encode(value));
        controller.close();
        ended();
      } catch (error) {
        if (isCancelled) return;
        // The status is sent already: breaking off is the only way left to say that the answer is not whole.
        controller.error(error);
        ended(error);
      }
    },
    async cancel() {
      isCancelled = true;
      await iterator.return?.();
      ended();
    },
  });
}
