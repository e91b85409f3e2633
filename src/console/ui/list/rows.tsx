/* The rows of a list, as tiles or as a table: one of them has the Tab key's stop, arrows lead to the others. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { texts } from "../../app/formats/language.ts";
import { rowsShown } from "../../app/keyboard/shortcut-keys.ts";
import { isUnsaved } from "../../app/unsaved.ts";
import type { ListPage, Row } from "../../data/loaded-page.ts";
import type { Resource } from "../../data/resource.ts";
import type { Selection } from "./selection.tsx";

/** How a row is, for what is in it. Only what has its tab index can be reached with the Tab key. */
export interface RowState {
  readonly isRemoved: boolean;
  readonly tabIndex: number;
}

/** A column. The first one names the row, and leads to what it opens. */
export interface Column<Item> {
  readonly name: string;
  readonly header: ComponentChildren;
  readonly sort?: "ascending" | "descending" | undefined;
  readonly cell: (item: Item, row: RowState) => ComponentChildren;
}

/** What a list shows, and how. */
export interface ListProps<Item> {
  /** The name of the table, and its class. */
  readonly label: string;
  readonly name: string;
  readonly page: Resource<ListPage<Item>>;
  readonly columns: readonly Column<Item>[];
  /** What a row opens; without it, nothing. */
  readonly hrefOf: (item: Item) => string | undefined;
  readonly isOpen: (item: Item) => boolean;
  readonly icon?: (item: Item) => ComponentChildren;
  /** A line below the first column. */
  readonly facts?: (item: Item) => ComponentChildren;
  /** What is in a tile, with its name as the title; with it, the list is a gallery. */
  readonly tile?: ((item: Item, title: ComponentChildren, row: RowState) => ComponentChildren) | undefined;
  /** The position of the page, and the address of another one. */
  readonly cursor: string | undefined;
  readonly hrefAt: (cursor: string | undefined) => string;
  /** How many rows all pages have, as far as they are counted. */
  readonly total?: { readonly count: number; readonly capped: boolean } | undefined;
  /** "3 new pets", and how they are shown. */
  readonly newcomers: (count: number, shown: string) => string;
  readonly showNewcomers: () => void;
  readonly selection?: Selection<Item> | undefined;
  /** What the rows of a table that follow each other have in common; rows of one group are beside each other. */
  readonly groupOf?: ((item: Item) => string) | undefined;
  /** The row above those of a group; it says how many they are. */
  readonly groupTitle?: ((group: string, count: number) => ComponentChildren) | undefined;
  /** What is shown in place of no rows. */
  readonly children: ComponentChildren;
}

interface RowsProps<Item> extends ListProps<Item> {
  readonly rows: readonly Row<Item>[];
}

/** The Tab key stops at one row only; the arrow keys go from row to row, Enter opens one, and Space chooses it. */
function useRows<Item extends { readonly id: bigint }>({ rows, selection }: RowsProps<Item>) {
  const [current, setCurrent] = useState(0);
  function onKeyDown(event: KeyboardEvent) {
    const isInRow = event.target instanceof Element && event.target.matches("[data-row]");
    const row = rows[current];
    const step = stepOf(event.key, event.currentTarget as Element);
    if (event.key === " " && isInRow && selection !== undefined && row !== undefined) selection.toggle(row.item);
    else if (step !== undefined && isInRow) focusRow(Math.max(0, Math.min(rows.length - 1, current + step)));
    else return;
    event.preventDefault();
  }
  return { onKeyDown, current: Math.min(current, rows.length - 1), setCurrent };
}

/** How many rows a key goes on: in a gallery, up and down lead to the line of tiles above and below. */
function stepOf(key: string, body: Element): number | undefined {
  const tiles = body.matches(".gallery") ? [...body.children] : undefined;
  const top = tiles?.[0]?.getBoundingClientRect().top;
  const below = tiles?.findIndex((tile) => tile.getBoundingClientRect().top !== top) ?? 1;
  const line = below === -1 ? (tiles?.length ?? 1) : below;
  const steps = { ArrowDown: line, ArrowUp: -line, ...(tiles && { ArrowRight: 1, ArrowLeft: -1 }) };
  return steps[key as keyof typeof steps];
}

/** The rows as tiles. */
export function Gallery<Item extends { readonly id: bigint }>(props: RowsProps<Item>) {
  const { label, rows, columns, selection, tile } = props;
  const { onKeyDown, current, setCurrent } = useRows(props);
  return (
    <ul class="gallery" aria-label={label} onKeyDown={onKeyDown}>
      {rows.map((row, index) => {
        const { item, isRemoved } = row;
        const state = { isRemoved, tabIndex: index === current ? 0 : -1 };
        return (
          <li key={item.id} class={classesOf(row, props)} onFocusIn={() => setCurrent(index)}>
            {tile?.(item, <RowTitle {...props} item={item} {...state} title={columns[0]?.cell(item, state)} />, state)}
            {!isRemoved && <RowCheck selection={selection} item={item} />}
          </li>
        );
      })}
    </ul>
  );
}

/** The rows as a table; where there is little room, two lines for each. */
export function Table<Item extends { readonly id: bigint }>(props: RowsProps<Item>) {
  const { label, name, rows, columns, icon, groupOf, groupTitle } = props;
  const { onKeyDown, current, setCurrent } = useRows(props);
  const groups = Map.groupBy(rows.entries(), ([, { item }]) => groupOf?.(item) ?? "");
  return (
    <table class={`list-table ${name}`} onKeyDown={onKeyDown}>
      <caption class="visually-hidden">{label}</caption>
      <thead>
        <tr>
          {icon !== undefined && <td class="mark" />}
          {columns.map((column) => (
            <th key={column.name} scope="col" class={column.name} aria-sort={column.sort}>
              {column.header}
            </th>
          ))}
        </tr>
      </thead>
      {[...groups].map(([group, members]) => (
        <tbody key={group}>
          {group !== "" && groupTitle?.(group, members.length)}
          {members.map(([index, row]) => (
            <TableRow
              key={row.item.id}
              {...props}
              row={row}
              isCurrent={index === current}
              onFocus={() => setCurrent(index)}
            />
          ))}
        </tbody>
      ))}
    </table>
  );
}

/** Puts the focus on a row of the list. */
export function focusRow(index: number): void {
  rowsShown()[index]?.focus();
}

type RowParts = "columns" | "hrefOf" | "isOpen" | "icon" | "facts" | "selection";

interface TableRowProps<Item> extends Pick<ListProps<Item>, RowParts> {
  readonly row: Row<Item>;
  /** Whether the Tab key stops here. */
  readonly isCurrent: boolean;
  readonly onFocus: () => void;
}

function TableRow<Item extends { readonly id: bigint }>(props: TableRowProps<Item>) {
  const { row, columns, icon, facts, selection, isCurrent, onFocus } = props;
  const { item, isRemoved } = row;
  const [first, ...others] = columns;
  const state = { isRemoved, tabIndex: isCurrent ? 0 : -1 };
  return (
    <tr class={classesOf(row, props)} onFocusIn={onFocus}>
      {icon !== undefined && (
        <td class="mark">
          {icon(item)}
          {!isRemoved && <RowCheck selection={selection} item={item} />}
        </td>
      )}
      <th scope="row" class={first?.name}>
        <RowTitle {...props} item={item} {...state} title={first?.cell(item, state)} />
        {facts?.(item)}
      </th>
      {others.map(({ name, cell }) => (
        <td key={name} class={name}>
          {cell(item, state)}
        </td>
      ))}
    </tr>
  );
}

function classesOf<Item>(
  { item, isRemoved }: Row<Item>,
  { isOpen, selection }: Pick<ListProps<Item>, RowParts>,
): string {
  return [isOpen(item) && "open", isRemoved && "deleted", selection?.has(item) && "chosen"].filter(Boolean).join(" ");
}

interface RowTitleProps<Item> extends Pick<ListProps<Item>, "hrefOf" | "isOpen">, RowState {
  readonly item: Item;
  readonly title: ComponentChildren;
}

/** What names a row, and leads to what it opens. */
function RowTitle<Item extends { readonly id: bigint }>(props: RowTitleProps<Item>) {
  const { item, title, tabIndex, hrefOf, isOpen } = props;
  const attributes = {
    tabIndex,
    "data-row": String(item.id),
    "aria-current": isOpen(item) ? ("true" as const) : undefined,
  };
  const href = hrefOf(item);
  if (href === undefined) return <span {...attributes}>{title}</span>;
  return (
    <a {...attributes} href={href}>
      {title}
      {isUnsaved(href) && <small class="unsaved"> {texts.value.common.notSaved}</small>}
    </a>
  );
}

function RowCheck<Item>({ selection, item }: { readonly selection: Selection<Item> | undefined; readonly item: Item }) {
  if (selection === undefined) return null;
  return (
    <input
      type="checkbox"
      class="row-check"
      tabIndex={-1}
      checked={selection.has(item)}
      aria-label={selection.labelOf(item)}
      onClick={(event) => selection.toggle(item, event.shiftKey)}
    />
  );
}
