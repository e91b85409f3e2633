/* A page of a list that follows changes: rows change in place, none moves, and new ones wait until a person asks for them. */
import type { ImportSummary, Page } from "../../client/index.ts";
import { type Change, changed, isMadeHere, idOf as ownId, type Topic } from "./events/changes.ts";
import { type Resource, useResource } from "./resource.ts";

/** The number of items on a page of a list. */
export const PAGE_SIZE = 50;

/** A row. If its item is removed, the row stays, so that nothing moves. */
export interface Row<Item> {
  readonly item: Item;
  readonly isRemoved: boolean;
}

/** A page, and what has happened to its list since. */
export interface ListPage<Item> {
  readonly rows: readonly Row<Item>[];
  readonly next: string | undefined;
  /** Items that others have added to the list, by id. */
  readonly newcomers: ReadonlySet<bigint>;
  /** How many items others have imported. */
  readonly imported: number;
}

/** The effect of a change on a list. */
export type Meaning = "added" | "changed" | "removed" | "imported" | undefined;

/** How a page of a list is read and updated. */
export interface ListSource<Item, Where> {
  readonly topic?: Topic;
  readonly read: (route: Where, signal: AbortSignal) => PromiseLike<Page<Item>>;
  readonly meaningOf: (route: Where, change: Change) => Meaning;
  /** The id of the item of a change; by default that of its data. */
  readonly idOf?: (change: Change) => bigint | undefined;
  /** An item after a change of it. */
  readonly apply?: (item: Item, change: Change) => Item;
  /** The rest of an item after a part of it was removed; by default nothing. */
  readonly without?: (item: Item, change: Change) => Item | undefined;
}

/** Shows a page of a list. The key names its route. */
export function useListPage<Item extends { readonly id: bigint }, Where>(
  key: string,
  route: Where,
  source: ListSource<Item, Where>,
): Resource<ListPage<Item>> {
  return useResource<ListPage<Item>>(key, {
    ...(source.topic && { topic: source.topic }),
    load: async (signal) => {
      const { items, nextCursor: next } = await source.read(route, signal);
      return { rows: items.map((item) => ({ item, isRemoved: false })), next, newcomers: new Set(), imported: 0 };
    },
    apply: (page, change) => after(page, change, source.meaningOf(route, change), source),
  });
}

function after<Item extends { readonly id: bigint }>(
  page: ListPage<Item>,
  change: Change,
  meaning: Meaning,
  { idOf = ownId, apply = changed, without }: Pick<ListSource<Item, never>, "idOf" | "apply" | "without">,
): ListPage<Item> {
  if (meaning === undefined) return page;
  if (meaning === "imported") {
    if (change.type === "import.undone") return withoutRemoved(page, change.data);
    return change.type === "import.completed" ? { ...page, imported: page.imported + change.data.count } : page;
  }
  const id = idOf(change);
  const row = page.rows.find(({ item }) => item.id === id);
  if (meaning === "added") {
    if (id === undefined || row !== undefined || change.source !== "others" || isMadeHere(change)) return page;
    return { ...page, newcomers: new Set([...page.newcomers, id]) };
  }
  const isGone = meaning === "removed" && id !== undefined && page.newcomers.has(id);
  const newcomers = isGone ? new Set([...page.newcomers].filter((other) => other !== id)) : page.newcomers;
  if (row === undefined) return isGone ? { ...page, newcomers } : page;
  const left = meaning === "changed" ? apply(row.item, change) : without?.(row.item, change);
  const item = left ?? row.item;
  const isRemoved = left === undefined || row.isRemoved;
  if (item === row.item && isRemoved === row.isRemoved) return page;
  return { ...page, newcomers, rows: page.rows.map((other) => (other === row ? { item, isRemoved } : other)) };
}

/** A page after an import was undone. */
function withoutRemoved<Item extends { readonly id: bigint }>(
  page: ListPage<Item>,
  { count, ranges = [] }: ImportSummary,
): ListPage<Item> {
  const isIn = ({ id }: Item) => ranges.some(({ firstId, lastId }) => firstId <= id && id <= lastId);
  const rows = page.rows.map((row) => (isIn(row.item) ? { ...row, isRemoved: true } : row));
  return { ...page, rows, imported: Math.max(0, page.imported - count) };
}
