/* Reads Server-Sent Events, and reconnects without gaps or duplicates. */
import { isTemporary, pause, retryAfterMs } from "./attempts.ts";
import { PetstoreError } from "./error.ts";
import type { StreamOptions } from "./options.ts";

/** The service sends at least a comment every 15 s. */
const SILENCE_MS = 45_000;

/** Default, minimum and maximum delay before reconnecting. */
const RETRY_MS = 2_000;
const RETRY_MIN_MS = 200;
const RETRY_MAX_MS = 30_000;

/** A block of a stream. A block without data only advances the position. */
interface Block {
  readonly id: string | undefined;
  readonly data: string | undefined;
  readonly retry: number | undefined;
}

/** Opens a connection that resumes after an event. The signal closes it. */
export type Connect = (lastId: string | undefined, signal: AbortSignal) => Promise<Response>;

/**
 * The data of a stream's events, across reconnects. Ends only when the caller leaves the loop or aborts. Throws if the service refuses
 * the stream permanently.
 */
export async function* followEvents(
  connect: Connect,
  { signal, onStateChange }: StreamOptions,
): AsyncGenerator<string, void, undefined> {
  let lastId: string | undefined;
  let retry = RETRY_MS;
  let failures = 0;
  signal?.throwIfAborted();
  for (;;) {
    let asked = 0;
    const connection = new AbortController();
    const abort = () => connection.abort(signal?.reason);
    signal?.addEventListener("abort", abort, { once: true });
    try {
      const response = await connect(lastId, connection.signal);
      onStateChange?.("connected");
      for await (const block of blocksOf(response)) {
        failures = 0;
        retry = Math.max(block.retry ?? retry, RETRY_MIN_MS);
        lastId = block.id ?? lastId;
        if (block.data !== undefined) yield block.data;
      }
    } catch (error) {
      signal?.throwIfAborted();
      if (!PetstoreError.is(error) || !isTemporary(error)) throw error;
      asked = retryAfterMs(error.headers);
    } finally {
      signal?.removeEventListener("abort", abort);
      connection.abort();
    }
    signal?.throwIfAborted();
    onStateChange?.("waiting");
    const longest = Math.min(retry * 2 ** failures++, RETRY_MAX_MS);
    await pause(Math.max(asked, longest * (0.5 + Math.random())), signal, onReturn);
  }
}

/** In a browser, calls back when the network or the tab is active again. Returns a function that stops listening. */
function onReturn(callback: () => void): () => void {
  if (typeof document === "undefined") return () => {};
  const wake = () => document.visibilityState === "visible" && callback();
  addEventListener("online", callback);
  document.addEventListener("visibilitychange", wake);
  return () => {
    removeEventListener("online", callback);
    document.removeEventListener("visibilitychange", wake);
  };
}

/** The blocks of one connection, until it ends, breaks, or is silent for too long. */
async function* blocksOf(response: Response): AsyncGenerator<Block, void, undefined> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  const parse = blockParser();
  for (;;) {
    const silence = setTimeout(() => reader?.cancel().catch(() => {}), SILENCE_MS);
    // A broken connection ends like a closed one: the caller reconnects.
    const part = await reader?.read().catch(() => undefined);
    clearTimeout(silence);
    if (part === undefined || part.done) return;
    yield* parse(decoder.decode(part.value, { stream: true }));
  }
}

/** Creates a parser for a stream's text, which may arrive in any pieces. */
export function blockParser(): (text: string) => Block[] {
  let rest = "";
  let fields = new Map<string, string>();
  return (text) => {
    const blocks: Block[] = [];
    // A carriage return at the end may be half of a line break.
    const lines = (rest + text).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const [, name = "", value = ""] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
      if (line === "") {
        const retry = /^\d+$/.test(fields.get("retry") ?? "") ? Number(fields.get("retry")) : undefined;
        blocks.push({ id: fields.get("id"), data: fields.get("data"), retry });
        fields = new Map();
      } else if (name === "data" && fields.has("data")) {
        fields.set(name, `${fields.get("data")}\n${value}`);
      } else if (name !== "") {
        fields.set(name, value);
      }
    }
    return blocks;
  };
}
