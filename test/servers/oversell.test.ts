/* Many clients order from one pet while a process of the service is killed: no more is sold than there is. */

import { expect, setDefaultTimeout, test } from "bun:test";
import type { Order } from "../../src/contract/orders.ts";
import { emptyFolder } from "../support/folder.ts";
import { sharedPostgres } from "../support/postgres.ts";
import { childrenOf } from "../support/processes.ts";
import { type Program, runProgram, startProgram, until } from "../support/program.ts";
import { tell } from "../support/tell.ts";
import { client } from "../support/typed-client.ts";

setDefaultTimeout(60_000);

const KEY = "configured-key-of-at-least-32-characters";
const CLIENTS = 1000;
const STOCK = 500;
const PATIENCE_MS = 40_000;

/** The processes that serve one store; a place whose process was killed gets the next one. */
interface Cluster {
  readonly name: string;
  readonly env: Record<string, string>;
  readonly cwd: string;
  readonly programs: Program[];
  /** Kills one process and starts it again. */
  killOne(): Promise<void>;
}

/** What the clients were told. */
interface Outcomes {
  readonly acknowledged: bigint[];
  refused: number;
  /** How often a request was sent again. */
  repeated: number;
}

/** Orders one from pet 1, with one Idempotency-Key until there is an answer. */
async function orderOne({ programs }: Cluster, nth: number, outcomes: Outcomes): Promise<void> {
  const headers = { "Idempotency-Key": `client-${nth}` };
  const deadline = performance.now() + PATIENCE_MS;
  for (let attempt = nth; performance.now() < deadline; attempt++) {
    const { origin } = programs[attempt % programs.length] as Program;
    const { placeOrder } = client(`${origin}/v1`, KEY, { maxRetries: 0 });
    const outcome = await placeOrder({ body: { petId: 1n }, headers }).catch(() => undefined);
    if (outcome?.ok) return void outcomes.acknowledged.push(outcome.body.id);
    if (outcome?.status === 409 && !outcome.headers.has("Retry-After")) return void outcomes.refused++;
    if (outcome !== undefined && outcome.status !== 503) expect(outcome).toMatchObject({ status: 409 });
    outcomes.repeated++;
    await Bun.sleep(10);
  }
  throw new Error(`client ${nth} got no answer`);
}

/** Every order that the service has. */
async function ordersOf(program: Program): Promise<Order[]> {
  const orders: Order[] = [];
  let after: string | undefined = `${program.origin}/v1/store/orders?petId=1&limit=100`;
  while (after !== undefined) {
    const response: Response = await fetch(after, { headers: { Authorization: `Bearer ${KEY}` } });
    orders.push(...((await response.json()) as Order[]));
    const next = /\?[^>]*/.exec(response.headers.get("Link") ?? "")?.[0];
    after = next && `${program.origin}/v1/store/orders${next}`;
  }
  return orders;
}

async function storm(cluster: Cluster): Promise<void> {
  const [program] = cluster.programs as [Program];
  const { createPet, changeStock } = program.as(KEY);
  expect(await createPet({ body: { name: "Rex", categoryId: 7n } })).toMatchObject({ status: 201 });
  const arrival = { delta: STOCK - 1, reason: "arrival" } as const;
  expect(await changeStock({ params: { petId: 1n }, body: arrival })).toMatchObject({ body: { quantity: STOCK } });

  const outcomes: Outcomes = { acknowledged: [], refused: 0, repeated: 0 };
  const startedAt = performance.now();
  const clients = Array.from({ length: CLIENTS }, (_, nth) => orderOne(cluster, nth, outcomes));
  const all = Promise.all(clients);
  await until(() => outcomes.acknowledged.length >= STOCK / 5, "a fifth of the orders");
  await Promise.all([cluster.killOne(), all]);
  const seconds = (performance.now() - startedAt) / 1000;
  await expectNothingOversold(cluster, outcomes);
  const { acknowledged, refused, repeated } = outcomes;
  tell(
    `  ${cluster.name}: ${CLIENTS} clients for ${STOCK}: ${acknowledged.length} orders, ${refused} refused, ` +
      `${repeated} requests repeated, one process killed, stock 0, doctor clean; ${seconds.toFixed(1)} s`,
  );
}

async function expectNothingOversold(cluster: Cluster, { acknowledged, refused }: Outcomes): Promise<void> {
  const [program] = cluster.programs as [Program];
  const ids = (await ordersOf(program)).map(({ id }) => BigInt(id));
  expect(ids).toHaveLength(STOCK);
  expect(new Set(acknowledged)).toEqual(new Set(ids));
  expect([acknowledged.length, refused]).toEqual([STOCK, CLIENTS - STOCK]);
  const { body } = await program.as(KEY).getInventoryEntry({ params: { petId: 1n } });
  expect(body).toEqual({ petId: 1n, quantity: 0, status: "pending" });
  const doctor = await runProgram(["doctor"], { cwd: cluster.cwd, env: cluster.env });
  expect(doctor).toMatchObject({ exitCode: 0, stdout: expect.not.stringContaining("FAIL") });
}

/** Starts instances on a store, and ends them afterwards. */
async function openCluster(name: string, settings: Record<string, string>, instances: number) {
  const folder = emptyFolder();
  const env = { PETSTORE_API_KEY: KEY, RATE_LIMIT: "0", LOG_LEVEL: "error", ...settings };
  const start = () => startProgram({ cwd: folder.path, env });
  const programs = await Promise.all(Array.from({ length: instances }, start));
  const killOne = async () => {
    const [first] = programs as [Program];
    if (instances === 1) return killWorker(first);
    await first.stop("SIGKILL");
    programs[0] = await start();
  };
  return {
    name,
    env,
    cwd: folder.path,
    programs,
    killOne,
    async [Symbol.asyncDispose]() {
      for (const program of programs) await program[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    },
  };
}

/** Kills a worker and waits for the one that replaces it. */
async function killWorker({ pid }: Program): Promise<void> {
  const [victim = 0] = childrenOf(pid);
  process.kill(victim, "SIGKILL");
  await until(() => childrenOf(pid).filter((worker) => worker !== victim).length === 2, "a new worker");
}

test("two instances on PostgreSQL, one killed by kill -9 midway, never oversell", async () => {
  const url = await (await sharedPostgres()).createDatabase();
  await using cluster = await openCluster("PostgreSQL, two instances", { DATABASE_URL: url }, 2);
  await storm(cluster);
});

test("two workers on SQLite, one killed by kill -9 midway, never oversell", async () => {
  await using cluster = await openCluster("SQLite, two workers", { WORKERS: "2" }, 1);
  await storm(cluster);
});
