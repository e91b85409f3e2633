/* The rules of docs/decisions/010-distributed-engines.md. */
import { Database } from "bun:sqlite";
import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { SQL } from "bun";
import { INT64_MAX } from "../../src/contract/common.ts";
import { openSchema, openStore } from "../../src/store/index.ts";
import { emptyFolder } from "../support/folder.ts";
import { adjustment, NOON, openService } from "../support/harness.ts";
import { sharedPostgres } from "../support/postgres.ts";

const root = join(import.meta.dir, "../..");
const folder = emptyFolder();
afterAll(() => folder[Symbol.dispose]());

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
  "advisory locks": [/pg_(?:try_)?advisory/i, "select pg_advisory_lock(1)"],
  "LISTEN or NOTIFY": [/\b(?:listen|notify|unlisten|pg_notify)\b/i, "notify keys"],
  "table locks": [/^\s*lock\s+(?:table\s)?/im, "lock table pets"],
  // `petstore copy` sets the sequences behind identity columns (postgres/sequences.ts); nothing else uses them.
  "serial or sequences": [/\b(?:small|big)?serial\b|\b(?:next|curr|last)val\b|\bsequence\b/i, "id bigserial"],
  // A search counts a bounded number of steps with it.
  "offset of a page": [/\boffset\b(?! \$\{(?:steps|WALKED|RARE_MAX)\b)/i, "select id from pets limit 1 offset 5"],
  "columns without names": [
    /select\s+(?:\w+\.)?\*|returning\s+\*|insert\s+into\s+\w+\s+(?:values|select)\b/i,
    "insert into pets values (1)",
  ],
  "triggers, functions and extensions": [
    /\bcreate\s+(?:or\s+replace\s+)?(?:trigger|function|procedure|extension)\b/i,
    "create extension hstore",
  ],
  // A decimal on CockroachDB.
  "quotients of integers": [/(?<!floor\([^/]*)\s\/\s/, "select at / 86400000 from events"],
  "temporary tables or cursors": [
    /\bcreate\s+(?:temp|temporary|unlogged)\b|\bdeclare\s+\w+\s+cursor\b/i,
    "create temp table x (id bigint)",
  ],
};

/** Files that use what only PostgreSQL has: each works without it. */
const ownFiles = ["src/store/postgres/citus.ts", "src/store/postgres/health.ts"];

describe("the SQL for PostgreSQL has no", () => {
  const texts = [
    ...sqlOf("src/store", ".ts"),
    ...["postgres", "shared"].flatMap((folder) => sqlOf(`migrations/${folder}`, ".sql")),
  ];

  test("statement that these rules miss", () => {
    const seen = texts.filter(([, text]) => text !== "").map(([path]) => path);
    for (const name of ["queries/pets", "queries/inventory", "queries/orders", "queries/keys", "migrate"]) {
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

/** Ids as distributed engines create them: 18 digits, with gaps, up to the largest, not in the order of time. */
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

type Row = readonly [id: bigint, status: string];
const ROWS: readonly Row[] = IDS.map((id, index) => [id, index % 2 === 0 ? "available" : "sold"]);
const INSERT = "insert into pets (id, name, category_id, status, quantity) values";

const engines: [string, () => Promise<{ url: string; insert: (rows: readonly Row[]) => Promise<void> }>][] = [
  [
    "SQLite",
    async () => {
      const path = join(mkdtempSync(join(folder.path, "ids-")), "petstore.db");
      return {
        url: `sqlite://${path}`,
        async insert(rows) {
          using database = new Database(path);
          for (const [id, status] of rows) database.run(`${INSERT} (?, 'Rex', 7, ?, 1)`, [id, status]);
        },
      };
    },
  ],
  [
    "PostgreSQL",
    async () => {
      const url = await (await sharedPostgres()).createDatabase();
      return {
        url,
        async insert(rows) {
          await using sql = new SQL(url, { max: 1 });
          for (const [id, status] of rows) await sql.unsafe(`${INSERT} ($1, 'Rex', 7, $2, 1)`, [id, status]);
        },
      };
    },
  ],
];

describe.each(engines)("ids of any size, with gaps, not in the order of time, on %s", (_, prepare) => {
  async function open() {
    const { url, insert } = await prepare();
    const store = await openStore(url, NOON);
    await insert(ROWS);
    return { store, service: await openService({ store }) };
  }

  for (const limit of [1, 2, 4, 100]) {
    test(`pages of ${limit} reach every pet once`, async () => {
      const { store, service } = await open();
      for (const status of [undefined, "available", "sold"] as const) {
        const walked: bigint[] = [];
        let next: string | undefined = `/v1/pets?limit=${limit}${status === undefined ? "" : `&status=${status}`}`;
        while (next !== undefined) {
          const response = await service.send(next);
          expect(response.status).toBe(200);
          walked.push(...[...(await response.text()).matchAll(/"id":(\d+)/g)].map(([, id = ""]) => BigInt(id)));
          next = /<[^>]*(\/v1\/[^>]*)>; rel="next"/.exec(response.headers.get("Link") ?? "")?.[1];
        }
        const expected = ROWS.filter((row) => status === undefined || row[1] === status).map(([id]) => id);
        expect(walked).toEqual(ASCENDING.filter((id) => expected.includes(id)));
      }
      await service[Symbol.asyncDispose]();
      await store.close();
    });
  }

  test("each is read, listed by id and changed exactly", async () => {
    const { store, service } = await open();
    expect((await service.admin.listInventory()).body).toMatchObject(ASCENDING.map((petId) => ({ petId })));
    expect(await service.admin.listPets({ query: { ids: IDS } })).toMatchObject({
      body: ASCENDING.map((id) => ({ id })),
    });
    for (const id of IDS) {
      expect(await service.admin.getPet({ params: { petId: id } })).toMatchObject({ status: 200, body: { id } });
    }
    const [first = 0n] = IDS;
    const changed = await store.transaction(({ inventory }) => inventory.change(adjustment(first, 4)));
    expect(changed).toMatchObject({ petId: first, quantity: 5 });
    expect(await store.inventory.list({ after: first - 1n, limit: 2 })).toMatchObject([
      { petId: first, quantity: 5 },
      { petId: 1_000_000_000_000_000_000n, quantity: 1 },
    ]);
    await service[Symbol.asyncDispose]();
    await store.close();
  });
});
