/* The content of papers for customers: the texts of the shop, and receipts with their orders. */
import type { Care, Order, Papers, Receipt } from "../../../client/index.ts";
import type { AgreementPlaceholder } from "../../../core/shop/orders/agreements.ts";
import { hasCode } from "../../app/failure.ts";
import { dateOf, todayStart } from "../../app/formats/day.ts";
import { formatNumber, formatPlainDate, language } from "../../app/formats/language.ts";
import { formatMoney } from "../../app/formats/money-text.ts";
import { profileText } from "../../app/formats/profile-members.ts";
import { onNextPerson, petstore } from "../../app/session/session.ts";
import { careLines } from "../care/care-papers.ts";
import { categoryName } from "../pets/category-data.ts";
import { knownPet, orderedPet } from "../pets/pet-names.ts";
import type { Sale } from "./sale-data.ts";

/** The papers that can be printed at a hand-over. */
export const papersToPrint = ["receipt", "roll", "both", "agreement"] as const;

/** One of them: the receipt on A4 or on the roll of a till, with the agreement, or the agreement alone. */
export type PaperToPrint = (typeof papersToPrint)[number];

/** A receipt with those of its orders that still exist. */
export interface ReceiptPaper {
  readonly receipt: Receipt;
  readonly orders: readonly Order[];
}

let texts: Promise<Papers> | undefined;

onNextPerson(() => {
  texts = undefined;
});

/** The texts of the shop, which do not change while the service runs. */
export function readPapers(): Promise<Papers> {
  texts ??= Promise.resolve(petstore().receipts.papers()).catch((error: unknown) => {
    texts = undefined;
    throw error;
  });
  return texts;
}

/** The number of the latest receipt of a sale; undefined without one. */
export function latestReceipt({ orders }: Pick<Sale, "orders">): string | undefined {
  return orders
    .flatMap(({ receipt = [] }) => receipt)
    .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
    .at(-1)?.number;
}

/** Reads a receipt with its orders. Those of a voided one may be deleted. */
export async function readReceipt(number: string): Promise<ReceiptPaper> {
  const { orders, sales, receipts } = petstore();
  const receipt = await receipts.get(number);
  const { saleId, orderIds } = receipt;
  const [first] = orderIds;
  const read = async () => {
    if (saleId !== undefined) return (await sales.get(saleId)).orders;
    return first === undefined ? [] : [await orders.get(first)];
  };
  const all = await read().catch((error: unknown) => {
    if (hasCode(error, "not_found")) return [];
    throw error;
  });
  return { receipt, orders: all.filter(({ id }) => orderIds.includes(id)) };
}

/** The values of an agreement about an order and its pet, in the language of the page. */
export function agreementValues(
  order: Order,
  care: readonly Care[],
  { shopName, address }: Papers,
): Partial<Record<AgreementPlaceholder, string>> {
  const { petId, customer, quantity, price, receipt, completedAt } = order;
  const pet = knownPet(petId);
  const profile = pet?.profile ?? {};
  const ofPet = (
    ["breed", "sex", "birthDate", "color", "neutered", "microchip", "reference", "description"] as const
  ).map((name) => [`pet.${name}`, profileText(profile, name)]);
  return {
    ...Object.fromEntries(ofPet),
    "shop.name": shopName,
    "shop.address": address[language.value],
    "customer.name": customer?.name ?? "",
    "customer.contact": customer?.contact ?? "",
    "pet.name": orderedPet(order),
    "pet.care": careLines(care),
    "pet.kind": order.pet?.category ?? categoryName(pet?.categoryId ?? 0n),
    "order.quantity": formatNumber(quantity),
    "order.price": price === undefined ? "" : formatMoney(price),
    "receipt.number": receipt?.number ?? "",
    date: formatPlainDate(dateOf(completedAt ?? todayStart.value)),
  };
}
