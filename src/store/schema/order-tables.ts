/* The tables of orders, their returns and their receipts. */
import { table } from "../view.ts";
import { dateTime, flag, int32, int64, optional, text, time, words } from "./columns.ts";

/** Orders of pets. */
export const ORDERS = table(
  "orders",
  {
    id: int64,
    petId: int64,
    quantity: int32,
    shipDate: optional(dateTime),
    shipDay: optional(text()),
    complete: flag,
    placedAt: optional(dateTime),
    completedAt: optional(dateTime),
    saleId: optional(int64),
    receiptId: optional(int64),
    customerName: optional(text()),
    customerContact: optional(text()),
    note: optional(text()),
    priceAmount: optional(int64),
    priceCurrency: optional(text()),
    petName: optional(text()),
    petCategoryId: optional(int64),
    petCategory: optional(text()),
    petReference: optional(text()),
    readyAt: optional(dateTime),
    returnedQuantity: int32,
    latestReturnAt: optional(dateTime),
    refundAmount: optional(int64),
    refundCurrency: optional(text()),
  },
  { key: "id", noun: "order", hasGeneratedIds: true },
);

/** Returns of orders. */
export const ORDER_RETURNS = table(
  "order_returns",
  {
    id: int64,
    orderId: int64,
    at: dateTime,
    quantity: int32,
    restock: flag,
    refundAmount: optional(int64),
    refundCurrency: optional(text()),
    note: optional(text()),
  },
  { key: "id", noun: "return", hasGeneratedIds: true, reference: { column: "order_id", table: "orders" } },
);

/** Receipts of completions. */
export const RECEIPTS = table(
  "receipts",
  {
    id: int64,
    at: time,
    voidedAt: optional(time),
    saleId: optional(int64),
    orderIds: words<`${bigint}`>(),
    sums: words(),
    taxRate: optional(int32),
  },
  { key: "id", noun: "receipt" },
);

/** The last number of a receipt in each year. */
export const RECEIPT_YEARS = table("receipt_years", { year: int32, lastNth: int64 }, { key: "year" });

/** The index of words in the names of customers: derived from the orders, like `PET_WORDS`. */
export const ORDER_WORDS = table("order_words", { orderId: int64, nth: int32, words: text() }, { key: "order_id" });
