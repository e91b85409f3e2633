/* Animals with their stock, many at once: what export reads and import writes. */
import type { Pet } from "../../contract/pets.ts";
import type { Engine, Sql, Transaction } from "../engine.ts";
import { insertRows, type Row, readBatches, TABLES, type Table } from "../tables.ts";

/** An animal with its stock. */
export interface Animal extends Pet {
  readonly quantity: number;
}

/** An animal to import: with an id it is that one, without it is a new one. */
export type ImportedAnimal = Omit<Animal, "id"> & { readonly id: bigint | undefined };

/** An animal that exists with other content than the one to import. */
export class ImportConflict extends Error {
  readonly existing: Animal;

  constructor(existing: Animal) {
    super(`the animal with id ${existing.id} exists with other content`);
    this.existing = existing;
  }
}

function table(name: string): Table {
  const found = TABLES.find((each) => each.name === name);
  if (found === undefined) throw new Error(`there is no table ${name}`);
  return found;
}

const PETS = table("pets");
const NEW_PETS: Table = { ...PETS, columns: PETS.columns.filter((column) => column !== "id") };

/** Reads all animals in ascending order of id, a batch at a time. Each batch is as committed when it is read. */
export async function* readAnimals(sql: Sql): AsyncGenerator<readonly Animal[]> {
  for await (const rows of readBatches(sql, PETS, PETS.start)) yield rows.map(animal);
}

/** The animals with these ids that exist, by id. */
export async function findAnimals(sql: Sql, ids: readonly bigint[]): Promise<ReadonlyMap<bigint, Animal>> {
  if (ids.length === 0) return new Map();
  const rows = await sql<Row>`select id, name, category_id, status, quantity from pets where id in (${ids})`;
  return new Map(rows.map((row) => [row["id"] as bigint, animal(row)]));
}

/** Whether an animal that exists is the one to import. */
export function isSame(existing: Animal, imported: ImportedAnimal): boolean {
  return (
    existing.name === imported.name &&
    existing.categoryId === imported.categoryId &&
    existing.status === imported.status &&
    existing.quantity === imported.quantity
  );
}

/** Stores those that do not exist and answers how many. Throws `ImportConflict` when one exists with other content. */
export async function insertAnimals(
  engine: Engine,
  transaction: Transaction,
  animals: readonly ImportedAnimal[],
): Promise<number> {
  const named = animals.filter((each): each is Animal => each.id !== undefined);
  const known = new Map(
    await findAnimals(
      transaction.sql,
      named.map(({ id }) => id),
    ),
  );
  const missing: Animal[] = [];
  for (const each of named) {
    const existing = known.get(each.id);
    if (existing === undefined) {
      missing.push(each);
      // The same id may stand on two lines.
      known.set(each.id, each);
    } else if (!isSame(existing, each)) throw new ImportConflict(existing);
  }
  if (missing.length > 0) {
    await insertRows(transaction.sql, PETS, missing.map(row));
    await engine.continueIds(transaction);
  }
  const unnamed = animals.filter(({ id }) => id === undefined);
  await insertRows(transaction.sql, NEW_PETS, unnamed.map(row));
  return missing.length + unnamed.length;
}

function animal(found: Row): Animal {
  return {
    id: found["id"] as bigint,
    name: found["name"] as string,
    categoryId: found["category_id"] as bigint,
    status: found["status"] as Animal["status"],
    quantity: Number(found["quantity"]),
  };
}

function row({ id, name, categoryId, status, quantity }: ImportedAnimal): Row {
  return { id: id ?? null, name, category_id: categoryId, status, quantity };
}
