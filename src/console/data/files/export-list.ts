/* Lists and tables as files for spreadsheets, with titles in the language of the page, except pets, whose file can be imported again. */
import type { Order, Page } from "../../../client/index.ts";
import {
  amountCell,
  csvLine,
  type DecimalMark,
  Figure,
  keptCell,
  timeCell,
} from "../../../contract/exports/spreadsheet-cells.ts";
import type { Money } from "../../../contract/values/money.ts";
import { allTexts } from "../../app/formats/language.ts";
import { shop } from "../../app/session/page-settings.ts";
import { petstore } from "../../app/session/session.ts";
import { stateOf } from "../orders/sale-data.ts";
import type { PetsQuery } from "../pets/searched-pets.ts";
import { fileFormat } from "./file-format.ts";

/** The most rows that a page reads: longer lists are for the command. */
const ROWS_MAX = 100_000;

/** The most that the service returns at once. */
const PAGE = 100;

/** The result of an export. */
interface Exported {
  readonly rows: number;
  /** Whether the list is longer. */
  readonly isPartial: boolean;
}

type Cell = string | number | bigint | boolean | Figure | undefined;

/** The columns of a file, by title. */
type Columns<Item> = Readonly<Record<string, (item: Item) => Cell>>;

/** An order, with the titles of its panel. Times are in the time zone of the shop. */
function orderColumns(): Columns<Order> {
  const { orders: words, reports, profile } = allTexts.value;
  const time = (at: string | undefined) => at && timeCell(shop.timeZone, at);
  return {
    [words.orderNumber]: ({ id }) => id,
    [words.state]: (order) => words.states[stateOf({ orders: [order] })],
    [words.completedAt]: ({ completedAt }) => time(completedAt),
    [words.pet]: ({ pet }) => pet?.name,
    [reports.kind]: ({ pet }) => pet?.category,
    [profile.reference]: ({ pet }) => pet?.reference,
    [words.quantity]: ({ quantity }) => quantity,
    [words.price]: ({ price }) => price && decimal(price),
    [profile.currency]: ({ price, refund }) => (price ?? refund)?.currency,
    [words.returnedAt]: ({ returnedAt }) => time(returnedAt),
    [words.refund]: ({ refund }) => refund && decimal(refund),
    [words.reason]: ({ returns = [] }) => returns.flatMap(({ note }) => note ?? []).join("; "),
    [words.placedAt]: ({ placedAt }) => time(placedAt),
    [words.ready]: ({ readyAt }) => time(readyAt),
    [words.shipDate]: ({ shipDate, shipDay }) => dayCell(shipDay) ?? time(shipDate),
    [words.customer]: ({ customer }) => customer?.name,
    [words.contact]: ({ customer }) => customer?.contact,
    [words.note]: ({ note }) => note,
    [words.petNumber]: ({ petId }) => petId,
  };
}

/** A page of a list to read. */
export type Position = { readonly limit: number; readonly cursor: string | undefined };

/** A list that can be saved as a file. */
export type ExportedList =
  | { readonly name: "pets"; readonly query: () => Promise<PetsQuery> }
  | { readonly name: "orders"; readonly read: (position: Position) => PromiseLike<Page<Order>> };

/** Ends and observes an export. */
interface Exporting {
  readonly signal?: AbortSignal;
  readonly onProgress?: (rows: number) => void;
}

/** Saves a list as a file. */
export async function exportList(list: ExportedList, exporting: Exporting): Promise<Exported> {
  return list.name === "pets"
    ? savePets(await list.query(), exporting)
    : save(list.name, orderColumns(), list.read, exporting);
}

async function save<Item>(
  name: string,
  columns: Columns<Item>,
  read: (position: Position) => PromiseLike<Page<Item>>,
  { signal, onProgress }: Exporting,
): Promise<Exported> {
  // The browser may move finished parts to disk.
  const parts = [titlesOf(columns)];
  let rows = 0;
  let cursor: string | undefined;
  do {
    const page = await read({ limit: PAGE, cursor });
    signal?.throwIfAborted();
    parts.push(rowsOf(columns, page.items));
    rows += page.items.length;
    onProgress?.(rows);
    cursor = page.nextCursor;
  } while (cursor !== undefined && rows < ROWS_MAX);
  download(name, parts);
  return { rows, isPartial: cursor !== undefined };
}

/** Saves pets as the file that the service writes. */
export async function savePets(query: PetsQuery, { signal, onProgress }: Exporting = {}): Promise<Exported> {
  const { separator, encoding } = fileFormat();
  const format = { separator, spreadsheet: true, byteOrderMark: encoding === "marked" };
  const counter = new RowCounter();
  const parts: Blob[] = [];
  for await (const part of petstore().pets.export({ ...query, ...format }, { signal })) {
    parts.push(new Blob([counter.take(part)]));
    onProgress?.(counter.rows);
    if (counter.isPartial) break;
  }
  download("pets", parts);
  return counter;
}

const [QUOTE, LINE_FEED] = [0x22, 0x0a];

/** Counts the rows of a file that arrives in parts, up to the limit of a page. */
class RowCounter implements Exported {
  /** The first row has the titles. */
  rows = -1;
  isPartial = false;
  #isQuoted = false;

  /** Returns as much of a part as is to be saved. */
  take(part: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
    for (let at = 0; at < part.length; at++) {
      if (this.rows === ROWS_MAX) {
        this.isPartial = true;
        return part.subarray(0, at);
      }
      // A quoted cell may have line breaks, and doubles its quotes.
      if (part[at] === QUOTE) this.#isQuoted = !this.#isQuoted;
      else if (part[at] === LINE_FEED && !this.#isQuoted) this.rows += 1;
    }
    return part;
  }
}

/** Saves a loaded table as a file. */
export function saveTable<Item>(name: string, columns: Columns<Item>, items: readonly Item[]): void {
  download(name, [titlesOf(columns), rowsOf(columns, items)]);
}

/** In a file with semicolons, amounts have a comma. */
function decimalMark(): DecimalMark {
  return fileFormat().separator === "semicolon" ? "," : ".";
}

/** An amount in the format of this device's files. */
export function decimal(money: Money): Figure {
  return new Figure(amountCell(money, decimalMark()));
}

/** A day or a month in a format that spreadsheets read. */
export function dayCell(day: string | undefined): Figure | undefined {
  return day === undefined ? undefined : new Figure(day);
}

/** The first line. Without the mark, Excel misreads letters. */
function titlesOf<Item>(columns: Columns<Item>): Blob {
  const mark = fileFormat().encoding === "marked" ? "\ufeff" : "";
  return new Blob([mark, csvLine(Object.keys(columns), decimalMark())]);
}

function rowsOf<Item>(columns: Columns<Item>, items: readonly Item[]): Blob {
  const mark = decimalMark();
  const cells = Object.values(columns);
  const cellsOf = (item: Item) => cells.map((cellOf) => keptCell(cellOf(item)));
  return new Blob(items.map((item) => csvLine(cellsOf(item), mark)));
}

/** How long a browser may take to start reading a file. */
const READ_MS = 60_000;

function download(name: string, parts: readonly Blob[]): void {
  const href = URL.createObjectURL(new Blob([...parts], { type: "text/csv" }));
  const link = Object.assign(document.createElement("a"), { href, download: `${name}.csv` });
  link.click();
  // Some browsers read the file only later.
  setTimeout(() => URL.revokeObjectURL(href), READ_MS);
}
