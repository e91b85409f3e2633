import { expect, test } from "bun:test";
import { claim, copyRows, prepareTarget } from "../../src/commands/backup/database-copy.ts";
import { photoSizes } from "../../src/contract/pets/photos.ts";
import { AMOUNT_MAX } from "../../src/contract/values/money.ts";
import { openEngine } from "../../src/store/index.ts";
import { imports } from "../../src/store/queries/pets/imported-rows.ts";
import { BATCH_ROWS } from "../../src/store/rows.ts";
import { DERIVED, EVENT_INBOX, PET_WORDS, TABLES } from "../../src/store/schema/tables.ts";
import { FILES, photoOf } from "../support/examples.ts";
import { adjustment, NOON } from "../support/harness.ts";
import { startProgram } from "../support/program.ts";
import { fill, kinds, openFolder, openShop, refused, type Shop, testEach, withEngine, withStore } from "./folder.ts";

const ROWS = 3 * BATCH_ROWS + 7;

/** The whole content of a database, to the last digit. */
function contents(url: string): Promise<unknown> {
  const slice = { after: 0n, limit: 100_000 };
  return withStore(url, async (store) => ({
    pets: await store.pets.list({}, slice),
    inventory: await store.inventory.list(slice),
    orders: await store.orders.list({}, slice),
    categories: await store.categories.list(slice),
    changes: await Promise.all([1n, 2n ** 62n].map((petId) => store.inventory.changes(petId, slice))),
    photos: await store.photos.list([1n]),
    files: await Promise.all(photoSizes.map((size) => store.photos.file(photoOf(1n).token, size))),
    found: await store.pets.list({ name: 'rex "4' }, slice),
    keys: await store.keys.list(),
    revision: await store.keys.revision(),
    head: await store.events.head(),
    events: await store.events.list({}, slice, (await store.events.head()).last),
    activity: await store.events.activity(0, 96, 100_000),
    isFirstKeyClaimed: !(await store.transaction(({ keys }) => keys.claimFirst(NOON))),
  }));
}

/** Fills a database with something in every table. */
async function fillAll({ url, run }: Shop): Promise<void> {
  await fill(url, ROWS);
  const profile = { tags: ["calm"], neutered: true, price: { amount: 1n, currency: "EUR" } };
  const old = { id: 2n ** 62n, name: "Old", categoryId: 1n, status: "sold", quantity: 3, profile } as const;
  await withEngine(url, (engine) =>
    engine.transaction(async (changed) => {
      const { sql } = changed;
      await imports(sql, engine).insertPets([old], NOON);
      await sql`insert into orders (id, pet_id, quantity, ship_date, complete) values (${99n}, ${1n}, 2, ${NOON}, 1)`;
      await engine.continueIds(changed);
      await sql`insert into first_key (only_row, claimed_at) values (1, ${NOON})`;
      await sql`insert into imports (content, begun_at, lines) values ('abc', ${NOON}, 5)`;
    }),
  );
  const event = { type: "category.deleted", at: NOON, data: { id: 3n, name: "Fish" } } as const;
  await withStore(url, async (store) => {
    await store.transaction(async ({ events }) => {
      for (let nth = 0; nth < 2100; nth++) await events.append({ ...event, at: NOON + nth });
    });
    await store.publishEvents();
    // All of those but some are gone; others wait in the inbox.
    await store.transaction(({ events }) => events.purge(NOON + 50, 100, NOON + 50));
    await store.transaction(async ({ pets, photos, orders, categories, inventory, events }) => {
      await events.append({ ...event, note: "waits" });
      // More than a batch of files, with every byte.
      for (let position = 1; position <= 12; position++) {
        await photos.insert(
          { ...photoOf(1n, position), alt: "É" },
          { ...FILES, large: Uint8Array.from({ length: 256 }, (_, byte) => byte) },
        );
      }
      await categories.insert({ name: "Dogs", description: "Good ones" });
      await categories.insert({ name: "cats" });
      await inventory.change({ petId: 1n, delta: 9, reason: "arrival", note: "from É", at: NOON });
      const customer = { name: "Zoë Krämer", contact: "zoe@example.com" };
      const details = { customer, note: "By car", price: { amount: AMOUNT_MAX, currency: "EUR" } };
      const order = await orders.insert({ petId: 1n, quantity: 2, placedAt: new Date(NOON).toISOString(), ...details });
      await inventory.change({ petId: 1n, delta: -2, reason: "order_placed", orderId: order.id, at: NOON });
      // The newest rows are gone.
      const { id } = await pets.insert({ name: "Gone", categoryId: 1n, status: "available" }, 1, NOON);
      await orders.deleteOpen((await orders.insert({ petId: id, quantity: 1 })).id);
      await pets.delete(id);
    });
  });
  for (const key of ["till", "kiosk"]) await run("keys", "create", "--name", key, "--scopes", "pets:read");
}

const copy = ({ petstore }: Pick<Shop, "petstore">, from: string, to: string) =>
  petstore("", "copy", "--from", from, "--to", to);

for (const [from, to] of [
  ["SQLite", "PostgreSQL"],
  ["PostgreSQL", "SQLite"],
  ["SQLite", "SQLite"],
] as const) {
  const [makeSource, makeTarget] = [kinds[from], kinds[to]];
  if (makeSource === undefined || makeTarget === undefined) continue;
  test(`copies everything from ${from} to ${to}, even after an interruption, and new ids continue after it`, async () => {
    using folder = openFolder();
    const [source, target] = [await makeSource(folder, "a.db"), await makeTarget(folder, "b.db")];
    await fillAll(openShop(folder, source));
    await interrupted(source, target, source.replace(/:[^:@]+@/, ":***@"));

    expect(await folder.petstore(target, "serve", "--port", "0")).toEqual(refused(1, "unfinished copy"));
    await fill(folder.url("other.db"), 1);
    const other = await copy(folder, folder.url("other.db"), target);
    expect(other.stderr).toContain("unfinished copy of another source");

    const copied = await copy(folder, source, target);
    expect(copied).toMatchObject({ exitCode: 0, stderr: expect.stringContaining("continuing an interrupted copy") });
    expect(`${copied.stdout}${copied.stderr}`).not.toContain("test-secret");
    const counts = copied.stdout.split("\n").filter((line) => line.includes("  sha256 "));
    expect(new Set(counts.map((line) => line.indexOf("  sha256 "))).size).toBe(1);
    expect(await contents(target)).toEqual(await contents(source));
    expect(await folder.petstore(target, "doctor")).toMatchObject({ exitCode: 0 });

    await withStore(target, async (store) => {
      const found = await store.orders.search({ words: ["kramer"] }, { after: 0n, limit: 9 });
      expect(found.items).toMatchObject([{ petId: 1n, customer: { contact: "zoe@example.com" } }]);
      // The ids of the pet and the order that are gone are not given again.
      await store.transaction(async ({ pets, orders, categories, events }) => {
        const pet = { name: "New", categoryId: 1n, status: "available" } as const;
        expect((await pets.insert(pet, 1, NOON)).id).toBe(2n ** 62n + 2n);
        expect((await orders.insert({ petId: 1n, quantity: 1 })).id).toBe(102n);
        expect((await categories.insert({ name: "Birds" }))?.id).toBe(3n);
        await events.append({ type: "category.deleted", at: NOON, data: { id: 4n, name: "New" } });
      });
      await store.publishEvents();
      expect(await store.events.head()).toEqual({ last: 2104n, deleted: 50n });
    });
    expect(await copy(folder, source, target)).toEqual(refused(1, "--to is not empty"));
  }, 60_000);
}

/** Copies one batch and stops, like a process that is killed between two transactions. */
async function interrupted(from: string, to: string, name: string): Promise<void> {
  const [source, target] = [await openEngine(from), await openEngine(to)];
  await prepareTarget(target, NOON);
  expect(await claim(target, name, NOON)).toBe("begun");
  const stop = new Error("stopped");
  const copying = copyRows(source, target, () => {
    throw stop;
  });
  expect(await copying.catch((error: unknown) => error)).toBe(stop);
  await Promise.all([source.close(), target.close()]);
}

test("a copy that is not equal to its source is refused, and no service starts on it", async () => {
  using shop = openShop();
  const target = shop.urlOf("b.db");
  await fill(shop.url, ROWS);
  await interrupted(shop.url, target, shop.url);
  await withStore(shop.url, (store) => store.transaction(({ inventory }) => inventory.change(adjustment(1n, 4711))));
  expect(await copy(shop, shop.url, target)).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("the copy is not equal to its source: pets"),
  });
  expect(await shop.petstore(target, "keys", "list")).toMatchObject({ exitCode: 1 });
});

test("a copy from a missing, used or foreign database, or to itself, is refused and creates nothing", async () => {
  using shop = openShop();
  await using service = await startProgram({ cwd: shop.path, env: { DATABASE_URL: shop.urlOf("used.db") } });
  const target = shop.urlOf("b.db");
  await Bun.write(shop.file("empty.db"), "");
  for (const [from, to, exitCode, reason] of [
    [shop.urlOf("none.db"), target, 1, "no such file"],
    [shop.urlOf("used.db"), target, 1, "stop the service"],
    [shop.urlOf("empty.db"), target, 1, "--from is not a petstore database"],
    [shop.urlOf("a.db"), "sqlite://a.db", 2, "the same database"],
    ["mysql://user:secret@host/x", target, 2, "--from: expected sqlite://"],
  ] as const) {
    const run = await copy(shop, from, to);
    expect(run).toEqual(refused(exitCode, reason));
    expect(run.stderr).not.toContain("secret");
  }
  expect(await Bun.file(shop.file("b.db")).exists()).toBeFalse();
  await service.stop("SIGTERM");
}, 20_000);

/** The index of words on SQLite, with the tables that FTS5 keeps for it. */
const WORD_INDEX = [
  "pet_texts",
  "pet_terms",
  "pet_terms_config",
  "pet_terms_data",
  "pet_terms_idx",
  "pet_postings",
  "unindexed_pets",
];

testEach(
  "every column of every table is copied, except words, tags, the record of migrations and the inbox",
  async ({ url }) => {
    await withEngine(url, async ({ sql, tables, columns: columnsOf, runTogether }) => {
      const all = await columnsOf(sql);
      const hasInbox = runTogether !== undefined;
      const notCopied = [
        ...DERIVED.map(({ name }) => name),
        "schema_steps",
        ...(hasInbox ? [EVENT_INBOX.name, PET_WORDS.name] : WORD_INDEX),
      ];
      expect([...(await tables(sql))].sort()).toEqual([...TABLES.map(({ name }) => name), ...notCopied].sort());
      for (const { name, columns } of TABLES) {
        const found = all.filter(({ table }) => table === name);
        expect(found.map((column) => column.name).sort()).toEqual([...columns].sort());
      }
    });
  },
);
