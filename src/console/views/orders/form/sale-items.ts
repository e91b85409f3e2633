/* The items of a sale as its form has them: each is a form of its own within that. */
import type { SaleInput } from "../../../../client/index.ts";
import { totalOf } from "../../../../core/shop/orders/price-totals.ts";
import { allTexts } from "../../../app/formats/language.ts";
import { readId } from "../../../app/routes.ts";
import { knownPet } from "../../../data/pets/pet-names.ts";
import { itemPath, itemsOf } from "../../../forms/item-form.ts";
import { checkPrice, type PriceFields, priceFields, priceOf } from "../../../forms/price-fields.tsx";

/** A pet of a sale, as typed, and whether it is parted on purpose from those that it belongs together with. */
export type ItemFields = PriceFields & { readonly [Name in "petId" | "quantity" | "apart"]: string };

/** All of them, in one field. */
export type ItemsField = { readonly [Name in "items"]: string };

/** The field that has them. */
export const ITEMS = "items";

/** A pet as it is chosen: one, for its price. */
export function newItem(petId: bigint | undefined): ItemFields {
  const price = petId === undefined ? undefined : knownPet(petId)?.profile?.price;
  return { petId: petId?.toString() ?? "", quantity: "1", apart: "", ...priceFields(price) };
}

/** The items that are typed. */
export function itemsIn({ items }: ItemsField): readonly ItemFields[] {
  return itemsOf(items);
}

/** The field of these items. */
export function itemsField(items: readonly ItemFields[]): ItemsField {
  return { items: JSON.stringify(items) };
}

const pathOf = (nth: number, name: string) => itemPath(ITEMS, nth, name);

/** How many are typed; undefined for what is no quantity. */
export function quantityOf({ quantity }: ItemFields): number | undefined {
  return /^0*[1-9]\d{0,9}$/.test(quantity.trim()) ? Number(quantity) : undefined;
}

/** What a person can know to be wrong. */
export function checkItems(typed: ItemsField): Readonly<Record<string, string | undefined>> {
  const { orders: words } = allTexts.value;
  const items = itemsIn(typed);
  const wrong = items.flatMap((item, nth) => [
    [pathOf(nth, "petId"), readId(item.petId) === undefined ? words.petMissing : undefined],
    [pathOf(nth, "quantity"), quantityOf(item) === undefined ? words.quantityInvalid : undefined],
    [pathOf(nth, "price"), checkPrice(item).price],
  ]);
  return { items: items.length === 0 ? words.petMissing : undefined, ...Object.fromEntries(wrong) };
}

/** What a path of the service is in the form of the sale. */
export function saleFieldOf(path: string): string | undefined {
  return /^items\.\d+\.(?:petId|quantity|price)/.exec(path)?.[0] ?? /^items\.\d+/.exec(path)?.[0]?.concat(".petId");
}

/** What is to be placed. */
export function itemsToPlace(typed: ItemsField): Pick<SaleInput, "items" | "apart"> {
  const all = itemsIn(typed);
  const items = all.map((item) => ({
    petId: BigInt(item.petId),
    quantity: Number(item.quantity),
    price: priceOf(item),
  }));
  return { items, apart: all.some(({ apart }) => apart !== "") || undefined };
}

/** What all items cost, in each currency. */
export function itemsTotal(typed: ItemsField) {
  return totalOf(itemsIn(typed).map(priceOf));
}
