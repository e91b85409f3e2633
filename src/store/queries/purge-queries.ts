import type { Purges } from "../../core/purge/purge-clock.ts";
import type { Sql } from "../engine.ts";
import { PURGES } from "../schema/tables.ts";

const LAST = PURGES.without("onlyRow");

/** The record of purges on a connection. */
export function purges(sql: Sql): Purges {
  return {
    async last() {
      const [row] = await sql`select ${LAST.list} from purges`;
      return row === undefined ? {} : LAST.read(row);
    },
    async record(at) {
      await sql`update purges set at = ${at}, refused_at = null`;
    },
    async refuse(at) {
      await sql`update purges set refused_at = ${at} where refused_at is null`;
    },
  };
}
