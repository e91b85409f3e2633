/* The pet picker of a sale. */
import { useLayoutEffect, useRef } from "preact/hooks";
import type { PetWithIncluded } from "../../../../client/index.ts";
import { allTexts } from "../../../app/formats/language.ts";
import { readId } from "../../../app/routes.ts";
import { can } from "../../../app/session/session.ts";
import { cachePets, partnersOf, readTogether } from "../../../data/pets/pet-names.ts";
import { FieldFrame } from "../../../forms/fields.tsx";
import { itemForm } from "../../../forms/item-form.ts";
import { PetFinder } from "../../../forms/pet-finder.tsx";
import type { Form as FormState } from "../../../forms/use-form.ts";
import { SaleItem } from "./sale-item.tsx";
import { ITEMS, type ItemFields, type ItemsField, itemsField, itemsIn, newItem, quantityOf } from "./sale-items.ts";

/** The fields of the pet picker. */
export type ChoiceFields = ItemsField & { readonly [Name in "search"]: string };

interface ItemsProps {
  readonly form: FormState<ChoiceFields>;
}

/** The pets of a sale: found by name, number or chip. A key that cannot read pets types one id. */
export function SaleItems({ form }: ItemsProps) {
  const { orders: words } = allTexts.value;
  const items = itemsIn(form.typed);
  /** Where the focus goes after a row is added or removed, since the focused element may be gone. */
  const next = useRef<string | undefined>(undefined);
  useLayoutEffect(() => {
    const selector = next.current;
    next.current = undefined;
    if (selector !== undefined) form.element.current?.querySelector<HTMLElement>(selector)?.focus();
  }, [form.typed.items]);
  function choose(pet: PetWithIncluded) {
    cachePets([pet]);
    // After another pet, the finder keeps the focus, since more may follow; after the first, the next field takes it.
    next.current = items.length === 0 ? AFTER_ITEMS : FINDER;
    form.change({ search: "", ...itemsField(withPet(items, pet.id)) });
    // Adds the pets that must stay together with it.
    void readTogether(pet.id).then((ids) => {
      form.change((typed) => itemsField(withPartners(itemsIn(typed), pet.id, ids)));
    });
  }
  function drop(nth: number) {
    next.current = FINDER;
    form.change((typed) => itemsField(withoutPet(itemsIn(typed), nth)));
  }
  return (
    <div class="sale-items stack">
      {items.map((item, nth) => (
        <SaleItem
          key={can("pets:read") ? item.petId : nth}
          form={itemForm(form, { list: ITEMS, nth, empty: newItem(undefined) })}
          drop={() => drop(nth)}
          petIds={items.map(({ petId }) => petId)}
          isOnly={items.length === 1}
        />
      ))}
      {can("pets:read") && (
        // biome-ignore lint/a11y/noStaticElementInteractions: the key is that of the field
        <div
          class="pet-finder"
          onKeyDown={(event) => {
            // Enter in the empty finder goes on to the next field. Scanners may send Enter twice after a chip number.
            if (event.defaultPrevented || event.key !== "Enter" || items.length === 0 || form.typed.search !== "")
              return;
            event.preventDefault();
            form.element.current?.querySelector<HTMLElement>(AFTER_ITEMS)?.focus();
          }}
        >
          <FieldFrame label={items.length === 0 ? words.find : words.addAnother} error={form.errors["items"]}>
            {(control) => (
              <PetFinder
                control={control}
                typed={form.typed.search}
                change={(search) => form.type("search", search)}
                choose={choose}
                chosen={items.map(({ petId }) => petId)}
              />
            )}
          </FieldFrame>
        </div>
      )}
    </div>
  );
}

const FINDER = ".pet-finder input";
const AFTER_ITEMS = ".sale-items ~ .field input";

/** Adds a pet. If it is listed already, raises its quantity by one. */
function withPet(items: readonly ItemFields[], id: bigint): readonly ItemFields[] {
  const isOfPet = ({ petId }: ItemFields) => readId(petId) === id;
  if (!items.some(isOfPet)) return [...items, newItem(id)];
  return items.map((item) => (isOfPet(item) ? { ...item, quantity: `${(quantityOf(item) ?? 0) + 1}` } : item));
}

/** Adds the partners of a pet, unless it has been removed since. */
function withPartners(items: readonly ItemFields[], id: bigint, ids: readonly bigint[]): readonly ItemFields[] {
  const known = new Set(items.map(({ petId }) => readId(petId)));
  return known.has(id) ? [...items, ...ids.filter((one) => !known.has(one)).map(newItem)] : items;
}

/** Removes a pet. Its remaining partners are then split on purpose. */
function withoutPet(items: readonly ItemFields[], nth: number): readonly ItemFields[] {
  const gone = readId(items[nth]?.petId ?? "");
  const isParted = ({ petId }: ItemFields) => gone !== undefined && partnersOf(readId(petId) ?? 0n).includes(gone);
  return items.filter((_, at) => at !== nth).map((item) => (isParted(item) ? { ...item, apart: "yes" } : item));
}
