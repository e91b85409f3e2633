import type { Order } from "../../../contract/orders/order-schemas.ts";
import { chain, type MaybePromise } from "../../../core/concurrency/maybe-promise.ts";
import type { Orders, PetToOrder } from "../../../core/shop/orders/order-ports.ts";
import { returnedQuantity } from "../../../core/shop/orders/returns.ts";
import { fragment, type Row, type Sql } from "../../engine.ts";
import { count, insert, insertOne } from "../../rows.ts";
import { ORDERS } from "../../schema/order-tables.ts";
import { togetherOf } from "../pets/profile-queries.ts";
import { atMost } from "../table-slice.ts";
import { deleteCustomerWords, insertCustomerWords } from "../words/indexed-words.ts";
import { dueOrders, listOrders, ordersOfSale, ordersOfSales, ordersOfThese } from "./order-lists.ts";
import { eraseReturnNotes, insertReturns, returnsOf } from "./order-returns.ts";
import { orderOf, readOpen, rowOf } from "./order-rows.ts";
import { searchOrders } from "./order-search.ts";
import { sumOrders } from "./sales-report.ts";

const NEW = ORDERS.without("id");

/** An expression, to keep SQLite from reading all available pets by their index instead of a pet's few partners by their ids. */
const AVAILABLE = fragment`others.status || '' = 'available'`;

/** The orders of rows, with their returns. */
export function readOrders(sql: Sql, rows: readonly Row[]): MaybePromise<Order[]> {
  const stored = rows.map(ORDERS.read);
  const ids = stored.filter(({ returnedQuantity }) => returnedQuantity > 0).map(({ id }) => id);
  if (ids.length === 0) return stored.map(orderOf);
  return chain(returnsOf(sql, ids), (returns) =>
    stored.map((row) => {
      const found = returns.get(row.id);
      return found === undefined ? orderOf(row) : { ...orderOf(row), returns: found };
    }),
  );
}

/** Inserts orders with their ids from another shop. */
export async function insertOrders(sql: Sql, orders: readonly Order[]): Promise<void> {
  const rows = orders.map(rowOf);
  await insert(sql, ORDERS, rows);
  await insertReturns(sql, orders);
  await insertCustomerWords(sql, rows);
}

/** Whether an order has lost personal data. */
function isErased(before: Order, after?: Order): boolean {
  return [
    [before.customer?.name, after?.customer?.name],
    [before.customer?.contact, after?.customer?.contact],
    [before.note, after?.note],
    ...(before.returns ?? []).map(({ note }, nth) => [note, after?.returns?.[nth]?.note]),
  ].some(([old, kept]) => old !== undefined && old !== kept);
}

interface OrderedPetRow {
  readonly id: bigint;
  readonly name: string;
  readonly category_id: bigint;
  readonly category: string | null;
  readonly reference: string | null;
  readonly amount: bigint | null;
  readonly currency: string | null;
  readonly partners: string | null;
}

function petToOrder({ name, category_id, category, reference, amount, currency, partners }: OrderedPetRow): PetToOrder {
  return {
    ...togetherOf(partners),
    pet: {
      name,
      categoryId: category_id,
      ...(category !== null && { category }),
      ...(reference !== null && { reference }),
    },
    price: amount === null || currency === null ? undefined : { amount, currency },
  };
}

/** The orders on a connection. Calls `erased` in each transaction that deletes personal data. */
export function orders(sql: Sql, erased: () => void = () => {}): Orders {
  return {
    async insert(order) {
      const placed = await insertOne(sql, NEW, rowOf({ ...order, complete: false }), ORDERS);
      await insertCustomerWords(sql, [placed]);
      return orderOf(placed);
    },

    async insertSale([head, ...rest]) {
      if (head === undefined) return [];
      const { id } = await insertOne(sql, NEW, rowOf({ ...head, complete: false }), ORDERS);
      const [first] = (await sql`update orders set sale_id = ${id} where id = ${id} returning ${ORDERS.list}`).map(
        ORDERS.read,
      );
      const others = await insert(
        sql,
        NEW,
        rest.map((one) => rowOf({ ...one, complete: false, saleId: id })),
        ORDERS,
      );
      const placed = [...(first === undefined ? [] : [first]), ...others];
      await insertCustomerWords(sql, placed);
      return placed.map(orderOf);
    },

    ofSale: async (saleId) => readOrders(sql, await ordersOfSale(sql, saleId)),

    async listSales(slice) {
      const orders = await readOrders(sql, await ordersOfSales(sql, slice));
      const sales = [...Map.groupBy(orders, ({ saleId }) => saleId).values()];
      return slice.order === "desc" ? sales.map((sale) => sale.toReversed()) : sales;
    },

    async searchSales(words, slice) {
      const { items, searchedTo } = await searchOrders(sql, { words, isHead: true }, slice);
      if (items.length === 0) return { items: [], searchedTo };
      const heads = items.map((row) => orderOf(ORDERS.read(row)));
      const saleIds = heads.flatMap(({ saleId }) => saleId ?? []);
      const sales = Map.groupBy(await readOrders(sql, await ordersOfThese(sql, saleIds)), ({ saleId }) => saleId);
      // A sale that lost all its orders meanwhile is returned as it was found: a shorter page would seem to be the last.
      return { items: heads.map((head) => sales.get(head.saleId) ?? [head]), searchedTo };
    },

    find: (id) =>
      chain(sql`select ${ORDERS.list} from orders where id = ${id}`, (rows) =>
        chain(readOrders(sql, rows), ([order]) => order),
      ),

    list: (filter, slice) => chain(listOrders(sql, filter, slice), (rows) => readOrders(sql, rows)),

    listDue: (slice) => chain(dueOrders(sql, slice), (rows) => readOrders(sql, rows)),

    hasOpen: (petId) =>
      chain(
        sql`
          select id from orders where pet_id in (${petId}, ${petId}) and complete in (0, 0)
          order by pet_id, complete, id limit 1`,
        (rows) => rows.length > 0,
      ),

    async search(filter, slice) {
      const { items, searchedTo } = await searchOrders(sql, filter, slice);
      return { items: await readOrders(sql, items), searchedTo };
    },

    async replace(expected, order) {
      const rows = await sql`
        update orders set ${NEW.assign(rowOf(order))}
        where ${ORDERS.matches(rowOf(expected))} returning id`;
      if (rows.length === 0) return false;
      if (isErased(expected, order)) erased();
      await eraseReturnNotes(sql, expected, order);
      if (expected.customer?.name === order.customer?.name) return true;
      await deleteCustomerWords(sql, order.id);
      await insertCustomerWords(sql, [{ id: order.id, customerName: order.customer?.name }]);
      return true;
    },

    async complete(id, at) {
      const [row] = await sql`
        update orders set complete = 1, completed_at = ${at}, ship_date = coalesce(ship_date, ${at})
        where id = ${id} and complete = 0
        returning ${ORDERS.list}`;
      return row && readOpen(row);
    },

    async addReturn(order, back) {
      const { id, returns = [], refund = back.refund && { ...back.refund, amount: 0n } } = order;
      const before = returnedQuantity(order);
      const rows = await sql`
        update orders set returned_quantity = ${before + back.quantity}, latest_return_at = ${Date.parse(back.at)},
          refund_amount = ${refund === undefined ? null : refund.amount + (back.refund?.amount ?? 0n)},
          refund_currency = ${refund?.currency ?? null}
        where id = ${id} and complete = 1 and returned_quantity = ${before}
        returning ${ORDERS.list}`;
      const [returned] = rows.map(readOpen);
      if (returned === undefined) return undefined;
      await insertReturns(sql, [{ id, returns: [back] }]);
      return { ...returned, returns: [...returns, back] };
    },

    async petsToOrder(petIds) {
      const rows = await sql<OrderedPetRow>`
        select pets.id as id, pets.name as name, pets.category_id as category_id, categories.name as category,
          profiles.reference as reference, profiles.price_amount as amount, profiles.price_currency as currency,
          (select string_agg(cast(others.id as text), ' ') from pet_pairs join pets others on others.id = other_id
            where pet_pairs.pet_id = pets.id and ${AVAILABLE}) as partners
        from pets
        left join profiles on profiles.pet_id = pets.id
        left join categories on categories.id = pets.category_id
        where pets.id in (${petIds})`;
      return new Map(rows.map((row) => [row.id, petToOrder(row)]));
    },

    sums: (from, before, by) => sumOrders(sql, from, before, by),

    async deleteOpen(id) {
      const [row] = await sql`
        delete from orders where id = ${id} and complete = 0
        returning ${ORDERS.list}`;
      if (row === undefined) return undefined;
      await deleteCustomerWords(sql, id);
      const deleted = readOpen(row);
      if (isErased(deleted)) erased();
      return deleted;
    },

    countOpen: (max) =>
      count(sql, fragment`select 1 from orders where complete in (0, 0) order by complete, id ${atMost(max)}`),
  };
}
