/*
 * Searches of orders, bounded for any number of orders: filters with few matches are looked up by orders_by_placing (placed_at, id),
 * orders_by_completing (completed_at, id), orders_by_return (latest_return_at, id), order_words_by_words (words, order_id) or orders_by_pet
 * (pet_id, complete, id), filtered and sorted; otherwise the orders are walked in the order of the list, with a limit of steps for each
 * page.
 */
import type { MaybePromise } from "../../../core/concurrency/maybe-promise.ts";
import type { OrderSearch } from "../../../core/shop/orders/order-ports.ts";
import type { Found, Slice } from "../../../core/slice.ts";
import { type Fragment, fragment, type Row, type Sql } from "../../engine.ts";
import { ORDERS } from "../../schema/order-tables.ts";
import { type Lookup, listRare, RARE_MAX, takeSteps } from "../lookups.ts";
import { allOf, atMost, endsAt, inOrder, isOne, startsAfter } from "../table-slice.ts";
import { isFoundBy, startsWith } from "../words/name-conditions.ts";

/** Periods with fewer orders are looked up too: more than a shop has in a day. */
const TIMED_MAX = 2000;

/** Orders walked for one page, at first and at most. */
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
  const times = timesOf(filter);
  const places = times.map((time) => ({
    rows: fragment`select id as found_id from orders ${during(time)}`,
    steps: TIMED_MAX,
  }));
  const timed = await takeSteps(sql, places);
  const few = times.find((_, nth) => timed[nth] === undefined);
  if (few !== undefined) return { items: await listTimed(sql, few, filter, slice) };
  return walk(sql, filter, slice);
}

/** The lookups of a filter, the most selective first. */
function lookups(filter: OrderSearch): readonly Lookup[] {
  const { petId, saleId, words } = filter;
  const byWords = words.map((word): Lookup => {
    const rows = fragment`
      select order_id as found_id, words from order_words where ${startsWith(fragment`words`, word)}
      order by words, order_id`;
    const others = words.filter((other) => other !== word);
    return { rows, ofRows: [isFoundBy(word, false)], ofListed: matches({ ...filter, words: others }) };
  });
  if (saleId !== undefined) {
    const ofSale = fragment`select id as found_id from orders where ${isOne(fragment`sale_id`, saleId)} order by sale_id, id`;
    return [{ rows: ofSale, ofRows: [], ofListed: matches({ ...filter, saleId: undefined }) }];
  }
  if (petId === undefined) return byWords;
  const ofPet = fragment`
    select id as found_id from orders where ${isOne(fragment`pet_id`, petId)} order by pet_id, complete, id`;
  return [...byWords, { rows: ofPet, ofRows: [], ofListed: matches({ ...filter, petId: undefined }) }];
}

/** A filter by one of the times of an order. Each has an index with the id after it. */
interface Time {
  readonly column: Fragment;
  readonly from: number | undefined;
  readonly before: number | undefined;
}

function timesOf(filter: OrderSearch): readonly Time[] {
  const { placedAfter, placedBefore, completedAfter, completedBefore, returnedAfter, returnedBefore } = filter;
  return [
    { column: fragment`latest_return_at`, from: returnedAfter, before: returnedBefore },
    { column: fragment`completed_at`, from: completedAfter, before: completedBefore },
    { column: fragment`placed_at`, from: placedAfter, before: placedBefore },
  ].filter(({ from, before }) => from !== undefined || before !== undefined);
}

/** The orders of a period, in the order of its index. */
function during(time: Time): Fragment {
  return fragment`where ${allOf(isDuring(time))} order by ${time.column}, id`;
}

/** Lists the matching orders of a period, up to twice as many as were counted, because some may have been added since. */
function listTimed(sql: Sql, time: Time, filter: OrderSearch, slice: Slice): MaybePromise<Row[]> {
  return sql`
    select ${ORDERS.list} from (
      select ${ORDERS.list} from orders ${during(time)} ${atMost(2 * TIMED_MAX)}
    ) timed
    where ${allOf([startsAfter(slice), ...matches(filter, fragment`timed`)])} ${inOrder(slice)}`;
}

function isDuring({ column, from, before }: Time): readonly Fragment[] {
  return [
    ...(from === undefined ? [] : [fragment`${column} >= ${from}`]),
    ...(before === undefined ? [] : [fragment`${column} < ${before}`]),
  ];
}

/** The conditions of a filter on orders found otherwise. A plus sign keeps SQLite from using an index and sorting. */
function matches(
  { petId, saleId, complete, words, isHead, ...times }: OrderSearch,
  row: Fragment = fragment`orders`,
): readonly Fragment[] {
  const unindexed = timesOf({ words, ...times }).map((time) => ({ ...time, column: fragment`+${time.column}` }));
  return [
    ...(petId === undefined ? [] : [fragment`+pet_id = ${petId}`]),
    ...(saleId === undefined ? [] : [fragment`+sale_id = ${saleId}`]),
    ...(complete === undefined ? [] : [fragment`+complete = ${complete ? 1 : 0}`]),
    ...unindexed.flatMap(isDuring),
    ...words.map((word) => hasWord(fragment`${row}.id`, word)),
    ...(isHead ? [isFirstOfSale(row)] : []),
  ];
}

/** The condition that an order is the first remaining one of its sale, by orders_by_sale (sale_id, id). */
function isFirstOfSale(row: Fragment): Fragment {
  return fragment`${row}.id = (select min(first.id) from orders first where first.sale_id = ${row}.sale_id)`;
}

/** The condition that a customer has a word. A count: PostgreSQL may turn an `exists` into a join with every order that has it. */
function hasWord(id: Fragment, word: string): Fragment {
  return fragment`(
    select count(*) from order_words
    where order_words.order_id = ${id} and ${startsWith(fragment`order_words.words`, word)}) > 0`;
}

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
