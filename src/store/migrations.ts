import petstorePostgres from "../../migrations/postgres/0001_petstore.sql" with { type: "text" };
import idempotencyPostgres from "../../migrations/postgres/0002_idempotency.sql" with { type: "text" };
import importsPostgres from "../../migrations/postgres/0003_imports.sql" with { type: "text" };
import lifecyclePostgres from "../../migrations/postgres/0004_lifecycle.sql" with { type: "text" };
import eventsPostgres from "../../migrations/postgres/0006_events.sql" with { type: "text" };
import webhooksPostgres from "../../migrations/postgres/0008_webhooks.sql" with { type: "text" };
import lifecycleIndexes from "../../migrations/shared/0005_lifecycle_indexes.sql" with { type: "text" };
import eventFeed from "../../migrations/shared/0007_event_feed.sql" with { type: "text" };
import webhookIndexes from "../../migrations/shared/0009_webhook_indexes.sql" with { type: "text" };
import petstoreSqlite from "../../migrations/sqlite/0001_petstore.sql" with { type: "text" };
import idempotencySqlite from "../../migrations/sqlite/0002_idempotency.sql" with { type: "text" };
import importsSqlite from "../../migrations/sqlite/0003_imports.sql" with { type: "text" };
import lifecycleSqlite from "../../migrations/sqlite/0004_lifecycle.sql" with { type: "text" };
import eventsSqlite from "../../migrations/sqlite/0006_events.sql" with { type: "text" };
import webhooksSqlite from "../../migrations/sqlite/0008_webhooks.sql" with { type: "text" };
import { backfillLifecycle } from "./backfill.ts";
import type { Migration } from "./engine.ts";

/*
 * Imported one by one, so that the one-file executable contains them. A test compares this list with the folder, and the
 * scripts with the checksums that they were released with.
 */
export const sqliteMigrations: readonly Migration[] = [
  { version: 1, name: "petstore", script: petstoreSqlite },
  { version: 2, name: "idempotency", script: idempotencySqlite },
  { version: 3, name: "imports", script: importsSqlite },
  { version: 4, name: "lifecycle", script: lifecycleSqlite, backfill: backfillLifecycle },
  { version: 5, name: "lifecycle_indexes", script: lifecycleIndexes },
  { version: 6, name: "events", script: eventsSqlite },
  { version: 7, name: "event_feed", script: eventFeed },
  { version: 8, name: "webhooks", script: webhooksSqlite },
  { version: 9, name: "webhook_indexes", script: webhookIndexes },
];

export const postgresMigrations: readonly Migration[] = [
  { version: 1, name: "petstore", script: petstorePostgres },
  { version: 2, name: "idempotency", script: idempotencyPostgres },
  { version: 3, name: "imports", script: importsPostgres },
  { version: 4, name: "lifecycle", script: lifecyclePostgres, backfill: backfillLifecycle },
  { version: 5, name: "lifecycle_indexes", script: lifecycleIndexes },
  { version: 6, name: "events", script: eventsPostgres },
  { version: 7, name: "event_feed", script: eventFeed },
  { version: 8, name: "webhooks", script: webhooksPostgres },
  { version: 9, name: "webhook_indexes", script: webhookIndexes },
];
