/* The daily closing: the receipts of a day, their sums, and gaps in their numbers. */
import type { ClosingSums, Closing as DayClosing, Receipt } from "../../../client/index.ts";
import { allTexts, formatNumber, formatPlainDate } from "../../app/formats/language.ts";
import { formatMoney } from "../../app/formats/money-text.ts";
import { formatTime, formatTimeOfDay } from "../../app/formats/view-formats.ts";
import { attempt } from "../../app/notices.ts";
import { hrefOf } from "../../app/routes.ts";
import { petstore } from "../../app/session/session.ts";
import { sumsText } from "../../data/orders/sale-data.ts";
import { useResource } from "../../data/resource.ts";
import { ViewHead } from "../../ui/list/list-view.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { FactList } from "../../ui/panels/side-panel.tsx";
import { printReceipt } from "../../ui/shop/papers.tsx";

/** The day this many days later; negative for earlier. */
const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

interface Books {
  readonly closing: DayClosing;
  /** The receipts of the day in order, including void ones. */
  readonly receipts: readonly Receipt[];
}

async function readBooks(day: string, signal: AbortSignal): Promise<Books> {
  const receipts: Receipt[] = [];
  const closing = petstore().reports.closing({ day }, { signal });
  for await (const receipt of petstore().receipts.list({ from: day, to: day }, { signal })) receipts.push(receipt);
  return { closing: await closing, receipts: receipts.toReversed() };
}

export function Closing({ day }: { readonly day: string }) {
  const { reports: words } = allTexts.value;
  const books = useResource<Books>(`books of ${day}`, { load: (signal) => readBooks(day, signal), topic: "sales" });
  const href = (days: number) => hrefOf("reports", "", { day: dayAfter(day, days) });
  return (
    <>
      <ViewHead title={words.closing}>
        <nav class="actions" aria-label={words.day}>
          <a class="button quiet" href={href(-1)}>
            {words.earlier}
          </a>
          <strong>{formatPlainDate(day)}</strong>
          <a class="button quiet" href={href(1)}>
            {words.later}
          </a>
          <a class="button quiet" href={hrefOf("reports", "", { month: day.slice(0, 7) })}>
            {words.months}
          </a>
        </nav>
      </ViewHead>
      <p class="on-paper">{formatPlainDate(day)}</p>
      <Loaded resource={books} lines={8}>
        {(read) => (
          <div class="stack reports">
            <Sums {...read} />
            {read.receipts.length > 0 && <Receipts receipts={read.receipts} />}
          </div>
        )}
      </Loaded>
    </>
  );
}

function Sums({ closing, receipts }: Books) {
  const { reports: words, print } = allTexts.value;
  const { first, last, issued, voided, voidedReceipts, sums } = closing;
  const money = (of: (sum: ClosingSums) => bigint | undefined) => {
    const amounts = sums.flatMap((sum) => {
      const amount = of(sum);
      return amount === undefined || sum.currency === undefined ? [] : [{ amount, currency: sum.currency }];
    });
    return sumsText(amounts, formatMoney) || undefined;
  };
  const missing = missingIn(receipts);
  const note = voidedReceipts.map(({ number, at, voidedAt = "" }) =>
    words.voided(number, formatTime(at), formatTime(voidedAt)),
  );
  return (
    <section class="card stack" aria-labelledby="sums">
      <h2 id="sums">{words.sums}</h2>
      {issued === 0 && <p class="muted">{words.noReceipts}</p>}
      <FactList
        facts={[
          [words.sales, money(({ sales, orders }) => (orders > 0 ? sales : undefined))],
          [words.tax, money(({ tax }) => tax)],
          [words.voids, money(({ voids }) => voids?.sales)],
          [words.voidedTax, money(({ voids }) => voids?.tax)],
          [words.refunds, money(({ refunds }) => refunds || undefined)],
          [words.total, money(({ net }) => net)],
          [words.receipts, issued > 0 && formatNumber(issued)],
          [words.voidedReceipts, voided > 0 && formatNumber(voided)],
          // All receipts of a day share the year.
          [words.numbers, first && (first === last ? first : `${first} – ${last?.split("-")[1]}`)],
        ]}
      />
      {[...note, ...missing.map(words.missing)].map((text) => (
        <p key={text}>{text}</p>
      ))}
      {issued > 0 && note.length + missing.length === 0 && <p class="muted">{words.complete}</p>}
      <p class="actions">
        <button type="button" onClick={() => globalThis.print()}>
          {print.title}
        </button>
      </p>
    </section>
  );
}

/** The receipt numbers missing between the first and the last. */
function missingIn(receipts: readonly Receipt[]): readonly string[] {
  const known = new Set(receipts.map(({ number }) => number));
  const [first, last] = [receipts[0], receipts.at(-1)];
  if (first === undefined || last === undefined) return [];
  const [year = "", digits = ""] = first.number.split("-");
  // All receipts of a day share the year.
  const count = Number(last.number.split("-")[1]) - Number(digits) + 1;
  return Array.from(
    { length: count },
    (_, nth) => `${year}-${String(Number(digits) + nth).padStart(digits.length, "0")}`,
  ).filter((number) => !known.has(number));
}

function Receipts({ receipts }: Pick<Books, "receipts">) {
  const { reports: words, print } = allTexts.value;
  return (
    <section class="card stack receipts" aria-labelledby="receipts">
      <h2 id="receipts">{words.receipts}</h2>
      <table>
        <caption class="visually-hidden">{words.receipts}</caption>
        <thead>
          <tr>
            <th scope="col">{words.number}</th>
            <th scope="col">{words.time}</th>
            <th scope="col" class="number">
              {print.total}
            </th>
            <th scope="col" class="number">
              {words.tax}
            </th>
            <th scope="col">
              <span class="visually-hidden">{print.title}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {receipts.map((receipt) => (
            <Row key={receipt.number} {...receipt} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Row({ number, at, voidedAt, saleId, orderIds, total, tax = [] }: Receipt) {
  const { reports: words, print, orders } = allTexts.value;
  const order = saleId ?? orderIds[0] ?? 0n;
  return (
    <tr>
      <th scope="row">
        <a href={hrefOf("orders", order)} aria-label={`${number}, ${orders.order(order)}`}>
          {number}
        </a>
      </th>
      <td>
        {formatTimeOfDay(at)}
        {voidedAt !== undefined && <small>{print.voided(formatTime(voidedAt))}</small>}
      </td>
      <td class="number">{sumsText(total, formatMoney)}</td>
      <td class="number">{sumsText(tax, formatMoney)}</td>
      <td>
        <button
          type="button"
          class="quiet"
          aria-label={words.printOf(number)}
          onClick={() => void attempt(() => printReceipt(number))}
        >
          {print.title}
        </button>
      </td>
    </tr>
  );
}
