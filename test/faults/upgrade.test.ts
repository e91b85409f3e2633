/* Upgrades of the schema, proved by invented next steps (decision 023). */
import { expect, setDefaultTimeout } from "bun:test";
import { join } from "node:path";
import type { Store } from "../../src/core/ports.ts";
import type { Migration } from "../../src/store/engine.ts";
import { openEngine, openSchema, openStore } from "../../src/store/index.ts";
import { fillings, fillNext } from "../../src/store/schema/filling.ts";
import { schemaRecord } from "../../src/store/schema/record.ts";
import { testEach, withEngine, withStore } from "../commands/folder.ts";
import { addPet, NOON } from "../support/harness.ts";
import { CONTRACT, EXPAND, namesOf } from "../support/next-step.ts";

setDefaultTimeout(60_000);

const source = (path: string) => JSON.stringify(join(import.meta.dir, path));

/** Upgrades as the next release does, several at once. */
const UPGRADE = `
  import { openSchema } from ${source("../../src/store/index.ts")};
  import { EXPAND } from ${source("../support/next-step.ts")};
  await (await openSchema(process.argv[1], ${NOON}, { nextSteps: [EXPAND] })).close();`;

/** Fills in rows of the next step, and kills itself after so many batches. */
const FILL_AND_DIE = `
  import { openEngine } from ${source("../../src/store/index.ts")};
  import { fillNext } from ${source("../../src/store/schema/filling.ts")};
  import { EXPAND } from ${source("../support/next-step.ts")};
  const [url, batches] = process.argv.slice(1);
  const engine = await openEngine(url, { nextSteps: [EXPAND] });
  for (let n = 0; n < Number(batches); n++) await fillNext(engine, ${NOON});
  process.kill(process.pid, "SIGKILL");`;

const run = (code: string, ...args: string[]) =>
  Bun.spawn([process.execPath, "--eval", code, ...args], { stderr: "inherit" });

async function upgradeTo(url: string, ...nextSteps: Migration[]): Promise<void> {
  await (await openSchema(url, NOON, { nextSteps })).close();
}

function add(store: Store, pets: number): Promise<unknown> {
  return store.transaction(({ imports }) => imports.insertPets(namesOf(pets), NOON));
}

async function countNames(url: string): Promise<number> {
  return withEngine(url, async ({ sql }) => {
    const [row] = await sql<{ count: bigint | number }>`select count(*) as count from next_names`;
    return Number(row?.count);
  });
}

testEach(
  "a step that expands lets the release before continue; kill -9 loses none of the rows to fill in",
  async ({ url, doctor }) => {
    await using old = await openStore(url, NOON);
    await add(old, 1500);
    await using engine = await openSchema(url, NOON, { nextSteps: [EXPAND] });
    await add(old, 1);
    await withStore(url, (store) => add(store, 1));
    expect(await doctor()).toMatchObject({ exitCode: 0, failed: [] });

    const child = run(FILL_AND_DIE, url, "4");
    await child.exited;
    expect(child.signalCode).toBe("SIGKILL");
    expect(await fillings(engine)).toEqual([{ step: "names", table: "pets", percent: 26 }]);

    // Several processes that fill in rows together fill in each once: a second time would violate the key.
    await using other = await openEngine(url, { nextSteps: [EXPAND] });
    const fill = async (on: typeof engine) => {
      while (await fillNext(on, NOON + 1));
    };
    await Promise.all([fill(engine), fill(other)]);
    expect(await fillings(engine)).toEqual([]);
    expect(await countNames(url)).toBe(1502);
  },
);

testEach("several processes upgrade at once, and each step is applied once", async ({ url }) => {
  await withStore(url, (store) => add(store, 1));
  for (const { exited } of Array.from({ length: 3 }, () => run(UPGRADE, url))) expect(await exited).toBe(0);
  await withEngine(url, async (engine) => {
    expect(await schemaRecord(engine)).toEqual({ version: EXPAND.version, needs: 1 });
    const steps = await engine.sql<{ name: string }>`select name from schema_steps order by version`;
    expect(steps.map(({ name }) => name)).toEqual(["petstore", "names"]);
  });
});

testEach(
  "a running release that a step has fenced off changes nothing more, and newer ones continue",
  async ({ url, run }) => {
    await using old = await openStore(url, NOON);
    await upgradeTo(url, EXPAND);
    await using newer = await openStore(url, NOON, { nextSteps: [EXPAND] });
    const data = { ...(await addPet(old)), status: "sold" } as const;
    const event = { at: NOON, type: "pet.deleted", petId: data.id, data } as const;
    const remove = (store: Store) =>
      store.transaction(async ({ pets, events }) => {
        await pets.delete(data.id);
        await events.append(event);
      });
    await upgradeTo(url, EXPAND, CONTRACT);

    const message = "A newer release has taken over the store: this one can no longer change it";
    await expect(remove(old)).rejects.toMatchObject({ code: "service_unavailable", message });
    expect(await newer.pets.find(data.id)).toMatchObject({ id: data.id });
    await remove(newer);
    expect(await newer.pets.find(data.id)).toBeUndefined();

    // Nor does it start again.
    const refused = "the database has schema version 3, this program knows versions up to 1: use the newer program";
    await expect(openStore(url, NOON)).rejects.toThrow(refused);
    expect(await run("keys", "list")).toMatchObject({ exitCode: 1, stderr: expect.stringContaining(refused) });
  },
);

testEach("a step that fails leaves the database as it was", async ({ url }) => {
  await withStore(url, (store) => add(store, 1));
  const broken = { ...EXPAND, script: `${EXPAND.script}; insert into next_names (pet_id) values (1)` };
  await expect(upgradeTo(url, broken)).rejects.toThrow();
  await withEngine(url, async (engine) => {
    expect(await schemaRecord(engine)).toEqual({ version: 1, needs: 1 });
    expect(await engine.tables(engine.sql)).not.toContain("next_names");
  });
});

testEach("no command upgrades a database: the service of the release before may run on it", async ({ url }) => {
  await withStore(url, (store) => add(store, 1));
  const refused = openSchema(url, NOON, { nextSteps: [EXPAND], mayUpgrade: false });
  await expect(refused).rejects.toThrow(
    "the database has schema version 1, but this program needs 2: start the service, which upgrades it",
  );
  expect(await withEngine(url, schemaRecord)).toEqual({ version: 1, needs: 1 });
});
