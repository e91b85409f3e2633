/** What goes back to a client, before it becomes a `Response`. It may be sent more than once. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Text or bytes, or the parts of a text that is sent as it is made. */
  readonly body?: string | Uint8Array<ArrayBuffer> | AsyncIterable<string>;
}

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
  if (isHead) return respondToHead(answer, headers, exchange, ended);
  if (isStream(body)) return new Response(streamOf(body, ended), { status, headers });
  ended();
  return new Response(body ?? null, { status, headers });
}

function respondToHead(
  { status, body }: Answer,
  headers: Record<string, string>,
  exchange: Exchange,
  ended: () => void,
): Response {
  // The runtime dates every other answer by itself.
  headers["Date"] = new Date(exchange.now).toUTCString();
  // What GET sends in parts has no length: said explicitly, since the runtime would say 0 of an answer without a body.
  if (isStream(body)) headers["Transfer-Encoding"] = "chunked";
  else if (body !== undefined) headers["Content-Length"] = String(Buffer.byteLength(body));
  ended();
  return new Response(null, { status, headers });
}

function isStream(body: Answer["body"]): body is AsyncIterable<string> {
  return typeof body === "object" && !(body instanceof Uint8Array);
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
        // Parts that need no waiting would all be made in one turn of the event loop: the runtime would hold them all in
        // memory, and nobody else would be answered meanwhile.
        await new Promise(setImmediate);
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
