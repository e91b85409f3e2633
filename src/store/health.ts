/* The checks of `petstore doctor` that are the same on every engine. They change nothing. */
import { isUsable } from "../core/keys.ts";
import type { Key } from "../core/ports.ts";
import type { Engine, Sql } from "./engine.ts";
import { examineEvents } from "./event-health.ts";
import { isUpgrading, schemaVersion, unfinishedCopy } from "./migrate.ts";
import { examinePets } from "./pet-health.ts";
import { keys } from "./queries/keys.ts";
import { findOrphan, TABLES } from "./tables.ts";

/** The outcome of one check. `FAIL` means that something is wrong; `warn` is for a person to judge. */
export interface Finding {
  readonly level: "ok" | "warn" | "FAIL";
  readonly check: string;
  readonly text: string;
}

const UNUSED_MS = 90 * 86_400_000;

/** How many keys a finding names. */
const NAMES_MAX = 5;

/** Checks the schema and, when it is this program's, the rows. */
export async function* examine(engine: Engine, now: number): AsyncGenerator<Finding> {
  const schema = await checkSchema(engine);
  yield schema;
  if (schema.level !== "ok") return;
  yield await checkReferences(engine.sql);
  yield* examinePets(engine.sql);
  yield* examineEvents(engine, now);
  const usable = (await keys(engine.sql).list()).filter((key) => isUsable(key, now));
  yield checkKeys("keys expiry", usable, (key) => key.expiresAt === undefined, "without an expiry");
  const isUnused = (key: Key) => now - (key.lastUsedAt ?? key.createdAt) > UNUSED_MS;
  yield checkKeys("keys unused", usable, isUnused, "unused for 90 days");
}

async function checkSchema(engine: Engine): Promise<Finding> {
  const finding = (level: Finding["level"], text: string): Finding => ({ level, check: "schema", text });
  const version = await schemaVersion(engine);
  const newest = engine.migrations.at(-1)?.version ?? 0;
  if (version === undefined) {
    return finding("FAIL", "no petstore tables: DATABASE_URL is a new database, or another one");
  }
  const unfinished = await unfinishedCopy(engine);
  if (unfinished !== undefined) return finding("FAIL", unfinished);
  if (version > newest) {
    return finding("FAIL", `version ${version}, this program knows versions up to ${newest}: use the newer program`);
  }
  if (await isUpgrading(engine)) {
    return finding("warn", `version ${version}; an interrupted upgrade continues at the next start of the service`);
  }
  if (version < newest) {
    return finding("warn", `version ${version}; the next start of the service upgrades it to ${newest}`);
  }
  return finding("ok", `version ${version}`);
}

async function checkReferences(sql: Sql): Promise<Finding> {
  for (const table of TABLES) {
    const orphan = await findOrphan(sql, table);
    if (orphan === undefined) continue;
    const text = `row ${orphan} of ${table.name}, and maybe others, refers to a missing row of ${table.reference?.table}: restore a backup`;
    return { level: "FAIL", check: "orphans", text };
  }
  return { level: "ok", check: "orphans", text: "every reference leads to a row" };
}

function checkKeys(check: string, usable: readonly Key[], isOdd: (key: Key) => boolean, what: string): Finding {
  const odd = usable.filter(isOdd);
  if (odd.length === 0) return { level: "ok", check, text: `none of ${usable.length} usable keys is ${what}` };
  const names = odd.slice(0, NAMES_MAX).map(({ name, id }) => `${name} (${id})`);
  const more = odd.length > NAMES_MAX ? ` and ${odd.length - NAMES_MAX} more` : "";
  const text = `${odd.length} of ${usable.length} usable keys ${what}: ${names.join(", ")}${more}`;
  return { level: "warn", check, text };
}
