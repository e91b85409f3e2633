/* The revisions of pets. */
import { type Fragment, fragment, type Sql } from "../../engine.ts";

/**
 * A revision that no pet had before. Random, because a counter repeats itself after a failover to a server without the last changes, and
 * for a pet with the id of a removed one.
 */
export function anyRevision(): bigint {
  return BigInt(Math.floor(Math.random() * 2 ** 53));
}

/** For `update pets set`: locks the pets for a change of their profiles or photos, and gives them a new revision. */
export function newRevision(): Fragment {
  return fragment`revision = ${anyRevision()}`;
}

/** The same for one pet. Locks it until the end of the transaction. Returns whether it exists. */
export async function lockPet(sql: Sql, petId: bigint): Promise<boolean> {
  const pets = await sql`update pets set ${newRevision()} where id = ${petId} returning id`;
  return pets.length > 0;
}
