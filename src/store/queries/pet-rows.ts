/* Pets with their stock as whole rows, many at a time: what export and import read and write. */
import type { Pet } from "../../contract/pets.ts";
import type { NewEvent } from "../../core/event-ports.ts";
import { changedMembers } from "../../core/events.ts";
import { nameKey } from "../../core/name-key.ts";
import type { Engine, Sql, Transaction } from "../engine.ts";
import { insertRows, upsertRows } from "../insert.ts";
import { PETS, type Row, readBatches, STOCK_CHANGES, type Table } from "../tables.ts";
import { appendEvents } from "./event-batch.ts";

/** A pet with its stock. */
export interface PetRow extends Pet {
  readonly quantity: number;
}

/** A pet to import. Without an id it is a new pet and gets one. */
export type ImportedPet = Omit<PetRow, "id"> & { readonly id: bigint | undefined };

const NEW_PETS = withoutId(PETS);
const NEW_CHANGES = withoutId(STOCK_CHANGES);

/** A table whose database generates the ids. */
function withoutId(table: Table): Table {
  return { ...table, columns: table.columns.filter((column) => column !== "id") };
}

/** Reads all pets in ascending order of id, a batch at a time. Each batch is as committed when it is read. */
export async function* readPetRows(sql: Sql): AsyncGenerator<readonly PetRow[]> {
  for await (const rows of readBatches(sql, PETS, PETS.start)) yield rows.map(toPet);
}

/** Returns those of the pets with these ids that exist, by id. */
export async function findPetRows(sql: Sql, ids: readonly bigint[]): Promise<ReadonlyMap<bigint, PetRow>> {
  if (ids.length === 0) return new Map();
  const rows = await sql<Row>`select id, name, category_id, status, quantity from pets where id in (${ids})`;
  return new Map(rows.map((row) => [row["id"] as bigint, toPet(row)]));
}

/** Like `findPetRows`, and keeps others from changing these pets until the end of the transaction. */
export async function lockPetRows({ sql }: Transaction, ids: readonly bigint[]): Promise<ReadonlyMap<bigint, PetRow>> {
  if (ids.length === 0) return new Map();
  const rows = await sql<Row>`
    update pets set quantity = quantity where id in (${ids}) returning id, name, category_id, status, quantity`;
  return new Map(rows.map((row) => [row["id"] as bigint, toPet(row)]));
}

/** Stores new pets and returns their ids. */
export async function insertPetRows(
  engine: Engine,
  transaction: Transaction,
  pets: readonly ImportedPet[],
  now: number,
): Promise<readonly bigint[]> {
  const numbered = pets.filter(({ id }) => id !== undefined);
  const known = await insertPets(transaction.sql, PETS, numbered, now);
  if (known.length > 0) await engine.continueIds(transaction);
  const unnumbered = pets.filter(({ id }) => id === undefined);
  return [...known, ...(await insertPets(transaction.sql, NEW_PETS, unnumbered, now))];
}

/** A pet as it was, and as it is to be. */
export interface PetChange {
  readonly before: PetRow;
  readonly after: PetRow;
}

/** Changes pets that are locked, each with the events and the stock change that explain it (decisions D31 and D33). */
export async function updatePetRows(
  { runTogether }: Engine,
  { sql }: Transaction,
  changes: readonly PetChange[],
  now: number,
): Promise<void> {
  await upsertRows(
    sql,
    PETS,
    changes.map(({ after }) => toRow(after)),
  );
  const counted = changes.filter(({ before, after }) => before.quantity !== after.quantity);
  const stock = counted.map(({ before, after }) =>
    stockChange(after.id, after.quantity - before.quantity, after.quantity, now),
  );
  await insertRows(sql, NEW_CHANGES, stock);
  await appendEvents(
    sql,
    runTogether !== undefined,
    changes.flatMap((change) => eventsOf(change, now)),
  );
}

function eventsOf({ before, after }: PetChange, at: number): readonly NewEvent[] {
  const { id, name, categoryId, status, quantity } = after;
  const previous = changedMembers(before, after, ["name", "categoryId", "status"]);
  const updated: NewEvent = { type: "pet.updated", at, petId: id, data: { id, name, categoryId, status }, previous };
  const stock: NewEvent = {
    type: "inventory.updated",
    at,
    petId: id,
    data: { petId: id, quantity, status },
    previous: { quantity: before.quantity },
  };
  return [...(previous === undefined ? [] : [updated]), ...(before.quantity === quantity ? [] : [stock])];
}

/** Stores pets, each with the change that explains its stock. Returns their ids. */
async function insertPets(
  sql: Sql,
  table: Table,
  pets: readonly ImportedPet[],
  now: number,
): Promise<readonly bigint[]> {
  const inserted = await insertRows(sql, table, pets.map(toRow), ["id", "quantity"]);
  const changes = inserted.map(({ id, quantity }) =>
    stockChange(id as bigint, Number(quantity), Number(quantity), now),
  );
  await insertRows(sql, NEW_CHANGES, changes);
  return inserted.map(({ id }) => id as bigint);
}

function stockChange(petId: bigint, delta: number, quantity: number, at: number): Row {
  return { pet_id: petId, delta, quantity, reason: "imported", at };
}

function toPet(row: Row): PetRow {
  return {
    id: row["id"] as bigint,
    name: row["name"] as string,
    categoryId: row["category_id"] as bigint,
    status: row["status"] as PetRow["status"],
    quantity: Number(row["quantity"]),
  };
}

function toRow({ id, name, categoryId, status, quantity }: ImportedPet): Row {
  return { id: id ?? null, name, name_key: nameKey(name), category_id: categoryId, status, quantity };
}
