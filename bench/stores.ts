/** The data that the servers start with: the same pets for all. */
import { Database } from "bun:sqlite";
import { copyFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { SQL } from "bun";
import type { Postgres } from "../test/support/postgres.ts";
import { schema } from "./peers/sql.ts";
import { pet, quantity } from "./pets.ts";
import { petstoreOn, programOf, type Server } from "./servers.ts";

/** Creates the peers' file with this many pets. */
export function fillPeers(path: string, count: number): void {
  using database = new Database(path, { create: true });
  for (const statement of schema) database.run(statement);
  const insert = database.query("INSERT INTO pets (id, name, category_id, status, quantity) VALUES (?, ?, ?, ?, ?)");
  database.transaction(() => {
    for (let id = 1; id <= count; id++) {
      const { name, categoryId, status } = pet(id);
      insert.run(id, name, categoryId, status, quantity(id));
    }
  })();
}

/** Creates the file of a petstore with this many pets by its own command: its tables are its own business. */
export async function fillPetstore(path: string, count: number, server = petstoreOn.SQLite): Promise<void> {
  const file = `${path}.csv`;
  const csv = Bun.file(file).writer();
  csv.write("id,name,categoryId,status,quantity\n");
  for (let id = 1; id <= count; id++) {
    const { name, categoryId, status } = pet(id);
    csv.write(`${id},${name},${categoryId},${status},${quantity(id)}\n`);
    if (id % 10_000 === 0) await csv.flush();
  }
  await csv.end();
  await petstoreCommand(server, "import", file, "--database-url", `sqlite://${path}`);
}

/** Creates a PostgreSQL database with what petstore's file holds; its URL. */
export async function fillPostgres(
  postgres: Postgres,
  petstorePath: string,
  server = petstoreOn.SQLite,
): Promise<string> {
  const url = await postgres.createDatabase();
  await petstoreCommand(server, "copy", "--from", `sqlite://${petstorePath}`, "--to", url);
  await using sql = new SQL(url, { max: 1 });
  // Otherwise the server would do it while it is measured.
  await sql.unsafe("vacuum analyze");
  return url;
}

async function petstoreCommand(server: Server, ...args: readonly string[]): Promise<void> {
  const child = Bun.spawn([process.execPath, programOf(server), ...args], {
    stdout: "ignore",
    stderr: "pipe",
  });
  const [errors, status] = await Promise.all([new Response(child.stderr).text(), child.exited]);
  if (status !== 0) throw new Error(`petstore ${args[0]} failed: ${errors}`);
}

/** Copies a file for one server, which may change it; the URL of the copy. */
export function ownCopy(path: string, { name }: Server, folder: string): string {
  const own = join(folder, `${fileName(name)}.db`);
  for (const suffix of ["", "-wal"]) {
    // A server may leave its write-ahead log when it stops.
    if (existsSync(path + suffix)) copyFileSync(path + suffix, own + suffix);
  }
  return `sqlite://${own}`;
}

/** The name of a server as part of a path. */
export function fileName(server: string): string {
  return server.replaceAll(/\W+/g, "-");
}
