/*
 * `bun bench/scale/standbys.ts [PAIRS]`: what a read from a standby costs compared with one from the primary, in alternating pairs: processor
 * time of the service and of the server's processes. Then what clients read from a standby that is five seconds behind.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SQL } from "bun";
import { type Postgres, startPostgres, startStandby } from "../../test/support/postgres.ts";
import { fillShop } from "../growth/shop.ts";
import { LoadGenerator } from "../load.ts";
import { threadNanoseconds } from "../process-figures.ts";
import { type Running, start } from "../processes.ts";
import { Machine } from "../report.ts";
import { apiKey, petstoreOn } from "../servers.ts";
import { fillPostgres } from "../stores.ts";
import { figure, table } from "../tables.ts";

const PETS = 10_000;
const PAIRS = Number(process.argv[2] ?? 12);
const WARMUP_MS = 200;
const MEASURE_MS = 2000;
const WORKLOADS = ["GET /pets/{petId}", "GET /pets?status", "GET /pets?include=profile,photos"];
/** How far the late standby is behind, and how many changes are read back. */
const LATE_SECONDS = 5;
const CHANGES = 200;

interface Subject {
  readonly running: Running;
  readonly pids: readonly number[];
}

const machine = new Machine();
const folder = mkdtempSync(join(tmpdir(), "petstore-standbys-"));
const log = join(folder, "log");
const primary = await startPostgres(["shared_buffers=256MB"]);
const servers: Postgres[] = [primary];
const services: Running[] = [];
try {
  const path = join(folder, "shop.db");
  await fillShop(path, PETS);
  const plainUrl = await fillPostgres(primary, path);
  const readUrl = await fillPostgres(primary, path);
  const standby = await startStandby(primary, { isSynchronous: false, settings: ["shared_buffers=256MB"] });
  servers.push(standby);
  const plain = await subject(plainUrl, []);
  const reading = await subject(readUrl, [on(standby, readUrl)]);
  console.log(
    table(1, ["processor time of a read, us", "primary", "standby", "median ratio"], await compare(plain, reading)),
  );
  const late = await startStandby(primary, {
    isSynchronous: false,
    settings: [`recovery_min_apply_delay=${LATE_SECONDS}s`],
  });
  servers.push(late);
  const behind = await subject(readUrl, [on(late, readUrl)]);
  console.log(
    `\n${table(1, [`a standby ${LATE_SECONDS} s behind, ${CHANGES} changes`, "stale reads"], await readBack(behind.running))}`,
  );
  console.log(`\n${machine.describe()}; ${machine.describeNoise()}`);
} finally {
  for (const service of services) await service[Symbol.asyncDispose]();
  for (const server of servers.toReversed()) await server.stop();
  rmSync(folder, { recursive: true, force: true });
}

function on({ port }: Postgres, url: string): string {
  const moved = new URL(url);
  moved.port = String(port);
  return moved.href;
}

/** Starts a service, and notes the processes that work for it. */
async function subject(url: string, readUrls: readonly string[]): Promise<Subject> {
  const settings = readUrls.length === 0 ? {} : { DATABASE_READ_URL: readUrls.join(), READ_LAG_MAX: "30" };
  const running = await start({ ...petstoreOn.PostgreSQL, settings }, url, log);
  services.push(running);
  // Until the standby is known to be fresh, reads go to the primary.
  await Bun.sleep(2000);
  for (let nth = 0; nth < 20; nth++) await (await running.send("GET", `/pets/${nth + 1}`)).text();
  const pids = [running.pid];
  for (const at of [url, ...readUrls]) pids.push(...(await backends(at)));
  return { running, pids };
}

async function backends(url: string): Promise<number[]> {
  await using sql = new SQL(url, { max: 1 });
  const rows: { pid: number }[] = await sql`
    select pid from pg_stat_activity where datname = current_database() and application_name like 'petstore%'`;
  return rows.map(({ pid }) => pid);
}

/** Microseconds of processor time of a request. */
async function measure(
  load: LoadGenerator,
  { running, pids }: Subject,
  workload: string,
  done: number,
): Promise<number> {
  const used = () => pids.flatMap((pid) => [...threadNanoseconds(pid).values()]).reduce((sum, one) => sum + one, 0);
  const order = { workload, pets: PETS, connections: 1, done };
  const before = used();
  const result = await load.send(running, { ...order, warmupMs: WARMUP_MS, measureMs: MEASURE_MS });
  if (result.firstError !== undefined) throw new Error(`${workload}: ${result.firstError}`);
  return (used() - before) / 1000 / (result.requests * (1 + WARMUP_MS / MEASURE_MS));
}

async function compare(plain: Subject, reading: Subject): Promise<string[][]> {
  using load = new LoadGenerator();
  const rows: string[][] = [];
  for (const workload of WORKLOADS) {
    const pairs: [number, number][] = [];
    for (let nth = 0; nth < PAIRS; nth++) {
      const subjects = nth % 2 === 0 ? [plain, reading] : [reading, plain];
      const took = new Map<Subject, number>();
      for (const one of subjects) took.set(one, await measure(load, one, workload, nth / PAIRS));
      pairs.push([took.get(plain) ?? Number.NaN, took.get(reading) ?? Number.NaN]);
    }
    const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
    rows.push([
      workload,
      figure(median(pairs.map(([one]) => one))),
      figure(median(pairs.map(([, other]) => other))),
      figure(median(pairs.map(([one, other]) => other / one)), 3),
    ]);
  }
  return rows;
}

/** Changes a pet and reads it back at once, in three ways. */
async function readBack({ port, send }: Running): Promise<string[][]> {
  const made = await send("POST", "/keys", { body: JSON.stringify({ name: "other", role: "viewer" }) });
  const { secret } = (await made.json()) as { secret: string };
  const read = async (id: number, headers: Record<string, string>) => {
    const response = await fetch(`http://127.0.0.1:${port}/v1/pets?ids=${id}`, { headers });
    return ((await response.json()) as unknown[]).length === 0;
  };
  const stale = { position: 0, same: 0, other: 0 };
  for (let nth = 0; nth < CHANGES; nth++) {
    const response = await send("POST", "/pets", { body: JSON.stringify({ name: `Late ${nth}`, categoryId: 7 }) });
    const { id } = (await response.json()) as { id: number };
    const other = { Authorization: `Bearer ${secret}` };
    const position = response.headers.get("X-Position") ?? "";
    stale.position += Number(await read(id, { ...other, "X-Position": position }));
    stale.same += Number(await read(id, { Authorization: `Bearer ${apiKey}` }));
    stale.other += Number(await read(id, other));
  }
  return [
    ["another key, with the X-Position of the change", figure(stale.position)],
    ["the key that made the change, without a position", figure(stale.same)],
    ["another key, without a position", figure(stale.other)],
  ];
}
