/** Opens the shop with better-sqlite3, for the peers on Node. */
import Database from "better-sqlite3";
import type { InventoryEntry, Pet } from "./contract.ts";
import { Shop } from "./shop.ts";
import { pragmas, schema, sql } from "./statements.ts";

export function openShop(path: string): Shop {
  const database = new Database(path);
  for (const pragma of pragmas) database.exec(pragma);
  database.exec(schema);
  type Values = (string | number)[];
  return new Shop({
    list: database.prepare<Values, Pet>(sql.list),
    listByStatus: database.prepare<Values, Pet>(sql.listByStatus),
    get: database.prepare<Values, Pet>(sql.get),
    create: database.prepare<Values, Pet>(sql.create),
    inventory: database.prepare<Values, InventoryEntry>(sql.inventory),
    updateQuantity: database.prepare<Values, InventoryEntry>(sql.updateQuantity),
  });
}
