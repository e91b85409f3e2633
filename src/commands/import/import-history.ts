/* `petstore import --orders --stock-changes`: moves pets with their orders and stock changes to an empty shop, in one transaction. */
import { basename } from "node:path";
import type * as z from "zod";
import { int64 } from "../../contract/common.ts";
import { NewOrder, Order } from "../../contract/orders/order-schemas.ts";
import { NewStockChange, StockChange } from "../../contract/pets/inventory.ts";
import { LineIds, summaryOf } from "../../core/imports/import-ids.ts";
import type { Refuse } from "../../core/imports/import-ports.ts";
import { LineError } from "../../core/imports/line-problems.ts";
import { KnownKinds } from "../../core/imports/similar-kinds.ts";
import { claimIdentifiers, storeLines } from "../../core/imports/store-lines.ts";
import { eventOf } from "../../core/recorded-events.ts";
import { returnedQuantity } from "../../core/shop/orders/returns.ts";
import { ImportError } from "../../files/problems/import-error.ts";
import { InterruptedError, UsageError } from "../../files/problems/usage-error.ts";
import { ChangedError } from "../../files/reading/encoding.ts";
import { openFile } from "../../files/reading/open-file.ts";
import { labelOf } from "../../files/reading/pet-file.ts";
import type { Sql, Transaction } from "../../store/engine.ts";
import { brokenBooks } from "../../store/health/pet-health.ts";
import { openSchema } from "../../store/index.ts";
import { makeReceipts } from "../../store/queries/imports/imported-receipts.ts";
import { insertOrders } from "../../store/queries/orders/order-queries.ts";
import { clear, findOrphan, insert, lastKey } from "../../store/rows.ts";
import { ORDERS } from "../../store/schema/order-tables.ts";
import { PETS, STOCK_CHANGES } from "../../store/schema/tables.ts";
import { changed, changing, checkLines, type ImportObserver, type ImportOptions, type Job } from "./import-file.ts";
import { readOpenPets } from "./open-pets.ts";
import { openRecords, type RecordFile, readItems } from "./record-lines.ts";

/** The files that `petstore export` wrote besides the pets. */
export interface HistoryFiles {
  readonly orders: string;
  readonly stockChanges: string;
}

/** The result of such an import or a dry run. */
export interface ImportedHistory {
  readonly pets: number;
  readonly orders: number;
  readonly stockChanges: number;
}

const id = int64("An id", 1n);

/** Validate texts and prices as the API does, however the file was made. */
const { customer, note, price } = NewOrder.shape;
const ORDER = Order.extend({ id, customer, note, price }).strict();
const STOCK_CHANGE = StockChange.extend({ id, note: NewStockChange.shape.note }).strict();

/** Imports the files of an export into a database without pets, all or nothing. */
export async function importHistory(
  url: string,
  path: string,
  history: HistoryFiles,
  { update, dryRun, createCategories, ...options }: ImportOptions,
  clock: () => number,
  observer: ImportObserver,
): Promise<ImportedHistory> {
  if (update) throw new UsageError("--orders and --stock-changes are for an empty shop, where nothing can be updated");
  const file = await openFile(path, { ...options, now: clock() });
  observer.onLayout(file);
  const books = {
    orders: await openRecords(history.orders, ORDER),
    stockChanges: await openRecords(history.stockChanges, STOCK_CHANGE),
  };
  // Check the files themselves before there is a database.
  for (const read of [readOrders(books.orders), readChanges(books.stockChanges)]) {
    for await (const _ of read) stopIfAsked(observer);
  }
  const rules = {
    update: false,
    match: undefined,
    allowOtherPets: false,
    kinds: new KnownKinds([]),
    namedCategories: new Set<string>(),
    createCategories: createCategories === true,
    now: clock(),
    today: file.today,
    label: labelOf(file),
    option: file.mapping.option,
  };
  await using engine = await openSchema(url, clock(), { mayUpgrade: false });
  try {
    const job: Job = { engine, path, file, rules, observer, clock, done: 0 };
    await requireEmpty(engine.sql);
    await checkLines(job);
    return await changing(engine, async (transaction, unit) => {
      const stored = await storeShop(job, books, transaction, unit);
      if (dryRun) throw new RolledBack(stored);
      return stored;
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.stored;
    throw error;
  }
}

/** Thrown to roll back a dry run. */
class RolledBack extends Error {
  readonly stored: ImportedHistory;

  constructor(stored: ImportedHistory) {
    super("a dry run");
    this.stored = stored;
  }
}

interface Books {
  readonly orders: RecordFile<typeof ORDER>;
  readonly stockChanges: RecordFile<typeof STOCK_CHANGE>;
}

type Unit = Parameters<Parameters<typeof changing>[1]>[1];

async function storeShop(job: Job, books: Books, transaction: Transaction, unit: Unit): Promise<ImportedHistory> {
  const { sql } = transaction;
  const { engine, observer } = job;
  await requireEmpty(sql);
  const counts = { pets: await storePets(job, unit), orders: 0, stockChanges: 0 };
  // Those created with the pets. The file contains the real ones.
  await clear(sql, STOCK_CHANGES);
  for await (const changes of readChanges(books.stockChanges)) {
    stopIfAsked(observer);
    await insert(sql, STOCK_CHANGES, changes);
    counts.stockChanges += changes.length;
    observer.report("importing, stock changes", counts.stockChanges, 0);
  }
  for await (const orders of readOrders(books.orders)) {
    stopIfAsked(observer);
    await insertOrders(sql, orders);
    counts.orders += orders.length;
    observer.report("importing, orders", counts.orders, 0);
  }
  const strange = await makeReceipts(sql);
  await engine.continueIds(transaction);
  await requireSound(sql, strange);
  return counts;
}

/** Stores the pets as one import, which appears in the list of imports. Returns their number. */
async function storePets({ path, file, rules, clock, observer, ...job }: Job, unit: Unit): Promise<number> {
  const { importRuns } = unit.store;
  const author = { key: undefined, now: clock() };
  const run = await importRuns.begin({
    content: file.survey.content,
    at: author.now,
    file: basename(path).slice(0, 255),
  });
  const refuse: Refuse = () => {
    throw new ChangedError();
  };
  let pets = 0;
  try {
    for await (const { lines } of readOpenPets({ file, done: job.done }, refuse)) {
      stopIfAsked(observer);
      await claimIdentifiers(unit.store, lines);
      await storeLines(unit, lines, rules, author, run);
      pets += lines.length;
      observer.report("importing, pets", pets, 0);
    }
  } catch (error) {
    throw error instanceof ChangedError ? changed(path, 0) : error;
  }
  const summary = summaryOf(await importRuns.ranges(run.id, "pet"));
  if (summary !== undefined) unit.events.push(eventOf(author, "import.completed", summary));
  await importRuns.finish(run.id, author.now);
  return pets;
}

function readOrders(file: RecordFile<typeof ORDER>) {
  const requireUnique = uniqueIds();
  return readItems(file, (order) => {
    requireUnique(order);
    requireSums(order);
  });
}

/** Refuses an order that contradicts the sum of its returns. */
function requireSums({ quantity, complete, returns = [], returnedAt, refund }: z.output<typeof ORDER>): void {
  const back = returnedQuantity({ returns });
  const paid = returns.reduce((sum, one) => sum + (one.refund?.amount ?? 0n), 0n);
  const isWhole = (back === quantity && quantity > 0) === (returnedAt !== undefined);
  if (back <= quantity && isWhole && paid === (refund?.amount ?? 0n) && (complete || back === 0)) return;
  throw new LineError({
    code: "invalid_value",
    kind: "returns: expected what `petstore export` writes: as many as came back, and their refunds",
    got: `got ${back} of ${quantity} pets and refunds of ${paid}`,
  });
}

const readChanges = (file: RecordFile<typeof STOCK_CHANGE>) => readItems(file, uniqueIds());

/** Creates a function that refuses repeated ids. */
function uniqueIds(): (item: { readonly id: bigint }) => void {
  const ids = new LineIds();
  return (item) => {
    if (ids.add(item.id, 1) === undefined) return;
    throw new LineError({
      code: "repeated_id",
      kind: "another line has the same id. Keep one of them",
      got: `got ${item.id}`,
    });
  };
}

function stopIfAsked({ signal }: ImportObserver): void {
  if (signal.aborted) throw new InterruptedError("interrupted; nothing was imported");
}

/** Refuses a database that has any of them: history can only be imported as a whole. */
async function requireEmpty(sql: Sql): Promise<void> {
  for (const table of [PETS, ORDERS, STOCK_CHANGES]) {
    if ((await lastKey(sql, table)) === undefined) continue;
    throw new ImportError(
      `the shop already has ${table.noun}s: --orders and --stock-changes are for an empty one. Nothing was imported`,
    );
  }
}

/** Runs the checks of `doctor` for pets, orders and stock changes. Refuses files that do not match each other. */
async function requireSound(sql: Sql, strange: string | undefined): Promise<void> {
  const orphan = await findOrphan(sql, STOCK_CHANGES);
  const missing = orphan === undefined ? [] : [`the pet of stock change ${orphan} is in no line`];
  const problems = [...missing, ...(strange === undefined ? [] : [strange]), ...(await brokenBooks(sql))];
  if (problems.length === 0) return;
  const remedy = "Export all three again while no service writes to the shop. Nothing was imported";
  throw new ImportError(`the files do not belong together: ${problems.slice(0, 5).join("; ")}. ${remedy}`);
}
