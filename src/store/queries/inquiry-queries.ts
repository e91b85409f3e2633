import type { Inquiries, InquiryFilter, StoredInquiry } from "../../core/shop/visitors/inquiry-ports.ts";
import type { Slice } from "../../core/slice.ts";
import { type Fragment, fragment, type Sql } from "../engine.ts";
import { insertOne } from "../rows.ts";
import { INQUIRIES } from "../schema/tables.ts";
import { allOf, atMost, byIndex, inOrder, isOne, startsAfter } from "./table-slice.ts";

const INQUIRY = INQUIRIES.without("changedAt");
const NEW = INQUIRIES.without("id");

const BY_PET = fragment`pet_id`;
const BY_STATE = fragment`state`;

/** The inquiries on a connection. Calls `erased` in each transaction that deletes personal data. */
export function inquiries(sql: Sql, erased: () => void = () => {}): Inquiries {
  return {
    async countForDay(day, max) {
      const taken = await sql`
        insert into inquiry_days (day, taken) values (${day}, 1)
        on conflict (day) do update set taken = inquiry_days.taken + 1 where inquiry_days.taken < ${max}
        returning taken`;
      return taken.length > 0;
    },

    insert: (inquiry) => insertOne(sql, NEW, { ...inquiry, changedAt: Date.parse(inquiry.at) }, INQUIRY),

    find: (id) => INQUIRY.first(sql`select ${INQUIRY.list} from inquiries where id = ${id}`),

    list: (filter, slice) => INQUIRY.all(sql`select ${INQUIRY.list} from inquiries where ${listed(filter, slice)}`),

    async replace(expected, inquiry, at) {
      const rows = await sql`
        update inquiries set ${NEW.assign({ ...inquiry, changedAt: at })}
        where ${INQUIRY.matches(expected)} returning id`;
      if (rows.length === 0) return false;
      if (expected.note !== undefined && expected.note !== inquiry.note) erased();
      return true;
    },

    async delete(id) {
      const [row] = await sql`delete from inquiries where id = ${id} returning ${INQUIRY.list}`;
      if (row === undefined) return undefined;
      erased();
      return INQUIRY.read(row) satisfies StoredInquiry;
    },

    async purge(keptSince, limit, now) {
      // A clock that was ahead must not prolong how long personal data is kept.
      await sql`update inquiries set changed_at = ${now} where changed_at > ${now}`;
      await sql`delete from inquiry_days where day < ${new Date(keptSince).toISOString().slice(0, 10)}`;
      const late = await sql`
        select id from inquiries where changed_at < ${keptSince} order by changed_at, id ${atMost(limit)}`;
      if (late.length === 0) return 0;
      // With a select instead, PostgreSQL cannot estimate the rows, and reads the whole table.
      const rows = await sql`
        delete from inquiries where id in (${late.map(({ id }) => id as bigint)}) and changed_at < ${keptSince} returning id`;
      erased();
      return rows.length;
    },
  };
}

/** By inquiries_by_pet (pet_id, id), inquiries_by_state (state, id) or the primary key. */
function listed({ petId, state }: InquiryFilter, slice: Slice): Fragment {
  const conditions = allOf([
    ...(petId === undefined ? [] : [isOne(BY_PET, petId)]),
    ...(state === undefined ? [] : [isOne(BY_STATE, state)]),
    startsAfter(slice),
  ]);
  const index = petId !== undefined ? BY_PET : state !== undefined ? BY_STATE : undefined;
  if (index === undefined) return fragment`${conditions} ${inOrder(slice)}`;
  return fragment`${conditions} ${byIndex(index, slice)} ${atMost(slice.limit)}`;
}
