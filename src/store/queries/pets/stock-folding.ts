/* Sums up older stock changes (decision 011). */
import type { Sql } from "../../engine.ts";
import { statementRows } from "../../rows.ts";
import { STOCK_CHANGES } from "../../schema/tables.ts";

const CHANGE = STOCK_CHANGES.only("id", "petId", "delta", "at");

type Change = ReturnType<typeof CHANGE.read>;

/**
 * Implements `Inventory.foldChanges`. Reads each change once, in the order of id. Rows of a pet are only ever added or, with the pet,
 * deleted: what is read here stays true, and needs no lock on the pet.
 */
export async function foldChanges(sql: Sql, keptSince: number, limit: number): Promise<number> {
  // Locks the row: another instance waits, and continues after these changes.
  const [head] = await sql<{ last_id: bigint }>`update stock_folding set last_id = last_id returning last_id`;
  const position = head?.last_id ?? 0n;
  const isOld = ({ at }: Change) => Date.parse(at) < keptSince;
  const next = await sql`
    select ${CHANGE.list} from stock_changes where id > ${position} order by id limit ${limit}`;
  const old = next.map(CHANGE.read).filter(isOld);
  const last = old.at(-1)?.id;
  if (last === undefined) return 0;
  const petIds = [...new Set(old.map(({ petId }) => petId))];
  // By stock_changes_by_pet: reads only the first change of a pet, its last sum and these.
  const known = await sql`
    select ${CHANGE.list} from stock_changes where pet_id in (${petIds}) and id <= ${last} order by pet_id, id`;
  const byPet = Map.groupBy(known.map(CHANGE.read), ({ petId }) => petId);
  // The first one stays, because it tells since when the pet exists.
  const folds = [...byPet.values()].map(([, ...later]) => later.filter(isOld)).filter(({ length }) => length > 1);
  const gone = folds.flatMap((changes) => changes.slice(0, -1)).map(({ id }) => id);
  for (const ids of statementRows(gone)) await sql`delete from stock_changes where id in (${ids})`;
  for (const rows of statementRows(folds.map(sumOf))) {
    // The range, because PostgreSQL may otherwise read the whole table for each batch.
    await sql`
      update stock_changes set delta = cast(folded.column2 as integer), at = cast(folded.column3 as bigint),
        reason = 'summary', note = null, order_id = null
      from (values ${{ rows }}) as folded
      where stock_changes.id = cast(folded.column1 as bigint)
        and stock_changes.id > ${position} and stock_changes.id <= ${last}`;
  }
  await sql`update stock_folding set last_id = ${last}`;
  return old.length;
}

/** The id of the newest of these changes, which stays with the quantity after it, their sum and their latest time. */
function sumOf(changes: readonly Change[]): [bigint, number, number] {
  const delta = changes.reduce((sum, change) => sum + change.delta, 0);
  return [changes.at(-1)?.id ?? 0n, delta, Math.max(...changes.map(({ at }) => Date.parse(at)))];
}
