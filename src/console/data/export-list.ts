/* A list as a file for a spreadsheet, with the columns of `petstore export --spreadsheet`. */
import type { Order, Page, PetWithIncluded } from "../../client/index.ts";
import { categoryName } from "./categories.ts";

/** Rows that a page reads at most: a longer list is for the command. */
const ROWS_MAX = 100_000;

/** What was saved. */
export interface Exported {
  readonly rows: number;
  /** Whether the list goes on after them. */
  readonly isPartial: boolean;
}

type Cell = string | number | bigint | boolean | undefined;

/** The columns of a file, each with what it has of an item. */
type Columns<Item> = Readonly<Record<string, (item: Item) => Cell>>;

const petColumns: Columns<PetWithIncluded> = {
  id: ({ id }) => id,
  name: ({ name }) => name,
  category: ({ categoryId }) => categoryName(categoryId),
  status: ({ status }) => status,
  quantity: ({ quantity }) => quantity,
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
  "price.amount": ({ price }) => price?.amount,
  "price.currency": ({ price }) => price?.currency,
};

/** Reads the page of a list after a cursor. */
type Read<Item> = (cursor: string | undefined) => PromiseLike<Page<Item>>;

/** Saves the pets of a list as a file. */
export function exportPets(read: Read<PetWithIncluded>): Promise<Exported> {
  return save("pets.csv", petColumns, read);
}

/** Saves the orders of a list as a file. */
export function exportOrders(read: Read<Order>): Promise<Exported> {
  return save("orders.csv", orderColumns, read);
}

async function save<Item>(name: string, columns: Columns<Item>, read: Read<Item>): Promise<Exported> {
  const rows = [Object.keys(columns).join(",")];
  let cursor: string | undefined;
  do {
    const page = await read(cursor);
    for (const item of page.items) {
      rows.push(
        Object.values(columns)
          .map((cellOf) => field(cellOf(item)))
          .join(","),
      );
    }
    cursor = page.nextCursor;
  } while (cursor !== undefined && rows.length <= ROWS_MAX);
  // Without the mark, Excel misreads letters.
  download(name, `\ufeff${rows.join("\r\n")}\r\n`);
  return { rows: rows.length - 1, isPartial: cursor !== undefined };
}

/** A cell. Spreadsheets run a text that begins like a formula; a number is none. */
function field(cell: Cell): string {
  const text = typeof cell === "string" && /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : String(cell ?? "");
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function download(name: string, text: string): void {
  const href = URL.createObjectURL(new Blob([text], { type: "text/csv" }));
  const link = Object.assign(document.createElement("a"), { href, download: name });
  link.click();
  URL.revokeObjectURL(href);
}
