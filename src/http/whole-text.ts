/* A whole text, sent in parts. */

import { entityTag } from "./conditional.ts";
import type { Reply } from "./exchange.ts";
import type { Parts } from "./parts.ts";

const UTF_8 = new TextEncoder();

/**
 * Sends a text. Two parts are read before the status is sent: until then a failure is still a 500, and a text of one part is sent at once
 * with a tag of its bytes.
 */
export async function wholeText(parts: AsyncIterableIterator<string>, type: string): Promise<Reply> {
  const first = await parts.next();
  const second = await parts.next();
  const headers = { "Content-Type": type };
  if (second.done) {
    const text: string = first.value ?? "";
    return { status: 200, headers: { ...headers, ETag: entityTag(text) }, body: text };
  }
  return { status: 200, headers, body: encoded([first.value, second.value], parts) };
}

async function* encoded(read: readonly string[], parts: AsyncIterableIterator<string>): Parts {
  for (const part of read) yield UTF_8.encode(part);
  for await (const part of parts) yield UTF_8.encode(part);
}
