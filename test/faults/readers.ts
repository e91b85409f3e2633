/* Clients that read the inventory slower than it is made. */
import { Database } from "bun:sqlite";
import { join } from "node:path";
import { emptyFolder } from "../folder.ts";
import { type Program, startProgram } from "../program.ts";
import { databaseIn } from "./disk.ts";
import { CONFIGURED, QUIET } from "./writers.ts";

/** About 15 MB of inventory: more than the buffers of a connection hold, so that the service must wait for its readers. */
const ANIMALS = 300_000;

/** A service with an inventory that is large. */
export async function largeShop(): Promise<Program> {
  const folder = emptyFolder();
  {
    await using first = await startProgram({ cwd: folder.path, env: QUIET });
    await first.stop("SIGTERM");
  }
  {
    using database = new Database(databaseIn(folder.path));
    database.run(
      `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${ANIMALS})
       insert into pets (name, category_id, status, quantity) select 'Rex ' || n, 7, 'available', 1 from numbers`,
    );
  }
  const program = await startProgram({ cwd: folder.path, env: QUIET });
  return {
    ...program,
    async [Symbol.asyncDispose]() {
      await program[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    },
  };
}

/** Clients that read the inventory, so many bytes a second each, until they are disposed of. */
export function readSlowly({ origin }: Program, readers: number, bytesPerSecond: number): AsyncDisposable {
  const script = join(import.meta.dir, "slow-reader.mjs");
  const figures = [new URL(origin).port, CONFIGURED, String(readers), String(bytesPerSecond)];
  const child = Bun.spawn(["node", script, ...figures], { stdout: "ignore" });
  return {
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await child.exited;
    },
  };
}

/** How much memory a process has, in MB. */
export function memoryOf({ pid }: Program): number {
  return Number(Bun.spawnSync(["ps", "-o", "rss=", "-p", String(pid)]).stdout.toString()) / 1024;
}

/** How many requests the service is answering, without this question. */
export async function inFlight({ origin }: Program): Promise<number> {
  const text = await (await fetch(`${origin}/metrics`)).text();
  return Number(/_in_flight (\d+)$/m.exec(text)?.[1]) - 1;
}
