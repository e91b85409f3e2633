/* A store as version 1.0 left it: made by the released migrations, with pets, orders and keys. */
import { openEngine } from "../../src/store/index.ts";
import { migrate } from "../../src/store/schema/migrate.ts";
import { NOON } from "../support/harness.ts";

/** The last migration of version 1.0. */
const LAST_VERSION = 3;

/** Rows per transaction. */
const BATCH_ROWS = 10_000;

/** Names that databases fold differently, or not at all. */
const NAMES = ["REX", "Éclair", "ﬁdo", "straße", "İris", "rex"];

/** Every scope of version 1.0, as its keys have them. */
const SCOPES_1 = "pets:read pets:write inventory:read inventory:write orders:read orders:write";

/** Brings a store to a version of its schema, as the programs before the next one have it, and runs statements on it. */
export async function migrateTo(version: number, url: string, statements?: string): Promise<void> {
  const engine = openEngine(url);
  try {
    await migrate({ ...engine, migrations: engine.migrations.slice(0, version) }, NOON);
    if (statements !== undefined) await engine.transaction(({ script }) => script(statements));
  } finally {
    await engine.close();
  }
}

/** Makes a store of version 1.0. Pet n has the stock n modulo 5, and its name is one of six with its number. */
export async function makeVersion1(url: string, pets: number): Promise<void> {
  await migrateTo(LAST_VERSION, url);
  const engine = openEngine(url);
  for (let from = 1; from <= pets; from += BATCH_ROWS) {
    const to = Math.min(pets, from + BATCH_ROWS - 1);
    const rows = Array.from({ length: to - from + 1 }, (_, index) => {
      const id = from + index;
      return `('${NAMES[id % NAMES.length]} ${id}', ${id % 50}, '${id % 5 === 0 ? "sold" : "available"}', ${id % 5})`;
    });
    await engine.transaction(({ script }) =>
      script(`insert into pets (name, category_id, status, quantity) values ${rows.join()}`),
    );
  }
  await engine.transaction(async (transaction) => {
    await transaction.script(`insert into orders (pet_id, quantity, ship_date, complete) values (1, 2, ${NOON}, 0)`);
    for (const [id, scopes] of Object.entries({ all: SCOPES_1, some: "pets:read orders:write" })) {
      await transaction.sql`
        insert into api_keys (id, name, hint, hash, scopes, created_at)
        values (${id}, ${id}, 'abcd', ${id.padEnd(64, "0")}, ${scopes}, ${NOON})`;
    }
  });
  await engine.close();
}

/** The statements by which 1.1 adds events: of a request, and of an import. */
export const EVENTS_OF_1_1 = [
  `
          insert into event_inbox (at, type, pet_id, key_name, key_hint, data, previous, note)
          values (1, 'pet.deleted', 1, null, null, '{}', null, null)`,
  "insert into event_inbox (at, type, pet_id, data, previous) values (1, 'pet.deleted', 1, '{}', null)",
];
