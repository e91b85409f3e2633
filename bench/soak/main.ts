/*
 * Runs the service for minutes under the mixed load W5 (45 % lists, 45 % single animals, 8 % counts, 2 % new animals) and says
 * whether its memory, descriptors, log and latency stay as they are: `npm run soak`, or `npm run soak -- 60` for an hour.
 */
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { emptyFolder } from "../../test/folder.ts";
import { type Program, startProgram } from "../../test/program.ts";

const MINUTES = Number(process.argv[2] ?? 10);
const ANIMALS = 10_000;
const CONNECTIONS = 32;
const KEY = "configured-key-of-at-least-32-characters";
const JSON_BODY = { "Content-Type": "application/json" };

/** One minute of the run. */
interface Row {
  readonly minute: number;
  readonly memoryMb: number;
  readonly descriptors: number;
  readonly logMb: number;
  readonly requestsPerSecond: number;
  readonly p99Ms: number;
  readonly failed: number;
}

/** What counts as flat between the second minute and the last: a factor, and what may come on top of it. */
const FLAT = {
  memoryMb: [1.15, 10],
  descriptors: [1, 4],
  logMb: [1.2, 4],
  p99Ms: [1.5, 5],
  failed: [1, 0],
} as const satisfies Partial<Record<keyof Row, readonly [factor: number, more: number]>>;

/** The load so far in this minute. */
interface Load {
  latencies: number[];
  failed: number;
  animals: number;
  isOver: boolean;
}

async function call({ origin }: Program, method: string, path: string, body?: object): Promise<boolean> {
  const response = await fetch(`${origin}/v1${path}`, {
    method,
    headers: { Authorization: `Bearer ${KEY}`, ...(body && JSON_BODY) },
    ...(body && { body: JSON.stringify(body) }),
  });
  await response.arrayBuffer();
  return response.ok;
}

function add(program: Program, load: Load): Promise<boolean> {
  load.animals += 1;
  return call(program, "POST", "/pets", { name: `Rex ${load.animals}`, categoryId: 7 });
}

/** One request of the mix, chosen by chance. */
function next(program: Program, load: Load): Promise<boolean> {
  const id = 1 + Math.floor(Math.random() * (load.animals - CONNECTIONS));
  const dice = Math.random();
  if (dice < 0.45) return call(program, "GET", "/pets?limit=20&status=available");
  if (dice < 0.9) return call(program, "GET", `/pets/${id}`);
  if (dice < 0.98) return call(program, "PATCH", `/inventory/${id}`, { quantity: Math.floor(Math.random() * 100) });
  return add(program, load);
}

async function work(program: Program, load: Load): Promise<void> {
  while (!load.isOver) {
    const sentAt = performance.now();
    const isFine = await next(program, load).catch(() => false);
    load.latencies.push(performance.now() - sentAt);
    if (!isFine) load.failed += 1;
  }
}

function measure(minute: number, { pid }: Program, folder: string, load: Load, seconds: number): Row {
  const latencies = load.latencies.toSorted((a, b) => a - b);
  const row = {
    minute,
    memoryMb: Number(Bun.spawnSync(["ps", "-o", "rss=", "-p", String(pid)]).stdout.toString()) / 1024,
    descriptors: descriptorsOf(pid),
    logMb: statSync(join(folder, "data/petstore.db-wal")).size / 1e6,
    requestsPerSecond: latencies.length / seconds,
    p99Ms: latencies[Math.floor(latencies.length * 0.99)] ?? 0,
    failed: load.failed,
  };
  load.latencies = [];
  load.failed = 0;
  return row;
}

/** Open files and connections; on systems without /proc, as `lsof` counts them. */
function descriptorsOf(pid: number): number {
  if (process.platform === "linux") return readdirSync(`/proc/${pid}/fd`).length;
  return (
    Bun.spawnSync(["lsof", "-p", String(pid)])
      .stdout.toString()
      .trim()
      .split("\n").length - 1
  );
}

function print({ minute, memoryMb, descriptors, logMb, requestsPerSecond, p99Ms, failed }: Row): void {
  const cells = [
    String(minute),
    `${memoryMb.toFixed(0)} MB`,
    String(descriptors),
    `${logMb.toFixed(1)} MB`,
    requestsPerSecond.toFixed(0),
    `${p99Ms.toFixed(1)} ms`,
    String(failed),
  ];
  console.log(cells.map((cell) => cell.padStart(12)).join(""));
}

if (!Number.isInteger(MINUTES) || MINUTES < 3) throw new Error("expected a whole number of minutes, 3 at least");
using folder = emptyFolder();
const env = { PETSTORE_API_KEY: KEY, RATE_LIMIT: "0", LOG_LEVEL: "warn" };
await using program = await startProgram({ cwd: folder.path, env });
const load: Load = { latencies: [], failed: 0, animals: 0, isOver: false };
while (load.animals < ANIMALS) await Promise.all(Array.from({ length: CONNECTIONS }, () => add(program, load)));

console.log(
  ["minute", "memory", "descriptors", "WAL", "requests/s", "p99", "failed"].map((c) => c.padStart(12)).join(""),
);
const rows: Row[] = [];
const workers = Array.from({ length: CONNECTIONS }, () => work(program, load));
for (let minute = 1; minute <= MINUTES; minute++) {
  const startedAt = performance.now();
  await Bun.sleep(60_000);
  const row = measure(minute, program, folder.path, load, (performance.now() - startedAt) / 1000);
  rows.push(row);
  print(row);
}
load.isOver = true;
await Promise.all(workers);

// The first minute is the runtime's own warming up.
const [, second, ...others] = rows;
const last = others.at(-1);
if (second === undefined || last === undefined) throw new Error("too few minutes");
const risen = Object.entries(FLAT).filter(([name, [factor, more]]) => {
  const figure = name as keyof typeof FLAT;
  return last[figure] > second[figure] * factor + more;
});
console.log(
  risen.length === 0
    ? "Flat: the last minute is as the second."
    : `Not flat: ${risen.map(([name]) => name).join(", ")} rose.`,
);
process.exitCode = risen.length === 0 ? 0 : 1;
