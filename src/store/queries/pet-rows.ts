/* Pets with their stock as whole rows, many at a time: what export and import read and write. */
import type { Pet } from "../../contract/pets.ts";
import type { Engine, Sql, Transaction } from "../engine.ts";
import { insertRows, PETS, type Row, readBatches, type Table } from "../tables.ts";

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

const NEW_PETS: Table = { ...PETS, columns: PETS.columns.filter((column) => column !== "id") };

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

/** Stores the pets that do not exist and returns how many. Throws `ImportConflict` when one exists with other content. */
export async function insertPetRows(
  engine: Engine,
  transaction: Transaction,
  pets: readonly ImportedPet[],
): Promise<number> {
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
    await insertRows(transaction.sql, PETS, missing.map(toRow));
    await engine.continueIds(transaction);
  }
  const withoutId = pets.filter(({ id }) => id === undefined);
  await insertRows(transaction.sql, NEW_PETS, withoutId.map(toRow));
  return missing.length + withoutId.length;
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
  return { id: id ?? null, name, category_id: categoryId, status, quantity };
}
