/* Every step of the schema that fills in rows, killed in the middle of it, on both engines. */
import { expect, setDefaultTimeout } from "bun:test";
import { join } from "node:path";
import { openEngine } from "../../src/store/index.ts";
import { fillings } from "../../src/store/schema/filling.ts";
import { recordOf } from "../../src/store/schema/record.ts";
import { testEach, withEngine, withStore } from "../commands/folder.ts";
import { makeVersion1, migrateTo } from "../commands/version-1.ts";
import { NOON } from "../support/harness.ts";

setDefaultTimeout(240_000);

/** Two batches of an upgrade that serves nobody, and many of one beside the service. */
const PETS = 6000;
const ORDERS = 300;

/** The last steps of the releases before. */
const VERSION_OF_1_1 = 9;
const VERSION_OF_1_2 = 22;

const index = JSON.stringify(join(import.meta.dir, "../../src/store/index.ts"));
const schema = (file: string) => JSON.stringify(join(import.meta.dir, `../../src/store/schema/${file}.ts`));

/** Upgrades to a version, and kills itself after the first batch. */
const UPGRADE_AND_DIE = `
  import { openEngine } from ${index};
  import { migrate } from ${schema("migrate")};
  const [url, version] = process.argv.slice(1);
  const engine = openEngine(url);
  const die = () => process.kill(process.pid, "SIGKILL");
  await migrate({ ...engine, migrations: engine.migrations.slice(0, Number(version)) }, ${NOON}, die);
  await engine.close();`;

/** Fills in rows as the service does, and kills itself after the first batch of a step. */
const FILL_AND_DIE = `
  import { openEngine } from ${index};
  import { fillings, fillNext } from ${schema("filling")};
  const [url, step] = process.argv.slice(1);
  const engine = openEngine(url);
  for (;;) {
    const [open] = await fillings(engine);
    await fillNext(engine, ${NOON});
    if (open?.step === step) process.kill(process.pid, "SIGKILL");
  }`;

/** Runs a program to its end, and returns whether it was killed. */
async function isKilled(code: string, url: string, argument: string): Promise<boolean> {
  const child = Bun.spawn([process.execPath, "--eval", code, url, argument], { stderr: "inherit" });
  await child.exited;
  if (child.signalCode === null) expect(child.exitCode).toBe(0);
  return child.signalCode === "SIGKILL";
}

/** Upgrades with kills until nothing is left to do. Returns the steps that were killed. */
async function upgradeWithKills(url: string, version: number): Promise<ReadonlySet<number>> {
  const killed = new Set<number>();
  while (await isKilled(UPGRADE_AND_DIE, url, String(version))) {
    const engine = openEngine(url);
    killed.add((await recordOf(engine.sql, await engine.tables(engine.sql))).version);
    await engine.close();
  }
  return killed;
}

/** Orders of pets with a stock of 1, every second one complete, with their changes and events; and other events, for a second batch. */
function ordersOf1_1(): string {
  const numbers = Array.from({ length: ORDERS }, (_, nth) => nth + 2);
  const petOf = (order: number) => 5 * order + 1;
  const isComplete = (order: number) => order % 2 === 0;
  const event = (type: string, order: number) =>
    `(${NOON}, '${type}', ${petOf(order)}, '{"id":${order},"petId":${petOf(order)},"quantity":1,"complete":false}')`;
  const events = [
    ...Array.from({ length: PETS }, (_, nth) => `(${NOON}, 'pet.updated', ${nth + 1}, '{}')`),
    ...numbers.map((order) => event("order.placed", order)),
    ...numbers.filter(isComplete).map((order) => event("order.completed", order)),
  ];
  const numbered = events.map((text, nth) => text.replace("(", `(${nth + 1}, `));
  return `
    insert into orders (id, pet_id, quantity, complete) values
      ${numbers.map((order) => `(${order}, ${petOf(order)}, 1, ${isComplete(order) ? 1 : 0})`).join()};
    insert into stock_changes (pet_id, delta, quantity, reason, order_id, at) values
      ${numbers.map((order) => `(${petOf(order)}, -1, 0, 'order_placed', ${order}, ${NOON})`).join()};
    update pets set quantity = 0 where id in (${numbers.map(petOf).join()});
    insert into events (position, at, type, pet_id, data) values ${numbered.join()};
    update event_head set last_position = ${events.length}`;
}

/** Profiles of 1.2, whose words it did not write. */
const PROFILES_OF_1_2 = `insert into profiles (pet_id, breed) values ${Array.from({ length: 300 }, (_, nth) => `(${nth + 1}, 'Beagle')`).join()}`;

testEach(
  "kill -9 in every step that fills in rows loses none of them, and nothing is done twice",
  async ({ url, doctor }) => {
    await makeVersion1(url, PETS);
    const killed = new Set(await upgradeWithKills(url, VERSION_OF_1_1));
    await migrateTo(VERSION_OF_1_1, url, ordersOf1_1());
    for (const version of await upgradeWithKills(url, VERSION_OF_1_2)) killed.add(version);
    await migrateTo(VERSION_OF_1_2, url, PROFILES_OF_1_2);
    await withEngine(url, async (engine) => {
      for (const { step } of await fillings(engine)) {
        const { version } = engine.migrations.find(({ name }) => name === step) ?? { version: 0 };
        if (await isKilled(FILL_AND_DIE, url, step)) killed.add(version);
      }
      const steps = engine.migrations.filter(({ backfill }) => backfill !== undefined).map(({ version }) => version);
      expect([...killed].toSorted((one, other) => one - other)).toEqual(steps);
    });

    await withStore(url, async (store) => {
      while (await store.fillNext(NOON));
      const slice = { after: 0n, limit: PETS };
      const [, ...orders] = await store.orders.list({}, slice);
      expect(orders).toHaveLength(ORDERS);
      expect(orders.filter(({ placedAt }) => placedAt === undefined)).toEqual([]);
      expect(orders.filter(({ complete, completedAt }) => complete !== (completedAt !== undefined))).toEqual([]);
      expect(orders.filter(({ pet }) => pet === undefined)).toEqual([]);
      const find = async (...words: string[]) => (await store.pets.list({ words }, slice)).items.map(({ id }) => id);
      for (const id of [1004n, 2996n, 5996n]) expect(await find("fido", String(id))).toEqual([id]);
      expect([await find("beagle", "296"), await find("beagle", "5996")]).toEqual([[296n], []]);
    });
    expect(await doctor()).toMatchObject({ exitCode: 0, failed: [] });
  },
  240_000,
);
