import { type Command, Option } from "commander";
import { amountCell, csvLine, type DecimalMark, keptCell } from "../contract/exports/spreadsheet-cells.ts";
import { serializer } from "../contract/json/serializer.ts";
import { Closing, Sales, type SalesGrouping, salesGroupings } from "../contract/shop/reports.ts";
import { isDay } from "../contract/values/days.ts";
import { readTimeZone, TIME_ZONE } from "../contract/values/time-zones.ts";
import { dateIn } from "../core/feed/local-days.ts";
import { closingOf } from "../core/reports/closing.ts";
import { period } from "../core/reports/report-days.ts";
import { salesBetween } from "../core/reports/sales-report-handlers.ts";
import { UsageError } from "../files/problems/usage-error.ts";
import { clock } from "../service/runtime.ts";
import { addSettings, type Flags } from "./settings-flags.ts";
import { JSON_FLAG, printRows, type Shown } from "./terminal/table.ts";
import { withStore } from "./with-store.ts";

/** Adds `petstore report`. */
export function addReportCommand(petstore: Command): void {
  const report = petstore.command("report").description("what was sold and returned; the service may run");
  const sales = report
    .command("sales")
    .description("sum the completed and returned orders by day, month, category or receipt, and by currency")
    .option("--from <day>", "the first day (default: the first of the month)")
    .option("--to <day>", "the last day, at most 366 days later (default: today)")
    .addOption(new Option("--by <what>", "what the sums are by").choices(salesGroupings).default("day"))
    .option("--time-zone <name>", "the time zone of the days (default: SHOP_TIME_ZONE)")
    .option("--csv", "CSV, for a spreadsheet")
    .option(...DECIMAL_COMMA_FLAG)
    .option(...JSON_FLAG)
    .action(print);
  addSettings(sales, ["databaseUrl"]);
  const closing = report
    .command("closing")
    .description("close a day: its sums by currency, its receipts, and which were voided")
    .option("--day <day>", "the day (default: today)")
    .option(...JSON_FLAG)
    .action(printClosing);
  addSettings(closing, ["databaseUrl"]);
}

async function printClosing({ day, json, ...flags }: Flags & { day?: string; json?: true }): Promise<void> {
  if (day !== undefined && !isDay(day)) throw new UsageError(`--day: expected a day such as 2026-12-01; got ${day}`);
  await withStore(flags, async (store, { shopTimeZone }) => {
    const closing = await closingOf(day ?? dateIn(shopTimeZone, clock()), shopTimeZone, store);
    if (json) {
      process.stdout.write(`${CLOSING_JSON(closing)}\n`);
      return;
    }
    const { first, last, issued, voided, voidedReceipts, sums } = closing;
    const numbers = voidedReceipts.map(({ number }) => number).join(", ");
    process.stdout.write(
      `${closing.day}: ${first === undefined ? "no receipts" : `receipts ${first} to ${last}, ${issued} issued`}` +
        `${voided === 0 ? "" : `, ${voided} voided: ${numbers}${voided > voidedReceipts.length ? " and more" : ""}`}\n`,
    );
    printRows(sums, { columns: { ...sumColumns(), ...bookColumns(), ...NET }, json: CLOSING_JSON }, undefined);
  });
}

const CLOSING_JSON = serializer(Closing);

/** For spreadsheets in locales that write 12,50. */
export const DECIMAL_COMMA_FLAG = [
  "--decimal-comma",
  "CSV as spreadsheets in German and many other languages read it: 12,50, and semicolons between cells",
] as const;

/** Checks the time zone of a flag. Throws a `UsageError` if it is unknown. */
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

type Sums = Omit<Closing["sums"][number], "net">;
type Columns = Readonly<Record<string, (sums: Sums) => string>>;

/** Amounts in the unit of their currency. */
function amountOf(amount: bigint | undefined, currency: string | undefined, decimalMark?: DecimalMark): string {
  return amount === undefined || currency === undefined ? "" : amountCell({ amount, currency }, decimalMark);
}

function sumColumns(decimalMark?: DecimalMark): Columns {
  return {
    CURRENCY: ({ currency = "" }) => currency,
    ORDERS: ({ orders }) => String(orders),
    PETS: ({ quantity }) => String(quantity),
    SALES: ({ sales, currency }) => amountOf(sales, currency, decimalMark),
    RETURNS: ({ returns }) => String(returns),
    "PETS BACK": ({ returnedQuantity }) => String(returnedQuantity),
    REFUNDS: ({ refunds, currency }) => amountOf(refunds, currency, decimalMark),
  };
}

function bookColumns(decimalMark?: DecimalMark): Columns {
  return {
    TAX: ({ tax, currency }) => amountOf(tax, currency, decimalMark),
    VOIDED: ({ voids, currency }) => amountOf(voids?.sales, currency, decimalMark),
    "VOIDED TAX": ({ voids, currency }) => amountOf(voids?.tax, currency, decimalMark),
  };
}

const NET: Shown<Closing["sums"][number]>["columns"] = { NET: ({ net, currency }) => amountOf(net, currency) };

function shownBy(by: SalesGrouping, decimalMark?: DecimalMark): Shown<Sales> {
  const groups: Record<SalesGrouping, Shown<Sales>["columns"]> = {
    day: { DAY: ({ day = "" }) => day },
    month: { MONTH: ({ month = "" }) => month },
    category: { CATEGORY: ({ category, categoryId }) => category ?? String(categoryId ?? "") },
    receipt: {
      RECEIPT: ({ receipt = "" }) => receipt,
      "VOIDED AT": ({ voidedAt = "" }) => voidedAt,
    },
  };
  return {
    columns: {
      ...groups[by],
      ...sumColumns(decimalMark),
      ...(by === "receipt" && bookColumns(decimalMark)),
    },
    json: serializer(Sales),
  };
}

/** The same columns as CSV. Excel needs the byte order mark to detect UTF-8. */
function printCsv(rows: readonly Sales[], by: SalesGrouping, decimalMark: DecimalMark): void {
  const { columns } = shownBy(by, decimalMark);
  const titles = Object.keys(columns).map((title) => title.toLowerCase());
  const cellsOf = (row: Sales) =>
    Object.entries(columns).map(([title, cell]) => (title === "CATEGORY" ? keptCell(cell(row)) : cell(row)));
  const lines = [titles, ...rows.map(cellsOf)];
  process.stdout.write(`\ufeff${lines.map((cells) => csvLine(cells, decimalMark)).join("")}`);
}
