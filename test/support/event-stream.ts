/* A client of streams of events: the bytes it receives, and what they say. */
import { parseJson } from "../../src/contract/json/json.ts";

/** An event as received. */
export interface Received {
  readonly id: string;
  readonly type: string;
  readonly data: Record<string, unknown>;
}

/** An open stream. */
export interface OpenStream extends AsyncDisposable {
  readonly response: Response;
  readonly events: readonly Received[];
  /** Everything received so far. */
  text(): string;
  /** The last id received, which a client reconnects with. */
  lastId(): string;
  hasEnded(): boolean;
  close(): Promise<void>;
}

/** Reads a stream in the background. */
export function follow(response: Response, abort = new AbortController()): OpenStream {
  let text = "";
  let lastId = "";
  let hasEnded = false;
  let parsedTo = 0;
  const events: Received[] = [];
  const decoder = new TextDecoder();

  function parse(): void {
    for (let end = text.indexOf("\n\n", parsedTo); end !== -1; end = text.indexOf("\n\n", parsedTo)) {
      const fields = new Map(
        text
          .slice(parsedTo, end)
          .split("\n")
          .map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]),
      );
      lastId = fields.get("id") ?? lastId;
      const data = fields.get("data");
      if (data !== undefined) {
        events.push({ id: lastId, type: fields.get("event") ?? "", data: parseJson(data) as Record<string, unknown> });
      }
      parsedTo = end + 2;
    }
  }

  const reading = (async () => {
    try {
      for await (const part of response.body ?? []) {
        text += decoder.decode(part, { stream: true });
        parse();
      }
    } catch {
      // Closed by this side, or cut.
    }
    hasEnded = true;
  })();
  const close = async () => {
    abort.abort();
    await reading;
  };
  return {
    response,
    events,
    text: () => text,
    lastId: () => lastId,
    hasEnded: () => hasEnded,
    close,
    [Symbol.asyncDispose]: close,
  };
}
