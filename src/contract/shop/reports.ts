import * as z from "zod";
import { count, dateTime, INT32_MAX, int64, oneOf, total } from "../common.ts";
import { NAME_MAX } from "../limits.ts";
import { operation } from "../operation.ts";
import { receiptNumber } from "../orders/order-schemas.ts";
import { Receipt } from "../orders/receipts.ts";
import { dayParameter, timeZoneParameter } from "../parameters.ts";
import { DAY_SCHEMA } from "../values/days.ts";
import { storedText } from "../values/texts.ts";

/** The most days of a report. */
export const REPORT_DAYS_MAX = 366;

/** The most days of a report by receipt, and the most entries. */
export const RECEIPT_DAYS_MAX = 31;
export const RECEIPT_ENTRIES_MAX = 20_000;

/** The groupings of a report. */
export const salesGroupings = ["day", "month", "category", "receipt"] as const;
export type SalesGrouping = (typeof salesGroupings)[number];

const sums = {
  currency: storedText(3, "The currency; omitted for orders without a price").optional(),
  orders: count("How many orders were completed"),
  quantity: total("How many pets they were for"),
  sales: int64("The sum of their prices, in the smallest unit of the currency"),
  returns: count("How many returns there were, whole or in part"),
  returnedQuantity: total("How many pets came back"),
  refunds: int64("The sum of what was paid back, in the smallest unit of the currency"),
};

const Voids = z
  .object({
    orders: count("How many orders they were for"),
    quantity: total("How many pets those were for"),
    sales: int64("The sum of their prices, in the smallest unit of the currency"),
    tax: int64("The tax that `sales` includes; omitted if no receipt has one").optional(),
  })
  .meta({ id: "Voids", description: "What receipts were for that were voided, in one currency" });

export const Sales = z
  .object({
    day: z.iso
      .date()
      .optional()
      .meta({ ...DAY_SCHEMA, description: "With `by=day`, the day" }),
    month: z.string().optional().meta({
      maxLength: 7,
      pattern: "^[0-9]{4}-[0-9]{2}$",
      description: "With `by=month`, the month, such as 2026-12",
    }),
    categoryId: int64("With `by=category`, the id of the category; omitted if unknown").optional(),
    category: storedText(NAME_MAX, "The name of that category, if it has one").optional(),
    receipt: receiptNumber()
      .optional()
      .meta({ description: "With `by=receipt`, the number of the receipt; omitted for orders that have none" }),
    voidedAt: dateTime("With `by=receipt`, when a receipt was voided, in an entry of that").optional(),
    ...sums,
    tax: int64("With `by=receipt`, the tax that `sales` includes; omitted if the receipt has none").optional(),
    voids: Voids.optional(),
  })
  .meta({
    id: "Sales",
    description: "What was sold and returned on a day, in a month, of a category or with a receipt, in one currency",
  });
export type Sales = z.output<typeof Sales>;

const listSales = operation({
  id: "listSales",
  method: "GET",
  path: "/reports/sales",
  tag: "Reports",
  summary: "List sales",
  description:
    "Returns what was sold and what was returned from one day to another, both included, by day, month, category or receipt, and by " +
    "currency. An order counts on the day of its completion, each return with its quantity and its refund on its own day. A " +
    "pet's category is that which it had when it was ordered. Days, months and categories without orders are omitted. A sum that " +
    "exceeds int64 goes on in another entry of the same day, month or category and currency, without orders. By receipt, at most " +
    `${RECEIPT_DAYS_MAX} days with ${RECEIPT_ENTRIES_MAX} entries: a return is with the receipt of its order. A receipt counts on its day as it was ` +
    "issued. Its voiding is an entry of its own, on its own day. The other sums have only what is complete now.",
  scope: "orders:read",
  stability: "beta",
  query: z.object({
    from: dayParameter("The first day; that of the month of `to` if omitted"),
    to: dayParameter(`The last day, so that there are at most ${REPORT_DAYS_MAX}; today if omitted`),
    by: z
      .enum(salesGroupings, { error: oneOf(salesGroupings) })
      .optional()
      .meta({ "x-stability": "beta", description: "What the sums are by; `day` if omitted" }),
    timeZone: timeZoneParameter("The IANA time zone of the days, such as `Europe/Berlin`; that of the shop if omitted"),
  }),
  success: {
    status: 200,
    description: "The sums, in the order of day, month, category or receipt, and of currency",
    schema: z
      .array(Sales)
      .max(INT32_MAX)
      .meta({ id: "SalesReport", description: "Sales by day, month, category or receipt" }),
  },
  errors: [],
  examples: {
    response: [
      {
        day: "2026-12-01",
        currency: "EUR",
        orders: 3,
        quantity: 3,
        sales: 45000,
        returns: 1,
        returnedQuantity: 1,
        refunds: 15000,
      },
    ],
  },
});

/** The most void receipts that a closing names. */
export const CLOSING_VOIDED_MAX = 100;

export const Closing = z
  .object({
    day: z.iso.date().meta({ ...DAY_SCHEMA, description: "The day, in the shop's time zone" }),
    first: receiptNumber().optional().meta({ description: "The first receipt of the day; omitted if there is none" }),
    last: receiptNumber().optional().meta({ description: "The last receipt of the day; omitted if there is none" }),
    issued: count("How many receipts were issued, also those that were voided since"),
    voided: count("How many receipts were voided, of this day or an earlier one"),
    voidedReceipts: z
      .array(Receipt)
      .max(CLOSING_VOIDED_MAX)
      .meta({ description: `The first ${CLOSING_VOIDED_MAX} of those that were voided` }),
    sums: z
      .array(
        z
          .object({
            ...sums,
            tax: int64("The tax that `sales` includes; omitted if no receipt has one").optional(),
            voids: Voids.optional(),
            net: int64("`sales` without what was voided and paid back"),
          })
          .meta({ id: "ClosingSums", description: "What was sold, voided and returned in one currency" }),
      )
      .max(INT32_MAX)
      .meta({ description: "The sums, in the order of currency" }),
  })
  .meta({ id: "Closing", description: "What was sold and returned on a day, and its receipts" });
export type Closing = z.output<typeof Closing>;

const getClosing = operation({
  id: "getClosing",
  method: "GET",
  path: "/reports/closing",
  tag: "Reports",
  summary: "Close a day",
  description:
    "Returns the sums of a day by currency, its first and its last receipt, and those that were voided. A receipt counts on its day as it " +
    "was issued, and its voiding on the day of that, so that the closing of a past day never changes.",
  scope: "orders:read",
  stability: "beta",
  query: z.object({ day: dayParameter("The day, in the shop's time zone; today if omitted") }),
  success: { status: 200, description: "The closing of the day", schema: Closing },
  errors: [],
  examples: {
    response: {
      day: "2026-12-01",
      first: "2026-00040",
      last: "2026-00042",
      issued: 3,
      voided: 0,
      voidedReceipts: [],
      sums: [
        {
          currency: "EUR",
          orders: 3,
          quantity: 3,
          sales: 45000,
          returns: 1,
          returnedQuantity: 1,
          refunds: 15000,
          tax: 7185,
          net: 30000,
        },
      ],
    },
  },
});

/** The operations on reports. */
export const reportOperations = { listSales, getClosing } as const;
