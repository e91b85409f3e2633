import * as z from "zod";
import { count, INT32_MAX, int64, total } from "./common.ts";
import { DAY_SCHEMA } from "./days.ts";
import { NAME_MAX } from "./limits.ts";
import { operation } from "./operation.ts";
import { dayParameter, timeZoneParameter } from "./parameters.ts";
import { storedText } from "./texts.ts";

/** The most days of a report. */
export const REPORT_DAYS_MAX = 366;

/** What the sums of a report are by. */
export const salesGroupings = ["day", "month", "category"] as const;
export type SalesGrouping = (typeof salesGroupings)[number];

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
    currency: storedText(3, "The currency; omitted for orders without a price").optional(),
    orders: count("How many orders were completed"),
    quantity: total("How many pets they were for"),
    sales: int64("The sum of their prices, in the smallest unit of the currency"),
    returns: count("How many returns there were, whole or in part"),
    returnedQuantity: total("How many pets came back"),
    refunds: int64("The sum of what was paid back, in the smallest unit of the currency"),
  })
  .meta({
    id: "Sales",
    description: "What was sold and returned on a day, in a month or of a category, in one currency",
  });
export type Sales = z.output<typeof Sales>;

const listSales = operation({
  id: "listSales",
  method: "GET",
  path: "/reports/sales",
  tag: "Reports",
  summary: "List sales",
  description:
    "Returns what was sold and what was returned from one day to another, both included, by day, month or category, and by " +
    "currency. An order counts on the day of its completion, each return with its quantity and its refund on its own day. A " +
    "pet's category is that which it had when it was ordered. Days, months and categories without orders are omitted. A sum that " +
    "exceeds int64 goes on in another entry of the same day, month or category and currency, without orders.",
  scope: "orders:read",
  stability: "beta",
  query: z.object({
    from: dayParameter("The first day; that of the month of `to` if omitted"),
    to: dayParameter(`The last day, so that there are at most ${REPORT_DAYS_MAX}; today if omitted`),
    by: z
      .enum(salesGroupings, { error: `one of ${salesGroupings.map((one) => `"${one}"`).join(", ")}` })
      .optional()
      .meta({ "x-stability": "beta", description: "What the sums are by; `day` if omitted" }),
    timeZone: timeZoneParameter("The IANA time zone of the days, such as `Europe/Berlin`; that of the shop if omitted"),
  }),
  success: {
    status: 200,
    description: "The sums, in the order of day, month or category, and of currency",
    schema: z.array(Sales).max(INT32_MAX).meta({ id: "SalesReport", description: "Sales by day, month or category" }),
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

/** The operations on reports. */
export const reportOperations = { listSales } as const;
