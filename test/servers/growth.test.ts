/* Queries whose time must not grow with the number of pets: an index serves each of them on both engines. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { SQL } from "bun";
import {
  arrivalOf,
  categories,
  commonTag,
  completing,
  fillShop,
  names,
  placing,
  referenceOf,
  shopPet,
} from "../../bench/growth/shop.ts";
import { numbersFor } from "../../bench/requests.ts";
import { copyDatabase } from "../../src/commands/backup/database-copy.ts";
import { INT64_MAX } from "../../src/contract/common.ts";
import type { PetStatus } from "../../src/contract/pets/pets.ts";
import { deliveryStates } from "../../src/contract/webhooks/deliveries.ts";
import type { PetFilter, Repositories } from "../../src/core/ports.ts";
import { nameKey } from "../../src/core/shop/name-key.ts";
import { searchedWords } from "../../src/core/shop/name-words.ts";
import type { OrderSearch } from "../../src/core/shop/orders/order-ports.ts";
import { INVENTORY_CHUNK } from "../../src/core/shop/pets/inventory-handlers.ts";
import type { Engine } from "../../src/store/engine.ts";
import { examinePets } from "../../src/store/health/pet-health.ts";
import { openEngine, repositoriesOn } from "../../src/store/index.ts";
import { PLANNER_SETTINGS } from "../../src/store/postgres/postgres-connection.ts";
import { findOrphan } from "../../src/store/rows.ts";
import { STOCK_CHANGES } from "../../src/store/schema/tables.ts";
import { emptyFolder } from "../support/folder.ts";
import { adjustment, rex } from "../support/harness.ts";
import { sharedPostgres } from "../support/postgres.ts";
import { type Plan, postgresPlan, sentBy, sqlitePlan, statementsOf } from "../support/query-plans.ts";

/** Enough that an index is worth using even for the last pages, few enough to insert in a few seconds. */
const SIZE = 50_000;

/** A category that no pet has. */
const NO_CATEGORY = 1_000_000n;

/** A page of the default size: the core asks for one more, to know whether there is a next page. */
const PAGE = 21;

/** What a list merges is a page of each status, of which it reads a page of pets. */
const MERGED = 4 * PAGE;

/** Names that few pets have are found by name, and then by id. */
const BY_NAME = 2 * 257;

/** What one statement steps over, of four lookups and of a walk. The walk reads less, with the pets that it finds. */
const WALKED = 4 * 257 + 251;

/** The pets with a tag that are walked past for a page that most of them are not on, and the pets that are read for it. */
const MARKED = 2001;

/** A page of each status, from two ranges each, of which a page of pets is read. */
const SORTED = 7 * PAGE;

/** What one statement of a walk of a sorted list reads: entries of each status, merged, and the pets that they name. */
const SORTED_WALKED = 4 * 8901;

/** The pets that are walked past for details: each in the list, by its id, and its profile. */
const DETAILS_WALKED = 3 * 8901;

/** Orders of a time, each once in the index and once in the table. */
const PLACED = 2 * 2001;

/** The orders that one page walks past, each with the words of its customer. */
const ORDERS_WALKED = 2001 + 3 * 1001;

/** A page of sales with two orders each: their ids from an index of both, and the orders. */
const SALES = BY_NAME + 4 * PAGE;

const START = { after: 0n, limit: PAGE };
const LAST = { after: INT64_MAX, limit: PAGE, order: "desc" } as const;
/** Returns a number from 0 to below a limit: in each run the same ones, from a start for each test. */
let random = numbersFor("");
const anyId = () => BigInt(1 + random(SIZE));
const someIds = () => Array.from({ length: 20 }, anyId);
const anyStatus = () => (["available", "pending", "sold"] satisfies PetStatus[])[random(3)] ?? "sold";
const anyCategory = () => BigInt(1 + random(categories));
/** One of the most frequent names, one of the others, and one that a single pet has: few others' numbers start with its number. */
const common = () => names[random(10)] ?? "";
const usual = () => names[300 + random(1000)] ?? "";
const rare = () => {
  for (;;) {
    const { name } = shopPet(1000 + random(SIZE - 1000), SIZE);
    if (name.includes(" ")) return name.toUpperCase();
  }
};
/** Among the last pages, but with a full page after it. */
const deep = () => ({ after: BigInt(0.9 * SIZE + random(0.08 * SIZE)), limit: PAGE });
const back = () => ({ ...deep(), order: "desc" as const });
const COUNTED = 1001;

/** A query with parameters that look random, and the most rows that it may read: what it returns, and what a filter drops. */
function query(name: string, rowsMax: number, run: (repositories: Repositories) => unknown) {
  return { name, rowsMax, run };
}

type HotQuery = ReturnType<typeof query>;

/** A list from its first page, from its last one, and from anywhere in both directions. */
function pages(name: string, rowsMax: number, filter: () => PetFilter): HotQuery[] {
  const slices = { first: () => START, last: () => LAST, deep, back };
  return Object.entries(slices).map(([page, slice]) =>
    query(`list by ${name}, ${page}`, rowsMax, ({ pets }) => pets.list(filter(), slice())),
  );
}

/** A sorted list from its first page, from its last one, and from anywhere in both directions. */
function sorted(name: string, rowsMax: number, filter: () => PetFilter): HotQuery[] {
  const places = { name: () => nameKey(usual()), arrivedOn: () => arrivalOf(Number(anyId())) };
  return (["name", "arrivedOn"] as const).flatMap((by) => {
    const slices = {
      first: () => ({ ...START, sort: { by, after: undefined } }),
      last: () => ({ ...LAST, sort: { by, after: undefined } }),
      deep: () => ({ ...deep(), sort: { by, after: places[by]() } }),
      back: () => ({ ...back(), sort: { by, after: places[by]() } }),
    };
    return Object.entries(slices).map(([page, slice]) =>
      query(`list by ${name}, sorted by ${by}, ${page}`, rowsMax, ({ pets }) => pets.list(filter(), slice())),
    );
  });
}

/** What is due on the first day, and the pets that this is for: each entry is read to count them, and again to list them. */
const DUE = Math.ceil(SIZE / 90);

/** Lists of pets for which something is due: these are looked up in an index that has the pets. */
function dueLists(): HotQuery[] {
  const filter = { careDue: true, today: "2026-01-01" };
  const deepByName = { ...deep(), sort: { by: "name", after: nameKey(usual()) } } as const;
  return [
    query("pets with care due, first", 2 * DUE + 2 * PAGE, ({ pets }) => pets.list(filter, START)),
    query("pets with care due, deep", 2 * DUE + 2 * PAGE, ({ pets }) => pets.list(filter, deep())),
    query("pets with care due, by name", 4 * DUE, ({ pets }) => pets.list(filter, deepByName)),
  ];
}

/** A search of orders, from both ends. */
function searches(name: string, rowsMax: number, filter: () => Partial<OrderSearch>): HotQuery[] {
  return Object.entries({ oldest: START, newest: LAST }).map(([end, slice]) =>
    query(`${name}, ${end} first`, rowsMax, ({ orders }) => orders.search({ words: [], ...filter() }, slice)),
  );
}

const HOT_QUERIES: readonly HotQuery[] = [
  ...pages("nothing", PAGE, () => ({})),
  ...pages("status", PAGE, () => ({ status: anyStatus() })),
  ...pages("category", MERGED, () => ({ categoryId: anyCategory() })),
  ...pages("category and status", PAGE, () => ({ categoryId: anyCategory(), status: anyStatus() })),
  ...pages("a common name", WALKED, () => ({ name: common() })),
  ...pages("a usual name", BY_NAME, () => ({ name: usual() })),
  ...pages("a rare name", BY_NAME, () => ({ name: rare() })),
  ...pages("one letter", WALKED, () => ({ name: common().slice(0, 1) })),
  ...pages("two letters", WALKED, () => ({ name: common().slice(0, 2) })),
  ...pages("name and status", WALKED, () => ({ name: common(), status: anyStatus() })),
  ...pages("name, category and status", WALKED, () => ({
    name: common(),
    categoryId: anyCategory(),
    status: anyStatus(),
  })),
  ...pages("name and category", WALKED, () => ({ name: common(), categoryId: anyCategory() })),
  ...pages("name and a category that no pet has", BY_NAME, () => ({ name: common(), categoryId: NO_CATEGORY })),
  ...pages("a category that no pet has", PAGE, () => ({ categoryId: NO_CATEGORY })),
  ...pages("a common word", WALKED, () => ({ words: searchedWords(common()) })),
  ...pages("a usual word", WALKED, () => ({ words: searchedWords(usual()) })),
  ...pages("a rare word", BY_NAME, () => ({ words: searchedWords(rare()).slice(-1) })),
  ...pages("the letter of a word", WALKED, () => ({ words: [common().slice(0, 1).toLowerCase()] })),
  ...pages("two common words", WALKED, () => ({ words: searchedWords(`${common()} ${common()}`) })),
  ...pages("word, name, category and status", WALKED, () => ({
    words: searchedWords(common()),
    name: common(),
    categoryId: anyCategory(),
    status: anyStatus(),
  })),
  ...pages("a tag", MARKED, () => ({ tag: commonTag })),
  ...pages("a tag and status", MARKED, () => ({ tag: commonTag, status: "sold" })),
  ...pages("a reference", PAGE, () => ({ reference: referenceOf(1 + random(SIZE)) })),
  ...sorted("nothing", SORTED, () => ({})),
  ...sorted("status", SORTED, () => ({ status: anyStatus() })),
  ...sorted("category and status", SORTED_WALKED, () => ({ categoryId: anyCategory(), status: anyStatus() })),
  ...sorted("a common word and status", SORTED_WALKED, () => ({ words: searchedWords(common()), status: anyStatus() })),
  ...pages("a sex that no pet has", DETAILS_WALKED, () => ({ sex: "male", bornAfter: "2999-01-01" })),
  ...pages("details and status", DETAILS_WALKED, () => ({ arrivedBefore: "2000-01-01", status: anyStatus() })),
  query("list of 20 ids", PAGE, ({ pets }) => pets.list({ ids: someIds() }, START)),
  query("list of 20 ids by status", PAGE, ({ pets }) => pets.list({ ids: someIds(), status: anyStatus() }, START)),
  query("the stock of 20 pets", PAGE, ({ inventory }) => inventory.quantities(someIds())),
  query("when 20 pets were added", 2 * PAGE, ({ inventory }) => inventory.firstChanges(someIds())),
  query("get", 1, ({ pets }) => pets.find(anyId())),
  query("a chunk of the inventory", INVENTORY_CHUNK, ({ inventory }) =>
    inventory.list({ after: anyId() / 2n, limit: INVENTORY_CHUNK }),
  ),
  query("the changes of a pet", PAGE, ({ inventory }) => inventory.changes(anyId(), START)),
  query("the newest changes of a pet", PAGE, ({ inventory }) => inventory.changes(anyId(), LAST)),
  query("all orders", PAGE, ({ orders }) => orders.list({}, START)),
  query("the orders of a pet", MERGED, ({ orders }) => orders.list({ petId: anyId() }, START)),
  query("the open orders of a pet", PAGE, ({ orders }) => orders.list({ petId: anyId(), complete: false }, START)),
  query("whether a pet has an open order", 1, ({ orders }) => orders.hasOpen(anyId())),
  query("open orders", PAGE, ({ orders }) => orders.list({ complete: false }, START)),
  query("complete orders", PAGE, ({ orders }) => orders.list({ complete: true }, LAST)),
  ...searches("the orders of a day", PLACED, () => ({ placedAfter: placing(9), placedBefore: placing(900) })),
  ...searches("orders by a rare name", BY_NAME, () => ({ words: ["number77"] })),
  ...searches("orders by a common name", ORDERS_WALKED, () => ({ words: ["mar"] })),
  ...searches("sales by a rare name", BY_NAME + PAGE, () => ({ words: ["number77"], isHead: true })),
  ...searches("sales by a common name", 2 * ORDERS_WALKED, () => ({ words: ["mar"], isHead: true })),
  query("the sales that a name finds", SALES, ({ orders }) => orders.searchSales(["number77"], START)),
  query("all sales", SALES, ({ orders }) => orders.listSales(START)),
  query("the newest sales", SALES, ({ orders }) => orders.listSales(LAST)),
  query("the orders of a sale", PAGE, ({ orders }) => orders.ofSale(BigInt(5 * random(SIZE / 50)))),
  query("the receipts of a month", PAGE, ({ receipts }) =>
    receipts.list(completing(9), completing(900), { ...LAST, sort: { by: "at", after: undefined } }),
  ),
  query("the receipts voided in a month", PAGE, ({ receipts }) =>
    receipts.list(completing(9), completing(900), { ...START, sort: { by: "voidedAt", after: undefined } }),
  ),
  query("a receipt", 1, ({ receipts }) => receipts.find(2024_000_000_009n)),
  ...searches("complete orders since long ago", ORDERS_WALKED, () => ({ complete: true, placedAfter: placing(5) })),
  query("all inquiries", PAGE, ({ inquiries }) => inquiries.list({}, START)),
  query("the inquiries about a pet", PAGE, ({ inquiries }) => inquiries.list({ petId: anyId() }, LAST)),
  query("new inquiries", PAGE, ({ inquiries }) => inquiries.list({ state: "new" }, LAST)),
  query("inquiries to delete", PAGE, ({ inquiries }) => inquiries.purge(9, PAGE, Number.MAX_SAFE_INTEGER)),
  ...deliveryStates
    .filter((state) => state !== "succeeded")
    .map((state) =>
      query(`the deliveries that are ${state}`, PAGE, ({ deliveries }) => deliveries.list(1n, state, LAST)),
    ),
  query("what is due before a day", PAGE, ({ care }) => care.listDue({ dueBefore: "2026-02-01" }, START)),
  query("what is due of a kind", PAGE, ({ care }) => care.listDue({ kind: "check" }, START)),
  query("what is due for a pet", PAGE, ({ care }) => care.listDue({ petId: anyId() }, START)),
  query("what is due, a later page", MERGED, ({ care }) =>
    care.listDue({}, { ...deep(), sort: { by: "dueOn", after: "2026-02-01" } }),
  ),
  query("what is due", PAGE, ({ care }) => care.listDue({}, START)),
  query("which pets are vaccinated", 4 * PAGE, ({ care }) => care.vaccinated(someIds(), "2026-02-01")),
  ...dueLists(),
  query("the care of a pet", PAGE, ({ care }) => care.list(anyId(), START)),
  query("a count of pets", COUNTED, ({ pets }) => pets.count({ status: anyStatus() }, COUNTED)),
  query("the sums of a month", PLACED, ({ orders }) => orders.sums(completing(9), completing(900))),
  query("a count of open orders", COUNTED, ({ orders }) => orders.countOpen(COUNTED)),
  query("whether a category is in use", 1, ({ pets }) => pets.isInUse(anyCategory())),
  query("create", 1, ({ pets }) => pets.insert(rex, 1, 0)),
  query("delete", PAGE, ({ pets }) => pets.delete(anyId())),
  query("change a stock", 1, ({ inventory }) => inventory.change(adjustment(anyId(), 1))),
  query("place, complete and cancel an order", 1, async ({ orders, pets }) => {
    const { id, petId } = await orders.insert({ petId: anyId(), quantity: 1 });
    await orders.deleteOpen(id);
    await orders.complete(id, 0);
    await pets.changeStatus(petId, "pending", "sold");
  }),
];

const folder = emptyFolder();
const sqlitePath = join(folder.path, "petstore.db");
let sqlite: Engine;
let postgres: Engine;
let sql: SQL;

/** What a planner reads whole as long as it is empty, whatever indexes there are. */
const BESIDE_PETS = `
  insert into webhook_deliveries (webhook_id, position, type, state, created_at, due_at)
  select 1, position, 'pet.created', 'succeeded', 0, 0 from generate_series(1000001, 1050000) position;
  insert into inquiries (pet_id, at, name, contact, message, state, changed_at)
  select nth, nth, 'Ada', 'ada@example.com', 'Hello', case when nth % 9 = 0 then 'new' else 'closed' end, nth
  from generate_series(1, 100000) nth;
  insert into inquiry_days (day, taken)
  select to_char(date '2000-01-01' + nth, 'YYYY-MM-DD'), 1 from generate_series(1, 9000) nth;
  insert into photos (pet_id, token, width, height, position, placeholder, created_at)
  select id, 'pet ' || id, 1, 1, 1, '', 0 from pets where id not in (select pet_id from photos);
  insert into fetched_photos (pet_id, address) select id, 'https://photos.example/' || id from pets;
  insert into care (pet_id, kind, what, done_on) select id, 'vaccination', 'DHPPi', '2026-01-01' from pets;
  insert into care (pet_id, kind, what, due_on)
  select id, case when id % 2 = 0 then 'check' else 'treatment' end, 'Teeth', to_char(date '2026-01-01' + (id % 90)::int, 'YYYY-MM-DD') from pets;
  insert into pet_pairs (pet_id, other_id) select id, id + 1 from pets where id + 1 in (select id from pets);
  insert into photo_files (photo_id, size, bytes) select id, 'small', '' from photos on conflict do nothing`;

beforeAll(async () => {
  await fillShop(sqlitePath, SIZE);
  const url = await (await sharedPostgres()).createDatabase();
  await copyDatabase({ from: `sqlite://${sqlitePath}`, to: url, sourceName: "shop" }, Date.now(), {
    report() {},
    onResume() {},
    signal: new AbortController().signal,
  });
  sqlite = await openEngine(`sqlite://${sqlitePath}`);
  // A search of an index that lacks pets would be fast, and prove nothing.
  expect(await sqlite.sql`select pet_id from unindexed_pets limit 1`).toEqual([]);
  postgres = await openEngine(url);
  sql = new SQL(url, { max: 1, connection: PLANNER_SETTINGS });
  await sql.unsafe(BESIDE_PETS).simple();
  // Statistics of every row: those of a sample would differ from run to run.
  await sql.unsafe("set default_statistics_target = 200");
  await sql.unsafe("vacuum analyze");
}, 240_000);

afterAll(async () => {
  await Promise.all([sqlite.close(), postgres.close(), sql.close()]);
  folder[Symbol.dispose]();
});

/** Queries that group what they read, so they sort it: no more than the orders of the days that they sum. */
const GROUPED: ReadonlySet<string> = new Set(["the sums of a month"]);

/** The other indexes, each with its query. */
const OTHER_INDEXES: Readonly<Record<string, string>> = {
  activity_by_quarter: "the activity of some days",
  api_keys_by_position: "the keys in the order of their creation",
  deprecated_calls_by_key: "the deprecated calls of a page of keys",
  events_by_pet: "the history of a pet",
  idempotency_by_age: "responses that are older than a day, which are deleted",
  import_lines_by_line: "the pet of a line of a file, and no line twice",
  import_ranges_by_import: "the pets that an import added, in the order of their ids",
  import_runs_by_content: "whether a file was imported by another run",
  import_updates_by_import: "what an import changed, which its undo puts back",
  invitations_by_hash: "the invitation that a guest holds",
  orders_by_due: "open orders by the day on which they are due",
  orders_by_return: "the refunds of some days",
  photo_files_by_photo: "the file of a photo in a size",
  profiles_by_microchip: "whether a microchip is taken",
  webhook_deliveries_by_webhook: "the deliveries of a webhook",
  webhook_deliveries_due: "the deliveries that are due",
  webhook_deliveries_open: "the oldest event that a webhook has not received",
};

async function sqlitePlans({ run }: HotQuery): Promise<Plan[]> {
  return (await statementsOf(sqlite, "?", run)).map((statement) => sqlitePlan(sqlitePath, statement));
}

async function postgresPlans({ run }: HotQuery): Promise<Plan[]> {
  const plans: Plan[] = [];
  for (const statement of await statementsOf(postgres, "$", run)) plans.push(await postgresPlan(sql, statement));
  return plans;
}

describe.each([
  ["SQLite", sqlitePlans],
  ["PostgreSQL", postgresPlans],
] as const)("on %s", (_, plansOf) => {
  for (const query of HOT_QUERIES) {
    test(`an index serves "${query.name}", which reads little more than it returns`, async () => {
      // Parameters look random: try a few.
      random = numbersFor(query.name);
      for (let time = 0; time < 5; time++) {
        for (const plan of await plansOf(query)) {
          expect(plan).toMatchObject({ isFullScan: false });
          if (!GROUPED.has(query.name)) expect(plan.isLongSort ?? false).toBe(false);
          expect(plan.rows ?? 0, plan.text).toBeLessThanOrEqual(query.rowsMax);
        }
      }
    });
  }
});

test("every index serves one of these queries, or one that is named here", async () => {
  const read: string[] = [];
  for (const hot of HOT_QUERIES) for (const { text } of await sqlitePlans(hot)) read.push(text);
  const plans = read.join("; ");
  const all = await sqlite.sql<{ name: string }>`
    select name from sqlite_schema where type = 'index' and sql is not null order by name`;
  const names = all.map(({ name }) => name);
  const unread = names.filter((name) => !new RegExp(`INDEX ${name}\\b`).test(plans));
  // Which index SQLite takes may depend on the parameters, so one that is named may be read as well.
  expect(unread.filter((name) => !Object.hasOwn(OTHER_INDEXES, name))).toEqual([]);
  expect(Object.keys(OTHER_INDEXES).filter((name) => !names.includes(name))).toEqual([]);
});

test("the pets that belong together with an ordered one are found by their ids on SQLite, not among all available ones", async () => {
  const plans = await sqlitePlans(query("", 1, ({ orders }) => orders.petsToOrder([anyId()])));
  expect(plans.map(({ text }) => text).join("; ")).not.toMatch(/INDEX pets_by/);
});

test("doctor compares orders with their changes in one pass, not once for each order", async () => {
  const [{ text = "", values = [] } = {}] = await sentBy(postgres, "$", async (sent) => {
    for await (const finding of examinePets(sent)) if (finding.check === "orders") return;
  }).then((statements) => statements.filter(({ text: one }) => one.includes("doubted")));
  const { text: plan, rows } = await postgresPlan(sql, { text, values });
  expect(rows, plan).toBeLessThan(5 * SIZE);
});

test("doctor compares stock changes with their pets in one pass, not with a look-up for each", async () => {
  const [{ text = "", values = [] } = {}] = await sentBy(postgres, "$", async (sent) => {
    expect(await findOrphan(sent, STOCK_CHANGES)).toBeUndefined();
  });
  const { text: plan } = await postgresPlan(sql, { text, values });
  expect(plan).toMatch(/(?:Hash|Merge) Join/);
});

test("SQLite looks up the tags of the pets that a list walks past where they are neighbours: by tag", async () => {
  const filter = { tag: commonTag, words: searchedWords(names[0] ?? "") };
  const statements = await statementsOf(sqlite, "?", ({ pets }) => pets.list(filter, START));
  const plans = statements.map((statement) => sqlitePlan(sqlitePath, statement).text);
  expect(plans.at(-1)).toMatch(/pet_terms VIRTUAL TABLE .*pet_tags_by_tag \(tag=\? AND pet_id>\? AND pet_id<\?\)/);
});

test("a list of pets with care due looks them up in an index, and reads no entry of care", async () => {
  const list: HotQuery["run"] = ({ pets }) => pets.list({ careDue: true, today: "2026-01-01" }, START);
  for (const statement of await statementsOf(postgres, "$", list))
    expect((await postgresPlan(sql, statement)).text).toContain("Index Only Scan care_due");
});

test("PostgreSQL plans a statement once, not for the values of each request", async () => {
  random = numbersFor("once");
  for (const { run } of HOT_QUERIES)
    for (let time = 0; time < 2; time++) await run(repositoriesOn(postgres.sql, postgres));
  const planned = await postgres.sql<{ again: bigint; once: boolean }>`
    select max(custom_plans) as again, max(generic_plans) >= 2 as once from pg_prepared_statements`;
  expect(planned).toEqual([{ again: 0n, once: true }]);
});

test("these tests recognise the sort of a whole category", () => {
  const branch = (status: string, limit: string) => `
    select id, key from (
      select id, category_id as key from pets where category_id in (7, 7) and status = '${status}'
      order by category_id, id ${limit}
    ) one`;
  const merged = (limit = "") => ({
    text: `
      select id from (${branch("pending", limit)} union all ${branch("sold", limit)}) every order by key, id limit ?1`,
    values: [21],
  });
  expect(sqlitePlan(sqlitePath, merged())).toMatchObject({ isLongSort: true });
  expect(sqlitePlan(sqlitePath, merged("limit ?1"))).toMatchObject({ isLongSort: false });
});

test("these tests recognise a full scan", async () => {
  const scan = { text: "select id from pets where name = 'Rex'", values: [] };
  expect(sqlitePlan(sqlitePath, scan).isFullScan).toBe(true);
  expect((await postgresPlan(sql, scan)).isFullScan).toBe(true);
});
