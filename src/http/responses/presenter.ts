import { type Added, type Serializer, serializer } from "../../contract/json/serializer.ts";
import { type ChunkedList, type Operation, type Page, pathFiller, responseType } from "../../contract/operation.ts";
import type { MaybePromise } from "../../core/concurrency/maybe-promise.ts";
import { entityTag } from "../pipeline/conditional.ts";
import { type Exchange, JSON_TYPE, type RawQuery, type Reply } from "../pipeline/exchange.ts";
import { type Join, join } from "./joined-bodies.ts";
import type { Parts } from "./streamed-bodies.ts";
import { type ListPresentation, wholeList } from "./whole-list.ts";

/** Turns what a handler returned into a reply. The next page repeats the query and the path of the request. */
export type Present = (result: unknown, exchange: Exchange) => MaybePromise<Reply>;

/** What a presenter needs. */
export interface Presentation extends ListPresentation {
  readonly baseUrl: string;
  /** Joins pages and caches them. Single pets are too many to cache. */
  readonly joinPage: Join;
}

/** Creates the successful replies of an operation. */
export function presenter(operation: Operation, presentation: Presentation): Present {
  const { success } = operation;
  const { status, schema, location, paged } = success;
  if (schema === undefined) return () => ({ status, headers: {} });
  if (success.text) return (result) => wholeText(result as AsyncIterableIterator<string>, responseType(operation));
  const serialize = serializer(schema);
  const textOf = texts(operation, serialize, paged ? presentation.joinPage : join);
  if (paged) return pages(operation, presentation, serialize, textOf);
  const address = location && pathFiller(location);
  return (result, exchange) => {
    const { headers, body } = textOf(result, exchange);
    if (address === undefined) return { status, headers, body };
    const created = `${presentation.baseUrl}${address(result as Record<string, unknown>)}`;
    return { status, headers: { ...headers, Location: created }, body };
  };
}

/** Writes a result, with its tag. */
type Write = (value: unknown, exchange: Exchange) => Pick<Reply, "headers"> & { readonly body: string };

function texts({ settings, success }: Operation, serialize: Serializer, joinText: Join): Write {
  const serializeSettings = settings && serializer(settings);
  return (value, exchange) => {
    if (success.included !== undefined && exchange.parameters["include"] !== undefined) {
      const { body, tag } = joinText(value as Added, serialize);
      return { headers: { ...JSON_TYPE, ETag: tag }, body };
    }
    const json = serialize(value);
    return jsonText(json, entityTag(json, serializeSettings?.(value)));
  };
}

/** A JSON text with its tag. Ends with a newline for terminals. */
function jsonText(json: string, tag: string) {
  return { headers: { "Content-Type": JSON_TYPE["Content-Type"], ETag: tag }, body: `${json}\n` };
}

function pages(
  { path, query, success }: Operation,
  presentation: Presentation,
  serialize: Serializer,
  textOf: Write,
): Present {
  const { status, pageParameter = "cursor" } = success;
  const filters = Object.keys(query?.shape ?? {}).filter((name) => name !== pageParameter);
  const fill = pathFiller(path);
  return (result, exchange) => {
    if (!isPage(result))
      return wholeList(result as ChunkedList<unknown>, serialize, fill(exchange.params), presentation);
    const { headers, body } = textOf(result.items, exchange);
    if (result.next === undefined) return { status, headers, body };
    const url = `${presentation.baseUrl}${fill(exchange.params)}`;
    const next = nextUrl(url, filters, exchange.parameters, [pageParameter, result.next]);
    return { status, headers: { ...headers, Link: `<${next}>; rel="next"` }, body };
  };
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

const UTF_8 = new TextEncoder();

/**
 * Sends a text. Two parts are read before the status is sent: until then a failure is still a 500, and a text of one part is sent with a
 * tag of its bytes.
 */
async function wholeText(parts: AsyncIterableIterator<string>, type: string): Promise<Reply> {
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
