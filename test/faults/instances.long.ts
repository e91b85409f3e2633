/*
 * A shop's day on three instances and PostgreSQL: instances are killed, the database too, which restarts or is replaced by a standby,
 * and a webhook is changed every 20 ms. Nothing that was acknowledged is lost, nothing happens twice, and every reader and receiver
 * gets everything.
 */

import { expect, setDefaultTimeout, test } from "bun:test";
import { SQL } from "bun";
import type { Event } from "../../src/contract/events/events.ts";
import { startPostgres, startStandby } from "../support/postgres.ts";
import { until } from "../support/program.ts";
import { startProxy } from "../support/proxy.ts";
import { tell } from "../support/tell.ts";
import type { Client } from "../support/typed-client.ts";
import { type Instances, startInstances } from "./feed.ts";
import { connect, ENV, Receiver, untilReceived } from "./webhooks.ts";
import { once } from "./writers.ts";

setDefaultTimeout(300_000);

const SECONDS = 30;
const KILL_MS = 3000;
const PATCH_MS = 20;
const CREATORS = 8;
const BUYERS = 8;
const COUNTERS = 4;

/** Enough that it is sold out before the end. */
const STOCK = 200;

type Call = (client: Client, headers: { readonly "Idempotency-Key": string }) => Promise<Outcome>;

interface Outcome {
  readonly ok: boolean;
  readonly status: number;
  readonly body: unknown;
}

/** Sends one change until an instance responds other than "retry": it takes effect once, however often it is sent. */
async function persistently(instances: Instances, key: string, call: Call): Promise<Outcome> {
  for (;;) {
    const outcome = await call(once(instances.any()), { "Idempotency-Key": key }).catch(() => undefined);
    const isInProgress = outcome?.status === 409 && JSON.stringify(outcome.body).includes("request_in_progress");
    if (outcome !== undefined && outcome.status !== 503 && !isInProgress) return outcome;
    await Bun.sleep(20);
  }
}

/** Follows the feed of one instance, or of the one in its place, from its start. */
async function follow(instances: Instances, nth: number, seen: Event[], isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const program = instances.running[nth];
    if (program === undefined) throw new Error(`there is no instance ${nth}`);
    const after = seen.at(-1)?.id;
    const query = { limit: 100, ...(after !== undefined && { after }) };
    const page = await once(program)
      .listEvents({ query })
      .catch(() => undefined);
    if (page?.ok) seen.push(...page.body);
    if (!page?.ok || page.body.length === 0) await Bun.sleep(20);
  }
}

async function changeWebhook(instances: Instances, isOver: () => boolean): Promise<number> {
  let changes = 0;
  while (!isOver()) {
    const body = { description: `change ${changes}` };
    const changed = await once(instances.any())
      .updateWebhook({ params: { webhookId: 1n }, body })
      .catch(() => undefined);
    if (changed?.ok) changes += 1;
    await Bun.sleep(PATCH_MS);
  }
  return changes;
}

/** A database that fails and goes on. */
interface Database extends AsyncDisposable {
  readonly url: string;
  fail(): Promise<void>;
}

async function restarted(): Promise<Database> {
  const server = await startPostgres();
  return {
    url: await server.createDatabase(),
    async fail() {
      await server.kill();
      await server.restart();
    },
    [Symbol.asyncDispose]: server.stop,
  };
}

async function replaced(): Promise<Database> {
  let primary = await startPostgres();
  const url = await primary.createDatabase();
  let standby = await startStandby(primary);
  const proxy = await startProxy(url);
  return {
    url: proxy.url,
    async fail() {
      await primary.kill();
      await using sql = new SQL(standby.url, { max: 1 });
      await sql`select pg_promote()`;
      // Commits do not wait for the next standby.
      await sql`alter system set synchronous_standby_names = ''`;
      await sql`select pg_reload_conf()`;
      await primary.stop();
      primary = standby;
      proxy.port = primary.port;
      standby = await startStandby(primary);
    },
    async [Symbol.asyncDispose]() {
      await proxy[Symbol.asyncDispose]();
      await Promise.all([primary.stop(), standby.stop()]);
    },
  };
}

async function survive(open: () => Promise<Database>): Promise<void> {
  await using database = await open();
  const env = { ...ENV, DATABASE_URL: database.url, DATABASE_CONNECTIONS: "5" };
  await using instances = await startInstances(env);
  await using receiver = new Receiver();
  await connect(instances.any(), receiver);
  for (let pet = 0; pet <= COUNTERS; pet++) {
    const body = { name: `first ${pet}`, categoryId: 7n };
    expect(await once(instances.any()).createPet({ body })).toMatchObject({
      status: 201,
      body: { id: BigInt(pet + 1) },
    });
  }
  const arrival = { delta: STOCK - 1, reason: "arrival" } as const;
  expect(await once(instances.any()).changeStock({ params: { petId: 1n }, body: arrival })).toMatchObject({ ok: true });

  let isOver = false;
  let isRead = false;
  const created = new Set<string>();
  let [sold, refused] = [0, 0];
  const counted = Array<number>(COUNTERS).fill(0);
  const create = async (writer: number) => {
    for (let nth = 0; !isOver; nth++) {
      const name = `Rex-${writer}-${nth}`;
      const body = { name, categoryId: 7n };
      expect(
        await persistently(instances, name, ({ createPet }, headers) => createPet({ body, headers })),
      ).toMatchObject({
        status: 201,
      });
      created.add(name);
    }
  };
  const buy = async (buyer: number) => {
    for (let nth = 0; !isOver; nth++) {
      const body = { petId: 1n };
      const key = `order-${buyer}-${nth}`;
      const order = await persistently(instances, key, ({ placeOrder }, headers) => placeOrder({ body, headers }));
      if (order.ok) sold += 1;
      else refused += 1;
      if (!order.ok) expect(order.status).toBe(409);
    }
  };
  const count = async (counter: number) => {
    for (let nth = 0; !isOver; nth++) {
      const change = { params: { petId: BigInt(counter + 2) }, body: { delta: 1, reason: "arrival" } } as const;
      const key = `count-${counter}-${nth}`;
      const changed = await persistently(instances, key, ({ changeStock }, headers) =>
        changeStock({ ...change, headers }),
      );
      expect(changed).toMatchObject({ ok: true });
      counted[counter] = nth + 1;
    }
  };
  const seen = instances.running.map((): Event[] => []);
  const reading = seen.map((events, nth) => follow(instances, nth, events, () => isRead));
  const writing = [
    ...Array.from({ length: CREATORS }, (_, nth) => create(nth)),
    ...Array.from({ length: BUYERS }, (_, nth) => buy(nth)),
    ...Array.from({ length: COUNTERS }, (_, nth) => count(nth)),
  ];
  const patching = changeWebhook(instances, () => isOver);
  const startedAt = performance.now();
  let failures = 0;
  while (failures === 0 || performance.now() - startedAt < SECONDS * 1000) {
    await Bun.sleep(KILL_MS);
    await instances.killOne();
    if (instances.kills % 3 !== 0) continue;
    await database.fail();
    failures += 1;
  }
  isOver = true;
  await Promise.all(writing);
  const patches = await patching;

  const client = once(instances.any());
  const pets = created.size + COUNTERS + 1;
  const ofType = (type: Event["type"], nth: number) => seen[nth]?.filter((event) => event.type === type) ?? [];
  await until(() => seen.every((_, nth) => ofType("pet.created", nth).length >= pets), "the end of every feed");
  await untilReceived(receiver, pets, 120_000);
  isRead = true;
  await Promise.all(reading);

  const names = ofType("pet.created", 0).map((event) => (event.data as { name: string }).name);
  const lost = [...created].filter((name) => !names.includes(name)).length;
  const doubled = names.length - new Set(names).size;
  tell(
    `  three instances, ${instances.kills} kills, ${failures} failures of the database, ${patches} changes of a webhook: ` +
      `${created.size} pets, ${sold} orders and ${counted.reduce((a, b) => a + b)} stock changes acknowledged, ${refused} orders ` +
      `refused; lost ${lost}, doubled ${doubled}, ${seen[0]?.length} events in each of ${seen.length} feeds, ` +
      `${new Set(receiver.received).size} of ${pets} messages received, ${receiver.received.length - pets} twice`,
  );
  expect({ lost, doubled, refused: receiver.refused }).toEqual({ lost: 0, doubled: 0, refused: [] });
  for (const events of seen) expect(events.map(({ id }) => id)).toEqual(seen[0]?.map(({ id }) => id) ?? []);
  const stock = async (petId: bigint) => (await client.getInventoryEntry({ params: { petId } })).body;
  expect(sold).toBeLessThanOrEqual(STOCK);
  expect(ofType("order.placed", 0)).toHaveLength(sold);
  expect(await stock(1n)).toMatchObject({ quantity: STOCK - sold });
  for (const [nth, changes] of counted.entries()) {
    expect(await stock(BigInt(nth + 2))).toMatchObject({ quantity: 1 + changes });
  }
}

const DAY = `three instances survive ${SECONDS} s of kills and changes of a webhook, and a database that`;

test(`${DAY} crashes and restarts`, () => survive(restarted));

test(`${DAY} fails over to a synchronous standby`, () => survive(replaced));
