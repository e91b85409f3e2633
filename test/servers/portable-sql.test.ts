/* The rules of docs/decisions/010-postgresql.md. */
import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { SQL } from "bun";
import { INT64_MAX } from "../../src/contract/common.ts";
import { openSchema } from "../../src/store/index.ts";
import { test as testOnEach } from "../support/databases.ts";
import { NOON, openService } from "../support/harness.ts";
import { allOf, everyPage } from "../support/pages.ts";
import { sharedPostgres } from "../support/postgres.ts";

const root = join(import.meta.dir, "../..");

/** The SQL of these files without comments, one text for each, without the files of SQLite. */
function sqlOf(path: string, ending: string): [string, string][] {
  return readdirSync(join(root, path), { encoding: "utf8", recursive: true })
    .filter((name) => name.endsWith(ending) && !name.startsWith("sqlite"))
    .toSorted()
    .map((name) => {
      const text = readFileSync(join(root, path, name), "utf8");
      return [`${path}/${name}`, ending === ".sql" ? text.replace(/--.*$/gm, "") : statementsIn(text).join(";\n")];
    });
}

/** Every string and template of a source file that starts like a statement. */
function statementsIn(source: string): string[] {
  return [...source.matchAll(/`([^`]*)`|"([^"\n]*)"/g)]
    .map(([, template, string]) => (template ?? string ?? "").trim())
    .filter((text) => /^(?:select|insert|update|delete|create|alter|drop|with|lock|set|listen|notify)\s/i.test(text));
}

/** Forbidden patterns, each with an example that it finds. */
const forbidden: Record<string, readonly [RegExp, string]> = {
  // Those of a transaction end with it, whatever a pooler does.
  "advisory locks of a session": [/pg_(?:try_)?advisory(?!_xact)/i, "select pg_advisory_lock(1)"],
  "LISTEN or NOTIFY": [/\b(?:listen|notify|unlisten|pg_notify)\b/i, "notify keys"],
  "table locks": [/^\s*lock\s+(?:table\s)?/im, "lock table pets"],
  // `petstore copy` sets the sequences behind identity columns (postgres/sequences.ts); nothing else uses them.
  "serial or sequences": [/\b(?:small|big)?serial\b|\b(?:next|curr|last)val\b|\bsequence\b/i, "id bigserial"],
  // A search counts a bounded number of steps with it; `offset 0` keeps the order of an inner query.
  "offset of a page": [
    /\boffset\b(?! (?:0\b|\$\{(?:steps|WALKED|RARE_MAX)\b))/i,
    "select id from pets limit 1 offset 5",
  ],
  "columns without names": [
    /select\s+(?:\w+\.)?\*|returning\s+\*|insert\s+into\s+\w+\s+(?:values|select)\b/i,
    "insert into pets values (1)",
  ],
  "triggers, functions and extensions": [
    /\bcreate\s+(?:or\s+replace\s+)?(?:trigger|function|procedure|extension)\b/i,
    "create extension hstore",
  ],
  "temporary tables or cursors": [
    /\bcreate\s+(?:temp|temporary|unlogged)\b|\bdeclare\s+\w+\s+cursor\b/i,
    "create temp table x (id bigint)",
  ],
};

/** Files that use what only PostgreSQL has: each works without it. */
const ownFiles = ["claims", "postgres-catalog", "postgres-health", "standbys"].map(
  (name) => `src/store/postgres/${name}.ts`,
);

describe("the SQL for PostgreSQL has no", () => {
  const texts = [...sqlOf("src/store", ".ts"), ...sqlOf("migrations", ".sql")];

  test("statement that these rules miss", () => {
    const seen = texts.filter(([, text]) => text !== "").map(([path]) => path);
    for (const name of [
      "queries/pets/pet-queries",
      "queries/pets/inventory-queries",
      "queries/orders/order-queries",
      "queries/access/key-queries",
      "schema/record",
    ]) {
      expect(seen).toContain(`src/store/${name}.ts`);
    }
    expect(seen).toContain("migrations/postgres/0001_petstore.sql");
  });

  test("functions and tables that only PostgreSQL has, except in files that work without them", () => {
    const own = texts.filter(([, text]) => /\bpg_\w/i.test(text)).map(([path]) => path);
    expect(own.toSorted()).toEqual(ownFiles);
  });

  for (const [what, [pattern, example]] of Object.entries(forbidden)) {
    test(what, () => {
      expect(example).toMatch(pattern);
      expect(texts.filter(([, text]) => pattern.test(text)).map(([path]) => path)).toEqual([]);
    });
  }
});

test("transactions run at READ COMMITTED whatever the server's default is, and no rule needs more", async () => {
  const url = await (await sharedPostgres()).createDatabase();
  await using beside = new SQL(url, { max: 1 });
  const name = new URL(url).pathname.slice(1);
  await beside.unsafe(`alter database ${name} set default_transaction_isolation = 'serializable'`);
  const engine = await openSchema(url, NOON);
  const read = () =>
    engine.transaction(({ sql }) => sql<{ level: string }>`select current_setting('transaction_isolation') as level`);
  expect(await read()).toEqual([{ level: "read committed" }]);
  await engine.close();
});

/** Ids that an import brings: of 18 digits, with gaps, up to the largest, not in the order of time. */
const IDS = [
  998_877_665_544_332_211n,
  3n,
  INT64_MAX,
  2n ** 53n,
  2n ** 53n + 1n,
  1_000_000_000_000_000_000n,
  998_877_665_544_332_210n,
  17n,
  INT64_MAX - 1n,
];
const ASCENDING = IDS.toSorted((a, b) => (a < b ? -1 : 1));

describe("ids of any size, with gaps, not in the order of time", () => {
  /** A service with a pet of each id, which are available and sold by turns. */
  async function open() {
    const service = await openService();
    const rows = IDS.map((id, nth) => `(${id}, 'Rex', 7, '${nth % 2 === 0 ? "available" : "sold"}', 1)`);
    await service.sql(`insert into pets (id, name, category_id, status, quantity) values ${rows.join(", ")}`);
    return service;
  }

  testOnEach.each([1, 2, 4, 100])("pages of %d reach every pet once", async (limit) => {
    await using service = await open();
    const walk = async (query: string) => allOf(await everyPage(service, `/v1/pets?limit=${limit}${query}`), "id");
    const [available, sold] = [0, 1].map((rest) => new Set(IDS.filter((_, nth) => nth % 2 === rest)));
    expect(await walk("")).toEqual(ASCENDING);
    expect(await walk("&status=available")).toEqual(ASCENDING.filter((id) => available?.has(id)));
    expect(await walk("&status=sold")).toEqual(ASCENDING.filter((id) => sold?.has(id)));
  });

  testOnEach("each is read, listed by id and changed exactly", async () => {
    await using service = await open();
    const { admin } = service;
    expect((await admin.listInventory()).body).toMatchObject(ASCENDING.map((petId) => ({ petId })));
    expect((await admin.listPets({ query: { ids: IDS } })).body).toMatchObject(ASCENDING.map((id) => ({ id })));
    for (const petId of IDS) {
      expect(await admin.getPet({ params: { petId } })).toMatchObject({ status: 200, body: { id: petId } });
    }
    const [first = 0n] = IDS;
    const arrival = { delta: 4, reason: "arrival" } as const;
    expect(await admin.changeStock({ params: { petId: first }, body: arrival })).toMatchObject({
      body: { quantity: 5 },
    });
    const { body } = await admin.listInventory();
    expect(body).toMatchObject(ASCENDING.map((petId) => ({ petId, quantity: petId === first ? 5 : 1 })));
  });
});
