/* The pets that are reserved. */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { PetWithIncluded } from "../../../client/index.ts";
import { failureOf } from "../../app/failure.ts";
import { allTexts } from "../../app/language.ts";
import { opened } from "../../app/opened.ts";
import { readId } from "../../app/routes.ts";
import { can } from "../../app/session.ts";
import { categoryName } from "../../data/category-data.ts";
import { findPets } from "../../data/found-pets.ts";
import { cachePets, knownPet, partnersOf, readTogether } from "../../data/pet-names.ts";
import { ComboBox, useSearch } from "../../forms/combo-box.tsx";
import { type Control, FieldFrame } from "../../forms/fields.tsx";
import { itemForm } from "../../forms/item-form.ts";
import type { Form as FormState } from "../../forms/use-form.ts";
import { PetPhoto } from "../../ui/pet-photo.tsx";
import { FailureText } from "../../ui/states.tsx";
import { StatusChip } from "../../ui/status.tsx";
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

const FOUND_MAX = 8;

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

interface PetFinderProps {
  readonly control: Control;
  readonly typed: string;
  readonly change: (typed: string) => void;
  readonly choose: (pet: PetWithIncluded) => void;
  /** The ids of those that are chosen. */
  readonly chosen: readonly string[];
}

/** Finds a pet. One that cannot be ordered is found too, so that a person sees why. Before anything is typed, it has those opened last. */
function PetFinder({ control, typed, change, choose, chosen }: PetFinderProps) {
  const { orders: words, pets, views, palette } = allTexts.value;
  const [isEntered, setEntered] = useState(false);
  const isEmpty = typed.trim() === "";
  // One more than is shown says that there are more.
  const found = useSearch("finder", typed, (text, signal) => findAvailableFirst(text, FOUND_MAX + 1, signal));
  const all = isEmpty || !found.isSettled ? [] : (found.data ?? []);
  const isPartial = all.length > FOUND_MAX;
  const items = isEmpty && isEntered ? openedLast(chosen) : all.slice(0, FOUND_MAX);
  return (
    <div onFocusIn={() => setEntered(true)} onFocusOut={() => setEntered(false)}>
      <ComboBox
        control={control}
        label={views.pets}
        typed={typed}
        change={change}
        items={items}
        isSettled={found.isSettled}
        choose={choose}
        isMarked={!isEmpty}
        groupOf={() => (isEmpty ? palette.groups.recent : "")}
      >
        {(pet) => (
          <>
            <PetPhoto pet={pet} />
            <span>
              <bdi>{pet.name}</bdi>
              <small>
                <bdi>{categoryName(pet.categoryId)}</bdi> · {pets.petNumber(pet.id)}
              </small>
            </span>
            <StatusChip status={pet.status} />
          </>
        )}
      </ComboBox>
      <p class="hint" role="status">
        {found.isSettled && !isEmpty && words.found(items.length, isPartial)}
      </p>
      {found.error !== undefined && <FailureText {...failureOf(found.error)} />}
    </div>
  );
}

/** The available pets that were opened last, but those that are chosen. */
function openedLast(chosen: readonly string[]): readonly PetWithIncluded[] {
  return opened.value.flatMap(({ view, id }) => {
    const pet = view === "pets" && !chosen.includes(`${id}`) ? knownPet(id) : undefined;
    return pet?.status === "available" ? [pet] : [];
  });
}

async function findAvailableFirst(
  text: string,
  limit: number,
  signal: AbortSignal,
): Promise<readonly PetWithIncluded[]> {
  const [available, any] = await Promise.all([
    findPets(text, limit, signal, "available"),
    findPets(text, limit, signal),
  ]);
  const ids = new Set(available.items.map(({ id }) => id));
  return [...available.items, ...any.items.filter(({ id }) => !ids.has(id))];
}
