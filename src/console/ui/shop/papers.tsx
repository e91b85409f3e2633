/* Papers for customers: the receipt on A4 or a till roll, and an agreement per pet. */
import { signal } from "@preact/signals";
import type { Care, Order, Papers } from "../../../client/index.ts";
import type { Money } from "../../../contract/values/money.ts";
import { fillAgreement } from "../../../core/shop/orders/agreements.ts";
import { allTexts, formatNumber, language } from "../../app/formats/language.ts";
import { formatMoney } from "../../app/formats/money-text.ts";
import { formatTime } from "../../app/formats/view-formats.ts";
import { careLine, type PrintedCare, readPrintedCare } from "../../data/care/care-papers.ts";
import {
  agreementValues,
  latestReceipt,
  type PaperToPrint,
  papersToPrint,
  type ReceiptPaper,
  readPapers,
  readReceipt,
} from "../../data/orders/paper-data.ts";
import { orderedName, type Sale } from "../../data/orders/sale-data.ts";
import { loadPets } from "../../data/pets/pet-names.ts";
import { elementsOf } from "../elements.ts";
import { printPaper } from "../printing.ts";

const STORED = "petstore-papers";

/** The paper that this device printed last, which is the default. */
export const usualPaper = signal(papersToPrint.find((one) => one === localStorage.getItem(STORED)) ?? "receipt");

/** Prints papers of a sale, and remembers which for the print shortcut. */
export async function printSale(sale: Sale, what: PaperToPrint): Promise<void> {
  usualPaper.value = what;
  localStorage.setItem(STORED, what);
  const number = what === "agreement" ? undefined : latestReceipt(sale);
  const petIds = petIdsOf(sale.orders);
  const [shop, care, receipt] = await Promise.all([
    readPapers(),
    readPrintedCare(petIds),
    number === undefined ? undefined : readReceipt(number),
    loadPets(petIds),
  ]);
  const hasAgreement = what === "both" || what === "agreement";
  await printPaper(
    <>
      {receipt && <ReceiptSheet {...receipt} care={care} shop={shop} />}
      {hasAgreement && sale.orders.map((order) => <Agreement key={order.id} order={order} care={care} shop={shop} />)}
    </>,
    what === "roll" ? "till" : "a4",
  );
}

/** Prints a receipt by its number. */
export async function printReceipt(number: string): Promise<void> {
  const [shop, receipt] = await Promise.all([readPapers(), readReceipt(number)]);
  const care = await readPrintedCare(petIdsOf(receipt.orders));
  await printPaper(<ReceiptSheet {...receipt} care={care} shop={shop} />, usualPaper.peek() === "roll" ? "till" : "a4");
}

export function petIdsOf(orders: readonly Order[]): readonly bigint[] {
  return orders.map(({ petId }) => petId);
}

interface ReceiptProps extends ReceiptPaper {
  readonly care: PrintedCare;
  readonly shop: Papers;
}

/** The mandatory content of a small receipt: seller, date, goods, amount and included tax. */
function ReceiptSheet({ receipt, orders, care, shop }: ReceiptProps) {
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
                <CareOnPaper of={care.get(order.petId)} />
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

/** What a customer needs to know of a pet's care. */
function CareOnPaper({ of: entries = [] }: { readonly of: readonly Care[] | undefined }) {
  const line = careLine(entries);
  return line === "" ? null : <small>{line}</small>;
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
  readonly care: PrintedCare;
  readonly shop: Papers;
}

/** The adoption or sales agreement for one pet. Unknown values become blank lines to fill in. */
export function Agreement({ order, care, shop }: AgreementProps) {
  const values = agreementValues(order, care.get(order.petId) ?? [], shop);
  const html = fillAgreement(shop.agreement[language.value], values);
  return <article class="agreement">{elementsOf(html)}</article>;
}
