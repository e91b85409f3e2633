import petstorePostgres from "../../migrations/postgres/0001_petstore.sql" with { type: "text" };
import idempotencyPostgres from "../../migrations/postgres/0002_idempotency.sql" with { type: "text" };
import importsPostgres from "../../migrations/postgres/0003_imports.sql" with { type: "text" };
import lifecyclePostgres from "../../migrations/postgres/0004_lifecycle.sql" with { type: "text" };
import eventsPostgres from "../../migrations/postgres/0006_events.sql" with { type: "text" };
import webhooksPostgres from "../../migrations/postgres/0008_webhooks.sql" with { type: "text" };
import lifecycleIndexes from "../../migrations/shared/0005_lifecycle_indexes.sql" with { type: "text" };
import eventFeed from "../../migrations/shared/0007_event_feed.sql" with { type: "text" };
import webhookIndexes from "../../migrations/shared/0009_webhook_indexes.sql" with { type: "text" };
import webhookState from "../../migrations/shared/0010_webhook_state.sql" with { type: "text" };
import petWords from "../../migrations/shared/0011_pet_words.sql" with { type: "text" };
import petWordsIndexes from "../../migrations/shared/0012_pet_words_indexes.sql" with { type: "text" };
import activityQuarters from "../../migrations/shared/0013_activity_quarters.sql" with { type: "text" };
import photos from "../../migrations/shared/0014_photos.sql" with { type: "text" };
import profiles from "../../migrations/shared/0015_profiles.sql" with { type: "text" };
import people from "../../migrations/shared/0016_people.sql" with { type: "text" };
import orderDetails from "../../migrations/shared/0017_order_details.sql" with { type: "text" };
import orderIndexes from "../../migrations/shared/0018_order_indexes.sql" with { type: "text" };
import invitations from "../../migrations/shared/0019_invitations.sql" with { type: "text" };
import deprecatedCalls from "../../migrations/shared/0020_deprecated_calls.sql" with { type: "text" };
import invitationCreators from "../../migrations/shared/0021_invitation_creators.sql" with { type: "text" };
import petstoreSqlite from "../../migrations/sqlite/0001_petstore.sql" with { type: "text" };
import idempotencySqlite from "../../migrations/sqlite/0002_idempotency.sql" with { type: "text" };
import importsSqlite from "../../migrations/sqlite/0003_imports.sql" with { type: "text" };
import lifecycleSqlite from "../../migrations/sqlite/0004_lifecycle.sql" with { type: "text" };
import eventsSqlite from "../../migrations/sqlite/0006_events.sql" with { type: "text" };
import webhooksSqlite from "../../migrations/sqlite/0008_webhooks.sql" with { type: "text" };
import { backfillFromEvents, backfillLifecycle, backfillPlacing, backfillWords } from "./backfill.ts";
import type { Migration } from "./engine.ts";

/** A step of the schema: one text for both engines. Some released steps have one for each. */
interface Step extends Pick<Migration, "name" | "backfill"> {
  readonly script: string | Readonly<Record<Dialect, string>>;
}

/*
 * Imported one by one, so that the one-file executable contains them. A test compares this list with the folder, and the
 * scripts with the checksums that they were released with. New ones have one text.
 */
const STEPS: readonly Step[] = [
  { name: "petstore", script: { sqlite: petstoreSqlite, postgres: petstorePostgres } },
  { name: "idempotency", script: { sqlite: idempotencySqlite, postgres: idempotencyPostgres } },
  { name: "imports", script: { sqlite: importsSqlite, postgres: importsPostgres } },
  {
    name: "lifecycle",
    script: { sqlite: lifecycleSqlite, postgres: lifecyclePostgres },
    backfill: backfillLifecycle,
  },
  { name: "lifecycle_indexes", script: lifecycleIndexes },
  { name: "events", script: { sqlite: eventsSqlite, postgres: eventsPostgres } },
  { name: "event_feed", script: eventFeed },
  { name: "webhooks", script: { sqlite: webhooksSqlite, postgres: webhooksPostgres } },
  { name: "webhook_indexes", script: webhookIndexes },
  { name: "webhook_state", script: webhookState },
  { name: "pet_words", script: petWords, backfill: backfillWords },
  { name: "pet_words_indexes", script: petWordsIndexes },
  { name: "activity_quarters", script: activityQuarters },
  { name: "photos", script: photos },
  { name: "profiles", script: profiles },
  { name: "people", script: people },
  { name: "order_details", script: orderDetails, backfill: backfillPlacing },
  { name: "order_indexes", script: orderIndexes, backfill: backfillFromEvents },
  { name: "invitations", script: invitations },
  { name: "deprecated_calls", script: deprecatedCalls },
  { name: "invitation_creators", script: invitationCreators },
];

type Dialect = "sqlite" | "postgres";

/** What a text for both engines leaves to each, written `{generated_id}`. Released texts have it: an entry never changes. */
const PLACEHOLDERS: Readonly<Record<Dialect, Readonly<Record<string, string>>>> = {
  sqlite: {
    // AUTOINCREMENT: an id is never given twice, not even after the newest row was deleted.
    generated_id: "integer primary key autoincrement",
    bytewise: "",
    // The rows are in the primary key, in place of a tree of their own.
    by_key: " without rowid",
    bytes: "blob",
    // In a strict table SQLite knows no other name.
    int64: "integer",
  },
  postgres: {
    generated_id: "bigint generated by default as identity primary key",
    // A text that rows are read in the order of: a locale may order it in another way than SQLite.
    bytewise: 'collate "C"',
    by_key: "",
    bytes: "bytea",
    int64: "bigint",
  },
};

/** Fills in the placeholders of a migration for an engine. Throws for one that is not in the list. */
export function scriptFor(dialect: Dialect, text: string): string {
  return text.replace(/\{(.*?)\}/g, (whole, name: string) => {
    const filled = PLACEHOLDERS[dialect][name];
    if (filled === undefined) throw new Error(`a migration has the unknown placeholder ${whole}`);
    return filled;
  });
}

function migrationsFor(dialect: Dialect): readonly Migration[] {
  return STEPS.map(({ script, ...step }, index) => ({
    ...step,
    version: index + 1,
    script: scriptFor(dialect, typeof script === "string" ? script : script[dialect]),
  }));
}

/** The steps of the schema on SQLite. */
export const sqliteMigrations = migrationsFor("sqlite");

/** The steps of the schema on PostgreSQL. */
export const postgresMigrations = migrationsFor("postgres");
