/** The peers' table and statements: one text for Node and Bun, so that only the framework and the driver differ. */

/** WAL and FULL: an acknowledged write is on disk, which is also petstore's promise. */
export const schema = [
  "PRAGMA journal_mode = WAL",
  "PRAGMA synchronous = FULL",
  "PRAGMA busy_timeout = 5000",
  `CREATE TABLE IF NOT EXISTS pets (
     id INTEGER PRIMARY KEY,
     name TEXT NOT NULL,
     category_id INTEGER NOT NULL,
     status TEXT NOT NULL,
     quantity INTEGER NOT NULL
   )`,
  "CREATE INDEX IF NOT EXISTS pets_by_status ON pets (status, id)",
] as const;

const pet = "id, name, category_id AS categoryId, status";

export const sql = {
  list: `SELECT ${pet} FROM pets WHERE id > ? ORDER BY id LIMIT ?`,
  listByStatus: `SELECT ${pet} FROM pets WHERE status = ? AND id > ? ORDER BY id LIMIT ?`,
  get: `SELECT ${pet} FROM pets WHERE id = ?`,
  create: `INSERT INTO pets (name, category_id, status, quantity) VALUES (?, ?, ?, ?) RETURNING ${pet}`,
  inventory: "SELECT id AS petId, quantity, status FROM pets ORDER BY id",
  setQuantity: "UPDATE pets SET quantity = ? WHERE id = ? RETURNING id AS petId, quantity, status",
} as const;
