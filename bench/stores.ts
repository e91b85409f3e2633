/** Fills the database files that the servers start from, so that all hold the same animals. */
import { Database } from "bun:sqlite";
import { copyFileSync, existsSync } from "node:fs";
import { animal } from "./animals.ts";
import type { LoadProcess } from "./load-process.ts";
import { pragmas, schema } from "./peers/statements.ts";
import { start } from "./processes.ts";
import type { Server } from "./servers.ts";

/** Fills the peers' table directly: 100,000 durable creates over HTTP would take each of them half a minute. */
export function fillPeers(path: string, count: number): void {
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

/** Fills petstore through its own interface, since its tables are its own business. */
export async function fillPetstore(server: Server, path: string, count: number, load: LoadProcess): Promise<void> {
  const running = await start(server, path, `${path}.log`);
  try {
    const result = await load.send(running, "seed", {
      connections: 64,
      warmupMs: 0,
      measureMs: 300_000,
      requests: count,
    });
    if (result.requests !== count || result.errors > 0) {
      throw new Error(`${server.name} took ${result.requests} of ${count} animals: ${result.firstError ?? "too slow"}`);
    }
  } finally {
    await running.stop();
  }
}

/** Copies a database with its write-ahead log, which a server may leave when it stops. */
export function copyStore(from: string, to: string): void {
  for (const suffix of ["", "-wal"]) {
    if (existsSync(from + suffix)) copyFileSync(from + suffix, to + suffix);
  }
}
