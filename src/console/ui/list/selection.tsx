/* Rows selected for a joint change. */
import { useState } from "preact/hooks";
import { texts } from "../../app/formats/language.ts";

export interface Selection<Item> {
  readonly items: readonly Item[];
  has(item: Item): boolean;
  /** Selects or deselects an item. With `isRange`, also selects those between it and the last one. */
  toggle(item: Item, isRange?: boolean): void;
  clear(): void;
  /** "Choose Rex". */
  labelOf(item: Item): string;
}

/** Tracks the selected rows. Rows that are no longer listed do not count. */
export function useSelection<Item extends { readonly id: bigint; readonly name: string }>(
  rows: readonly Item[],
): Selection<Item> {
  const [chosen, setChosen] = useState<ReadonlySet<bigint>>(new Set());
  const [last, setLast] = useState<bigint>();
  const items = rows.filter(({ id }) => chosen.has(id));
  const clear = () => setChosen(new Set());
  return {
    items,
    has: ({ id }) => chosen.has(id),
    toggle({ id }, isRange = false) {
      const ids = rows.map((row) => row.id);
      // The last one may be on another page.
      const start = isRange && last !== undefined && ids.includes(last) ? last : id;
      const [from, to] = [ids.indexOf(start), ids.indexOf(id)];
      const range = ids.slice(Math.min(from, to), Math.max(from, to) + 1);
      const next = new Set(chosen);
      for (const each of range) {
        if (chosen.has(id)) next.delete(each);
        else next.add(each);
      }
      setChosen(next);
      setLast(id);
    },
    clear,
    labelOf: ({ name }) => texts.value.list.choose(name),
  };
}
