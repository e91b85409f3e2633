/*
 * Searches of orders, however many there are: what few orders match is looked up by orders_by_placing (placed_at, id),
 * order_words_by_words (words, order_id) or orders_by_pet (pet_id, complete, id), filtered and sorted; otherwise the orders are walked
 * in the order of the list, so many steps for each page.
 */
import type { Eventual } from "../../core/after.ts";
import type { OrderSearch } from "../../core/shop/order-ports.ts";
import type { Found, Slice } from "../../core/slice.ts";
import { type Fragment, fragment, type Row, type Sql } from "../engine.ts";
import { ORDERS } from "../schema/tables.ts";
import { type Lookup, listRare, RARE_MAX, takeSteps } from "./lookups.ts";
import { isFoundBy, startsWith } from "./name-conditions.ts";
import { allOf, atMost, endsAt, inOrder, isOne, startsAfter } from "./slice.ts";

/** Orders of a time in which fewer were placed are looked up too: more than a shop's day has. */
const PLACED_MAX = 2000;

/** Orders that are walked past for one page, at first and at most. */
const WALKED_FIRST = 1000;
const WALKED_MAX = 10_000;

/** Lists the orders that match every given filter. */
export async function searchOrders(sql: Sql, filter: OrderSearch, slice: Slice): Promise<Found<Row>> {
  const found = lookups(filter);
  const ends = await takeSteps(
    sql,
    found.map(({ rows }) => ({ rows, steps: RARE_MAX })),
  );
  const rare = found.find((_, nth) => ends[nth] === undefined);
  if (rare !== undefined) return { items: await listRare(sql, rare, { ...slice, view: ORDERS }) };
  if (filter.placedAfter !== undefined || filter.placedBefore !== undefined) {
    const placed = fragment`select id as found_id from orders ${placing(filter)}`;
    const [end] = await takeSteps(sql, [{ rows: placed, steps: PLACED_MAX }]);
    if (end === undefined) return { items: await listPlaced(sql, filter, slice) };
  }
  return walk(sql, filter, slice);
}

/** The lookups of a filter, the most selective first. */
function lookups(filter: OrderSearch): readonly Lookup[] {
  const { petId, words } = filter;
  const byWords = words.map((word): Lookup => {
    const rows = fragment`
      select order_id as found_id, words from order_words where ${startsWith(fragment`words`, word)}
      order by words, order_id`;
    const others = words.filter((other) => other !== word);
    return { rows, ofRows: [isFoundBy(word, false)], ofListed: matches({ ...filter, words: others }) };
  });
  if (petId === undefined) return byWords;
  const ofPet = fragment`
    select id as found_id from orders where ${isOne(fragment`pet_id`, petId)} order by pet_id, complete, id`;
  return [...byWords, { rows: ofPet, ofRows: [], ofListed: matches({ ...filter, petId: undefined }) }];
}

/** The orders of a time, in the order of orders_by_placing. */
function placing(times: Times): Fragment {
  return fragment`where ${allOf(isPlaced(fragment`placed_at`, times))} order by placed_at, id`;
}

/** Lists those of the orders of a time that match: twice as many as were counted, for those that were placed since. */
function listPlaced(sql: Sql, { placedAfter, placedBefore, ...others }: OrderSearch, slice: Slice): Eventual<Row[]> {
  return sql`
    select ${ORDERS.list} from (
      select ${ORDERS.list} from orders ${placing({ placedAfter, placedBefore })} ${atMost(2 * PLACED_MAX)}
    ) placed
    where ${allOf([startsAfter(slice), ...matches(others, fragment`placed.id`)])} ${inOrder(slice)}`;
}

type Times = Pick<OrderSearch, "placedAfter" | "placedBefore">;

function isPlaced(column: Fragment, { placedAfter, placedBefore }: Times): readonly Fragment[] {
  return [
    ...(placedAfter === undefined ? [] : [fragment`${column} >= ${placedAfter}`]),
    ...(placedBefore === undefined ? [] : [fragment`${column} < ${placedBefore}`]),
  ];
}

/** The conditions of a filter, for orders that are found by something else. A plus sign keeps SQLite from taking an index and sorting. */
function matches(
  { petId, complete, words, ...times }: OrderSearch,
  id: Fragment = fragment`orders.id`,
): readonly Fragment[] {
  return [
    ...(petId === undefined ? [] : [fragment`+pet_id = ${petId}`]),
    ...(complete === undefined ? [] : [fragment`+complete = ${complete ? 1 : 0}`]),
    ...isPlaced(fragment`+placed_at`, times),
    ...words.map((word) => hasWord(id, word)),
  ];
}

/** The condition that a customer has a word. A count: PostgreSQL may turn an `exists` into a join with every order that has it. */
function hasWord(id: Fragment, word: string): Fragment {
  return fragment`(
    select count(*) from order_words
    where order_words.order_id = ${id} and ${startsWith(fragment`order_words.words`, word)}) > 0`;
}

/** Walks the orders in the order of id. */
async function walk(sql: Sql, filter: OrderSearch, slice: Slice): Promise<Found<Row>> {
  const where = startsAfter(slice);
  const order = slice.order === "desc" ? fragment`order by id desc` : fragment`order by id`;
  for (let steps = WALKED_FIRST; ; steps = WALKED_MAX) {
    const [last] = await sql<{ id: bigint }>`
      select id from orders where ${where} ${order} limit 1 offset ${steps}`;
    const end = last?.id;
    const conditions = allOf([where, ...(end === undefined ? [] : [endsAt(slice, end)]), ...matches(filter)]);
    const rows = await sql`select ${ORDERS.list} from orders where ${conditions} ${inOrder(slice)}`;
    if (rows.length === slice.limit || end === undefined) return { items: rows };
    if (steps === WALKED_MAX) return { items: rows, searchedTo: end };
  }
}
