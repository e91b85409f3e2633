/* The items of a sale as its form keeps them. Each is a nested form. */
import type { SaleInput } from "../../../../client/index.ts";
import { totalOf } from "../../../../core/shop/orders/price-totals.ts";
import { allTexts } from "../../../app/formats/language.ts";
import { readId } from "../../../app/routes.ts";
import { knownPet } from "../../../data/pets/pet-names.ts";
import { itemPath, itemsOf } from "../../../forms/item-form.ts";
import { checkPrice, type PriceFields, priceFields, priceOf } from "../../../forms/price-fields.tsx";

/** One item, as typed. `apart` means that it is split from its partners on purpose. */
export type ItemFields = PriceFields & { readonly [Name in "petId" | "quantity" | "apart"]: string };

/** All items, encoded in one field. */
export type ItemsField = { readonly [Name in "items"]: string };

/** The field's name. */
export const ITEMS = "items";

/** A new item: one pet at its price. */
export function newItem(petId: bigint | undefined): ItemFields {
  const price = petId === undefined ? undefined : knownPet(petId)?.profile?.price;
  return { petId: petId?.toString() ?? "", quantity: "1", apart: "", ...priceFields(price) };
}

/** Decodes the items. */
export function itemsIn({ items }: ItemsField): readonly ItemFields[] {
  return itemsOf(items);
}

/** Encodes items. */
export function itemsField(items: readonly ItemFields[]): ItemsField {
  return { items: JSON.stringify(items) };
}

const pathOf = (nth: number, name: string) => itemPath(ITEMS, nth, name);

/** The typed quantity; undefined if it is not one. */
export function quantityOf({ quantity }: ItemFields): number | undefined {
  return /^0*[1-9]\d{0,9}$/.test(quantity.trim()) ? Number(quantity) : undefined;
}

/** Checks the items before they are sent. */
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

/** The form field for a path in an error of the API. */
export function saleFieldOf(path: string): string | undefined {
  return /^items\.\d+\.(?:petId|quantity|price)/.exec(path)?.[0] ?? /^items\.\d+/.exec(path)?.[0]?.concat(".petId");
}

/** The items to send. */
export function itemsToPlace(typed: ItemsField): Pick<SaleInput, "items" | "apart"> {
  const all = itemsIn(typed);
  const items = all.map((item) => ({
    petId: BigInt(item.petId),
    quantity: Number(item.quantity),
    price: priceOf(item),
  }));
  return { items, apart: all.some(({ apart }) => apart !== "") || undefined };
}

/** The total in each currency. */
export function itemsTotal(typed: ItemsField) {
  return totalOf(itemsIn(typed).map(priceOf));
}
