import type { Fragment, Sql } from "../engine.ts";

/**
 * The ids that match, unless they are more than a number. `matching` is a query of so many of them. Ids are read only if they are few:
 * a count takes a fraction of the time.
 */
export async function idsIfRare(
  sql: Sql,
  matching: (limit: number) => Fragment,
  rareMax: number,
): Promise<readonly bigint[] | undefined> {
  const count = await countIfRare(sql, matching, rareMax);
  if (count === undefined) return undefined;
  if (count === 0) return [];
  // Twice as many, for those that were added since the count.
  const rows = await sql<{ id: bigint }>`${matching(2 * rareMax)}`;
  return rows.map(({ id }) => id);
}

/** How many match, unless they are more than a number. */
export async function countIfRare(
  sql: Sql,
  matching: (limit: number) => Fragment,
  rareMax: number,
): Promise<number | undefined> {
  const [row] = await sql<{ count: bigint | number }>`
    select count(*) as count from (${matching(rareMax + 1)}) found`;
  const count = Number(row?.count ?? 0);
  return count > rareMax ? undefined : count;
}
