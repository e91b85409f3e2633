/* What `petstore doctor` asks of a database. Nothing is changed by it. */
import { isUsable } from "../core/keys.ts";
import type { Key } from "../core/ports.ts";
import type { Engine, Sql } from "./engine.ts";
import { schemaVersion, unfinishedCopy } from "./migrate.ts";
import { keys } from "./queries/keys.ts";

/** The outcome of one check. Only `FAIL` means that something is wrong; `warn` is for a person to judge. */
export interface Finding {
  readonly level: "ok" | "warn" | "FAIL";
  readonly check: string;
  readonly text: string;
}

const UNUSED_MS = 90 * 86_400_000;

/** How many names of keys a finding lists. */
const NAMES_MAX = 5;

/** The checks that are alike on every engine. Those of rows are made only when the schema is this program's. */
export async function* examine(engine: Engine, now: number): AsyncGenerator<Finding> {
  const schema = await schemaFinding(engine);
  yield schema;
  if (schema.level !== "ok") return;
  yield await orphansFinding(engine.sql);
  const usable = (await keys(engine.sql).list()).filter((key) => isUsable(key, now));
  yield finding("keys expiry", usable, (key) => key.expiresAt === undefined, "without an expiry");
  yield finding(
    "keys unused",
    usable,
    (key) => now - (key.lastUsedAt ?? key.createdAt) > UNUSED_MS,
    "unused for 90 days",
  );
}

async function schemaFinding(engine: Engine): Promise<Finding> {
  const check = "schema";
  const version = await schemaVersion(engine);
  const newest = engine.migrations.at(-1)?.version ?? 0;
  if (version === undefined) {
    return {
      level: "FAIL",
      check,
      text: "there are no petstore tables: DATABASE_URL names another database, or a new one",
    };
  }
  const unfinished = await unfinishedCopy(engine);
  if (unfinished !== undefined) return { level: "FAIL", check, text: unfinished };
  if (version > newest) {
    return {
      level: "FAIL",
      check,
      text: `version ${version}, this program knows versions up to ${newest}: use the newer program that wrote it`,
    };
  }
  if (version < newest) {
    return { level: "warn", check, text: `version ${version}; the next start of the service brings it to ${newest}` };
  }
  return { level: "ok", check, text: `version ${version}` };
}

async function orphansFinding(sql: Sql): Promise<Finding> {
  const rows = await sql<{ id: bigint }>`
    select id from orders where not exists (select 1 from pets where pets.id = orders.pet_id) order by id limit 1`;
  const check = "orphans";
  const [first] = rows;
  return first === undefined
    ? { level: "ok", check, text: "every order has its animal" }
    : {
        level: "FAIL",
        check,
        text: `order ${first.id}, and maybe others, is of an animal that is not there: restore a backup`,
      };
}

function finding(check: string, usable: readonly Key[], isOdd: (key: Key) => boolean, what: string): Finding {
  const odd = usable.filter(isOdd);
  if (odd.length === 0) return { level: "ok", check, text: `none of ${usable.length} usable keys is ${what}` };
  const names = odd.slice(0, NAMES_MAX).map(({ name, id }) => `${name} (${id})`);
  const more = odd.length > NAMES_MAX ? `, and ${odd.length - NAMES_MAX} more` : "";
  return {
    level: "warn",
    check,
    text: `${odd.length} of ${usable.length} usable keys ${what}: ${names.join(", ")}${more}`,
  };
}
