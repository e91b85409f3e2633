/* Bodies as the runtime sends them. */
import { type Parts, turn } from "./parts.ts";

/** A stream of one text, which the runtime sends together with the headers, and with its length if it fits into the sink. */
export function inOnePiece(text: string): ReadableStream {
  const source: Bun.DirectUnderlyingSource = {
    type: "direct",
    pull(controller) {
      controller.write(text);
      void controller.end();
    },
  };
  // No character has more than three bytes.
  return new ReadableStream(source as unknown as UnderlyingDefaultSource, { highWaterMark: 3 * text.length });
}

/**
 * Parts that leave other requests their turn. What the service sends does not count as activity for the runtime: each part that the
 * client takes gives it more time.
 */
export function paced(parts: Parts, allowMoreTime: () => void): Parts {
  return {
    async next() {
      allowMoreTime();
      await turn();
      return parts.next();
    },
    async return() {
      await parts.return?.();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
