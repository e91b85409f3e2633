/* The body of a request. Only this file deals with its length. */
import { Failure } from "../../contract/errors/errors.ts";
import type { MaybePromise } from "../../core/concurrency/maybe-promise.ts";

/** The parts of the runtime's request that are read. */
interface Incoming {
  readonly headers: Pick<Headers, "get">;
  readonly body: ReadableStream<Uint8Array> | null;
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** The rest of an unread body would be taken for the next request. */
const CLOSE = { headers: { Connection: "close" } };

/**
 * The length of a body, if it is reliable. The runtime joins repeated headers to `5, 5`, and passes on other texts that are no number:
 * those bodies have an unknown length.
 */
export function declaredLength({ headers }: Pick<Incoming, "headers">): number | undefined {
  const text = headers.get("content-length");
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** A body that is on its way. */
interface Arriving {
  /** By `performance.now()`. */
  readonly deadline: number;
  late(): void;
}

/** How often late bodies are looked for. A timer for each would take as long as the rest of reading it. */
const LATE_MS = 100;

const arriving = new Set<Arriving>();
let looking: ReturnType<typeof setInterval> | undefined;

function refuseLate(): void {
  const now = performance.now();
  for (const { deadline, late } of arriving) if (now >= deadline) late();
  if (arriving.size > 0) return;
  clearInterval(looking);
  looking = undefined;
}

/** How a body is used. */
export interface BodyUse<Result> {
  readonly maxBytes: number;
  readonly timeoutMs: number;
  /** Called when the body has arrived or was given up. */
  ended?(): void;
  /** Uses the body, synchronously: another promise would cost as much as reading it. */
  use(body: Uint8Array): MaybePromise<Result>;
}

/** Reads a body. Rejects with `payload_too_large` or `request_timeout`, and with `malformed_json` if the connection closes early. */
export function readBody<Result>(request: Incoming, taken: BodyUse<Result>): Promise<Result> {
  const { maxBytes, timeoutMs } = taken;
  const declared = declaredLength(request);
  if (declared !== undefined && declared > maxBytes) {
    taken.ended?.();
    return Promise.reject(tooLarge(maxBytes, `${declared} bytes`));
  }
  // The runtime is fastest with a body of known length, and reads no more than that.
  const reading = declared === undefined ? countChunks(request, maxBytes) : request.arrayBuffer();
  return new Promise((resolve, reject) => {
    /** Whether the request still waits for the body. One that arrives after the deadline is ignored. */
    const isEnd = () => {
      const isAwaited = arriving.delete(body);
      if (isAwaited) taken.ended?.();
      return isAwaited;
    };
    const body: Arriving = {
      deadline: performance.now() + timeoutMs,
      late: () => isEnd() && reject(tooLate(timeoutMs)),
    };
    arriving.add(body);
    looking ??= setInterval(refuseLate, LATE_MS);
    reading.then(
      (bytes) => {
        if (!isEnd()) return;
        try {
          resolve(taken.use(new Uint8Array(bytes)));
        } catch (error) {
          reject(error);
        }
      },
      (error: unknown) => isEnd() && reject(error instanceof Failure ? error : BROKEN_OFF),
    );
  });
}

const BROKEN_OFF = new Failure("malformed_json", "body: expected JSON; the connection closed before the end");

function tooLate(timeoutMs: number): Failure {
  return new Failure("request_timeout", `The body did not arrive within ${timeoutMs / 1000} s`, CLOSE);
}

async function countChunks({ body }: Incoming, maxBytes: number): Promise<ArrayBufferLike> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.byteLength;
    if (length > maxBytes) throw tooLarge(maxBytes, "more");
    chunks.push(chunk);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole.buffer;
}

function tooLarge(maxBytes: number, got: string): Failure {
  return new Failure("payload_too_large", `The body may have at most ${maxBytes} bytes; this one has ${got}`, CLOSE);
}
