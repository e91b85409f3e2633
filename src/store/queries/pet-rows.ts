/* Pets with their stock as whole rows, many at a time: what export and import read and write. */
import type { Pet } from "../../contract/pets.ts";
import { nameKey } from "../../core/name-key.ts";
import type { Engine, Sql, Transaction } from "../engine.ts";
import { insertRows, PETS, type Row, readBatches, STOCK_CHANGES, type Table } from "../tables.ts";

/** A pet with its stock. */
export interface PetRow extends Pet {
  readonly quantity: number;
}

/** A pet to import. Without an id it is a new pet and gets one. */
export type ImportedPet = Omit<PetRow, "id"> & { readonly id: bigint | undefined };

/** A pet with the id of an imported one exists and has other content. */
export class ImportConflict extends Error {
  readonly existing: PetRow;

  constructor(existing: PetRow) {
    super(`a pet with id ${existing.id} and other content exists`);
    this.existing = existing;
  }
}

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

/** Whether an existing pet has the content of an imported one. */
export function isSame(existing: PetRow, imported: ImportedPet): boolean {
  return (
    existing.name === imported.name &&
    existing.categoryId === imported.categoryId &&
    existing.status === imported.status &&
    existing.quantity === imported.quantity
  );
}

/** Stores the pets that do not exist and returns their ids. Throws `ImportConflict` when one exists with other content. */
export async function insertPetRows(
  engine: Engine,
  transaction: Transaction,
  pets: readonly ImportedPet[],
  now: number,
): Promise<readonly bigint[]> {
  const withId = pets.filter((pet): pet is PetRow => pet.id !== undefined);
  const ids = withId.map(({ id }) => id);
  const known = new Map(await findPetRows(transaction.sql, ids));
  const missing: PetRow[] = [];
  for (const pet of withId) {
    const existing = known.get(pet.id);
    if (existing === undefined) {
      missing.push(pet);
      // The same id may be on two lines.
      known.set(pet.id, pet);
    } else if (!isSame(existing, pet)) throw new ImportConflict(existing);
  }
  if (missing.length > 0) {
    await insertPets(transaction.sql, PETS, missing, now);
    await engine.continueIds(transaction);
  }
  const unnumbered = pets.filter(({ id }) => id === undefined);
  const added = await insertPets(transaction.sql, NEW_PETS, unnumbered, now);
  return [...missing.map(({ id }) => id), ...added];
}

/** Stores pets, each with the change that explains its stock. Returns their ids. */
async function insertPets(
  sql: Sql,
  table: Table,
  pets: readonly ImportedPet[],
  now: number,
): Promise<readonly bigint[]> {
  const inserted = await insertRows(sql, table, pets.map(toRow), ["id", "quantity"]);
  const change = ({ id = null, quantity = null }: Row): Row => ({
    pet_id: id,
    delta: quantity,
    quantity,
    reason: "imported",
    at: now,
  });
  await insertRows(sql, NEW_CHANGES, inserted.map(change));
  return inserted.map(({ id }) => id as bigint);
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
