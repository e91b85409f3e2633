/* The pets that are reserved. */
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

/** The fields that a choice of pets fills. */
export type ChoiceFields = ItemsField & { readonly [Name in "search"]: string };

interface ItemsProps {
  readonly form: FormState<ChoiceFields>;
}

/** The pets that are sold: found by name, number or chip, or for a key that may not see pets, one given by number. */
export function SaleItems({ form }: ItemsProps) {
  const { orders: words } = allTexts.value;
  const items = itemsIn(form.typed);
  /** Where the focus goes once the row is there or gone: the field or the button that had it may be gone. */
  const next = useRef<string | undefined>(undefined);
  useLayoutEffect(() => {
    const selector = next.current;
    next.current = undefined;
    if (selector !== undefined) form.element.current?.querySelector<HTMLElement>(selector)?.focus();
  }, [form.typed.items]);
  function choose(pet: PetWithIncluded) {
    cachePets([pet]);
    // Whoever adds one more may add another; whoever has chosen the first goes on with the next field.
    next.current = items.length === 0 ? AFTER_ITEMS : FINDER;
    form.change({ search: "", ...itemsField(withPet(items, pet.id)) });
    // Those that belong together with it come by themselves.
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
            // Nothing more to add. A scanner may end a chip with two of them.
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

/** The items with one more pet. One that is among them already is one more of it. */
function withPet(items: readonly ItemFields[], id: bigint): readonly ItemFields[] {
  const isOfPet = ({ petId }: ItemFields) => readId(petId) === id;
  if (!items.some(isOfPet)) return [...items, newItem(id)];
  return items.map((item) => (isOfPet(item) ? { ...item, quantity: `${(quantityOf(item) ?? 0) + 1}` } : item));
}

/** The items with those that a pet belongs together with, if it is still among them. */
function withPartners(items: readonly ItemFields[], id: bigint, ids: readonly bigint[]): readonly ItemFields[] {
  const known = new Set(items.map(({ petId }) => readId(petId)));
  return known.has(id) ? [...items, ...ids.filter((one) => !known.has(one)).map(newItem)] : items;
}

/** The items without one. Those that belong together with it are parted on purpose. */
function withoutPet(items: readonly ItemFields[], nth: number): readonly ItemFields[] {
  const gone = readId(items[nth]?.petId ?? "");
  const isParted = ({ petId }: ItemFields) => gone !== undefined && partnersOf(readId(petId) ?? 0n).includes(gone);
  return items.filter((_, at) => at !== nth).map((item) => (isParted(item) ? { ...item, apart: "yes" } : item));
}
