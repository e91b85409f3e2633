/* Server-Sent Events: their format, and when a stream ends. */
import type * as z from "zod";
import { serializer } from "../../contract/json/serializer.ts";
import type { EventBatch, Operation } from "../../contract/operation.ts";
import type { Exchange } from "../pipeline/exchange.ts";
import { type Parts, yieldToRequests } from "./streamed-bodies.ts";

/** How soon a client reconnects (decision D35). */
const RETRY_MS = 2000;

/** How often the keys of open streams are checked. With the keyring's own delay, a revoked key ends a stream within a second. */
const CHECK_MS = 250;

type Batches = AsyncIterableIterator<EventBatch<unknown>>;

/** The event streams of this process. */
export interface EventStreams {
  /**
   * Creates the bodies of an operation's streams. A stream begins when its first part is read. It ends with its batches, with the
   * connection, when the key is no longer valid, or when the service stops.
   */
  writer(operation: Operation): (batches: Batches, request: Exchange, isKeyValid: KeyCheck) => Parts;
  /** Ends every stream, and those that begin from now on. */
  end(): void;
}

/** Whether the key of a stream is still valid. Rejects if that is unknown. */
export type KeyCheck = () => Promise<boolean>;

/** Makes the registry of open streams. */
export function eventStreams(): EventStreams {
  const open = new Map<() => void, KeyCheck>();
  let isEnding = false;
  let timer: ReturnType<typeof setInterval> | undefined;

  function add(end: () => void, isKeyValid: KeyCheck): void {
    open.set(end, isKeyValid);
    timer ??= setInterval(checkKeys, CHECK_MS);
  }

  function remove(end: () => void): void {
    open.delete(end);
    if (open.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  function checkKeys(): void {
    // While the store does not respond, streams stay open: they have nothing to send.
    for (const [end, isKeyValid] of open)
      isKeyValid().then(
        (isValid) => isValid || end(),
        () => {},
      );
  }

  return {
    writer({ success }) {
      const write = batchWriter(success.schema as z.ZodType);
      return async function* (batches, request, isKeyValid): AsyncGenerator<Uint8Array, undefined> {
        const end = () => void batches.return?.();
        add(end, isKeyValid);
        // A generator would notice neither while it waits for its next batch.
        request.onClose(end);
        if (isEnding) end();
        try {
          yield UTF_8.encode(`retry: ${RETRY_MS}\n\n`);
          for await (const batch of batches) {
            // A single event wakes all streams.
            await yieldToRequests();
            yield write(batch);
          }
        } finally {
          remove(end);
        }
      };
    },
    end() {
      isEnding = true;
      for (const end of open.keys()) end();
    },
  };
}

const UTF_8 = new TextEncoder();

/** Writes batches. Streams that share their events share the bytes. */
function batchWriter(schema: z.ZodType): (batch: EventBatch<unknown>) => Uint8Array {
  const serialize = serializer(schema);
  const written = new WeakMap<EventBatch<unknown>["events"], Uint8Array>();
  return ({ id, events }) => {
    // A comment with the position, so that a client whose filter rarely matches does not fall behind the retention.
    if (events.length === 0) return UTF_8.encode(`:\nid: ${id}\n\n`);
    let bytes = written.get(events);
    if (bytes === undefined) {
      const text = events.map((event) => `id: ${event.id}\nevent: ${event.type}\ndata: ${serialize(event.data)}\n\n`);
      written.set(events, (bytes = UTF_8.encode(text.join(""))));
    }
    return bytes;
  };
}
