/* A list as a file for a spreadsheet, with the columns of `petstore export --spreadsheet`. */
import type { KnownProfile, Order, Page, PetWithIncluded } from "../../client/index.ts";
import { decimalAmount } from "../../contract/money.ts";
import { categoryName } from "./categories.ts";

/** Rows that a page reads at most: a longer list is for the command. */
const ROWS_MAX = 100_000;

/** As many as the service returns at once. */
const PAGE = 100;

/** What was saved. */
interface Exported {
  readonly rows: number;
  /** Whether the list goes on after them. */
  readonly isPartial: boolean;
}

type Cell = string | number | bigint | boolean | undefined;

/** The columns of a file, each with what it has of an item. */
type Columns<Item> = Readonly<Record<string, (item: Item) => Cell>>;

/** Each member of a profile as `petstore import` reads it. */
const profileColumns: { readonly [Member in keyof KnownProfile]-?: (profile: KnownProfile) => Cell } = {
  breed: ({ breed }) => breed,
  sex: ({ sex }) => sex,
  birthDate: ({ birthDate }) => birthDate,
  size: ({ size }) => size,
  color: ({ color }) => color,
  neutered: ({ neutered }) => neutered,
  description: ({ description }) => description,
  // No tag has this sign.
  tags: ({ tags }) => tags?.join("|"),
  price: ({ price }) => price && `${decimalAmount(price)} ${price.currency}`,
  reference: ({ reference }) => reference,
  microchip: ({ microchip }) => microchip,
  arrivedOn: ({ arrivedOn }) => arrivedOn,
};

const petColumns: Columns<PetWithIncluded> = {
  id: ({ id }) => id,
  name: ({ name }) => name,
  category: ({ categoryId }) => categoryName(categoryId),
  status: ({ status }) => status,
  quantity: ({ quantity }) => quantity,
  ...Object.fromEntries(
    Object.entries(profileColumns).map(([name, cellOf]) => [
      name,
      ({ profile }: PetWithIncluded) => profile && cellOf(profile),
    ]),
  ),
  createdAt: ({ createdAt }) => createdAt,
};

const orderColumns: Columns<Order> = {
  id: ({ id }) => id,
  petId: ({ petId }) => petId,
  quantity: ({ quantity }) => quantity,
  shipDate: ({ shipDate }) => shipDate,
  complete: ({ complete }) => complete,
  placedAt: ({ placedAt }) => placedAt,
  completedAt: ({ completedAt }) => completedAt,
  "customer.name": ({ customer }) => customer?.name,
  "customer.contact": ({ customer }) => customer?.contact,
  note: ({ note }) => note,
  "price.amount": ({ price }) => price && decimalAmount(price),
  "price.currency": ({ price }) => price?.currency,
  "pet.name": ({ pet }) => pet?.name,
  "pet.category": ({ pet }) => pet?.category,
  "pet.reference": ({ pet }) => pet?.reference,
  readyAt: ({ readyAt }) => readyAt,
  returnedAt: ({ returnedAt }) => returnedAt,
  "refund.amount": ({ refund }) => refund && decimalAmount(refund),
  "refund.currency": ({ refund }) => refund?.currency,
  "refund.note": ({ refund }) => refund?.note,
};

/** Where a page of a list is read. */
export type Position = { readonly limit: number; readonly cursor: string | undefined };

/** A list that can be saved as a file. */
export type ExportedList =
  | { readonly name: "pets"; readonly read: (position: Position) => PromiseLike<Page<PetWithIncluded>> }
  | { readonly name: "orders"; readonly read: (position: Position) => PromiseLike<Page<Order>> };

/** Saves a list as a file. */
export function exportList(list: ExportedList): Promise<Exported> {
  return list.name === "pets" ? save(list.name, petColumns, list.read) : save(list.name, orderColumns, list.read);
}

async function save<Item>(
  name: string,
  columns: Columns<Item>,
  read: (position: Position) => PromiseLike<Page<Item>>,
): Promise<Exported> {
  const rows = [titlesOf(columns)];
  let cursor: string | undefined;
  do {
    const page = await read({ limit: PAGE, cursor });
    for (const item of page.items) rows.push(rowOf(columns, item));
    cursor = page.nextCursor;
  } while (cursor !== undefined && rows.length <= ROWS_MAX);
  download(name, rows);
  return { rows: rows.length - 1, isPartial: cursor !== undefined };
}

/** Saves the pets that were chosen as a file. */
export function savePets(pets: readonly PetWithIncluded[]): void {
  saveTable("pets", petColumns, pets);
}

/** Saves a table that is there already as a file. */
export function saveTable<Item>(name: string, columns: Columns<Item>, items: readonly Item[]): void {
  download(name, [titlesOf(columns), ...items.map((item) => rowOf(columns, item))]);
}

function titlesOf<Item>(columns: Columns<Item>): string {
  return Object.keys(columns).map(field).join(",");
}

function rowOf<Item>(columns: Columns<Item>, item: Item): string {
  return Object.values(columns)
    .map((cellOf) => field(cellOf(item)))
    .join(",");
}

/** A cell. Spreadsheets run a text that begins like a formula; a number is none. */
function field(cell: Cell): string {
  const text = typeof cell === "string" && /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : String(cell ?? "");
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Without the mark, Excel misreads letters. */
function download(name: string, rows: readonly string[]): void {
  const href = URL.createObjectURL(new Blob([`\ufeff${rows.join("\r\n")}\r\n`], { type: "text/csv" }));
  const link = Object.assign(document.createElement("a"), { href, download: `${name}.csv` });
  link.click();
  URL.revokeObjectURL(href);
}
