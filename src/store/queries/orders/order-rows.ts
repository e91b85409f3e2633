/* Orders as rows. */
import type { Order } from "../../../contract/orders/order-schemas.ts";
import { receiptId, receiptNumber } from "../../../core/shop/orders/receipt-numbers.ts";
import { returnedQuantity } from "../../../core/shop/orders/returns.ts";
import type { Row } from "../../engine.ts";
import { ORDERS } from "../../schema/order-tables.ts";

type StoredOrder = ReturnType<typeof ORDERS.read>;

/** The columns of nested objects in an order, with the name of the object and of its member. */
const INNER: ReadonlyMap<string, readonly [string, string]> = new Map(
  Object.entries({
    customerName: ["customer", "name"],
    customerContact: ["customer", "contact"],
    priceAmount: ["price", "amount"],
    priceCurrency: ["price", "currency"],
    petName: ["pet", "name"],
    petCategoryId: ["pet", "categoryId"],
    petCategory: ["pet", "category"],
    petReference: ["pet", "reference"],
    refundAmount: ["refund", "amount"],
    refundCurrency: ["refund", "currency"],
  } satisfies { readonly [Column in keyof StoredOrder]?: [keyof Order, string] }),
);

/** Converts a row to an order without its returns. In one pass without copies, because it runs for each order of each list and change. */
export function orderOf({ returnedQuantity, latestReturnAt, ...row }: StoredOrder): Order {
  const order: Record<string, unknown> = {};
  if (returnedQuantity === row.quantity) order["returnedAt"] = latestReturnAt;
  for (const [column, value] of Object.entries(row)) {
    if (column === "receiptId") {
      order["receipt"] = { number: receiptNumber(value as bigint), at: row.completedAt };
      continue;
    }
    const inner = INNER.get(column);
    if (inner === undefined) {
      order[column] = value;
      continue;
    }
    const [name, member] = inner;
    const whole = (order[name] ?? {}) as Record<string, unknown>;
    whole[member] = value;
    order[name] = whole;
  }
  return order as unknown as Order;
}

/** Converts an order to a row, without its returns. */
export function rowOf<Given extends Omit<Order, "id">>({
  customer,
  price,
  pet,
  refund,
  returns,
  returnedAt: _,
  receipt,
  ...order
}: Given) {
  return {
    ...order,
    receiptId: receipt && receiptId(receipt.number),
    returnedQuantity: returnedQuantity({ returns }),
    latestReturnAt: returns?.at(-1)?.at,
    customerName: customer?.name,
    customerContact: customer?.contact,
    priceAmount: price?.amount,
    priceCurrency: price?.currency,
    petName: pet?.name,
    petCategoryId: pet?.categoryId,
    petCategory: pet?.category,
    petReference: pet?.reference,
    refundAmount: refund?.amount,
    refundCurrency: refund?.currency,
  };
}

/** The order of a row without returns: only complete orders can have some. */
export function readOpen(row: Row): Order {
  return orderOf(ORDERS.read(row));
}
