/*
 * What Citus needs of the schema and of its layout. Citus itself is in no package: its catalog and functions are stand-ins that do
 * what its documentation says, on a real PostgreSQL.
 */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { SQL } from "bun";
import { openEngine, openStore } from "../../src/store/index.ts";
import { statementsOf } from "../../src/store/postgres/connection.ts";
import { migrate } from "../../src/store/schema/migrate.ts";
import { postgresMigrations } from "../../src/store/schema/migrations.ts";
import { openFolder } from "../commands/folder.ts";
import { addPet, NOON, rex } from "../support/harness.ts";
import { sharedPostgres } from "../support/postgres.ts";

setDefaultTimeout(60_000);

/** The catalog is made as in the scripts of the extension. A table with a foreign key to one that is known is known already. */
const CITUS = `
  set allow_system_table_mods = on;
  create table pg_catalog.pg_dist_partition (
    logicalrelid regclass not null unique, partmethod "char" not null, partkey text,
    colocationid integer not null default 0, repmodel "char" not null default 's', autoconverted boolean not null default false
  );
  grant select on pg_catalog.pg_dist_partition to public;
  create view citus_tables as select logicalrelid as table_name from pg_dist_partition;
  create function citus_add_local_table_to_metadata(table_name regclass, cascade_via_foreign_keys boolean default false)
  returns void language sql as $$
    insert into pg_dist_partition (logicalrelid, partmethod) values (table_name, 'n') on conflict do nothing
  $$;
  create function undistribute_table(table_name regclass, cascade_via_foreign_keys boolean default false)
  returns void language sql as $$ delete from pg_dist_partition where logicalrelid = table_name $$;
  create function create_reference_table(table_name regclass) returns void language sql as $$
    insert into pg_dist_partition (logicalrelid, partmethod, repmodel, colocationid) values (table_name, 'n', 't', 2)
  $$;
  create function create_distributed_table(table_name regclass, distribution_column text) returns void language sql as $$
    insert into pg_dist_partition (logicalrelid, partmethod, partkey, colocationid)
    values (table_name, 'h', distribution_column, 1)
  $$`;

/** A database of a version of the schema, by default the newest one, on a server with that catalog. */
async function openCitus(newest = Number.POSITIVE_INFINITY) {
  const url = await (await sharedPostgres()).createDatabase();
  const sql = new SQL(url, { max: 1 });
  const engine = openEngine(url, { connections: 1 });
  await migrate({ ...engine, migrations: engine.migrations.filter(({ version }) => version <= newest) }, NOON);
  await engine.close();
  await sql.unsafe(CITUS).simple();
  const tables: { name: string }[] = await sql`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`;
  return {
    url,
    tables: tables.map(({ name }) => name),
    run: (statements: string) => sql.unsafe(statements).simple(),
    start: async () => (await openStore(url, NOON, { connections: 1 })).close(),
    [Symbol.asyncDispose]: () => sql.close(),
  };
}

async function refusalOf(start: () => Promise<void>): Promise<string> {
  const error: unknown = await start().catch((reason: unknown) => reason);
  expect(error).toMatchObject({ name: "Error" });
  return (error as Error).message;
}

/** The blocks of statements in a message. */
function remediesIn(message: string): string[] {
  return message.split(/^(?! {2})/m).flatMap((paragraph) => /(?:^ {2}.*;\n?)+/m.exec(paragraph)?.[0] ?? []);
}

describe("on Citus, the service", () => {
  test("refuses to start with pets on the workers beside plain tables, and names both", async () => {
    await using citus = await openCitus();
    await citus.run("select create_distributed_table('pets', 'id')");
    const message = await refusalOf(citus.start);
    expect(message).toMatch(
      /^Citus has pets on its workers, but (?:\w+, ){2}\w+ and \d+ more tables only on the coordinator,/,
    );
    expect(message).toContain("a retry can store a pet twice");
    expect(message).toContain("select citus_add_local_table_to_metadata('stock_changes',");
    expect(message).toContain(
      "  select citus_add_local_table_to_metadata('event_inbox', cascade_via_foreign_keys => true);",
    );
    expect(message).not.toContain("schema_migrations");
  });

  test.each([
    ["reference tables", "select create_reference_table('pets')"],
    // A table of a distributed schema has no column to distribute by.
    ["a table on one worker", "insert into pg_dist_partition values ('pets', 'n', null, 3)"],
  ])("refuses to start with %s beside plain tables", async (_, layout) => {
    await using citus = await openCitus();
    await citus.run(layout);
    expect(await refusalOf(citus.start)).toStartWith("Citus has pets on its workers,");
  });

  for (const [nth, remedy] of ["move the tables back", "commit in two phases"].entries()) {
    test(`starts after the statements that ${remedy}, as they are printed`, async () => {
      await using citus = await openCitus();
      await citus.run("select create_distributed_table('pets', 'id'), create_distributed_table('webhooks', 'id')");
      const remedies = remediesIn(await refusalOf(citus.start));
      expect(remedies).toHaveLength(2);
      await citus.run(remedies[nth] ?? "");
      await citus.start();
    });
  }

  test("starts with tables that are local, all known to Citus, or all reference tables", async () => {
    await using citus = await openCitus();
    await citus.start();
    await citus.run("select citus_add_local_table_to_metadata('pets')");
    await citus.start();
    for (const table of citus.tables) await citus.run(`select citus_add_local_table_to_metadata('${table}')`);
    await citus.start();
    await citus.run("update pg_dist_partition set repmodel = 't', colocationid = 2");
    await citus.start();
  });

  test("refuses to start after an upgrade whose new tables are plain", async () => {
    await using citus = await openCitus(10);
    for (const table of citus.tables) await citus.run(`select citus_add_local_table_to_metadata('${table}')`);
    await citus.run(
      "update pg_dist_partition set partmethod = 'h', colocationid = 1 where logicalrelid = 'pets'::regclass",
    );
    const message = await refusalOf(citus.start);
    expect(message).toMatch(/^Citus has pets on its workers, but .*photos.* only on the coordinator,/);
    expect(message).toContain("select citus_add_local_table_to_metadata('pet_words',");
    await citus.run(remediesIn(message)[1] ?? "");
    await citus.start();
  });

  test("is checked by doctor, which says the same and fails", async () => {
    await using citus = await openCitus();
    using folder = openFolder();
    expect((await folder.petstore(citus.url, "doctor")).exitCode).toBe(0);
    await citus.run("select create_distributed_table('pets', 'id')");
    const { exitCode, stdout } = await folder.petstore(citus.url, "doctor");
    expect(stdout).toContain(`FAIL  layout       ${(await refusalOf(citus.start)).replace(".\n", ": ")}\n`);
    expect(exitCode).toBe(1);
  });
});

describe("the schema", () => {
  /** As Citus does for its tables, whose changes it sends to the workers as text. */
  const ONE_STATEMENT = `
    create function require_one_statement() returns event_trigger language plpgsql as $$
    begin
      if current_query() ~ ';\\s*\\S' then raise 'cannot execute multiple utility events'; end if;
    end $$;
    create event trigger one_statement on ddl_command_start execute function require_one_statement()`;

  test("is made and upgraded by messages of one statement each", async () => {
    const url = await (await sharedPostgres()).createDatabase();
    await using sql = new SQL(url, { max: 1 });
    await sql.unsafe(ONE_STATEMENT).simple();
    const several = sql.unsafe("create table a (id integer); create table b (id integer)").simple();
    expect(await several.catch((error: Error) => error.message)).toBe("cannot execute multiple utility events");
    const store = await openStore(url, NOON, { connections: 1 });
    const pet = await addPet(store);
    expect(pet).toMatchObject(rex);
    // A message of several statements, none of which changes the schema.
    await store.transaction(({ events }) => events.append({ type: "pet.created", at: NOON, petId: pet.id, data: pet }));
    await store.publishEvents();
    expect(await store.events.head()).toMatchObject({ last: 1n });
    await store.close();
  });

  test("has the statements of its migrations, without their comments", () => {
    expect(statementsOf("-- First; second.\ncreate table a (id integer); -- the end\n;")).toEqual([
      "create table a (id integer)",
    ]);
    for (const { script } of postgresMigrations) {
      for (const string of script.replace(/--.*$/gm, "").match(/'[^']*'/g) ?? []) expect(string).not.toMatch(/;|--/);
    }
  });
});
