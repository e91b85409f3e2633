/* Bodies as the runtime sends them. */
import { type Parts, turn } from "./parts.ts";

/**
 * A stream of one text of this many bytes. The runtime sends it together with the headers and its length, because it fits into the
 * sink with room left.
 */
export function inOnePiece(text: string, bytes: number): ReadableStream {
  const source: Bun.DirectUnderlyingSource = {
    type: "direct",
    pull(controller) {
      controller.write(text);
      void controller.end();
    },
  };
  return new ReadableStream(source as unknown as UnderlyingDefaultSource, { highWaterMark: bytes + 1 });
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
