import type * as z from "zod";
import { type Render, renderer } from "../contract/json.ts";
import { type Chunks, fillPath, type Operation, type Page } from "../contract/operation.ts";
import { type Answer, JSON_TYPE } from "./answer.ts";
import type { RawQuery } from "./input.ts";

/** Makes the writer of an operation's successful answers. `query` is that of the request: the next page repeats it. */
export function successAnswer({ path, query, success }: Operation, baseUrl: string): (result: unknown, raw: RawQuery) => Answer {
  const { status, location, schema } = success;
  if (success.paged) {
    const item = renderer((schema as z.ZodArray<z.ZodType>).element);
    const filters = Object.keys(query?.shape ?? {}).filter((name) => name !== "cursor");
    return (result, raw) => {
      if (!isPage(result)) return { status, headers: JSON_TYPE, body: arrayText(result as Chunks<unknown>, item) };
      const { items, next } = result;
      const link = next === undefined ? {} : { Link: `<${nextUrl(`${baseUrl}${path}`, filters, raw, next)}>; rel="next"` };
      return { status, headers: { ...JSON_TYPE, ...link }, body: `[${items.map(item).join(",")}]` };
    };
  }
  const render = renderer(schema);
  return (result) => {
    const created = location && { Location: `${baseUrl}${fillPath(location, result as Record<string, unknown>)}` };
    return { status, headers: { ...JSON_TYPE, ...created }, body: render(result) };
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

/** One JSON array, in a part for each chunk. */
async function* arrayText(chunks: Chunks<unknown>, item: Render): AsyncIterable<string> {
  let separator = "[";
  for await (const chunk of chunks) {
    yield separator + chunk.map(item).join(",");
    separator = ",";
  }
  yield separator === "[" ? "[]" : "]";
}
