/* Every table, once, those of orders in order-tables.ts, of care in care-table.ts, and of webhooks in webhook-tables.ts: select lists, rows, inserts, copies, exports and `doctor` follow from this. */

import type { EventType } from "../../contract/events/events.ts";
import type { Category } from "../../contract/pets/categories.ts";
import type { StockChangeReason } from "../../contract/pets/inventory.ts";
import type { PetStatus } from "../../contract/pets/pets.ts";
import type { PhotoSize } from "../../contract/pets/photos.ts";
import type { Profile } from "../../contract/pets/profiles.ts";
import type { Inquiry } from "../../contract/shop/inquiries.ts";
import type { StoredResponse } from "../../core/ports.ts";
import { type Table, table } from "../view.ts";
import { CARE } from "./care-table.ts";
import { bytes, count, dateTime, flag, int32, int64, json, optional, text, time } from "./columns.ts";
import { FETCHED_PHOTOS, IMPORT_LINES, IMPORT_RANGES, IMPORT_RUNS, IMPORT_UPDATES, IMPORTS } from "./import-tables.ts";
import { API_KEYS, DEPRECATED_CALLS, INVITATIONS } from "./key-tables.ts";
import { ORDER_RETURNS, ORDER_WORDS, ORDERS, RECEIPT_YEARS, RECEIPTS } from "./order-tables.ts";
import { DELIVERIES, WEBHOOKS } from "./webhook-tables.ts";

/** Pets with their stock. */
export const PETS = table(
  "pets",
  {
    id: int64,
    name: text(),
    nameKey: text(),
    categoryId: int64,
    status: text<PetStatus>(),
    quantity: int32,
    revision: int64,
    arrival: text(),
  },
  { key: "id", noun: "pet", hasGeneratedIds: true },
);

/** Pets as the core has them. */
export const PET = PETS.only("id", "name", "categoryId", "status");

/** The words of pets where the engine indexes them itself: those of each pet once, separated by spaces. Derived. */
export const PET_TEXTS = table("pet_texts", { petId: int64, words: text() }, { key: "pet_id" });

/** The index of words of pets elsewhere. Derived from the pets and written with them, also by copies, so it is not in `TABLES`. */
export const PET_WORDS = table(
  "pet_words",
  { petId: int64, nth: int32, words: text(), status: text<PetStatus>(), categoryId: int64 },
  { key: "pet_id" },
);

/** Profiles of pets. A pet with an empty profile has no row. */
export const PROFILES = table(
  "profiles",
  {
    petId: int64,
    breed: optional(text()),
    sex: optional(text<NonNullable<Profile["sex"]>>()),
    birthDate: optional(text()),
    size: optional(text<NonNullable<Profile["size"]>>()),
    color: optional(text()),
    neutered: optional(flag),
    description: optional(text()),
    tags: optional(json<NonNullable<Profile["tags"]>>()),
    priceAmount: optional(int64),
    priceCurrency: optional(text()),
    reference: optional(text()),
    microchip: optional(text()),
    arrivedOn: optional(text()),
    published: optional(flag),
  },
  { key: "pet_id", noun: "profile", reference: { column: "pet_id", table: "pets" } },
);

/** The index of tags. Derived from the profiles and written with them, also by copies, so it is not in `TABLES`. */
export const PET_TAGS = table("pet_tags", { petId: int64, tag: text() }, { key: "pet_id" });

/** Pets that belong together, in both directions. */
export const PET_PAIRS = table(
  "pet_pairs",
  { id: int64, petId: int64, otherId: int64 },
  { key: "id", noun: "pair", hasGeneratedIds: true, reference: { column: "pet_id", table: "pets" } },
);

/** Inquiries of visitors. */
export const INQUIRIES = table(
  "inquiries",
  {
    id: int64,
    petId: int64,
    at: dateTime,
    name: text(),
    contact: text(),
    message: text(),
    state: text<Inquiry["state"]>(),
    note: optional(text()),
    changedAt: time,
  },
  { key: "id", noun: "inquiry", hasGeneratedIds: true },
);

/** Categories of pets. */
export const CATEGORIES = table(
  "categories",
  {
    id: int64,
    name: text(),
    nameKey: text(),
    description: optional(text()),
    carePlan: optional(json<NonNullable<Category["carePlan"]>>()),
  },
  { key: "id", noun: "category", hasGeneratedIds: true },
);

/** Changes of pets' stock. */
export const STOCK_CHANGES = table(
  "stock_changes",
  {
    id: int64,
    petId: int64,
    delta: int32,
    quantity: int32,
    reason: text<StockChangeReason>(),
    note: optional(text()),
    orderId: optional(int64),
    at: dateTime,
  },
  { key: "id", noun: "stock change", hasGeneratedIds: true, reference: { column: "pet_id", table: "pets" } },
);

/** Photos of pets. */
export const PHOTOS = table(
  "photos",
  {
    id: int64,
    petId: int64,
    token: text(),
    width: int32,
    height: int32,
    alt: optional(text()),
    position: int32,
    placeholder: text(),
    createdAt: dateTime,
  },
  { key: "id", noun: "photo", hasGeneratedIds: true, reference: { column: "pet_id", table: "pets" } },
);

/** The bytes of photos, a row for each size: up to 1 MB, usually 20 to 200 kB. */
export const PHOTO_FILES = table(
  "photo_files",
  { id: int64, photoId: int64, size: text<PhotoSize>(), bytes },
  { key: "id", hasGeneratedIds: true, reference: { column: "photo_id", table: "photos" }, batchRows: 16 },
);

/** Responses to requests with an Idempotency-Key. */
export const IDEMPOTENCY = table(
  "idempotency",
  { id: text(), fingerprint: text(), answer: json<StoredResponse>(), createdAt: time },
  { key: "id" },
);

/** The columns of an event. Its JSON depends on its type. */
const EVENT = {
  at: time,
  type: text<EventType>(),
  petId: optional(int64),
  keyName: optional(text()),
  keyHint: optional(text()),
  data: text(),
  previous: optional(text()),
  note: optional(text()),
};

/** Events in the feed. */
export const EVENTS = table("events", { position: int64, ...EVENT }, { key: "position" });

/** Events that wait for a position in the feed, on engines with many writers. A copy empties it first, so it is not in `TABLES`. */
export const EVENT_INBOX = table("event_inbox", { id: int64, ...EVENT, knownStep: int32 }, { key: "id" });

/** How many events there were, by quarter hour since 1970 and type. */
export const ACTIVITY = table(
  "activity",
  { id: text(), quarter: count, type: text<EventType>(), events: count },
  { key: "id" },
);

const ONLY_ROW = { key: "only_row" } as const;

/** The last deletion of expired rows. */
export const PURGES = table(
  "purges",
  { onlyRow: int32, at: optional(time), refusedAt: optional(time) },
  { ...ONLY_ROW, hasInitialRow: true },
);

/**
 * Every table with facts, each after those that it refers to: the one list behind copies, backups, `doctor` and generated
 * ids. A test compares it with the schema on both engines.
 */
export const TABLES: readonly Table[] = [
  PETS,
  PROFILES,
  PET_PAIRS,
  ORDERS,
  ORDER_RETURNS,
  RECEIPTS,
  RECEIPT_YEARS,
  CARE,
  INQUIRIES,
  table("inquiry_days", { day: text(), taken: int32 }, { key: "day" }),
  CATEGORIES,
  STOCK_CHANGES,
  table("stock_folding", { onlyRow: int32, lastId: int64 }, { ...ONLY_ROW, hasInitialRow: true }),
  PHOTOS,
  PHOTO_FILES,
  API_KEYS,
  table("key_revision", { onlyRow: int32, revision: int64 }, { ...ONLY_ROW, hasInitialRow: true }),
  table("first_key", { onlyRow: int32, claimedAt: time }, ONLY_ROW),
  INVITATIONS,
  DEPRECATED_CALLS,
  IDEMPOTENCY,
  IMPORTS,
  IMPORT_RUNS,
  IMPORT_RANGES,
  IMPORT_UPDATES,
  IMPORT_LINES,
  FETCHED_PHOTOS,
  EVENTS,
  table("event_head", { onlyRow: int32, lastPosition: int64, deletedTo: int64 }, { ...ONLY_ROW, hasInitialRow: true }),
  PURGES,
  ACTIVITY,
  WEBHOOKS,
  DELIVERIES,
];

/** Tables derived from others on every engine: the code that writes those also writes these. */
export const DERIVED: readonly Table[] = [PET_TAGS, ORDER_WORDS];

/** The tables whose database generates the ids. */
export const GENERATED = TABLES.filter(({ hasGeneratedIds }) => hasGeneratedIds);
