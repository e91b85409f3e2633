/* Receipts of completed orders and sales (decision 088). */
import * as z from "zod";
import { dateTime, int64, pageOf, pageParameters, parameter } from "../common.ts";
import { operation } from "../operation.ts";
import { dayParameter } from "../parameters.ts";
import { currencies } from "../values/money.ts";
import { Price } from "../values/price.ts";
import { receiptNumber } from "./order-schemas.ts";
import { SALE_ITEMS_MAX } from "./sale-schemas.ts";

export const Receipt = z
  .object({
    number: receiptNumber(),
    at: dateTime("When it was issued: with the completion of its orders"),
    voidedAt: dateTime("When its orders were reopened; omitted for a valid receipt").optional(),
    saleId: int64("Id of the sale of its orders; omitted for an order that was placed alone").optional(),
    orderIds: z
      .array(int64("Id of an order"))
      .max(SALE_ITEMS_MAX)
      .meta({ description: "The orders that were completed together. Those of a voided receipt may be cancelled" }),
    total: z
      .array(Price)
      .max(currencies.size)
      .meta({ description: "The sum of the prices in each currency, without later refunds" }),
    taxRate: z.string().optional().meta({
      maxLength: 5,
      pattern: "^[0-9]{1,2}(\\.[0-9]{1,2})?$",
      description: "The rate of the tax that the total includes, in per cent: `SHOP_TAX_RATE` at that time",
    }),
    tax: z
      .array(Price)
      .max(currencies.size)
      .optional()
      .meta({ description: "The tax that the total includes, in each currency; omitted without `taxRate`" }),
  })
  .meta({ id: "Receipt", description: "The receipt of orders that were completed together" });
export type Receipt = z.output<typeof Receipt>;

const one = {
  number: "2026-00042",
  at: "2026-12-01T09:00:00.000Z",
  saleId: 1,
  orderIds: [1, 2],
  total: [{ amount: 15000, currency: "EUR" }],
  taxRate: "19",
  tax: [{ amount: 2395, currency: "EUR" }],
};
const common = { tag: "Sales", method: "GET", scope: "orders:read", stability: "beta" } as const;

const listReceipts = operation({
  ...common,
  id: "listReceipts",
  path: "/store/receipts",
  summary: "List receipts",
  description:
    "Returns the receipts from one day to another, both included, the newest first, one page at a time. Voided receipts are listed too: " +
    "the numbers of a year have no gap.",
  query: z.object({
    ...pageParameters,
    from: dayParameter("The first day, in the shop's time zone"),
    to: dayParameter("The last day"),
  }),
  success: pageOf("receipts", Receipt, "ReceiptList", "Receipts, the newest first"),
  examples: { response: [one] },
});

const NUMBER = { maxLength: 14, description: "Number of the receipt, such as `2026-00042`" };

const getReceipt = operation({
  ...common,
  id: "getReceipt",
  path: "/store/receipts/{number}",
  summary: "Get a receipt",
  description: "Returns a receipt, also a voided one. Its customer and its items are those of its orders.",
  params: z.object({ number: parameter("the number of a receipt", (text) => text, { type: "string", ...NUMBER }) }),
  success: { status: 200, description: "The receipt", schema: Receipt },
  examples: { params: { number: one.number }, response: one },
});

/** The operations on receipts. */
export const receiptOperations = { listReceipts, getReceipt } as const;
