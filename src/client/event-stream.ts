/* Server-Sent Events: reading them, and reconnecting without a gap and without a duplicate. */
import { isTemporary, pause, retryAfterMs } from "./attempts.ts";
import { PetstoreError } from "./error.ts";
import type { StreamOptions } from "./options.ts";

/** The service sends at least a comment every 15 s. */
const SILENCE_MS = 45_000;

/** Default, minimum and maximum delay before reconnecting. */
const RETRY_MS = 2_000;
const RETRY_MIN_MS = 200;
const RETRY_MAX_MS = 30_000;

/** A block of a stream. One without data only reports the position. */
interface Block {
  readonly id: string | undefined;
  readonly data: string | undefined;
  readonly retry: number | undefined;
}

/** Opens a connection that continues after an event. The signal ends it. */
export type Connect = (lastId: string | undefined, signal: AbortSignal) => Promise<Response>;

/**
 * The data of a stream's events, over as many connections as it takes. Ends only by the caller: by leaving the loop, or with the
 * signal. Throws when the service refuses the stream for a reason that does not pass.
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

/** In a browser, calls back when the network or the user returns. Returns a function that stops it. */
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

/** The blocks of one connection, until it ends, is cut, or is silent for too long. */
async function* blocksOf(response: Response): AsyncGenerator<Block, void, undefined> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  const parse = blockParser();
  for (;;) {
    const silence = setTimeout(() => reader?.cancel().catch(() => {}), SILENCE_MS);
    // A connection that is cut ends as one that is closed does: the caller connects again.
    const part = await reader?.read().catch(() => undefined);
    clearTimeout(silence);
    if (part === undefined || part.done) return;
    yield* parse(decoder.decode(part.value, { stream: true }));
  }
}

/** Makes a parser of a stream's text, which may come in any parts. */
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
