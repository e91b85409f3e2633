import { type ChunkedList, type Operation, type Page, pathFiller } from "../contract/operation.ts";
import { type Added, type Serializer, serializer } from "../contract/serializer.ts";
import type { Snapshot } from "./cache.ts";
import { entityTag } from "./conditional.ts";
import type { RawQuery } from "./input.ts";
import { type Join, join } from "./joined.ts";
import { type HttpResponse, JSON_TYPE } from "./message.ts";
import { turn } from "./parts.ts";

/** Turns what a handler returned into a response. The next page repeats the query and the path of the request. */
export type Present = (result: unknown, query: RawQuery, params: Params) => Promise<HttpResponse>;

type Params = Readonly<Record<string, string>>;

/** What successful responses are made with. */
export interface Presentation {
  readonly baseUrl: string;
  /** The cached responses at the current version of the store. */
  readonly cached: () => Snapshot | undefined;
  /** Differs for each process: versions of the store mean nothing to another one. */
  readonly instance: string;
  /** Joins pages, and keeps them. Single pets are too many to keep. */
  readonly joinPage: Join;
}

/** Makes the successful responses of an operation. */
export function presenter({ path, query, settings, success }: Operation, presentation: Presentation): Present {
  const { status, schema, included, location, paged, pageParameter = "cursor" } = success;
  const { baseUrl } = presentation;
  if (schema === undefined) return async () => ({ status, headers: {} });
  const serialize = serializer(schema);
  const serializeSettings = settings && serializer(settings);
  const joinText = paged ? presentation.joinPage : join;
  const textOf = (value: unknown, { include }: RawQuery) =>
    included !== undefined && include !== undefined
      ? withTag(joinText(value as Added, serialize))
      : jsonText(serialize(value), serializeSettings?.(value));
  if (paged) {
    const filters = Object.keys(query?.shape ?? {}).filter((name) => name !== pageParameter);
    const fill = pathFiller(path);
    return async (result, raw, params) => {
      if (!isPage(result)) return wholeList(result as ChunkedList<unknown>, serialize, fill(params), presentation);
      const { headers, body } = textOf(result.items, raw);
      if (result.next === undefined) return { status, headers, body };
      const next = nextUrl(`${baseUrl}${fill(params)}`, filters, raw, [pageParameter, result.next]);
      return { status, headers: { ...headers, Link: `<${next}>; rel="next"` }, body };
    };
  }
  const address = location && pathFiller(location);
  return async (result, raw) => {
    const { headers, body } = textOf(result, raw);
    if (address === undefined) return { status, headers, body };
    const created = `${baseUrl}${address(result as Record<string, unknown>)}`;
    return { status, headers: { ...headers, Location: created }, body };
  };
}

/** A JSON text with its tag. It ends with a newline, so that a terminal shows its prompt on a new line. */
function jsonText(json: string, settings?: string) {
  return withTag({ body: `${json}\n`, tag: entityTag(json, settings) });
}

function withTag({ body, tag }: { readonly body: string; readonly tag: string }) {
  return { headers: { ...JSON_TYPE, ETag: tag }, body };
}

function isPage(result: unknown): result is Page<unknown> {
  return typeof result === "object" && result !== null && "items" in result;
}

function nextUrl(url: string, filters: readonly string[], raw: RawQuery, position: readonly [string, string]): string {
  const parameters = new URLSearchParams();
  for (const name of filters) for (const value of [raw[name] ?? []].flat()) parameters.append(name, value);
  parameters.set(...position);
  return `${url}?${parameters}`;
}

interface Chunk {
  /** The chunk's part of the JSON array, with the bracket or comma before it. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly next: bigint | undefined;
}

const UTF_8 = new TextEncoder();
const ARRAY_END = UTF_8.encode("]\n");

/**
 * A whole list as one JSON array. The first chunk is read before the status is sent: until then a failure is still a 500. A list
 * that fits into one chunk is sent at once with a tag of its bytes; the tag of a longer one is the version of the store.
 */
async function wholeList(
  list: ChunkedList<unknown>,
  serialize: Serializer,
  path: string,
  { cached, instance }: Presentation,
): Promise<HttpResponse> {
  // A thousand clients may ask at once, and their first chunks would be made in one go.
  await turn();
  const version = cached()?.version;
  const first = await readChunk(list.start);
  if (first.next === undefined) {
    return { status: 200, ...jsonText(`${new TextDecoder().decode(first.bytes)}]`) };
  }
  const tag = version !== undefined && { ETag: `"${instance}-${version}"` };
  return { status: 200, headers: { ...JSON_TYPE, ...tag }, body: parts(first) };

  async function readChunk(after: bigint): Promise<Chunk> {
    const snapshot = cached();
    const key = `${path} after ${after}`;
    const known = snapshot?.get<Chunk>(key);
    if (known !== undefined) return known;
    const { items, next } = await list.read(after);
    const opening = after === list.start ? "[" : items.length === 0 ? "" : ",";
    const chunk = { bytes: UTF_8.encode(opening + serialize(items).slice(1, -1)), next };
    snapshot?.set(key, chunk, chunk.bytes.byteLength);
    return chunk;
  }

  async function* parts(first: Chunk): AsyncGenerator<Uint8Array, undefined> {
    let chunk = first;
    yield chunk.bytes;
    while (chunk.next !== undefined) {
      chunk = await readChunk(chunk.next);
      yield chunk.bytes;
    }
    yield ARRAY_END;
  }
}
