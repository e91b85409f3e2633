/** Opens the shop with bun:sqlite, for the peers on Bun. */
import { Database } from "bun:sqlite";
import type { InventoryEntry, Pet } from "./contract.ts";
import { Shop } from "./shop.ts";
import { pragmas, schema, sql } from "./statements.ts";

export function openShop(path: string): Shop {
  const database = new Database(path, { create: true });
  for (const pragma of pragmas) database.run(pragma);
  database.run(schema);
  type Values = (string | number)[];
  return new Shop({
    list: database.query<Pet, Values>(sql.list),
    listByStatus: database.query<Pet, Values>(sql.listByStatus),
    get: database.query<Pet, Values>(sql.get),
    create: database.query<Pet, Values>(sql.create),
    inventory: database.query<InventoryEntry, Values>(sql.inventory),
    updateQuantity: database.query<InventoryEntry, Values>(sql.updateQuantity),
  });
}
