/* What is not a database of this program is refused, and nothing in it changes. */
import { expect, test } from "bun:test";
import { openEngine, openStore } from "../../src/store/index.ts";
import { NOON } from "../support/harness.ts";

/** A new place for a database, which has no schema yet. */
interface Place extends AsyncDisposable {
  readonly url: string;
  /** What must not change there. */
  contents(): Promise<unknown>;
}

async function change(url: string, statement: string): Promise<void> {
  const engine = await openEngine(url);
  await engine.transaction(({ script }) => script(statement));
  await engine.close();
}

/** Checks that what is there is refused with this message, and stays as it is. */
export async function expectRefused({ url, contents }: Place, message: RegExp): Promise<void> {
  const before = await contents();
  await expect(openStore(url, NOON)).rejects.toThrow(message);
  expect(await contents()).toEqual(before);
}

export function foreignRules(newPlace: () => Promise<Place>): void {
  test("is refused and unchanged when a newer program wrote it", async () => {
    await using place = await newPlace();
    await (await openStore(place.url, NOON)).close();
    await change(
      place.url,
      "insert into schema_steps (version, name, applied_at, needs, position) values (999, 'later', 0, 999, 0)",
    );
    await expectRefused(place, /schema version 999, this program knows versions up to \d+: use the newer program/);
  });

  test("is refused and unchanged when a milestone before release 1.3 wrote it, and the message names the way", async () => {
    await using place = await newPlace();
    const tables = ["schema_migrations", "key_revision", "pets"].map((table) => `create table ${table} (id bigint)`);
    await change(place.url, tables.join("; "));
    await expectRefused(
      place,
      /is from a milestone before release 1\.3, .*: export the pets with that milestone and import them/,
    );
  });

  test.each([
    ["the table order_returns is missing", "drop table order_returns"],
    ["the column care_plan of categories is missing", "alter table categories drop column care_plan"],
    ["the table schema_steps is empty", "delete from schema_steps"],
  ])("is refused and unchanged when %s, as in one of a development version", async (problem, statement) => {
    await using place = await newPlace();
    await (await openStore(place.url, NOON)).close();
    await change(place.url, statement);
    await expectRefused(place, new RegExp(`^${problem}: restore a backup`));
  });

  test("is opened when it is empty", async () => {
    await using place = await newPlace();
    await (await openStore(place.url, NOON)).close();
    await using again = await openStore(place.url, NOON);
    expect((await again.pets.list({}, { after: 0n, limit: 1 })).items).toEqual([]);
  });

  test.each(["pets", "invoices"])("is refused and unchanged when it has %s of another program", async (table) => {
    await using place = await newPlace();
    await change(place.url, `create table ${table} (id integer primary key)`);
    const message = `tables of another program \\(${table}\\): use a separate database for petstore`;
    await expectRefused(place, new RegExp(message));
  });
}
