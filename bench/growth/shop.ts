/*
 * A shop or shelter after years of business, made from the numbers of its rows: some names are much more frequent than others,
 * the older pets are sold, and one pet in ten was ordered.
 */
import { Database } from "bun:sqlite";
import { nameKey } from "../../src/core/shop/name-key.ts";
import { indexedWords } from "../../src/core/shop/name-words.ts";
import { yearStart } from "../../src/core/shop/orders/receipt-numbers.ts";
import { openSchema, openStore } from "../../src/store/index.ts";
import type { Pet, PetStatus } from "../pets.ts";

export const categories = 20;

const common = ["Bella", "Luna", "Charlie", "Max", "Nala", "Milo", "Rex", "Mia", "Rocky", "Lilly", "Balu", "Emma"];
const starts = [
  "Al",
  "Be",
  "Bo",
  "Ca",
  "Da",
  "El",
  "Fi",
  "Ga",
  "He",
  "Ju",
  "Ka",
  "Lu",
  "Ma",
  "Ni",
  "Pe",
  "Ro",
  "Sa",
  "Ti",
];
const middles = ["", "bi", "co", "da", "fe", "ga", "la", "li", "mi", "na", "ri", "ro", "sa", "ta"];
const ends = ["", "a", "ba", "co", "ko", "la", "li", "na", "ra", "s", "to", "x"];

/** From the most frequent to the least frequent name. */
export const names: readonly string[] = [
  ...common,
  ...ends.flatMap((end) => middles.flatMap((middle) => starts.map((start) => start + middle + end))),
];

/** Names that people search in another spelling, and that spelling. One pet in fifty has one: at 10,000 pets each fills a page. */
export const spellings = [
  ["Weiß", "weiss"],
  ["Krümel", "kruemel"],
  ["Łatka", "latka"],
  ["O’Malley", "omalley"],
  ["Søren", "SOREN"],
  ["Æsop", "aesop"],
] as const;

/** A number from 0 to below 1 that looks random and is always the same for a row (the finalizer of MurmurHash3). */
function fraction(row: number, purpose: number): number {
  let hash = Math.imul(row, 0x9e3779b1) ^ Math.imul(purpose, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

/** Pet number `id` of `count`. */
export function shopPet(id: number, count: number): Pet {
  const [special] = id % 50 === 0 ? (spellings[(id / 50) % spellings.length] ?? []) : [];
  const name = special ?? names[Math.floor(names.length * fraction(id, 1) ** 2)] ?? "Bella";
  return {
    id,
    // Where a name is given again and again, a number tells pets apart.
    name: fraction(id, 2) < 0.1 ? `${name} ${id}` : name,
    categoryId: 1 + Math.floor(categories * fraction(id, 3) ** 2),
    status: statusOf(fraction(id, 4), id > 0.8 * count),
  };
}

function statusOf(share: number, isNew: boolean): PetStatus {
  const sold = isNew ? 0.1 : 0.96;
  if (share < sold) return "sold";
  return share < sold + (isNew ? 0.1 : 0.02) ? "pending" : "available";
}

/** A tag that half of the pets have. */
export const commonTag = "quiet";

/** A tag that a pet has with its four siblings only. */
export function rareTag(id: number): string {
  return `litter ${Math.ceil(id / 5)}`;
}

export function tagsOf(id: number): readonly string[] {
  return fraction(id, 5) < 0.5 ? [commonTag, rareTag(id)] : [rareTag(id)];
}

/** The shop's own number of a pet. */
export function referenceOf(id: number): string {
  return `R-${id}`;
}

export function microchipOf(id: number): string {
  return `276${String(id).padStart(12, "0")}`;
}

/** The day on which a pet came: a dozen a day, not in the order of their ids. */
export function arrivalOf(id: number): string {
  return new Date(1_500_000_000_000 + (id + 500 * fraction(id, 6)) * 7_200_000).toISOString().slice(0, 10);
}

/** The pet of order number `order`. */
export function orderedPet(order: number): number {
  return order * 10;
}

/** When an order was placed: one a minute. */
export function placing(order: number): number {
  return 1_700_000_000_000 + order * 60_000;
}

/** When an order was completed, if it was: 750 in thirty days, however many there are. */
export function completing(order: number): number {
  return COMPLETIONS_START + order * 3_456_000;
}

const COMPLETIONS_START = Date.parse("2023-11-15T00:00:00Z");

/** The sale of an order: two of five neighbours were sold together. */
export function saleOf(order: number): number | undefined {
  const head = order - (order % 5);
  return head > 0 && order - head < 2 ? head : undefined;
}

/** How many whole months of thirty days have 750 complete orders each: the newest pets are not sold yet. */
export function monthsOf(count: number): number {
  return Math.floor((0.8 * count) / orderedPet(750));
}

/** Whose an order is: half of the customers have a common name, and each has a number that few have. */
export function customerOf(order: number): string {
  return `${order % 2 === 0 ? "Maria" : "Jan"} Number${order % 997}`;
}

/** Creates petstore's file with such a shop. Indexes are made last: with millions of rows that saves most of the time. */
export async function fillShop(path: string, count: number): Promise<void> {
  await (await openStore(`sqlite://${path}`, Date.now())).close();
  using database = new Database(path);
  database.run("pragma synchronous = off");
  const indexes = database
    .query<{ name: string; sql: string }, []>(
      "select name, sql from sqlite_schema where type = 'index' and sql is not null",
    )
    .all();
  for (const { name } of indexes) database.run(`drop index ${name}`);
  database.transaction(() => insertRows(database, count))();
  for (const { sql } of indexes) database.run(sql);
  await indexWords(path);
  database.run("pragma wal_checkpoint(truncate)");
}

/** A commit writes the words of some thousand pets at most. */
async function indexWords(path: string): Promise<void> {
  await using engine = await openSchema(`sqlite://${path}`, Date.now());
  const areLeft = () =>
    engine.transaction(async ({ sql }) => (await sql`select 1 from unindexed_pets limit 1`).length > 0);
  while (await areLeft());
}

function insertRows(database: Database, count: number): void {
  const insertPet = database.query(
    "insert into pets (id, name, name_key, category_id, status, quantity, arrival) values (?, ?, ?, ?, ?, ?, ?)",
  );
  const insertChange = database.query(
    "insert into stock_changes (pet_id, delta, quantity, reason, order_id, at) values (?, ?, ?, ?, ?, 1700000000000)",
  );
  database.run(`
    insert into webhooks (id, url, types, active, secret, created_at, fanned_out_to)
    values (1, 'https://receiver.example/', '*', 0, '', 1700000000000, 0)`);
  const insertDelivery = database.query(`
    insert into webhook_deliveries (webhook_id, position, type, state, attempts, created_at, due_at)
    values (1, ?, 'pet.created', ?, 1, 1700000000000, 1700000000000)`);
  const insertPhoto = database.query(`
    insert into photos (id, pet_id, token, width, height, position, placeholder, created_at)
    values (?, ?, ?, 1, 1, 1, '', 1700000000000)`);
  const insertFile = database.query("insert into photo_files (photo_id, size, bytes) values (?, 'small', x'00')");
  const insertProfile = database.query(`
    insert into profiles (
      pet_id, breed, sex, birth_date, neutered, description, tags, price_amount, price_currency, reference, microchip
    )
    values (?, 'Mixed', 'female', '2023-05', 1, 'Likes company, not dogs', ?, 12000, 'EUR', ?, ?)`);
  const insertTag = database.query("insert into pet_tags (pet_id, tag) values (?, ?)");
  const insertOrder = database.query(`
    insert into orders (
      id, pet_id, quantity, ship_date, complete, placed_at, customer_name, price_amount, price_currency, pet_name,
      pet_category_id, completed_at, returned_quantity, latest_return_at, refund_amount, refund_currency, sale_id, receipt_id
    ) values (?, ?, 1, ?, ?, ?, ?, 12000, 'EUR', ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const insertReceipt = database.query(
    "insert into receipts (id, at, voided_at, order_ids, sums, tax_rate) values (?, ?, ?, ?, '1/1/12000EUR', 1900)",
  );
  const receiptsOf = new Map<number, number>();
  const insertReturn = database.query(`
    insert into order_returns (id, order_id, at, quantity, restock, refund_amount, refund_currency)
    values (?, ?, ?, 1, 1, ?, ?)`);
  const insertCustomerWord = database.query("insert into order_words (order_id, nth, words) values (?, ?, ?)");
  for (let id = 1; id <= count; id++) {
    const { name, categoryId, status } = shopPet(id, count);
    const isOrdered = id % orderedPet(1) === 0;
    const quantity = status === "sold" ? 0 : 1000;
    insertPet.run(id, name, nameKey(name), categoryId, status, quantity, arrivalOf(id));
    insertChange.run(id, quantity + Number(isOrdered), quantity + Number(isOrdered), "created", null);
    const tags = tagsOf(id);
    insertProfile.run(id, JSON.stringify(tags), referenceOf(id), microchipOf(id));
    for (const tag of tags) insertTag.run(id, tag);
    if (!isOrdered) continue;
    insertPhoto.run(id, id, String(id));
    insertFile.run(id);
    insertDelivery.run(id, id % 1000 === 0 ? "failed" : "succeeded");
    const order = id / orderedPet(1);
    const placedAt = placing(order);
    const customer = customerOf(order);
    const completedAt = status === "sold" ? completing(order) : null;
    const returned = completedAt !== null && order % 3 === 0 ? [completedAt + 86_400_000, 12_000, "EUR"] : [];
    const [returnedAt = null, refund = null, currency = null] = returned;
    const known = [completedAt === null ? 0 : 1, placedAt, customer, name, categoryId, completedAt] as const;
    const back = [Number(returnedAt !== null), returnedAt, refund, currency] as const;
    if (completedAt !== null && order % 5 === 0) {
      // Completed by mistake before.
      insertReceipt.run(nextReceipt(completedAt, receiptsOf), completedAt, completedAt, String(order));
    }
    const receipt = completedAt === null ? null : nextReceipt(completedAt, receiptsOf);
    insertOrder.run(order, id, placedAt, ...known, ...back, saleOf(order) ?? null, receipt);
    if (receipt !== null) insertReceipt.run(receipt, completedAt, null, String(order));
    if (returnedAt !== null) insertReturn.run(order, order, returnedAt, refund, currency);
    for (const [nth, word] of indexedWords(customer).entries()) insertCustomerWord.run(order, nth, word);
    insertChange.run(id, -1, quantity, "order_placed", order);
  }
  const insertYear = database.query("insert into receipt_years (year, last_nth) values (?, ?)");
  for (const [year, last] of receiptsOf) insertYear.run(year, last);
}

/** The id of the next receipt of a time's year; counts it in `last`. */
function nextReceipt(at: number, last: Map<number, number>): bigint {
  const year = new Date(at).getUTCFullYear();
  const nth = (last.get(year) ?? 0) + 1;
  last.set(year, nth);
  return yearStart(year) + BigInt(nth);
}
