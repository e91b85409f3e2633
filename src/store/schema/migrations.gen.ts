/* Made by `npm run generate` of the files in migrations/. */
import postgres0001 from "../../../migrations/postgres/0001_petstore.sql" with { type: "text" };
import sqlite0001 from "../../../migrations/sqlite/0001_petstore.sql" with { type: "text" };
import postgres0002 from "../../../migrations/postgres/0002_idempotency.sql" with { type: "text" };
import sqlite0002 from "../../../migrations/sqlite/0002_idempotency.sql" with { type: "text" };
import postgres0003 from "../../../migrations/postgres/0003_imports.sql" with { type: "text" };
import sqlite0003 from "../../../migrations/sqlite/0003_imports.sql" with { type: "text" };
import postgres0004 from "../../../migrations/postgres/0004_lifecycle.sql" with { type: "text" };
import sqlite0004 from "../../../migrations/sqlite/0004_lifecycle.sql" with { type: "text" };
import shared0005 from "../../../migrations/shared/0005_lifecycle_indexes.sql" with { type: "text" };
import postgres0006 from "../../../migrations/postgres/0006_events.sql" with { type: "text" };
import sqlite0006 from "../../../migrations/sqlite/0006_events.sql" with { type: "text" };
import shared0007 from "../../../migrations/shared/0007_event_feed.sql" with { type: "text" };
import postgres0008 from "../../../migrations/postgres/0008_webhooks.sql" with { type: "text" };
import sqlite0008 from "../../../migrations/sqlite/0008_webhooks.sql" with { type: "text" };
import shared0009 from "../../../migrations/shared/0009_webhook_indexes.sql" with { type: "text" };
import shared0010 from "../../../migrations/shared/0010_webhook_state.sql" with { type: "text" };
import shared0011 from "../../../migrations/shared/0011_pet_words.sql" with { type: "text" };
import shared0012 from "../../../migrations/shared/0012_pet_words_indexes.sql" with { type: "text" };
import shared0013 from "../../../migrations/shared/0013_activity_quarters.sql" with { type: "text" };
import shared0014 from "../../../migrations/shared/0014_photos.sql" with { type: "text" };
import shared0015 from "../../../migrations/shared/0015_profiles.sql" with { type: "text" };
import shared0016 from "../../../migrations/shared/0016_people.sql" with { type: "text" };
import shared0017 from "../../../migrations/shared/0017_order_details.sql" with { type: "text" };
import shared0018 from "../../../migrations/shared/0018_order_indexes.sql" with { type: "text" };
import shared0019 from "../../../migrations/shared/0019_invitations.sql" with { type: "text" };
import shared0020 from "../../../migrations/shared/0020_deprecated_calls.sql" with { type: "text" };
import shared0021 from "../../../migrations/shared/0021_invitation_creators.sql" with { type: "text" };
import shared0022 from "../../../migrations/shared/0022_pet_revisions.sql" with { type: "text" };
import shared0023 from "../../../migrations/shared/0023_arrivals.sql" with { type: "text" };
import shared0024 from "../../../migrations/shared/0024_sorted_pets.sql" with { type: "text" };
import shared0025 from "../../../migrations/shared/0025_pet_facts.sql" with { type: "text" };
import shared0026 from "../../../migrations/shared/0026_order_books.sql" with { type: "text" };
import shared0027 from "../../../migrations/shared/0027_order_book_indexes.sql" with { type: "text" };
import shared0028 from "../../../migrations/shared/0028_deliveries_by_state.sql" with { type: "text" };
import shared0029 from "../../../migrations/shared/0029_stock_folding.sql" with { type: "text" };
import shared0030 from "../../../migrations/shared/0030_inquiries.sql" with { type: "text" };
import postgres0031 from "../../../migrations/postgres/0031_pet_terms.sql" with { type: "text" };
import sqlite0031 from "../../../migrations/sqlite/0031_pet_terms.sql" with { type: "text" };
import shared0032 from "../../../migrations/shared/0032_import_runs.sql" with { type: "text" };

/** The steps of the schema, in order. */
export const scripts = [
  { name: "petstore", script: { sqlite: sqlite0001, postgres: postgres0001 } },
  { name: "idempotency", script: { sqlite: sqlite0002, postgres: postgres0002 } },
  { name: "imports", script: { sqlite: sqlite0003, postgres: postgres0003 } },
  { name: "lifecycle", script: { sqlite: sqlite0004, postgres: postgres0004 } },
  { name: "lifecycle_indexes", script: shared0005 },
  { name: "events", script: { sqlite: sqlite0006, postgres: postgres0006 } },
  { name: "event_feed", script: shared0007 },
  { name: "webhooks", script: { sqlite: sqlite0008, postgres: postgres0008 } },
  { name: "webhook_indexes", script: shared0009 },
  { name: "webhook_state", script: shared0010 },
  { name: "pet_words", script: shared0011 },
  { name: "pet_words_indexes", script: shared0012 },
  { name: "activity_quarters", script: shared0013 },
  { name: "photos", script: shared0014 },
  { name: "profiles", script: shared0015 },
  { name: "people", script: shared0016 },
  { name: "order_details", script: shared0017 },
  { name: "order_indexes", script: shared0018 },
  { name: "invitations", script: shared0019 },
  { name: "deprecated_calls", script: shared0020 },
  { name: "invitation_creators", script: shared0021 },
  { name: "pet_revisions", script: shared0022 },
  { name: "arrivals", script: shared0023 },
  { name: "sorted_pets", script: shared0024 },
  { name: "pet_facts", script: shared0025 },
  { name: "order_books", script: shared0026 },
  { name: "order_book_indexes", script: shared0027 },
  { name: "deliveries_by_state", script: shared0028 },
  { name: "stock_folding", script: shared0029 },
  { name: "inquiries", script: shared0030 },
  { name: "pet_terms", script: { sqlite: sqlite0031, postgres: postgres0031 } },
  { name: "import_runs", script: shared0032 },
] as const;
