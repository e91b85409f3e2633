/* Attempts of a request: their time limit, and which are retried. */
import { PetstoreError } from "./error.ts";
import type { Attempt, Retry } from "./options.ts";

/** A response whose body has been read. */
export interface Received {
  /** The HTTP status. */
  readonly status: number;
  /** The headers. */
  readonly headers: Headers;
  /** The body. */
  readonly text: string;
}

/** The response that ends the attempts. */
interface Outcome extends Received {
  /** Whether an earlier attempt may have taken effect: it got no response, or a 5xx. */
  readonly mayBeRepeated: boolean;
}

/** Initial delay between attempts, in milliseconds; doubles each time. */
const PAUSE_MS = 200;

/** A longer `Retry-After` is not retried, in milliseconds: the caller decides. */
const PATIENCE_MS = 30_000;

/** Longer timers fire at once. */
const TIMER_MAX_MS = 2 ** 31 - 1;

/**
 * Runs `work` with a signal that aborts after `timeout` milliseconds or with the caller's signal. Does not wait for work that ignores
 * its signal.
 */
export async function withDeadline<Result>(
  timeout: number,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  signal?.throwIfAborted();
  const controller = new AbortController();
  const abort = () => controller.abort(signal?.reason);
  const timer = setTimeout(() => controller.abort(), Math.min(timeout, TIMER_MAX_MS));
  signal?.addEventListener("abort", abort, { once: true });
  try {
    return await Promise.race([work(controller.signal), abortion(controller.signal)]);
  } catch (cause) {
    signal?.throwIfAborted();
    if (PetstoreError.is(cause)) throw cause;
    throw controller.signal.aborted
      ? new PetstoreError({ code: "timeout", message: `no complete response within ${timeout} ms`, cause })
      : new PetstoreError({ code: "connection_failed", message: reason(cause), cause });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
  }
}

/** Rejects when the signal aborts. */
function abortion(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason), { once: true }));
}

/** Node's `fetch` says only "fetch failed"; the cause says why. */
function reason(error: unknown): string {
  const { message, cause } = error as { message?: string; cause?: { message?: string } };
  return [message ?? String(error), ...(cause?.message ? [cause.message] : [])].join(": ");
}

/** Sends a request, and retries temporary failures after a pause. */
export async function withRetries(
  send: () => Promise<Received>,
  maxRetries: number,
  signal: AbortSignal | undefined,
  onRetry?: (retry: Omit<Retry, keyof Attempt>) => void,
): Promise<Outcome> {
  let mayBeRepeated = false;
  for (let attempt = 1; ; attempt++) {
    const response = await send().catch((error: unknown) => {
      if (attempt > maxRetries || !PetstoreError.is(error)) throw error;
      return undefined;
    });
    const asked = response === undefined ? 0 : retryAfterMs(response.headers);
    const isFinal = response !== undefined && (attempt > maxRetries || asked > PATIENCE_MS || !isTemporary(response));
    if (isFinal) return { ...response, mayBeRepeated };
    mayBeRepeated ||= response === undefined || response.status >= 500;
    // Randomized, so that clients that failed together do not retry together.
    const delayMs = Math.max(asked, PAUSE_MS * 2 ** (attempt - 1) * (0.5 + Math.random()));
    onRetry?.({ attempt, delayMs, status: response?.status ?? 0 });
    await pause(delayMs, signal);
  }
}

/** Whether a request with this response may succeed later. */
export function isTemporary({ status, headers }: Pick<Received, "status" | "headers">): boolean {
  return (
    status === 0 || status === 408 || status === 429 || status >= 500 || (status === 409 && headers.has("Retry-After"))
  );
}

/** The delay that the service requests, in milliseconds; 0 if none. */
export function retryAfterMs(headers: Headers): number {
  const value = headers.get("Retry-After") ?? "";
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  // A proxy may send a date (RFC 9110 10.2.3).
  return Math.max(0, Date.parse(value) - Date.now()) || 0;
}

/** Waits. Rejects when the signal aborts. `wake` receives a function that ends the wait. */
export function pause(
  ms: number,
  signal: AbortSignal | undefined,
  wake?: (end: () => void) => () => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      forget?.();
      if (signal?.aborted) reject(signal.reason);
      else resolve();
    };
    const timer = setTimeout(end, Math.min(ms, TIMER_MAX_MS));
    const forget = wake?.(end);
    signal?.addEventListener("abort", end, { once: true });
    if (signal?.aborted) end();
  });
}
