/* A whole list as one JSON array: in parts, and in one piece when all of it is in memory. */

import type { Serializer } from "../../contract/json/serializer.ts";
import type { ChunkedList } from "../../contract/operation.ts";
import type { MaybePromise } from "../../core/concurrency/maybe-promise.ts";
import { entityTag } from "../pipeline/conditional.ts";
import { JSON_TYPE, type Reply } from "../pipeline/exchange.ts";
import type { Snapshot } from "./response-cache.ts";
import { yieldToRequests } from "./streamed-bodies.ts";

/** What a whole list needs. */
export interface ListPresentation {
  /** The cached responses at the current version of the store. */
  readonly cached: () => Snapshot | undefined;
  /** Differs for each process: versions of the store mean nothing to another one. */
  readonly instance: string;
}

interface Chunk {
  /** The chunk as part of the JSON array, with the bracket or comma before it. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly next: bigint | undefined;
}

/** A longer list, in bytes, is never in memory at once. */
const PIECE_MAX = 8 * 1024 * 1024;

const UTF_8 = new TextEncoder();
const ARRAY_END = UTF_8.encode("]\n");

/**
 * Sends a list. The first chunk is read before the status is sent: until then a failure is still a 500. A list of one chunk is sent at once
 * with a tag of its bytes; the tag of a longer one is the version of the store. When all chunks are in the cache, the next responses share
 * them as one piece. A list that changes before it is read again is never copied.
 */
export function wholeList(
  list: ChunkedList<unknown>,
  serialize: Serializer,
  path: string,
  presentation: ListPresentation,
): MaybePromise<Reply> {
  const snapshot = presentation.cached();
  const piece = snapshot?.has(path) === true ? snapshot.get<Blob>(path) : undefined;
  if (snapshot === undefined || piece === undefined) return inParts(list, serialize, path, presentation);
  return { status: 200, headers: headersAt(snapshot, presentation), body: piece };
}

function headersAt({ version }: Snapshot, { instance }: ListPresentation): Readonly<Record<string, string>> {
  return { ...JSON_TYPE, ETag: `"${instance}-${version}"` };
}

async function inParts(
  list: ChunkedList<unknown>,
  serialize: Serializer,
  path: string,
  presentation: ListPresentation,
): Promise<Reply> {
  // A thousand clients may send this at once, and their first chunks would be produced in one iteration.
  await yieldToRequests();
  const { cached } = presentation;
  let start = cached();
  let wasInMemory = true;
  let first = await readChunk(list.start);
  if (start === undefined) {
    // Another process changed the file, and the version was known only after a read. The tag must not be newer than the list.
    start = cached();
    if (start !== undefined) first = await readChunk(list.start);
  }
  if (first.next === undefined) {
    const json = `${new TextDecoder().decode(first.bytes)}]`;
    return { status: 200, headers: { ...JSON_TYPE, ETag: entityTag(json) }, body: `${json}\n` };
  }
  const headers = start === undefined ? JSON_TYPE : headersAt(start, presentation);
  return { status: 200, headers, body: parts(first) };

  async function readChunk(after: bigint): Promise<Chunk> {
    const snapshot = cached();
    const key = `${path} after ${after}`;
    const known = snapshot?.get<Chunk>(key);
    if (known !== undefined) return known;
    wasInMemory = false;
    const { items, next } = await list.read(after);
    const opening = after === list.start ? "[" : items.length === 0 ? "" : ",";
    const chunk = { bytes: UTF_8.encode(opening + serialize(items).slice(1, -1)), next };
    snapshot?.set(key, chunk, chunk.bytes.byteLength);
    return chunk;
  }

  async function* parts(first: Chunk): AsyncGenerator<Uint8Array, undefined> {
    const gathered = start && new Gathered();
    let chunk = first;
    for (;;) {
      if (wasInMemory) gathered?.add(chunk.bytes);
      yield chunk.bytes;
      if (chunk.next === undefined) break;
      chunk = await readChunk(chunk.next);
    }
    yield ARRAY_END;
    // If nothing was committed since the first chunk was read.
    if (wasInMemory && start !== undefined && cached() === start && !start.has(path)) gathered?.keep(start, path);
  }
}

/** Collects the chunks of a list to join them. */
class Gathered {
  #chunks: Uint8Array<ArrayBuffer>[] = [];
  #size = 0;

  add(chunk: Uint8Array<ArrayBuffer>): void {
    this.#size += chunk.byteLength;
    if (this.#size <= PIECE_MAX) this.#chunks.push(chunk);
    else this.#chunks = [];
  }

  keep(snapshot: Snapshot, key: string): void {
    if (this.#size <= PIECE_MAX) snapshot.set(key, new Blob([...this.#chunks, ARRAY_END]), this.#size);
  }
}
