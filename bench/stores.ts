/** The data that the servers start from: the same animals for all. */
import { Database } from "bun:sqlite";
import { copyFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { SQL } from "bun";
import type { Postgres } from "../test/postgres.ts";
import { animal } from "./animals.ts";
import { pragmas, schema } from "./peers/statements.ts";
import { petstoreProgram, type Server } from "./servers.ts";

/** Fills the peers' table. */
function fillPeers(path: string, count: number): void {
  const database = new Database(path, { create: true });
  for (const pragma of pragmas) database.run(pragma);
  database.run(schema);
  const insert = database.query("INSERT INTO pets (id, name, category_id, status, quantity) VALUES (?, ?, ?, ?, ?)");
  database.transaction(() => {
    for (let id = 1; id <= count; id++) {
      const { name, categoryId, status } = animal(id);
      insert.run(id, name, categoryId, status, status === "sold" ? 0 : 1);
    }
  })();
  database.close();
}

/** Fills petstore by its own commands, since its tables are its own business. */
async function petstoreCommand(...args: readonly string[]): Promise<void> {
  const child = Bun.spawn([process.execPath, petstoreProgram, ...args], { stdout: "ignore", stderr: "pipe" });
  const [errors, status] = await Promise.all([new Response(child.stderr).text(), child.exited]);
  if (status !== 0) throw new Error(`petstore ${args[0]} failed: ${errors}`);
}

async function fillPetstore(path: string, count: number): Promise<void> {
  const lines = Array.from({ length: count }, (_, index) => {
    const { name, categoryId, status } = animal(index + 1);
    return `${index + 1},${name},${categoryId},${status}\n`;
  });
  const file = `${path}.csv`;
  await Bun.write(file, `id,name,categoryId,status\n${lines.join("")}`);
  await petstoreCommand("import", file, "--database-url", `sqlite://${path}`);
}

async function fillPostgres(server: Postgres, petstorePath: string): Promise<string> {
  const url = await server.createDatabase();
  await petstoreCommand("copy", "--from", `sqlite://${petstorePath}`, "--to", url);
  const sql = new SQL(url, { max: 1 });
  // Otherwise the server would do it by itself while it is measured.
  await sql.unsafe("vacuum analyze");
  await sql.close();
  return url;
}

/** Where a server finds its data: the path of a file, or the URL of a database. */
export type DataOf = (server: Server) => string;

/** Makes the stores of the chosen servers: peers share a file, petstore has its own, and PostgreSQL a copy of that. */
export async function makeStores(
  chosen: readonly Server[],
  count: number,
  directory: string,
  postgres?: Postgres,
): Promise<DataOf> {
  const peers = join(directory, `peers-${count}.db`);
  const own = join(directory, `petstore-${count}.db`);
  if (chosen.some(({ kind }) => kind === "peer")) fillPeers(peers, count);
  if (postgres !== undefined || chosen.some(({ kind }) => kind === "petstore")) await fillPetstore(own, count);
  const url = postgres && (await fillPostgres(postgres, own));
  return ({ kind, engine }) => {
    if (engine === "PostgreSQL") return url ?? "no PostgreSQL was started";
    return kind === "petstore" ? own : peers;
  };
}

/** Gives a server a copy of its data, which it may change; those on PostgreSQL share one database, and only read. */
export function ownData({ name, kind, engine }: Server, data: string, directory: string): string {
  // The constant-bytes servers have no data.
  if (engine === "PostgreSQL" || kind === "limit") return data;
  const path = join(directory, `${fileName(name)}.db`);
  for (const suffix of ["", "-wal"]) {
    // A server may leave its write-ahead log when it stops.
    if (existsSync(data + suffix)) copyFileSync(data + suffix, path + suffix);
  }
  return path;
}

/** The name of a server as it may stand in a path. */
export function fileName(server: string): string {
  return server.replaceAll(/\W+/g, "-");
}
