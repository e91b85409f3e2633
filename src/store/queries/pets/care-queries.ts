import { batchesOf } from "../../../core/concurrency/event-loop.ts";
import { chain, type MaybePromise } from "../../../core/concurrency/maybe-promise.ts";
import type { CareEntries, DueFilter, StoredCare } from "../../../core/shop/care/care-ports.ts";
import type { Slice } from "../../../core/slice.ts";
import { type Fragment, fragment, type Row, type Sql } from "../../engine.ts";
import { BATCH_ROWS, count, insert, insertOne } from "../../rows.ts";
import { CARE } from "../../schema/care-table.ts";
import { allOf, atMost, byIndex, isOne, known, startsAfter } from "../table-slice.ts";
import { careLines } from "./care-lines.ts";

const NEW = CARE.without("id");
const PET = fragment`pet_id`;
const ABOUT = CARE.only("petId");
// An expression, to keep the index by kind from being used for one pet.
const VACCINATION = fragment`kind || '' = 'vaccination'`;
const NOT_DONE = fragment`done_on is null`;

type StoredRow = ReturnType<typeof CARE.read>;

/** An entry as it is stored. No column is called `by`, which is a word of SQL. */
export function careOf({ doneBy: by, ...row }: StoredRow): StoredCare {
  return by === undefined ? row : { ...row, by };
}

function rowOf<Entry extends Omit<StoredCare, "id">>({ by: doneBy, ...entry }: Entry) {
  return { ...entry, doneBy };
}

/** Whether two entries have the same in each column. */
function isEqual(one: StoredCare, other: StoredCare | undefined): boolean {
  const others = other === undefined ? [] : CARE.values(rowOf(other));
  return CARE.values(rowOf(one)).every((value, nth) => value === others[nth]);
}

const first = (rows: MaybePromise<readonly Row[]>) => chain(CARE.first(rows), (row) => row && careOf(row));
const all = (rows: MaybePromise<readonly Row[]>) => chain(CARE.all(rows), (found) => found.map(careOf));

/** The care on a connection. */
export function care(sql: Sql): CareEntries {
  return {
    insert: async (entry) => careOf(await insertOne(sql, NEW, rowOf(entry), CARE)),

    insertAll: async (entries) => (await insert(sql, NEW, entries.map(rowOf), CARE)).map(careOf),

    find: (id) => first(sql`select ${CARE.list} from care where id = ${id}`),

    list: (petId, slice) =>
      all(sql`
        select ${CARE.list} from care where ${isOne(PET, petId)} and ${startsAfter(slice)}
        ${byIndex(PET, slice)} ${atMost(slice.limit)}`),

    listDue: (filter, slice) => all(sql`${listedDue(filter, slice)}`),

    // Each order names the columns of an index by pet, so that only as many entries of a pet are read as needed.
    vaccinated: (petIds, today) =>
      chain(
        sql`
          select id as pet_id from pets where id in (${petIds})
            and (
              select care.id from care where care.pet_id = pets.id and ${VACCINATION} and done_on is not null
              order by care.pet_id, care.id limit 1) is not null
            and (
              select care.id from care
              where care.pet_id = pets.id and ${VACCINATION} and ${NOT_DONE} and due_on < ${known(today)}
              order by care.pet_id, care.due_on, care.id limit 1) is null`,
        (rows) => new Set(rows.map((row) => ABOUT.read(row).petId)),
      ),

    // By ranges: a pet has few entries, and a file may have more days than a statement may have parameters.
    async findLike(petIds, entries) {
      const days = entries.flatMap(({ doneOn = [], dueOn = [] }) => [doneOn, dueOn].flat()).toSorted();
      const weights = entries.map(({ grams = 0 }) => grams).toSorted((one, other) => one - other);
      const ofDays = fragment`between ${days[0] ?? ""} and ${days.at(-1) ?? ""}`;
      const ofWeights = fragment`between ${weights.find((grams) => grams > 0) ?? 0} and ${weights.at(-1) ?? 0}`;
      const rows = await sql`
        select ${CARE.list} from care
        where pet_id in (${petIds}) and (done_on ${ofDays} or due_on ${ofDays} or grams ${ofWeights})`;
      return rows.map((row) => careOf(CARE.read(row)));
    },

    async counts(petIds) {
      const rows = await sql<{ pet: bigint; count: bigint }>`
        select pet_id as pet, count(*) as count from care where pet_id in (${petIds}) group by pet_id`;
      return new Map(rows.map(({ pet, count }) => [BigInt(pet), Number(count)]));
    },

    lines: (petIds) => careLines(sql, petIds),

    count: (petId, max) =>
      count(sql, fragment`select 1 from care where ${isOne(PET, petId)} order by pet_id, id ${atMost(max)}`),

    async replace(expected, entry) {
      const rows =
        await sql`update care set ${NEW.assign(rowOf(entry))} where ${CARE.matches(rowOf(expected))} returning id`;
      return rows.length > 0;
    },

    delete: async (expected) =>
      first(sql`delete from care where ${CARE.matches(rowOf(expected))} returning ${CARE.list}`),

    async deleteAll(expected) {
      const removed: StoredCare[] = [];
      const changed: StoredCare[] = [];
      for (const batch of batchesOf(expected, BATCH_ROWS)) {
        const rows = await sql`select ${CARE.list} from care where id in (${batch.map(({ id }) => id)})`;
        const found = new Map(rows.map((row) => [CARE.read(row).id, careOf(CARE.read(row))]));
        const isSame = new Set(batch.filter((entry) => isEqual(entry, found.get(entry.id))).map(({ id }) => id));
        for (const { id } of batch) {
          const present = found.get(id);
          if (present !== undefined) (isSame.has(id) ? removed : changed).push(present);
        }
        if (isSame.size > 0) await sql`delete from care where id in (${[...isSame]})`;
      }
      return { removed, changed };
    },
  };
}

/**
 * By care_due (due_on, id, pet_id), care_due_by_kind (kind, due_on, id) or care_due_by_pet (pet_id, due_on, id), which have the entries
 * that are not done. First what is due on the day of the last one, then what is due after it: one condition for both would read all of
 * that day.
 */
function listedDue({ petId, kind, dueBefore }: DueFilter, { sort, ...slice }: Slice<"dueOn">): Fragment {
  const leading = petId !== undefined ? fragment`pet_id,` : kind !== undefined ? fragment`kind,` : fragment``;
  const conditions = allOf([
    NOT_DONE,
    ...(petId === undefined ? [] : [isOne(PET, petId)]),
    // A pet has few entries, so the index by pet is better.
    ...(kind === undefined ? [] : [petId === undefined ? isOne(fragment`kind`, kind) : fragment`kind || '' = ${kind}`]),
    ...(dueBefore === undefined ? [] : [fragment`due_on < ${known(dueBefore)}`]),
  ]);
  const listed = (place: readonly Fragment[], order: Fragment) =>
    fragment`select ${CARE.list} from care where ${allOf([conditions, ...place])} order by ${leading} ${order} ${atMost(slice.limit)}`;
  // A bound, so that SQLite seeks: it would scan the index, though no further than to the end of the page.
  if (sort?.after === undefined) return listed([fragment`due_on > ''`], fragment`due_on, id`);
  const day = known(sort.after);
  const same = listed([fragment`due_on = ${day}`, startsAfter(slice)], fragment`id`);
  const later = listed([fragment`due_on > ${day}`], fragment`due_on, id`);
  return fragment`
    select ${CARE.list} from (
      select ${CARE.list} from (${same}) same union all select ${CARE.list} from (${later}) later
    ) due order by due_on, id ${atMost(slice.limit)}`;
}

/** The pets with care due by a day, as `found_id`, from care_due alone. */
export function petsWithCareDue(today: string): Fragment {
  return fragment`select pet_id as found_id from care where ${NOT_DONE} and due_on <= ${known(today)} order by due_on, id`;
}

/** The condition that a pet has care due by a day. */
export function isCareDue(today: string): Fragment {
  return fragment`(
    select count(*) from care where care.pet_id in (pets.id, pets.id) and ${NOT_DONE} and due_on <= ${known(today)}) > 0`;
}
