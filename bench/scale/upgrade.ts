/*
 * `bun bench/scale/upgrade.ts [--pets N] [--before COMMIT] [--engine PostgreSQL]`: the upgrade of a shop of the release before. Until
 * the first response, until all rows are filled in, and what clients wait for meanwhile.
 */
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Postgres, startPostgres } from "../../test/support/postgres.ts";
import { megabytes } from "../process-figures.ts";
import { type Running, start } from "../processes.ts";
import { Machine } from "../report.ts";
import { checkOut } from "../rolling/releases.ts";
import { petstoreOn } from "../servers.ts";
import { figure, table } from "../tables.ts";

const { values: options } = parseArgs({
  options: {
    pets: { type: "string", default: "1000000" },
    before: { type: "string", default: "f403cb8" },
    engine: { type: "string", default: "SQLite" },
    folder: { type: "string", default: tmpdir() },
    /** Only until the first response. */
    start: { type: "boolean", default: false },
  },
});
const pets = Number(options.pets);
const isSqlite = options.engine === "SQLite";
const machine = new Machine();
const folder = mkdtempSync(join(options.folder, "petstore-upgrade-"));
let postgres: Postgres | undefined;
try {
  const path = join(folder, "shop.db");
  await fillBefore(`await (await import("./bench/growth/shop.ts")).fillShop(${JSON.stringify(path)}, ${pets})`);
  const bytes = statSync(path).size;
  let url = `sqlite://${path}`;
  if (!isSqlite) {
    postgres = await startPostgres(["shared_buffers=1GB", "max_wal_size=4GB", "autovacuum=on"], {
      parent: options.folder,
    });
    const target = await postgres.createDatabase();
    const copy = ["src/main.ts", "copy", "--from", url, "--to", target];
    await run([process.execPath, ...copy], join(folder, "before"));
    url = target;
  }
  await using running = await start(petstoreOn[isSqlite ? "SQLite" : "PostgreSQL"], url, join(folder, "log"));
  console.error(`The first response came after ${(running.startupMs / 1000).toFixed(2)} s`);
  const waits = { reads: [] as number[], writes: [] as number[] };
  const startedAt = performance.now();
  let percent = "";
  while (!options.start && (percent = await openSteps(running)) !== "") {
    waits.reads.push(await timed(running, "GET", `/pets?limit=20&q=${percent.length % 2 === 0 ? "rex" : "bella"}`));
    waits.writes.push(await timed(running, "POST", "/pets", JSON.stringify({ name: "Rex", categoryId: 7 })));
    await Bun.sleep(50);
  }
  const filledMs = performance.now() - startedAt;
  const rows = [
    ["until the first response, s", (running.startupMs / 1000).toFixed(2)],
    ["until all rows are filled in, s", (filledMs / 1000).toFixed(0)],
    ["a search meanwhile, median / p99 / longest, ms", spread(waits.reads)],
    ["a new pet meanwhile, median / p99 / longest, ms", spread(waits.writes)],
    ["memory of the service, at most, MB", figure(megabytes(running.pid, "VmHWM"))],
    ...(isSqlite
      ? [["database before / after, MB", `${figure(bytes / 1e6)} / ${figure(statSync(path).size / 1e6)}`]]
      : []),
  ];
  console.log(`\n${machine.describe()}; ${machine.describeNoise()}\n`);
  console.log(table(1, [`${options.engine}, ${figure(pets)} pets of ${options.before}`, ""], rows));
} finally {
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** Runs code of the release before in its folder. */
async function fillBefore(code: string): Promise<void> {
  await checkOut(options.before, "the release before", join(folder, "before"));
  console.error(`Filling a shop with ${figure(pets)} pets ...`);
  await run([process.execPath, "--eval", code], join(folder, "before"));
}

async function run(command: readonly string[], cwd: string): Promise<void> {
  const child = Bun.spawn([...command], { cwd, stdio: ["ignore", "ignore", "inherit"] });
  if ((await child.exited) !== 0) throw new Error(`${command[1]} failed`);
}

/** The steps whose rows are not filled in yet; empty when all are. */
async function openSteps({ port }: Running): Promise<string> {
  const { upgrades = [] } = (await (await fetch(`http://127.0.0.1:${port}/readyz`)).json()) as { upgrades?: unknown[] };
  return upgrades.length === 0 ? "" : JSON.stringify(upgrades);
}

async function timed(running: Running, method: string, path: string, body?: string): Promise<number> {
  const startedAt = performance.now();
  const response = await running.send(method, path, body === undefined ? {} : { body });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`);
  return performance.now() - startedAt;
}

function spread(times: readonly number[]): string {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number) => figure(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))], 1);
  return `${at(0.5)} / ${at(0.99)} / ${at(1)}`;
}
