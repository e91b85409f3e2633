/* Many clients order from one pet while a process of the service is killed: no more is sold than there is. */

import { expect, setDefaultTimeout, test } from "bun:test";
import { Petstore } from "../../src/client/index.ts";
import { CONFIGURED, once } from "../faults/writers.ts";
import { runCommand } from "../support/command.ts";
import { sharedPostgres } from "../support/postgres.ts";
import { type Program, until } from "../support/program.ts";
import { tell } from "../support/tell.ts";
import { type Services, startServices } from "./instances.ts";

setDefaultTimeout(60_000);

const CLIENTS = 1000;
const STOCK = 500;
const PATIENCE_MS = 40_000;

/** What the clients were told. */
interface Outcomes {
  readonly acknowledged: bigint[];
  refused: number;
  /** How often a request was sent again. */
  repeated: number;
}

/** Orders one from pet 1, with one Idempotency-Key until there is an answer. */
async function orderOne({ programs }: Services, nth: number, outcomes: Outcomes): Promise<void> {
  const headers = { "Idempotency-Key": `client-${nth}` };
  const deadline = performance.now() + PATIENCE_MS;
  for (let attempt = nth; performance.now() < deadline; attempt++) {
    const { placeOrder } = once(programs[attempt % programs.length] as Program);
    const outcome = await placeOrder({ body: { petId: 1n }, headers }).catch(() => undefined);
    if (outcome?.ok) return void outcomes.acknowledged.push(outcome.body.id);
    if (outcome?.status === 409 && !outcome.headers.has("Retry-After")) return void outcomes.refused++;
    if (outcome !== undefined && outcome.status !== 503) expect(outcome).toMatchObject({ status: 409 });
    outcomes.repeated++;
    await Bun.sleep(10);
  }
  throw new Error(`client ${nth} got no answer`);
}

/** The ids of all orders of pet 1. */
async function ordersOf({ origin }: Program): Promise<bigint[]> {
  const { orders } = new Petstore({ baseUrl: `${origin}/v1`, apiKey: CONFIGURED });
  return (await Array.fromAsync(orders.list({ petId: 1n }))).map(({ id }) => id);
}

/** Lets the clients order, and kills one process when a fifth of the stock is sold. */
async function storm(services: Services, killOne: () => Promise<unknown>): Promise<void> {
  const { createPet, changeStock } = once(services.programs[0] as Program);
  expect(await createPet({ body: { name: "Rex", categoryId: 7n } })).toMatchObject({ status: 201 });
  const arrival = { delta: STOCK - 1, reason: "arrival" } as const;
  expect(await changeStock({ params: { petId: 1n }, body: arrival })).toMatchObject({ body: { quantity: STOCK } });

  const outcomes: Outcomes = { acknowledged: [], refused: 0, repeated: 0 };
  const startedAt = performance.now();
  const clients = Array.from({ length: CLIENTS }, (_, nth) => orderOne(services, nth, outcomes));
  const all = Promise.all(clients);
  await until(() => outcomes.acknowledged.length >= STOCK / 5, "a fifth of the orders");
  await Promise.all([killOne(), all]);
  const seconds = (performance.now() - startedAt) / 1000;
  await expectNothingOversold(services, outcomes);
  const { acknowledged, refused, repeated } = outcomes;
  tell(
    `  ${CLIENTS} clients for ${STOCK}: ${acknowledged.length} orders, ${refused} refused, ${repeated} requests ` +
      `repeated, one process killed, stock 0, doctor clean; ${seconds.toFixed(1)} s`,
  );
}

async function expectNothingOversold(services: Services, { acknowledged, refused }: Outcomes): Promise<void> {
  const [program] = services.programs as [Program];
  const ids = await ordersOf(program);
  expect(ids).toHaveLength(STOCK);
  expect(new Set(acknowledged)).toEqual(new Set(ids));
  expect([acknowledged.length, refused]).toEqual([STOCK, CLIENTS - STOCK]);
  const { body } = await once(program).getInventoryEntry({ params: { petId: 1n } });
  expect(body).toEqual({ petId: 1n, quantity: 0, status: "pending" });
  const doctor = await runCommand(services.cwd, services.env, ["doctor"]);
  expect(doctor).toMatchObject({ exitCode: 0, stdout: expect.not.stringContaining("FAIL") });
}

test("two instances on PostgreSQL, one killed by kill -9 midway, never oversell", async () => {
  const url = await (await sharedPostgres()).createDatabase();
  await using services = await startServices({ DATABASE_URL: url }, 2);
  const { programs, start } = services;
  await storm(services, async () => {
    await programs[0]?.stop("SIGKILL");
    programs[0] = await start();
  });
});

test("two services on one SQLite file, one killed by kill -9 midway, never oversell", async () => {
  await using services = await startServices({}, 2);
  const { programs, start } = services;
  await storm(services, async () => {
    await programs[0]?.stop("SIGKILL");
    programs[0] = await start();
  });
});
