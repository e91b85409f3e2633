/* Filters of pets by indexed members of their profiles. Each index has the pet's id after the value. */
import type { PetFilter } from "../../../core/ports.ts";
import type { Found } from "../../../core/slice.ts";
import { type Fragment, fragment, type Row, type Sql } from "../../engine.ts";
import { allOf, atMost, byIndex, isOne, startsAfter, type TableSlice } from "../table-slice.ts";

/** A filter by value: a column of a table with a `pet_id`. */
export interface ProfileFilter {
  readonly table: Fragment;
  readonly column: Fragment;
  readonly value: string;
}

/** The pets that are read for one page, in up to three steps: most pages need one. A page may end early. */
const FILTERED_WALKED = [100, 1000, 8900];

/** The filters by profile, the most selective first. */
export function profileFilters({ microchip, reference, tag }: PetFilter): readonly ProfileFilter[] {
  const profiles = fragment`profiles`;
  return [
    ...(microchip === undefined ? [] : [{ table: profiles, column: fragment`microchip`, value: microchip }]),
    ...(reference === undefined ? [] : [{ table: profiles, column: fragment`reference`, value: reference }]),
    ...(tag === undefined ? [] : [{ table: fragment`pet_tags`, column: fragment`tag`, value: tag }]),
  ];
}

/**
 * The condition that a pet matches a filter. A count: PostgreSQL may turn an `exists` into a join with every matching pet. A range of one
 * id: for "= id", SQLite uses the index by pet, where each pet is on another page of the file. A page of the index by value has hundreds of
 * pets.
 */
export function matchesFilter(petId: Fragment, { table, column, value }: ProfileFilter): Fragment {
  return fragment`(
    select count(*) from ${table} marked_too
    where ${isOne(column, value)} and marked_too.pet_id >= ${petId} and marked_too.pet_id <= ${petId}) > 0`;
}

/** Walks the pets that match a filter in the order of id, and finds those that match the conditions. */
export async function walkFilter(
  sql: Sql,
  { table, column, value }: ProfileFilter,
  conditions: readonly Fragment[],
  slice: TableSlice,
): Promise<Found<Row>> {
  const petId = fragment`pet_id`;
  const matching = allOf([fragment`pets.id = marked.pet_id`, ...conditions]);
  const rows: Row[] = [];
  let from = slice;
  for (const steps of FILTERED_WALKED) {
    const walked = fragment`
      from ${table} where ${allOf([isOne(column, value), startsAfter(from, petId)])} ${byIndex(column, slice, petId)}`;
    // The limit of the subquery and the cross join keep the engines from reading the pets first.
    rows.push(
      ...(await sql`
        select ${slice.view.list} from (
          select ${column} as mark, pet_id ${walked} ${atMost(steps)}
        ) marked cross join pets
        where ${matching} ${byIndex(fragment`mark`, slice, petId)} ${atMost(slice.limit - rows.length)}`),
    );
    if (rows.length === slice.limit) return { items: rows };
    const [stopped] = await sql<{ pet_id: bigint }>`select pet_id ${walked} limit 1 offset ${steps - 1}`;
    if (stopped === undefined) return { items: rows };
    from = { ...from, after: stopped.pet_id };
  }
  return { items: rows, searchedTo: from.after };
}
