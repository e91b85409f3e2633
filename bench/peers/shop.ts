/** The five operations over prepared statements; the runtime's SQLite driver is given from outside. */
import type { InventoryEntry, ListQuery, NewPet, Pet } from "./contract.ts";

/** One prepared statement of either driver: better-sqlite3 and bun:sqlite agree on these two. */
export interface Prepared<Row> {
  all(...values: (string | number)[]): Row[];
  get(...values: (string | number)[]): Row | null | undefined;
}

export interface Statements {
  readonly list: Prepared<Pet>;
  readonly listByStatus: Prepared<Pet>;
  readonly get: Prepared<Pet>;
  readonly create: Prepared<Pet>;
  readonly inventory: Prepared<InventoryEntry>;
  readonly updateQuantity: Prepared<InventoryEntry>;
}

export interface Page {
  readonly pets: Pet[];
  /** The id to continue after; undefined on the last page. */
  readonly lastId: number | undefined;
}

export class Shop {
  readonly #statements: Statements;

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  list({ limit, status, after }: ListQuery): Page {
    const { list, listByStatus } = this.#statements;
    // One row more than asked for tells whether a next page exists.
    const pets = status === undefined ? list.all(after, limit + 1) : listByStatus.all(status, after, limit + 1);
    if (pets.length <= limit) return { pets, lastId: undefined };
    pets.pop();
    return { pets, lastId: pets.at(-1)?.id };
  }

  get(id: number): Pet | undefined {
    return this.#statements.get.get(id) ?? undefined;
  }

  create({ name, categoryId, status }: NewPet): Pet {
    const pet = this.#statements.create.get(name, categoryId, status, status === "sold" ? 0 : 1);
    if (!pet) throw new Error("the insert returned no row");
    return pet;
  }

  inventory(): InventoryEntry[] {
    return this.#statements.inventory.all();
  }

  updateQuantity(id: number, quantity: number): InventoryEntry | undefined {
    return this.#statements.updateQuantity.get(quantity, id) ?? undefined;
  }
}
