/* Stored imports, to list and to undo. */
import type { IdRange } from "../../../contract/imports/import-summary.ts";
import { mergedRanges, rangesOf } from "../../../core/imports/import-ids.ts";
import { differences } from "../../../core/imports/pet-updates.ts";
import type { ImportRun, ImportRuns, NewImportRun, RangeKind } from "../../../core/imports/run-ports.ts";
import { type Engine, fragment, type Row, type Sql } from "../../engine.ts";
import { insert, insertOne } from "../../rows.ts";
import { IMPORT_RANGES, IMPORT_RUNS, IMPORT_UPDATES } from "../../schema/import-tables.ts";
import { ORDERS } from "../../schema/order-tables.ts";
import { CATEGORIES, PETS, STOCK_CHANGES } from "../../schema/tables.ts";
import { deletePets } from "../pets/pet-queries.ts";
import { anyRevision } from "../pets/revisions.ts";
import { atMost, inOrder, startsAfter } from "../table-slice.ts";

const NEW_RUN = IMPORT_RUNS.without("id");
const NEW_UPDATE = IMPORT_UPDATES.without("id");
const UPDATE = IMPORT_UPDATES.without("id", "importId");
const NEW_RANGE = IMPORT_RANGES.without("id");
const RANGE = IMPORT_RANGES.only("firstId", "lastId");
const REVISED = PETS.only("id", "revision");
const CATEGORY = CATEGORIES.without("nameKey");
const ORDERED = ORDERS.only("petId");
const COUNTED = STOCK_CHANGES.only("petId");

/** How long an all-or-nothing import may pause before it counts as abandoned, in milliseconds. */
const LEASE_MS = 60_000;

/** Creates the repository of stored imports. */
export function importRuns(sql: Sql, engine: Pick<Engine, "leases" | "indexesWords">): ImportRuns {
  const addRanges: ImportRuns["addRanges"] = (importId, kind, ranges) =>
    insert(
      sql,
      NEW_RANGE,
      ranges.map((range) => ({ importId, kind, ...range })),
    ).then(() => {});
  const { leases } = engine;
  const lease = fragment`${leases.now} + ${LEASE_MS}`;
  return {
    addRanges,

    async begin({ isAllOrNothing = false, ...run }) {
      const begun = await beginRun(sql, run);
      if (isAllOrNothing) await sql`update import_runs set leased_until = ${lease} where id = ${begun.id}`;
      return begun;
    },

    async add(id, { added, updated, createdCategories }) {
      const open = await sql`
        update import_runs set added = added + ${added.length}, updated = updated + ${updated.length},
          created_categories = created_categories + ${createdCategories.length},
          leased_until = case when leased_until is null then null else ${lease} end
        where id = ${id} and undo_begun_at is null returning id`;
      if (open.length === 0) return false;
      await addRanges(id, "pet", rangesOf(added));
      await addRanges(id, "category", rangesOf(createdCategories));
      const rows = updated.map((change) => ({ importId: id, petId: change.after.id, ...differences(change) }));
      await insert(sql, NEW_UPDATE, rows);
      return true;
    },

    async finish(id, at) {
      const empty = await sql`
        delete from import_runs where id = ${id} and added = 0 and updated = 0 and created_categories = 0 returning id`;
      if (empty.length > 0) return false;
      const rows = await sql`
        update import_runs set finished_at = ${at} where id = ${id} and undo_begun_at is null returning id`;
      return rows.length > 0 ? true : undefined;
    },

    async findAbandoned(isAny, after) {
      const isLeft = isAny ? fragment`` : fragment`and leased_until < ${leases.now}`;
      return runOf(
        await sql`
        select ${IMPORT_RUNS.list} from import_runs
        where id > ${after} and leased_until is not null and finished_at is null and undone_at is null ${isLeft}
        order by id limit 1`,
      );
    },

    async stop(id, at) {
      const rows = await sql`
        update import_runs set undo_begun_at = coalesce(undo_begun_at, ${at})
        where id = ${id} and finished_at is null returning id`;
      return rows.length > 0;
    },

    async takeUpdates(id, limit) {
      const rows = await sql`
        delete from import_updates where id in (
          select id from import_updates where import_id = ${id} order by id ${atMost(limit)}
        ) returning ${UPDATE.list}`;
      return rows.map(UPDATE.read);
    },

    async forget(id) {
      await sql`delete from import_ranges where import_id = ${id}`;
      await sql`delete from import_updates where import_id = ${id}`;
      await sql`delete from import_runs where id = ${id}`;
    },

    async list(slice) {
      const rows = await sql`
        select ${IMPORT_RUNS.list} from import_runs where ${startsAfter(slice)} ${inOrder(slice)}`;
      return rows.map(IMPORT_RUNS.read).map(presented);
    },

    find: (id) => findRun(sql, id),

    async beginUndo(id, at) {
      const found = await findRun(sql, id);
      if (found === undefined) return undefined;
      // First, like an import, to avoid deadlocks. Another import of the file keeps its record.
      await sql`
        delete from imports where content = ${found.content} and not exists (
          select 1 from import_runs where content = ${found.content} and undo_begun_at is null and id <> ${id})`;
      await sql`
        update imports set import_id = null, finished_at = coalesce(finished_at, ${at}) where import_id = ${id}`;
      return runOf(
        await sql`
        update import_runs set undo_begun_at = coalesce(undo_begun_at, ${at}) where id = ${id}
        returning ${IMPORT_RUNS.list}`,
      );
    },

    ranges: (id, kind) => readRanges(sql, id, kind),

    async lockAdded(petIds, revision) {
      const rows = await sql`update pets set revision = revision where id in (${petIds}) returning ${REVISED.list}`;
      if (rows.length === 0) return new Map();
      const pets = rows.map(REVISED.read);
      const ids = pets.map(({ id }) => id);
      const ordered = await sql`select distinct pet_id from orders where pet_id in (${ids})`;
      const counted = await sql`
        select distinct pet_id from stock_changes where pet_id in (${ids}) and reason <> ${"imported"}`;
      const withOrders = new Set(ordered.map(ORDERED.read).map(({ petId }) => petId));
      const withChanges = new Set(counted.map(COUNTED.read).map(({ petId }) => petId));
      return new Map(
        pets.map(({ id, revision: current }) => {
          if (withOrders.has(id)) return [id, "ordered"];
          return [id, current !== revision || withChanges.has(id) ? "changed" : undefined];
        }),
      );
    },

    removePets: (petIds) => deletePets(sql, engine, petIds).then(() => {}),

    async removeEmpty(categoryIds) {
      if (categoryIds.length === 0) return [];
      const rows = await sql`
        delete from categories where id in (${categoryIds})
          and not exists (select 1 from pets where pets.category_id = categories.id) returning ${CATEGORY.list}`;
      return rows.map(CATEGORY.read).sort((a, b) => (a.id < b.id ? -1 : 1));
    },

    async endUndo(id, at) {
      const rows = await sql`
        update import_runs set undone_at = ${at} where id = ${id} and undone_at is null returning id`;
      return rows.length > 0;
    },
  };
}

/** Begins an import. */
export async function beginRun(sql: Sql, { key, ...run }: NewImportRun): Promise<ImportRun> {
  const counts = { added: 0, updated: 0, createdCategories: 0 };
  const row = { ...run, keyName: key?.name, keyHint: key?.hint, revision: anyRevision(), ...counts };
  return presented(await insertOne(sql, NEW_RUN, row, IMPORT_RUNS));
}

/** Returns an import, or undefined. */
export async function findRun(sql: Sql, id: bigint): Promise<ImportRun | undefined> {
  return runOf(await sql`select ${IMPORT_RUNS.list} from import_runs where id = ${id}`);
}

/** The ids of a kind in ascending order, in as few ranges as possible. */
export async function readRanges(sql: Sql, id: bigint, kind: RangeKind): Promise<readonly IdRange[]> {
  const rows = await sql`
    select ${RANGE.list} from import_ranges where import_id = ${id} and kind = ${kind} order by first_id`;
  return mergedRanges(rows.map(RANGE.read));
}

function runOf(rows: readonly Row[]): ImportRun | undefined {
  return rows.map(IMPORT_RUNS.read).map(presented)[0];
}

function presented({ keyName, keyHint, ...run }: ReturnType<typeof IMPORT_RUNS.read>): ImportRun {
  return { ...run, ...(keyName !== undefined && { key: { name: keyName, hint: keyHint ?? "" } }) };
}
