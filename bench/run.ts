/**
 * `npm run bench`: compares petstore with its peers and with the limits of the machine.
 *
 *   --quick            short steps, about two minutes
 *   --only W1,W2       only these workloads
 *   --servers a,b      only these servers
 *   --postgres         only the workloads on PostgreSQL
 *   --pair FOLDER      this checkout against another one, about two minutes; with --only, these workloads in place of the usual ones
 *
 * Prints the report. A full run on a quiet machine also writes it to bench/results.md, and its main tables to docs/performance.md.
 */
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Postgres, startPostgres } from "../test/support/postgres.ts";
import { record } from "./limits/recording.ts";
import { LoadGenerator } from "./load.ts";
import { pairReport, pairWorkloads } from "./pairs.ts";
import { petCount } from "./pets.ts";
import { isPinned, type Running, start } from "./processes.ts";
import { disturbance, Machine, type Run, report, summary } from "./report.ts";
import { Results } from "./results.ts";
import { type Pace, runRounds, startAndCheck } from "./rounds.ts";
import { limitOf, petstoreOf, petstoreOn, type Server, servers } from "./servers.ts";
import { fileName, fillPeers, fillPetstore, fillPostgres, ownCopy } from "./stores.ts";
import { writeBetweenMarkers } from "./tables.ts";
import { workloads } from "./workloads.ts";

// On the repository's own disk: durable writes are measured, and /tmp may be memory.
const folder = join(import.meta.dirname, ".work");

const fullPace: Pace = {
  rounds: 16,
  starts: 5,
  // petstore's code is compiled only after some 60,000 requests; that of peers, of which there is less, after 20,000.
  firstWarmupMs: 5000,
  warmupMs: 100,
  measureMs: 400,
  idleMs: 2000,
};
const quickPace: Pace = { rounds: 3, starts: 3, firstWarmupMs: 200, warmupMs: 50, measureMs: 220, idleMs: 300 };
const pairPace: Pace = { ...fullPace, starts: 1, firstWarmupMs: 2000, warmupMs: 60, measureMs: 300, idleMs: 0 };

const { values: options } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    only: { type: "string" },
    servers: { type: "string" },
    postgres: { type: "boolean", default: false },
    pair: { type: "string" },
  },
});
const { pair } = options;
const pace = pair !== undefined ? pairPace : options.quick ? quickPace : fullPace;
const usual = pair === undefined || options.only !== undefined || options.postgres ? undefined : pairWorkloads;
const chosen = choose(workloads, ({ id }) => id, options.only ?? usual)
  .filter(({ fullOnly }) => !(options.quick && fullOnly))
  .filter(({ engine }) => !options.postgres || engine === "PostgreSQL");
const engines = new Set(chosen.map(({ engine }) => engine));
const others = pair === undefined ? [] : [...engines].map((engine) => petstoreOf(pair, engine));
const compared =
  pair === undefined ? undefined : [...engines].flatMap((engine) => [limitOf[engine], petstoreOn[engine].name]);
const results = new Results(
  [
    ...choose(servers, ({ name }) => name, options.servers ?? compared?.filter((name) => name !== "none").join(",")),
    ...others,
  ].filter(({ engine }) => engines.has(engine)),
);
const machine = new Machine();

// This process sleeps while the load is on; what it does in between must not fall on the servers' core.
if (isPinned) Bun.spawnSync(["taskset", "-a", "-c", "-p", "1", String(process.pid)]);
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
await machine.watch();
await measureAll();
if (pair !== undefined) process.stdout.write(pairReport(results, chosen, others));
else
  await write({
    results,
    workloads: chosen,
    machine,
    extent: options.only || options.servers ? "partial run" : options.quick ? "quick run" : "full run",
    pace: `${pace.rounds} interleaved rounds of ${pace.measureMs} ms for each server and workload after ${pace.warmupMs} ms of warm-up, ${pace.firstWarmupMs} ms before the first`,
  });
process.exitCode = results.broken.length > 0 ? 1 : 0;

/** The entries named in `list`, or all. An unknown name ends the run. */
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

/** Fills the stores, starts and checks the servers, and runs the rounds. */
async function measureAll(): Promise<void> {
  const running: Running[] = [];
  // Started from here, PostgreSQL has this process's core, which is that of the load.
  const postgres = engines.has("PostgreSQL") ? await startPostgres(["shared_buffers=256MB"]) : undefined;
  using load = new LoadGenerator();
  try {
    progress(`filling the stores with ${petCount} pets`);
    const dataOf = await fillStores(postgres);
    for (const server of results.servers) {
      progress(`starting and checking ${server.name}`);
      const started = await startAndCheck(server, dataOf(server), folder, pace, results).catch((error: unknown) => {
        results.broken.push(String(error));
      });
      if (started) running.push(started);
    }
    await runRounds({
      ready: running,
      workloads: chosen,
      pace,
      load,
      results,
      progress,
      watch: (servers) => machine.watch(servers),
    });
  } finally {
    for (const server of running) await server[Symbol.asyncDispose]();
    await postgres?.stop();
  }
}

/** Fills the stores of the chosen servers; returns where a server finds its own data. */
async function fillStores(postgres: Postgres | undefined): Promise<(server: Server) => string> {
  const peersPath = join(folder, "original-peers.db");
  const recording = join(folder, "petstore-responses.json");
  fillPeers(peersPath, petCount);
  const own = await fillOneStore(petstoreOn.SQLite, postgres);
  // Another checkout may have another schema, so it fills its own.
  const [other] = others;
  const ofOther = other && (await fillOneStore(other, postgres));
  if (results.servers.some(({ name }) => name === limitOf.SQLite)) {
    await using running = await start(petstoreOn.SQLite, `sqlite://${own.path}`, join(folder, "petstore.log"));
    await record(running, recording);
  }
  return (server) => {
    const { path, url = "" } = (others.includes(server) && ofOther) || own;
    if (server.engine === "PostgreSQL") return url;
    if (server.kind === "limit") return recording;
    return ownCopy(server.kind === "peer" ? peersPath : path, server, folder);
  };
}

/** Fills a file, and a database of the server if there is one, by the commands of one petstore. */
async function fillOneStore(server: Server, postgres: Postgres | undefined): Promise<{ path: string; url?: string }> {
  const path = join(folder, `original-${fileName(server.name)}.db`);
  await fillPetstore(path, petCount, server);
  return { path, ...(postgres && { url: await fillPostgres(postgres, path, server) }) };
}

/** Prints the report. Only a full run without errors, on a quiet machine, changes bench/results.md and docs/performance.md. */
async function write(run: Run): Promise<void> {
  const text = report(run);
  process.stdout.write(text);
  if (run.extent !== "full run" || results.broken.length > 0) return;
  const disturbed = disturbance(run);
  if (disturbed !== undefined) {
    progress(`wrote nothing, because the machine was busy: ${disturbed}`);
    return;
  }
  await Bun.write(join(import.meta.dirname, "results.md"), text);
  await writeBetweenMarkers("performance.md", "bench", summary(run));
  progress("wrote bench/results.md and docs/performance.md");
}
