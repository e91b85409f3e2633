import type { Order } from "../../contract/orders.ts";
import { after, type Eventual } from "../../core/after.ts";
import type { OrderFilter, Orders } from "../../core/shop/order-ports.ts";
import type { Slice } from "../../core/slice.ts";
import { type Fragment, fragment, type Row, type Sql } from "../engine.ts";
import { count, insertOne } from "../rows.ts";
import { ORDERS } from "../schema/tables.ts";
import { searchOrders } from "./order-search.ts";
import { allOf, atMost, inOrder, startsAfter } from "./slice.ts";
import { deleteCustomerWords, insertCustomerWords } from "./words.ts";

const NEW = ORDERS.without("id");

type StoredOrder = ReturnType<typeof ORDERS.read>;

/** An order as the core has it. */
function orderOf({ customerName, customerContact, priceAmount, priceCurrency, ...order }: StoredOrder): Order {
  return {
    ...order,
    ...(customerName !== undefined && {
      customer: { name: customerName, ...(customerContact !== undefined && { contact: customerContact }) },
    }),
    ...(priceAmount !== undefined &&
      priceCurrency !== undefined && { price: { amount: priceAmount, currency: priceCurrency } }),
  } as Order;
}

/** An order as its row has it. */
function rowOf<Given extends Omit<Order, "id">>({ customer, price, ...order }: Given) {
  return {
    ...order,
    customerName: customer?.name,
    customerContact: customer?.contact,
    priceAmount: price?.amount,
    priceCurrency: price?.currency,
  };
}

/** The order of a row. */
export function readOrder(row: Row): Order {
  return orderOf(ORDERS.read(row));
}

/** Whether something personal of an order is not in it any more. */
function isErased(before: Order, after?: Order): boolean {
  return [
    [before.customer?.name, after?.customer?.name],
    [before.customer?.contact, after?.customer?.contact],
    [before.note, after?.note],
  ].some(([old, kept]) => old !== undefined && old !== kept);
}

/** The orders on a connection. Calls `erased` in each transaction that removes something personal. */
export function orders(sql: Sql, erased: () => void = () => {}): Orders {
  return {
    async insert(order) {
      const placed = await insertOne(sql, NEW, rowOf({ ...order, complete: false }), ORDERS);
      await insertCustomerWords(sql, [placed]);
      return orderOf(placed);
    },

    find: (id) => after(sql`select ${ORDERS.list} from orders where id = ${id}`, ([row]) => row && readOrder(row)),

    list: (filter, slice) => after(listOrders(sql, filter, slice), (rows) => rows.map(readOrder)),

    async search(filter, slice) {
      const { items, searchedTo } = await searchOrders(sql, filter, slice);
      return { items: items.map(readOrder), searchedTo };
    },

    async replace(expected, order) {
      const rows = await sql`
        update orders set ${NEW.assign(rowOf(order))}
        where ${ORDERS.matches(rowOf(expected))} returning id`;
      if (rows.length === 0) return false;
      if (isErased(expected, order)) erased();
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
      return row && readOrder(row);
    },

    async deleteOpen(id) {
      const [row] = await sql`
        delete from orders where id = ${id} and complete = 0
        returning ${ORDERS.list}`;
      if (row === undefined) return undefined;
      await deleteCustomerWords(sql, id);
      const deleted = readOrder(row);
      if (isErased(deleted)) erased();
      return deleted;
    },

    countOpen: (max) =>
      count(sql, fragment`select 1 from orders where complete in (0, 0) order by complete, id ${atMost(max)}`),
  };
}

/** By orders_by_pet (pet_id, complete, id), orders_by_completion (complete, id) or the primary key. */
function listOrders(sql: Sql, { petId, complete }: OrderFilter, slice: Slice): Eventual<Row[]> {
  const direction = slice.order === "desc" ? fragment`desc` : fragment`asc`;
  const key = petId === undefined ? fragment`complete` : fragment`pet_id ${direction}, complete`;
  const byIndex = fragment`order by ${key} ${direction}, id ${direction} ${atMost(slice.limit)}`;
  const branch = (isComplete: 0 | 1): Fragment => {
    const conditions = allOf([
      ...(petId === undefined ? [] : [fragment`pet_id in (${[petId, petId]})`]),
      fragment`complete in (${[isComplete, isComplete]})`,
      startsAfter(slice),
    ]);
    return fragment`select ${ORDERS.list} from orders where ${conditions} ${byIndex}`;
  };
  if (complete !== undefined) return sql`${branch(complete ? 1 : 0)}`;
  if (petId !== undefined) {
    return sql`
      select ${ORDERS.list} from (
        select ${ORDERS.list} from (${branch(0)}) open
        union all select ${ORDERS.list} from (${branch(1)}) completed
      ) every ${inOrder(slice)}`;
  }
  return sql`
    select ${ORDERS.list} from orders where ${startsAfter(slice)} ${inOrder(slice)}`;
}
