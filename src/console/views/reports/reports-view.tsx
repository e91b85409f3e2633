/* Sales and returns of a month, and the pets that have waited longest. Days are in the shop's time zone, as the
   service counts them. */
import type { Sales } from "../../../client/index.ts";
import { isDay } from "../../../contract/values/days.ts";
import { dateOf, todayStart } from "../../app/formats/day.ts";
import { allTexts, formatNumber, formatPlainDate } from "../../app/formats/language.ts";
import { formatMoney } from "../../app/formats/money-text.ts";
import { formatMonth } from "../../app/formats/view-formats.ts";
import { hrefOf, route } from "../../app/routes.ts";
import { can, petstore } from "../../app/session/session.ts";
import { dayCell, decimal, saveTable } from "../../data/files/export-list.ts";
import { categoryName } from "../../data/pets/category-data.ts";
import { type Resource, useResource } from "../../data/resource.ts";
import { ViewHead } from "../../ui/list/list-view.tsx";
import { DataTable, DayPlot } from "../../ui/plot.tsx";
import { FailureState, Skeleton } from "../../ui/states.tsx";
import { Closing } from "./closing.tsx";
import { WaitingLongest } from "./waiting-longest.tsx";

/** The month in the URL, or the current one. */
function monthOf(): string {
  const given = route.value.query.get("month") ?? "";
  return /^[0-9]{4}-(?:0[1-9]|1[0-2])$/.test(given) ? given : dateOf(todayStart.value).slice(0, 7);
}

/** The month this many months later. */
function monthsAfter(month: string, months: number): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + months)).toISOString().slice(0, 7);
}

function datesOf(month: string): readonly string[] {
  const days = (Date.parse(`${monthsAfter(month, 1)}-01`) - Date.parse(`${month}-01`)) / 86_400_000;
  return Array.from({ length: days }, (_, nth) => `${month}-${String(nth + 1).padStart(2, "0")}`);
}

function useSales(month: string, by: "day" | "category"): Resource<readonly Sales[]> {
  const dates = datesOf(month);
  return useResource<readonly Sales[]>(`sales of ${month} by ${by}`, {
    load: (signal) => petstore().reports.sales({ from: dates[0], to: dates.at(-1), by }, { signal }),
    topic: "sales",
  });
}

/** The report of a month, or the closing of a day. */
export function ReportsView() {
  const day = route.value.query.get("day") ?? "";
  return isDay(day) ? <Closing key={day} day={day} /> : <Month month={monthOf()} />;
}

function Month({ month }: { readonly month: string }) {
  const { reports: words, views } = allTexts.value;
  const [byCategory, byDay] = [useSales(month, "category"), useSales(month, "day")];
  const failed = [byCategory, byDay].find(({ error, data }) => error !== undefined && data === undefined);
  return (
    <>
      <ViewHead title={views.reports}>
        <nav class="actions" aria-label={words.months}>
          <a class="button quiet" href={hrefOf("reports", "", { month: monthsAfter(month, -1) })}>
            {words.earlier}
          </a>
          <strong>{formatMonth(`${month}-01`)}</strong>
          <a class="button quiet" href={hrefOf("reports", "", { month: monthsAfter(month, 1) })}>
            {words.later}
          </a>
          <a class="button quiet" href={hrefOf("reports", "", { day: dateOf(todayStart.value) })}>
            {words.closing}
          </a>
        </nav>
      </ViewHead>
      <div class="stack reports">
        {failed === undefined ? (
          <>
            <Categories month={month} sales={byCategory.data} />
            <Days month={month} sales={byDay.data} />
          </>
        ) : (
          <FailureState error={failed.error} retry={failed.reload} />
        )}
        {can("pets:read") && <WaitingLongest />}
      </div>
    </>
  );
}

interface PartProps {
  readonly month: string;
  /** Undefined while loading. */
  readonly sales: readonly Sales[] | undefined;
}

/** Sums by category and currency, always as a table. */
function Categories({ month, sales }: PartProps) {
  const { reports: words } = allTexts.value;
  return (
    <section class="card stack" aria-labelledby="sold-by-kind">
      <h2 id="sold-by-kind">{words.byKind}</h2>
      {sales === undefined && <Skeleton lines={4} />}
      {sales?.length === 0 && <p class="muted">{words.nothing}</p>}
      {sales !== undefined && sales.length > 0 && (
        <>
          <SalesTable title={words.byKind} first={words.kind} sales={sales} nameOf={kindOf} />
          <Export name={`sales-${month}-kinds`} first={words.kind} sales={sales} nameOf={kindOf} />
        </>
      )}
    </section>
  );
}

function kindOf({ category, categoryId }: Sales): string {
  if (category !== undefined) return category;
  return categoryId === undefined ? "–" : categoryName(categoryId);
}

/** The orders of each day as a plot, and a table with amounts. */
function Days({ month, sales }: PartProps) {
  const { reports: words } = allTexts.value;
  const ordersOn = Map.groupBy(sales ?? [], ({ day }) => day);
  const counts = datesOf(month).map((date) => ({
    date,
    count: (ordersOn.get(date) ?? []).reduce((sum, { orders }) => sum + orders, 0),
  }));
  const dayOf = ({ day = "" }: Sales) => formatPlainDate(day);
  const amounts = { title: words.amountsByDay, summary: words.amountsByDay };
  return (
    <section class="card stack" aria-labelledby="sold-by-day">
      <h2 id="sold-by-day">{words.byDay}</h2>
      {sales === undefined ? <Skeleton lines={6} /> : <DayPlot title={words.byDay} days={counts} />}
      {sales !== undefined && sales.length > 0 && (
        <>
          <DataTable {...amounts} headers={headersOf(words.day)} rows={rowsOf(sales, dayOf)} />
          <Export name={`sales-${month}-days`} first={words.day} sales={sales} nameOf={({ day = "" }) => day} />
        </>
      )}
    </section>
  );
}

interface SalesTableProps {
  readonly title: string;
  readonly first: string;
  readonly sales: readonly Sales[];
  readonly nameOf: (sales: Sales) => string;
}

function headersOf(first: string): readonly string[] {
  const { reports: words } = allTexts.value;
  return [first, words.orders, words.sales, words.returns, words.refunds];
}

function rowsOf(sales: readonly Sales[], nameOf: (sales: Sales) => string): readonly (readonly string[])[] {
  const money = (amount: bigint, currency: string | undefined) =>
    currency === undefined ? "–" : formatMoney({ amount, currency });
  return sales.map((one) => [
    nameOf(one),
    formatNumber(one.orders),
    money(one.sales, one.currency),
    formatNumber(one.returnedQuantity),
    money(one.refunds, one.currency),
  ]);
}

/** The total in each currency. */
function totalsOf(sales: readonly Sales[]): readonly Sales[] {
  const totals = Map.groupBy(sales, ({ currency }) => currency).values();
  return [...totals].map((ofCurrency) =>
    ofCurrency.reduce((sum, one) => ({
      ...(one.currency !== undefined && { currency: one.currency }),
      orders: sum.orders + one.orders,
      quantity: sum.quantity + one.quantity,
      sales: sum.sales + one.sales,
      returns: sum.returns + one.returns,
      returnedQuantity: sum.returnedQuantity + one.returnedQuantity,
      refunds: sum.refunds + one.refunds,
    })),
  );
}

function SalesTable({ title, first, sales, nameOf }: SalesTableProps) {
  const { reports: words } = allTexts.value;
  return (
    <table>
      <caption class="visually-hidden">{title}</caption>
      <thead>
        <tr>
          {headersOf(first).map((header, nth) => (
            <th key={header} scope="col" class={nth === 0 ? undefined : "number"}>
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{rowsOf(sales, nameOf).map(salesRow)}</tbody>
      <tfoot>{rowsOf(totalsOf(sales), () => words.total).map(salesRow)}</tfoot>
    </table>
  );
}

function salesRow([name, ...cells]: readonly string[], row: number) {
  return (
    <tr key={row}>
      <th scope="row">
        <bdi>{name}</bdi>
      </th>
      {cells.map((cell, column) => (
        <td key={column} class="number">
          {cell}
        </td>
      ))}
    </tr>
  );
}

/** Saves a table as a file, with plain numbers for spreadsheets. */
function Export({ name, first, sales, nameOf }: Omit<SalesTableProps, "title"> & { readonly name: string }) {
  const { reports: words, profile, views } = allTexts.value;
  const save = () => {
    const money = (amount: bigint, currency: string | undefined) =>
      currency === undefined ? undefined : decimal({ amount, currency });
    const columns = {
      [first]: (row: Sales) => dayCell(row.day) ?? nameOf(row),
      [profile.currency]: ({ currency }: Sales) => currency,
      [words.orders]: ({ orders }: Sales) => orders,
      [views.pets]: ({ quantity }: Sales) => quantity,
      [words.sales]: ({ currency, sales }: Sales) => money(sales, currency),
      [words.returns]: ({ returnedQuantity }: Sales) => returnedQuantity,
      [words.refunds]: ({ currency, refunds }: Sales) => money(refunds, currency),
    };
    saveTable(name, columns, sales);
  };
  return (
    <p class="actions">
      <button type="button" class="quiet" onClick={save}>
        {words.save}
      </button>
    </p>
  );
}
