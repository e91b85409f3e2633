/**
 * `npm run bench`: compares petstore with its peers and with the limits of the machine.
 *
 *   --quick            under two minutes, with shorter steps
 *   --only W1,W2       these workloads only
 *   --servers a,b      these servers only
 */
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Postgres, startPostgres } from "../test/postgres.ts";
import { animalCount } from "./animals.ts";
import { chart } from "./chart.ts";
import { largeCount, measureLarge } from "./large.ts";
import { LoadProcess } from "./load-process.ts";
import { describeMachine, stolenTicks } from "./machine.ts";
import { fullPace, type Pace, quickPace, runRounds, startAll } from "./measure.ts";
import { pinned, start } from "./processes.ts";
import { publish } from "./published.ts";
import { type Conditions, report } from "./report.ts";
import { Results } from "./results.ts";
import { type Server, servers } from "./servers.ts";
import { makeStores } from "./stores.ts";
import { type Workload, workloads } from "./workloads.ts";

// On the repository's own disk, since durable writes are measured and /tmp may be memory.
const work = join(import.meta.dirname, ".work");

/** The entries named in `list`, or all; an unknown name ends the run rather than being left out silently. */
function choose<Entry>(all: readonly Entry[], nameOf: (entry: Entry) => string, list: string | undefined): Entry[] {
  if (list === undefined) return [...all];
  return list.split(",").map((name) => {
    const found = all.find((entry) => nameOf(entry) === name);
    if (!found) throw new Error(`there is no ${name}; there are ${all.map(nameOf).join(", ")}`);
    return found;
  });
}

function progress(text: string): void {
  process.stderr.write(`${(performance.now() / 1000).toFixed(0).padStart(4)} s  ${text}\n`);
}

/** The inventory of a million, for every server that has one; each starts alone and is stopped at once. */
async function runLarge(results: Results): Promise<void> {
  const holders = results.servers.filter(
    ({ kind, engine, startOnly }) => kind !== "limit" && engine === "SQLite" && !startOnly,
  );
  const dataOf = await makeStores(holders, largeCount, work);
  for (const server of holders) {
    progress(`inventory of ${largeCount}: ${server.name}`);
    const running = await start(server, dataOf(server), join(work, "large.log"));
    try {
      results.large.set(server.name, await measureLarge(running));
    } finally {
      await running.stop();
    }
  }
}

function inWords({ rounds, measureMs, warmupMs, firstWarmupMs }: Pace): string {
  return `${rounds} interleaved rounds, ${measureMs} ms for each server and workload after ${warmupMs} ms of warm-up (${firstWarmupMs} ms in the first round)`;
}

/** Starts PostgreSQL when a chosen server needs one. Run from here it has this process's core, which is the load's. */
async function startDatabase(chosen: readonly Server[]): Promise<Postgres | undefined> {
  if (!chosen.some(({ engine }) => engine === "PostgreSQL")) return undefined;
  progress("starting PostgreSQL");
  return startPostgres(["shared_buffers=256MB"]);
}

/** Fills the stores, starts and checks the servers, and runs the rounds. */
async function measure(results: Results, chosen: readonly Workload[], pace: Pace): Promise<void> {
  const postgres = await startDatabase(results.servers);
  const load = new LoadProcess();
  try {
    progress(`filling the stores with ${animalCount} animals`);
    const dataOf = await makeStores(results.servers, animalCount, work, postgres);
    progress("starting and checking the servers");
    const ready = await startAll(dataOf, work, pace, results);
    try {
      await runRounds(ready, chosen, pace, load, results, progress);
    } finally {
      await Promise.all(ready.map(({ stop }) => stop()));
    }
  } finally {
    load.stop();
    await postgres?.stop();
  }
}

/** Writes what a run says: to the terminal, beside this file, and after a full run into the document for users. */
async function write(results: Results, chosen: readonly Workload[], conditions: Conditions): Promise<void> {
  // W3 is measured last.
  const inOrder = chosen.toSorted((left, right) => (left.id < right.id ? -1 : 1));
  const text = report(results, inOrder, conditions);
  await Bun.write(join(import.meta.dirname, "results.md"), text);
  await Bun.write(join(import.meta.dirname, "results.svg"), chart(results, inOrder, conditions.machine));
  if (conditions.extent === "full run" && results.broken.length === 0) await publish(results, inOrder, conditions);
  process.stdout.write(text);
  progress("written to bench/results.md and bench/results.svg");
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { quick: { type: "boolean", default: false }, only: { type: "string" }, servers: { type: "string" } },
  });
  const isPartial = values.only !== undefined || values.servers !== undefined;
  const pace = values.quick ? quickPace : fullPace;
  const chosen = choose(workloads, ({ id }) => id, values.only).filter(({ fullOnly }) => !(values.quick && fullOnly));
  const engines = new Set(chosen.map(({ engine }) => engine));
  const results = new Results(
    choose(servers, ({ name }) => name, values.servers).filter(({ engine }) => engines.has(engine)),
  );
  const machine = describeMachine();
  const before = stolenTicks();

  // The run itself sleeps while the load is on; its own moments must not fall on the servers' core.
  if (pinned) Bun.spawnSync(["taskset", "-a", "-c", "-p", "1", String(process.pid)]);
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work, { recursive: true });
  await measure(results, chosen, pace);
  // Two minutes do not hold it. What was measured so far is reported when it fails.
  if (!values.quick && values.only === undefined) {
    await runLarge(results).catch((error: unknown) => results.broken.push(String(error)));
  }
  const after = stolenTicks();
  await write(results, chosen, {
    machine,
    extent: isPartial ? "partial run" : values.quick ? "quick run" : "full run",
    pace: inWords(pace),
    stolenShare: (after.stolen - before.stolen) / Math.max(1, after.all - before.all),
  });
  process.exitCode = results.broken.length > 0 ? 1 : 0;
}

await main();
