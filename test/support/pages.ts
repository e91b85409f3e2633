import { expect } from "bun:test";
import { parseJson } from "../../src/contract/json/json.ts";
import type { TestService } from "./harness.ts";

/** One page of a list. */
export interface Fetched {
  readonly url: string;
  readonly items: Record<string, unknown>[];
}

/** The address of the next page, or undefined on the last. */
export function nextOf({ headers }: { readonly headers: Headers }): string | undefined {
  return /^<([^>]+)>; rel="next"$/.exec(headers.get("Link") ?? "")?.[1];
}

/** The cursor of the next page. */
export function cursorOf(response: { readonly headers: Headers }): string {
  return new URL(nextOf(response) ?? "none:").searchParams.get("cursor") ?? "";
}

/** Fetches a list as clients should, by following Link. */
export async function everyPage(service: TestService, path: string): Promise<Fetched[]> {
  const pages: Fetched[] = [];
  let url: string | undefined = `http://shop.test${path}`;
  while (url !== undefined) {
    const response: Response = await service.send(url.replace("http://shop.test", ""));
    const items = parseJson(await response.text());
    if (!Array.isArray(items)) throw new Error(`no page at ${url}: ${response.status}`);
    pages.push({ url, items: items as Record<string, unknown>[] });
    url = nextOf(response);
  }
  return pages;
}

/** One member of every item of every page, in order. */
export function allOf(pages: readonly Fetched[], member: string): unknown[] {
  return pages.flatMap(({ items }) => items.map((item) => item[member]));
}

/** Checks which ids a list such as `pets` finds with each of these queries, on pages of one. */
export async function expectFound(
  service: TestService,
  list: string,
  rows: readonly (readonly [query: string, ...ids: readonly number[]])[],
): Promise<void> {
  for (const [query, ...ids] of rows) {
    const found = allOf(await everyPage(service, `/v1/${list}?limit=1&${query}`), "id").map(Number);
    expect([query, ...found]).toEqual([query, ...ids]);
  }
}

/** The ids from 1 to `last`. */
export function idsTo(last: number): bigint[] {
  return Array.from({ length: last }, (_, index) => BigInt(index + 1));
}
