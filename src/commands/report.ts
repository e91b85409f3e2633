import { type Command, Option } from "commander";
import { isDay } from "../contract/days.ts";
import { Sales, type SalesGrouping, salesGroupings } from "../contract/reports.ts";
import { serializer } from "../contract/serializer.ts";
import { amountCell, csvLine, type DecimalMark, keptCell } from "../contract/spreadsheet-cells.ts";
import { readTimeZone, TIME_ZONE } from "../contract/time-zones.ts";
import { period } from "../core/reports/report-days.ts";
import { salesBetween } from "../core/reports/sales.ts";
import { UsageError } from "../files/usage-error.ts";
import { clock } from "../service/runtime.ts";
import { addSettings, type Flags } from "./settings-flags.ts";
import { JSON_FLAG, printRows, type Shown } from "./table.ts";
import { withStore } from "./with-store.ts";

/** Adds `petstore report`. */
export function addReportCommand(petstore: Command): void {
  const report = petstore.command("report").description("what was sold and returned; the service may run");
  const sales = report
    .command("sales")
    .description("sum the completed and returned orders by day, month or category, and by currency")
    .option("--from <day>", "the first day (default: the first of the month)")
    .option("--to <day>", "the last day, at most 366 days later (default: today)")
    .addOption(new Option("--by <what>", "what the sums are by").choices(salesGroupings).default("day"))
    .option("--time-zone <name>", "the time zone of the days (default: SHOP_TIME_ZONE)")
    .option("--csv", "CSV, for a spreadsheet")
    .option(...DECIMAL_COMMA_FLAG)
    .option(...JSON_FLAG)
    .action(print);
  addSettings(sales, ["databaseUrl"]);
}

/** For spreadsheets of people who write 12,50. */
export const DECIMAL_COMMA_FLAG = [
  "--decimal-comma",
  "CSV as spreadsheets in German and many other languages read it: 12,50, and semicolons between cells",
] as const;

/** The time zone that a flag names. Throws a `UsageError` for one that is unknown. */
export function requireTimeZone(name: string): string {
  const timeZone = readTimeZone(name);
  if (timeZone === undefined) throw new UsageError(`--time-zone: expected ${TIME_ZONE}; got ${name}`);
  return timeZone;
}

type ReportFlags = Flags & {
  readonly from?: string;
  readonly to?: string;
  readonly by: SalesGrouping;
  readonly timeZone?: string;
  readonly csv?: true;
  readonly decimalComma?: true;
  readonly json?: true;
};

async function print({ from, to, by, timeZone: named, csv, decimalComma, json, ...flags }: ReportFlags): Promise<void> {
  if (decimalComma && !csv) throw new UsageError("--decimal-comma is for CSV: use it with --csv");
  for (const [flag, day] of Object.entries({ from, to })) {
    if (day !== undefined && !isDay(day))
      throw new UsageError(`--${flag}: expected a day such as 2026-12-01; got ${day}`);
  }
  const zone = named === undefined ? undefined : requireTimeZone(named);
  await withStore(flags, async (store, { shopTimeZone }) => {
    const timeZone = zone ?? shopTimeZone;
    const request = { ...period({ from, to }, timeZone, clock()), by, timeZone };
    const rows = await salesBetween(request, store, () => {});
    if (csv) printCsv(rows, by, decimalComma ? "," : ".");
    else printRows(rows, shownBy(by), json);
  });
}

/** Amounts as people write them: they know the currency's unit. */
function shownBy(by: SalesGrouping, decimalMark?: DecimalMark): Shown<Sales> {
  const amount = (amount: bigint, currency: string | undefined) =>
    currency === undefined ? "" : amountCell({ amount, currency }, decimalMark);
  const groups: Record<SalesGrouping, Shown<Sales>["columns"]> = {
    day: { DAY: ({ day = "" }) => day },
    month: { MONTH: ({ month = "" }) => month },
    category: { CATEGORY: ({ category, categoryId }) => category ?? String(categoryId ?? "") },
  };
  return {
    columns: {
      ...groups[by],
      CURRENCY: ({ currency = "" }) => currency,
      ORDERS: ({ orders }) => String(orders),
      PETS: ({ quantity }) => String(quantity),
      SALES: ({ sales, currency }) => amount(sales, currency),
      RETURNS: ({ returns }) => String(returns),
      "PETS BACK": ({ returnedQuantity }) => String(returnedQuantity),
      REFUNDS: ({ refunds, currency }) => amount(refunds, currency),
    },
    json: serializer(Sales),
  };
}

/** The same columns. The byte order mark keeps Excel from misreading letters. */
function printCsv(rows: readonly Sales[], by: SalesGrouping, decimalMark: DecimalMark): void {
  const { columns } = shownBy(by, decimalMark);
  const titles = Object.keys(columns).map((title) => title.toLowerCase());
  const cellsOf = (row: Sales) =>
    Object.entries(columns).map(([title, cell]) => (title === "CATEGORY" ? keptCell(cell(row)) : cell(row)));
  const lines = [titles, ...rows.map(cellsOf)];
  process.stdout.write(`\ufeff${lines.map((cells) => csvLine(cells, decimalMark)).join("")}`);
}
