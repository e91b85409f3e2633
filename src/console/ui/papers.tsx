/* Papers for customers: the receipt, on A4 or on the roll of a till, and the agreement for each pet. */
import { signal } from "@preact/signals";
import type { Order, Papers } from "../../client/index.ts";
import type { Money } from "../../contract/values/money.ts";
import { fillAgreement } from "../../core/shop/orders/agreements.ts";
import { allTexts, formatNumber, language } from "../app/language.ts";
import { formatMoney } from "../app/money-text.ts";
import { formatTime } from "../app/view-formats.ts";
import {
  agreementValues,
  latestReceipt,
  type PaperToPrint,
  papersToPrint,
  type ReceiptPaper,
  readPapers,
  readReceipt,
} from "../data/paper-data.ts";
import { loadPets } from "../data/pet-names.ts";
import { orderedName, type Sale } from "../data/sale-data.ts";
import { elementsOf } from "./elements.ts";
import { printPaper } from "./printing.ts";

const STORED = "petstore-papers";

/** What this device prints at a hand-over: what was printed last. */
export const usualPaper = signal(papersToPrint.find((one) => one === localStorage.getItem(STORED)) ?? "receipt");

/** Prints papers of a sale, and remembers which: the next key prints the same. */
export async function printSale(sale: Sale, what: PaperToPrint): Promise<void> {
  usualPaper.value = what;
  localStorage.setItem(STORED, what);
  const number = what === "agreement" ? undefined : latestReceipt(sale);
  const [shop, receipt] = await Promise.all([
    readPapers(),
    number === undefined ? undefined : readReceipt(number),
    loadPets(sale.orders.map(({ petId }) => petId)),
  ]);
  const hasAgreement = what === "both" || what === "agreement";
  await printPaper(
    <>
      {receipt && <ReceiptSheet {...receipt} shop={shop} />}
      {hasAgreement && sale.orders.map((order) => <Agreement key={order.id} order={order} shop={shop} />)}
    </>,
    what === "roll" ? "till" : "a4",
  );
}

/** Prints a receipt by its number. */
export async function printReceipt(number: string): Promise<void> {
  const [shop, receipt] = await Promise.all([readPapers(), readReceipt(number)]);
  await printPaper(<ReceiptSheet {...receipt} shop={shop} />, usualPaper.peek() === "roll" ? "till" : "a4");
}

interface ReceiptProps extends ReceiptPaper {
  readonly shop: Papers;
}

/** What a small receipt has to say: who sold what on which day, for how much, and the tax that this includes. */
function ReceiptSheet({ receipt, orders, shop }: ReceiptProps) {
  const { print: words } = allTexts.value;
  const { number, at, voidedAt, total, tax, taxRate } = receipt;
  const customer = orders[0]?.customer;
  return (
    <article class="receipt">
      <header>
        <strong>{shop.shopName}</strong>
        <p class="lines">{shop.address[language.value]}</p>
        {shop.taxId !== "" && <p>{words.taxId(shop.taxId)}</p>}
      </header>
      <h1>{words.receipt(number)}</h1>
      <p>{formatTime(at)}</p>
      {customer && <p>{words.customer(customer.name)}</p>}
      {voidedAt !== undefined && <p class="void">{words.voided(formatTime(voidedAt))}</p>}
      <table>
        <tbody>
          {orders.map((order) => (
            <tr key={order.id}>
              <td>
                <bdi>{orderedName(order)}</bdi>
                {order.pet?.category !== undefined && <small>{order.pet.category}</small>}
              </td>
              <td>{order.price && formatMoney(order.price)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          {total.map((sum) => (
            <Sum key={sum.currency} text={words.total} sum={sum} />
          ))}
          {taxRate !== undefined &&
            tax?.map((sum) => (
              <Sum key={sum.currency} text={words.taxIncluded(formatNumber(Number(taxRate)))} sum={sum} />
            ))}
        </tfoot>
      </table>
      {total.length === 0 && <p>{words.nothingPaid}</p>}
      <p>{words.thanks}</p>
    </article>
  );
}

function Sum({ text, sum }: { readonly text: string; readonly sum: Money }) {
  return (
    <tr>
      <th scope="row">{text}</th>
      <td>{formatMoney(sum)}</td>
    </tr>
  );
}

interface AgreementProps {
  readonly order: Order;
  readonly shop: Papers;
}

/** The agreement about a pet. What is not known is a line to write on. */
export function Agreement({ order, shop }: AgreementProps) {
  const html = fillAgreement(shop.agreement[language.value], agreementValues(order, shop));
  return <article class="agreement">{elementsOf(html)}</article>;
}
