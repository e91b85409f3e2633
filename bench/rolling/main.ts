/*
 * `npm run bench:rolling`: two releases on one database, under writers, buyers of few pieces, readers, followers of the feed and a
 * webhook. Instances of the release before are replaced one after the other by this one, and the other way round; release 1.1, which
 * may not run beside this one, is fenced. Exits 1 when something acknowledged is lost, doubled, sold too often or not found by a word of
 * its name. `-- --before COMMIT --fenced COMMIT` names other releases, `-- --engine SQLite` one engine.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startPostgres } from "../../test/support/postgres.ts";
import { freePort } from "../../test/support/processes.ts";
import { startProxy } from "../../test/support/proxy.ts";
import { Machine } from "../report.ts";
import { table } from "../tables.ts";
import { checkOut, current, type Release } from "./releases.ts";
import { type Figures, Run, rowsOf } from "./run.ts";

const { values: options } = parseArgs({
  options: {
    before: { type: "string", default: "f403cb8" },
    fenced: { type: "string", default: "6209eb9" },
    engine: { type: "string" },
    seconds: { type: "string", default: "5" },
  },
});
const PHASE_MS = Number(options.seconds) * 1000;

/** Pets that are there before the first instance is replaced: filling them in takes a while. */
const SEEDED = 5000;

const machine = new Machine();
const folder = mkdtempSync(join(tmpdir(), "petstore-rolling-"));
const postgres = options.engine === "SQLite" ? undefined : await startPostgres();
const engines = ["PostgreSQL", "SQLite"].filter((engine) => engine === (options.engine ?? engine));
const columns: [string, Figures][] = [];
try {
  const before = await checkOut(options.before, "1.2", join(folder, "before"));
  const fenced = await checkOut(options.fenced, "1.1", join(folder, "fenced"));
  for (const engine of engines) {
    columns.push([`${engine}: 1.2 to now`, await replace(await databaseOf(engine), before, [before, current])]);
    columns.push([`${engine}: now to 1.2`, await replace(await databaseOf(engine), before, [current, before])]);
    if (engine === "SQLite") await refuse(await databaseOf(engine), fenced);
    else columns.push([`${engine}: 1.1 is fenced`, await fence(await databaseOf(engine), fenced)]);
  }
} finally {
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
}
const rows = rowsOf(columns.map(([, figures]) => figures));
console.log(`\n${machine.describe()}; ${machine.describeNoise()}\n`);
console.log(table(1, ["figure", ...columns.map(([name]) => name)], rows));
if (columns.some(([, { isRight }]) => !isRight)) process.exitCode = 1;

async function databaseOf(engine: string): Promise<string> {
  return postgres !== undefined && engine === "PostgreSQL"
    ? postgres.createDatabase()
    : `sqlite://${join(folder, `${crypto.randomUUID()}.db`)}`;
}

/** Two instances of a release are replaced by two of another one, one after the other, on a database that the release before made. */
async function replace(url: string, before: Release, [from, to]: readonly [Release, Release]): Promise<Figures> {
  await using run = new Run(url);
  const made = await run.fleet.add(before);
  await run.seed(SEEDED);
  const old = [await run.fleet.add(from), await run.fleet.add(from)];
  await run.fleet.remove(made);
  await run.begin({ hasSearch: true });
  for (const instance of old) {
    await Bun.sleep(PHASE_MS);
    await run.fleet.add(to);
    await Bun.sleep(PHASE_MS);
    await run.fleet.remove(instance);
  }
  await Bun.sleep(PHASE_MS);
  return await run.end(`${from.name} to ${to.name}`);
}

/**
 * This release does not start beside two instances of one that may not run any more. It starts while they are cut off from the
 * database; when they are back, they are fenced.
 */
async function fence(url: string, fenced: Release): Promise<Figures> {
  await using proxy = await startProxy(url);
  await using run = new Run(url);
  const old = [await run.fleet.add(fenced, proxy.url), await run.fleet.add(fenced, proxy.url)];
  await run.begin({ hasSearch: false });
  await Bun.sleep(PHASE_MS);
  console.log(`PostgreSQL: 1.1 runs, now ${await startOf(run)}`);
  const { port } = proxy;
  proxy.port = freePort();
  proxy.hangUp();
  await run.fleet.add(current);
  proxy.port = port;
  await Bun.sleep(PHASE_MS);
  const said = old.every(({ program }) => program.stdout().includes("only_petstore_1_2_or_newer_may_write"));
  console.log(`1.1 on PostgreSQL: its log ${said ? "names" : "DOES NOT NAME"} only_petstore_1_2_or_newer_may_write`);
  for (const instance of old) await run.fleet.remove(instance);
  await Bun.sleep(PHASE_MS);
  return await run.end("1.1 is fenced");
}

/** Whether this release starts, and what it says if not. */
async function startOf(run: Run): Promise<string> {
  return run.fleet.add(current).then(
    () => {
      process.exitCode = 1;
      return "STARTS";
    },
    (error: Error) => `refuses: ${error.message.trim()}`,
  );
}

/** On SQLite, this release does not start beside one that may not run any more. */
async function refuse(url: string, fenced: Release): Promise<void> {
  await using run = new Run(url);
  const old = await run.fleet.add(fenced);
  console.log(`SQLite: 1.1 runs, now ${await startOf(run)}`);
  const reply = await run.fleet.sendTo(old, "POST", "/pets", { body: { name: "Rex", categoryId: 7 } });
  console.log(`SQLite: 1.1 goes on: ${reply.status}`);
  await run.fleet.remove(old);
  await run.fleet.add(current);
  console.log("SQLite: 1.1 is stopped, now starts");
}
