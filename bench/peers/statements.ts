/** The table and the SQL of the peers: one text for Node and Bun, so that only the framework differs. */

/** WAL and FULL: an acknowledged write is on disk, the same promise as petstore's. */
export const pragmas = [
  "PRAGMA journal_mode = WAL",
  "PRAGMA synchronous = FULL",
  "PRAGMA busy_timeout = 5000",
] as const;

export const schema = `
  CREATE TABLE IF NOT EXISTS pets (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    category_id INTEGER NOT NULL,
    status TEXT NOT NULL,
    quantity INTEGER NOT NULL
  );
  CREATE INDEX IF NOT EXISTS pets_by_status ON pets (status, id);
`;

const columns = "id, name, category_id AS categoryId, status";

export const sql = {
  list: `SELECT ${columns} FROM pets WHERE id > ? ORDER BY id LIMIT ?`,
  listByStatus: `SELECT ${columns} FROM pets WHERE status = ? AND id > ? ORDER BY id LIMIT ?`,
  get: `SELECT ${columns} FROM pets WHERE id = ?`,
  create: `INSERT INTO pets (name, category_id, status, quantity) VALUES (?, ?, ?, ?) RETURNING ${columns}`,
  inventory: "SELECT id AS petId, quantity, status FROM pets ORDER BY id",
  updateQuantity: "UPDATE pets SET quantity = ? WHERE id = ? RETURNING id AS petId, quantity, status",
} as const;
