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
import { report } from "./report.ts";
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
  process.stderr.write(`${text}\n`);
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
  return `${rounds} interleaved rounds of ${measureMs} ms a step after ${warmupMs} ms of warm-up (${firstWarmupMs} ms in the first round).`;
}

/** Starts PostgreSQL when a chosen server needs one. Run from here it has this process's core, which is the load's. */
async function startDatabase(chosen: readonly Server[]): Promise<Postgres | undefined> {
  if (!chosen.some(({ engine }) => engine === "PostgreSQL")) return undefined;
  progress("starting PostgreSQL");
  return startPostgres(["shared_buffers=256MB"]);
}

/** Fills the stores, starts and checks the servers, and runs the rounds. */
async function measure(results: Results, chosen: readonly Workload[], pace: Pace, load: LoadProcess): Promise<void> {
  const postgres = await startDatabase(results.servers);
  try {
    progress(`filling the stores with ${animalCount} animals`);
    const dataOf = await makeStores(results.servers, animalCount, work, postgres);
    progress("starting and checking the servers");
    const ready = await startAll(dataOf, work, pace, results);
    try {
      await runRounds(ready, chosen, pace, load, results, progress);
    } finally {
      for (const running of ready) await running.stop();
    }
  } finally {
    await postgres?.stop();
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { quick: { type: "boolean", default: false }, only: { type: "string" }, servers: { type: "string" } },
  });
  const pace = values.quick ? quickPace : fullPace;
  const chosenWorkloads = choose(workloads, ({ id }) => id, values.only).filter(
    ({ fullOnly }) => !(values.quick && fullOnly),
  );
  const engines = new Set(chosenWorkloads.map(({ engine }) => engine));
  const results = new Results(
    choose(servers, ({ name }) => name, values.servers).filter(({ engine }) => engines.has(engine)),
  );
  const machine = describeMachine();
  const before = stolenTicks();

  // The run itself sleeps while the load is on; its own moments must not fall on the server's core.
  if (pinned) Bun.spawnSync(["taskset", "-a", "-c", "-p", "1", String(process.pid)]);
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work, { recursive: true });
  const load = new LoadProcess();
  await measure(results, chosenWorkloads, pace, load);
  load.stop();
  // Two minutes do not hold it.
  if (!values.quick && values.only === undefined) {
    // What was measured so far is reported all the same.
    await runLarge(results).catch((error: unknown) => results.broken.push(String(error)));
  }

  const after = stolenTicks();
  const stolenShare = (after.stolen - before.stolen) / Math.max(1, after.all - before.all);
  const text = report(results, chosenWorkloads, { machine, pace: inWords(pace), stolenShare });
  await Bun.write(join(import.meta.dirname, "results.md"), text);
  await Bun.write(join(import.meta.dirname, "results.svg"), chart(results, chosenWorkloads, machine));
  process.stdout.write(text);
  process.exitCode = results.broken.length > 0 ? 1 : 0;
}

await main();
