/* The frame of every list: a table on a laptop and two lines a row on a phone, with what is shown while, instead and after it. */
import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";
import { hasCode } from "../app/failure.ts";
import { formatNumber, texts } from "../app/language.ts";
import { navigate, pagesBefore } from "../app/routes.ts";
import type { ListPage, Row } from "../data/list-page.ts";
import type { Resource } from "../data/resource.ts";
import type { Selection } from "./selection.tsx";
import { FailureState, Skeleton } from "./states.tsx";

/** A column. The first one names the row, and leads to what it opens. */
export interface Column<Item> {
  readonly name: string;
  readonly header: ComponentChildren;
  readonly sort?: "ascending" | "descending" | undefined;
  /** What is in a cell. Only what has the tab index of the row can be reached with the Tab key. */
  readonly cell: (item: Item, row: { readonly isRemoved: boolean; readonly tabIndex: number }) => ComponentChildren;
}

interface ListProps<Item> {
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
  /** The position of the page, and the address of another one. */
  readonly cursor: string | undefined;
  readonly hrefAt: (cursor: string | undefined) => string;
  /** "3 new pets", and how they are shown. */
  readonly newcomers: (count: number, shown: string) => string;
  readonly showNewcomers: () => void;
  readonly selection?: Selection<Item> | undefined;
  /** What is shown in place of no rows. */
  readonly children: ComponentChildren;
}

/** A list. */
export function List<Item extends { readonly id: bigint }>(props: ListProps<Item>) {
  const { page, cursor, hrefAt, children } = props;
  const { data, error, isLoading, isCurrent, reload } = page;
  const { common } = texts.value;
  const count = data === undefined || !isCurrent ? 0 : data.newcomers.size + data.imported;
  const isBadCursor = hasCode(error, "invalid_cursor");
  return (
    <>
      {count > 0 && (
        <button type="button" class="newcomers" onClick={props.showNewcomers}>
          {props.newcomers(count, formatNumber(count))}
        </button>
      )}
      {error !== undefined && (
        <FailureState error={error} retry={reload}>
          {isBadCursor && <a href={hrefAt(undefined)}>{common.firstPage}</a>}
        </FailureState>
      )}
      {data === undefined && error === undefined && <Skeleton lines={12} />}
      {data !== undefined && data.rows.length === 0 && (isCurrent ? children : <Skeleton lines={12} />)}
      {data !== undefined && data.rows.length > 0 && (
        <div class={isCurrent ? "results" : "results loading"} aria-busy={isLoading}>
          <Table {...props} rows={data.rows} />
          <Pager cursor={cursor} next={data.next} hrefAt={hrefAt} />
        </div>
      )}
    </>
  );
}

/** The Tab key stops at one row only; the arrow keys go from row to row, Enter opens one, and Space chooses it. */
function Table<Item extends { readonly id: bigint }>(props: ListProps<Item> & { readonly rows: readonly Row<Item>[] }) {
  const { label, name, rows, columns, icon, selection } = props;
  const [current, setCurrent] = useState(0);
  const body = useRef<HTMLTableSectionElement>(null);

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const isInRow = event.target instanceof Element && event.target.matches("[data-row]");
    const row = rows[current];
    if (event.key === " " && isInRow && selection !== undefined && row !== undefined) selection.toggle(row.item);
    else if (step !== undefined) focusRow(body.current, Math.max(0, Math.min(rows.length - 1, current + step)));
    else return;
    event.preventDefault();
  }
  return (
    <table class={`list-table ${name}`}>
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
      <tbody ref={body} onKeyDown={onKeyDown}>
        {rows.map((row, index) => (
          <TableRow
            key={row.item.id}
            {...props}
            row={row}
            isCurrent={index === Math.min(current, rows.length - 1)}
            onFocus={() => setCurrent(index)}
          />
        ))}
      </tbody>
    </table>
  );
}

/** Puts the focus on a row of the table in an element. */
export function focusRow(element: Element | null | undefined, index: number): void {
  element?.querySelectorAll<HTMLElement>("[data-row]")[index]?.focus();
}

type RowParts = "columns" | "hrefOf" | "isOpen" | "icon" | "facts" | "selection";

interface TableRowProps<Item> extends Pick<ListProps<Item>, RowParts> {
  readonly row: Row<Item>;
  /** Whether the Tab key stops here. */
  readonly isCurrent: boolean;
  readonly onFocus: () => void;
}

function TableRow<Item extends { readonly id: bigint }>(props: TableRowProps<Item>) {
  const { row, columns, hrefOf, isOpen, icon, facts, selection, isCurrent, onFocus } = props;
  const { item, isRemoved } = row;
  const [first, ...others] = columns;
  const tabIndex = isCurrent ? 0 : -1;
  const isChosen = selection?.has(item) ?? false;
  const marks = [isOpen(item) && "open", isRemoved && "deleted", isChosen && "chosen"].filter(Boolean);
  const href = hrefOf(item);
  const title = first?.cell(item, { isRemoved, tabIndex });
  const attributes = {
    tabIndex,
    "data-row": String(item.id),
    "aria-current": isOpen(item) ? ("true" as const) : undefined,
  };
  return (
    <tr class={marks.join(" ")} onFocusIn={onFocus}>
      {icon !== undefined && (
        <td class="mark">
          {icon(item)}
          {selection !== undefined && !isRemoved && (
            <input
              type="checkbox"
              tabIndex={-1}
              checked={isChosen}
              aria-label={selection.labelOf(item)}
              onClick={(event) => selection.toggle(item, event.shiftKey)}
            />
          )}
        </td>
      )}
      <th scope="row" class={first?.name}>
        {href === undefined ? (
          <span {...attributes}>{title}</span>
        ) : (
          <a {...attributes} href={href}>
            {title}
          </a>
        )}
        {facts?.(item)}
      </th>
      {others.map(({ name, cell }) => (
        <td key={name} class={name}>
          {cell(item, { isRemoved, tabIndex })}
        </td>
      ))}
    </tr>
  );
}

interface PagerProps {
  readonly cursor: string | undefined;
  readonly next: string | undefined;
  readonly hrefAt: (cursor: string | undefined) => string;
}

/** Leads to the next page and back. A list that fits on one page has none. */
function Pager({ cursor, next, hrefAt }: PagerProps) {
  const { common } = texts.value;
  const before = cursor === undefined ? [] : pagesBefore();
  if (next === undefined && cursor === undefined) return null;
  const go = (position: string | undefined, pages: readonly string[]) => {
    navigate(hrefAt(position), { pages });
    scrollTo({ top: 0 });
  };
  return (
    <nav class="row pager" aria-label={common.pages}>
      <button
        type="button"
        disabled={cursor === undefined}
        onClick={() => go(before.at(-1) || undefined, before.slice(0, -1))}
      >
        {common.previous}
      </button>
      <button type="button" disabled={next === undefined} onClick={() => go(next, [...before, cursor ?? ""])}>
        {common.next}
      </button>
    </nav>
  );
}
