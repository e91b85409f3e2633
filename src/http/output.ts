import type * as z from "zod";
import { type Operation, type Page, type Pieces, pathFiller } from "../contract/operation.ts";
import { renderer, rendererOfItems } from "../contract/render.ts";
import type { Store, Version } from "../core/ports.ts";
import type { Chunk } from "../http1/chunk.ts";
import { type Answer, JSON_TYPE } from "./answer.ts";
import { entityTag } from "./conditional.ts";
import type { RawQuery } from "./input.ts";
import { type Piece, PieceCache } from "./pieces.ts";

/** Makes the writer of an operation's successful answers. `raw` is the query of the request, which the next page
 * repeats; `version` that of the store. */
export function successAnswer(
  { path, query, success }: Operation,
  { baseUrl, store }: { readonly baseUrl: string; readonly store: Pick<Store, "changesSince"> },
): (result: unknown, raw: RawQuery, version?: Version) => Answer | Promise<Answer> {
  const { status, location, schema } = success;
  if (success.paged) {
    const items = rendererOfItems(renderer((schema as z.ZodArray<z.ZodType>).element));
    const cache = new PieceCache(store.changesSince);
    const filters = Object.keys(query?.shape ?? {}).filter((name) => name !== "cursor");
    return (result, raw, version) => {
      if (!isPage(result)) {
        cache.refresh(version);
        return streamAnswer(status, cache, result as Pieces<unknown>, items);
      }
      const { next } = result;
      const link =
        next === undefined ? {} : { Link: `<${nextUrl(`${baseUrl}${path}`, filters, raw, next)}>; rel="next"` };
      const body = `[${items(result.items)}]`;
      return { status, headers: { ...JSON_TYPE, ...link, ETag: entityTag(body) }, body };
    };
  }
  const render = renderer(schema);
  const address = location && pathFiller(location);
  return (result) => {
    const body = render(result);
    const created = address && { Location: `${baseUrl}${address(result as Record<string, unknown>)}` };
    return { status, headers: { ...JSON_TYPE, ETag: entityTag(body), ...created }, body };
  };
}

function isPage(result: unknown): result is Page<unknown> {
  return typeof result === "object" && result !== null && "items" in result;
}

function nextUrl(url: string, filters: readonly string[], raw: RawQuery, cursor: string): string {
  const parameters = new URLSearchParams();
  for (const name of filters) if (raw[name] !== undefined) parameters.set(name, String(raw[name]));
  parameters.set("cursor", cursor);
  return `${url}?${parameters}`;
}

/**
 * One JSON array in parts. The first piece is read before the status goes out: until then a failure is still a 500. A list that
 * is no longer than that is sent whole, with a tag of its bytes.
 */
async function streamAnswer(
  status: number,
  cache: PieceCache,
  list: Pieces<unknown>,
  write: (items: readonly unknown[]) => string,
): Promise<Answer> {
  const first = await cache.read(list.start, list, write);
  if (first.next === undefined) {
    const body = `${new TextDecoder().decode(first.chunk.bytes)}]`;
    return { status, headers: { ...JSON_TYPE, ETag: entityTag(body) }, body };
  }
  async function* parts(): AsyncGenerator<string | Chunk> {
    let piece: Piece = first;
    yield piece.chunk;
    while (piece.next !== undefined) {
      const read = cache.read(piece.next, list, write);
      // Nothing is awaited for what is there: a hundred times for one answer.
      piece = read instanceof Promise ? await read : read;
      yield piece.chunk;
    }
    yield "]";
  }
  return { status, headers: JSON_TYPE, body: parts() };
}
