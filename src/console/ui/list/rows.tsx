/* The rows of a list, as tiles or a table, with a roving tab index: Tab enters at one row, arrow keys move. */
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";
import { texts } from "../../app/formats/language.ts";
import { rowsShown } from "../../app/keyboard/shortcut-keys.ts";
import { isUnsaved } from "../../app/unsaved.ts";
import type { ListPage, Row } from "../../data/loaded-page.ts";
import type { Resource } from "../../data/resource.ts";
import type { Selection } from "./selection.tsx";

/** The state of a row for its content. Only elements with its tab index are reachable with Tab. */
export interface RowState {
  readonly isRemoved: boolean;
  readonly tabIndex: number;
}

/** A column. The first one names the row and links to what it opens. */
export interface Column<Item> {
  readonly name: string;
  readonly header: ComponentChildren;
  readonly sort?: "ascending" | "descending" | undefined;
  readonly cell: (item: Item, row: RowState) => ComponentChildren;
}

export interface ListProps<Item> {
  /** The accessible name of the table, and its class. */
  readonly label: string;
  readonly name: string;
  readonly page: Resource<ListPage<Item>>;
  readonly columns: readonly Column<Item>[];
  /** The URL that a row opens; undefined for none. */
  readonly hrefOf: (item: Item) => string | undefined;
  readonly isOpen: (item: Item) => boolean;
  readonly icon?: (item: Item) => ComponentChildren;
  /** A line below the first column. */
  readonly facts?: (item: Item) => ComponentChildren;
  /** The content of a tile with its title. If present, the list is a gallery. */
  readonly tile?: ((item: Item, title: ComponentChildren, row: RowState) => ComponentChildren) | undefined;
  /** The cursor of this page; `hrefAt` returns the URL of another. */
  readonly cursor: string | undefined;
  readonly hrefAt: (cursor: string | undefined) => string;
  /** How many rows all pages have, as far as counted. */
  readonly total?: { readonly count: number; readonly capped: boolean } | undefined;
  /** "3 new pets", and how they are shown. */
  readonly newcomers: (count: number, shown: string) => string;
  readonly showNewcomers: () => void;
  readonly selection?: Selection<Item> | undefined;
  /** Groups consecutive rows of a table. Rows of one group must be adjacent. */
  readonly groupOf?: ((item: Item) => string) | undefined;
  /** The heading of a group with its number of rows. */
  readonly groupTitle?: ((group: string, count: number) => ComponentChildren) | undefined;
  /** Shown if there are no rows. */
  readonly children: ComponentChildren;
}

interface RowsProps<Item> extends ListProps<Item> {
  readonly rows: readonly Row<Item>[];
}

/** Tab stops at one row: the last one that was opened or had the focus. Arrow keys move between rows, Enter opens one, Space selects it. */
function useRows<Item extends { readonly id: bigint }>({ rows, selection, isOpen }: RowsProps<Item>) {
  const [current, setCurrent] = useState(0);
  const open = rows.findIndex(({ item }) => isOpen(item));
  // It may have been opened by its address.
  useLayoutEffect(() => {
    if (open !== -1) setCurrent(open);
  }, [open]);
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

/** How many rows a key moves. In a gallery, up and down move by a line of tiles. */
function stepOf(key: string, body: Element): number | undefined {
  const tiles = body.matches(".gallery") ? [...body.children] : undefined;
  const top = tiles?.[0]?.getBoundingClientRect().top;
  const below = tiles?.findIndex((tile) => tile.getBoundingClientRect().top !== top) ?? 1;
  const line = below === -1 ? (tiles?.length ?? 1) : below;
  const steps = { ArrowDown: line, ArrowUp: -line, ...(tiles && { ArrowRight: 1, ArrowLeft: -1 }) };
  return steps[key as keyof typeof steps];
}

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

/** Rows as a table; on narrow screens each takes two lines. */
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

/** Focuses a row of the list. */
export function focusRow(index: number): void {
  rowsShown()[index]?.focus();
}

type RowParts = "columns" | "hrefOf" | "isOpen" | "icon" | "facts" | "selection";

interface TableRowProps<Item> extends Pick<ListProps<Item>, RowParts> {
  readonly row: Row<Item>;
  /** Whether this is the tab stop. */
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

/** The name of a row, linked to what it opens. */
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
