import type * as z from "zod";
import { type Chunks, type Operation, type Page, pathFiller } from "../contract/operation.ts";
import { renderer, rendererOfItems } from "../contract/render.ts";
import { type Answer, JSON_TYPE } from "./answer.ts";
import { entityTag } from "./conditional.ts";
import type { RawQuery } from "./input.ts";

/** Makes the writer of an operation's successful answers. `query` is that of the request: the next page repeats it. */
export function successAnswer(
  { path, query, success }: Operation,
  baseUrl: string,
): (result: unknown, raw: RawQuery) => Answer | Promise<Answer> {
  const { status, location, schema } = success;
  if (success.paged) {
    const items = rendererOfItems(renderer((schema as z.ZodArray<z.ZodType>).element));
    const filters = Object.keys(query?.shape ?? {}).filter((name) => name !== "cursor");
    return (result, raw) => {
      if (!isPage(result)) return streamAnswer(status, result as Chunks<unknown>, items);
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
 * One JSON array in parts. The first chunk is read before the status goes out: until then a failure is still a 500. A list
 * that is no longer than that is sent whole, with a tag of its bytes.
 */
async function streamAnswer(
  status: number,
  chunks: Chunks<unknown>,
  items: (values: readonly unknown[]) => string,
): Promise<Answer> {
  const iterator = chunks[Symbol.asyncIterator]();
  const first = await iterator.next();
  const second = first.done ? first : await iterator.next();
  if (second.done) {
    const body = `[${first.done ? "" : items(first.value)}]`;
    return { status, headers: { ...JSON_TYPE, ETag: entityTag(body) }, body };
  }
  async function* parts(): AsyncGenerator<string> {
    try {
      yield `[${items(first.value)},${items(second.value)}`;
      for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield `,${items(next.value)}`;
      yield "]";
    } finally {
      await iterator.return?.();
    }
  }
  return { status, headers: JSON_TYPE, body: parts() };
}
