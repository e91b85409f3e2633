/* The tables of orders, and of what came back of them. */
import { table } from "../view.ts";
import { dateTime, flag, int32, int64, optional, text } from "./columns.ts";

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

/** What came back of orders. */
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

/** The index of words in the names of customers: derived from the orders, like `PET_WORDS`. */
export const ORDER_WORDS = table("order_words", { orderId: int64, nth: int32, words: text() }, { key: "order_id" });
