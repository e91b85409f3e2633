/* The tables of imports, as tables.ts has the others. */
import type { ChangedMembers, RangeKind } from "../../core/imports/run-ports.ts";
import { table } from "../view.ts";
import { type Column, count, int64, optional, text, time } from "./columns.ts";

/** Files that were imported: one row for each content. */
export const IMPORTS = table(
  "imports",
  {
    content: text(),
    begunAt: time,
    lines: count,
    finishedAt: optional(time),
    importId: optional(int64),
  },
  { key: "content" },
);

/** Imports that stored something. */
export const IMPORT_RUNS = table(
  "import_runs",
  {
    id: int64,
    content: text(),
    at: time,
    keyName: optional(text()),
    keyHint: optional(text()),
    file: optional(text()),
    revision: int64,
    added: count,
    updated: count,
    createdCategories: count,
    finishedAt: optional(time),
    undoBegunAt: optional(time),
    undoneAt: optional(time),
    leasedUntil: optional(time),
  },
  { key: "id", noun: "import", hasGeneratedIds: true },
);

/** The pets and categories that imports added, and those removed again. */
export const IMPORT_RANGES = table(
  "import_ranges",
  { id: int64, importId: int64, kind: text<RangeKind>(), firstId: int64, lastId: int64 },
  { key: "id", hasGeneratedIds: true, reference: { column: "import_id", table: "import_runs" } },
);

/** JSON with numbers of 64 bits. */
const changedMembers: Column<ChangedMembers> = {
  ...text(),
  read: (stored) =>
    JSON.parse(String(stored), (_, value) => (value?.int64 === undefined ? value : BigInt(value.int64))),
  write: (held) => JSON.stringify(held, (_, value) => (typeof value === "bigint" ? { int64: `${value}` } : value)),
};

/** The changes of imports to existing pets. */
export const IMPORT_UPDATES = table(
  "import_updates",
  { id: int64, importId: int64, petId: int64, before: changedMembers, after: changedMembers },
  { key: "id", hasGeneratedIds: true, reference: { column: "import_id", table: "import_runs" } },
);

/** The pet of each line of a file, until its photos are fetched. */
export const IMPORT_LINES = table(
  "import_lines",
  { id: int64, content: text(), line: count, petId: int64 },
  { key: "id", hasGeneratedIds: true },
);

/** The addresses of fetched photos. */
export const FETCHED_PHOTOS = table(
  "fetched_photos",
  { id: int64, petId: int64, address: text() },
  { key: "id", hasGeneratedIds: true, reference: { column: "pet_id", table: "pets" } },
);
