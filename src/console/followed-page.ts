/* A page of a list that follows changes by others: rows change where they are, none moves, and new ones wait until they are asked for. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { Event, Page } from "../client/index.ts";
import { onEvent } from "./live-stream.ts";
import { type Loaded, useLoaded } from "./loading.ts";

/** A row. One whose item was removed stays, so that nothing moves. */
export interface Row<Item> {
  readonly item: Item;
  readonly isRemoved: boolean;
}

/** What an event means for a list. */
export type Change<Item> =
  | { readonly added: Item }
  | { readonly changed: Item }
  /** As it was. */
  | { readonly removed: Item };

interface RowsPage<Item> {
  readonly rows: readonly Row<Item>[];
  readonly next: string | undefined;
}

/** A page and what has happened to its list since. */
export interface FollowedPage<Item> extends Loaded<RowsPage<Item>> {
  /** How many items others have added to the list. */
  readonly newcomers: number;
  /** Shows a change that was made here. */
  apply(change: Change<Item>): void;
}

/** Loads a page when `inputs` change, and follows the events that mean something for its list. */
export function useFollowedPage<Item extends { readonly id: bigint }>(
  read: (signal: AbortSignal) => PromiseLike<Page<Item>>,
  inputs: readonly unknown[],
  changeOf: (event: Event) => Change<Item> | undefined,
): FollowedPage<Item> {
  const [newcomers, setNewcomers] = useState<ReadonlySet<bigint>>(new Set());
  /** Changes that were heard of while a page is being read: what is read may be older. */
  const duringRead = useRef<Change<Item>[] | undefined>(undefined);
  const page = useLoaded<RowsPage<Item>>(async (signal) => {
    const changes: Change<Item>[] = [];
    duringRead.current = changes;
    try {
      const { items, nextCursor } = await read(signal);
      const ids = new Set(items.map(({ id }) => id));
      const added = changes.flatMap((change) => ("added" in change ? [change.added.id] : []));
      setNewcomers(new Set(added.filter((id) => !ids.has(id))));
      const rows = items.map((item): Row<Item> => ({ item, isRemoved: false }));
      return { rows: changes.reduce(changeRows<Item>, rows), next: nextCursor };
    } finally {
      if (duringRead.current === changes) duringRead.current = undefined;
    }
  }, inputs);
  const { patch } = page;

  function apply(change: Change<Item>) {
    duringRead.current?.push(change);
    patch((data) => ({ ...data, rows: changeRows(data.rows, change) }));
  }
  function follow(event: Event) {
    const change = changeOf(event);
    if (change === undefined) return;
    const isShown = (id: bigint) => page.data?.rows.some(({ item }) => item.id === id) ?? false;
    if ("added" in change && !isShown(change.added.id)) setNewcomers((ids) => new Set(ids).add(change.added.id));
    if ("removed" in change) setNewcomers((ids) => new Set([...ids].filter((id) => id !== change.removed.id)));
    apply(change);
  }
  const latest = useRef(follow);
  latest.current = follow;
  useEffect(() => onEvent((event) => latest.current(event)), []);
  return { ...page, newcomers: newcomers.size, apply };
}

function changeRows<Item extends { readonly id: bigint }>(rows: readonly Row<Item>[], change: Change<Item>) {
  if ("added" in change) return [...rows];
  const isRemoved = "removed" in change;
  const item = isRemoved ? change.removed : change.changed;
  return rows.map((row) => (row.item.id === item.id ? { item, isRemoved } : row));
}
