/* The pet that is reserved. */
import { useLayoutEffect, useRef } from "preact/hooks";
import type { PetWithIncluded } from "../../../client/index.ts";
import { failureOf } from "../../app/failure.ts";
import { allTexts } from "../../app/language.ts";
import { factsOf } from "../../app/profile-members.ts";
import { readId } from "../../app/routes.ts";
import { can } from "../../app/session.ts";
import { categoryName } from "../../data/categories.ts";
import { findPets } from "../../data/found-pets.ts";
import { knownPet, learn, petName, usePetNames } from "../../data/pet-names.ts";
import { ComboBox, useSearch } from "../../forms/combo-box.tsx";
import { type Control, FieldFrame, NumberField } from "../../forms/fields.tsx";
import { type PriceFields, priceFields } from "../../forms/price-fields.tsx";
import type { Form as FormState } from "../../forms/use-form.ts";
import { PetPhoto } from "../../ui/pet-photo.tsx";
import { FailureText } from "../../ui/states.tsx";
import { StatusChip } from "../../ui/status.tsx";

/** The fields that a choice of the pet fills. */
export type ChoiceFields = PriceFields & { readonly [Name in "search" | "petId"]: string };

/** The pet: found by name, or for a key that may not see pets, given by number. */
export function PetChoice({ form }: { readonly form: FormState<ChoiceFields> }) {
  const { orders: words } = allTexts.value;
  const { typed, change, type } = form;
  const id = readId(typed.petId);
  const isChosenHere = useRef(false);
  function choose(chosen: Partial<ChoiceFields>) {
    isChosenHere.current = true;
    change(chosen);
  }
  // The field or the button that had the focus is gone: whoever has chosen goes on with the next field.
  useLayoutEffect(() => {
    if (!isChosenHere.current) return;
    isChosenHere.current = false;
    form.element.current
      ?.querySelector<HTMLElement>(id === undefined ? "input" : ".chosen-pet ~ .field input")
      ?.focus();
  }, [id]);
  if (!can("pets:read")) return <NumberField form={form} name="petId" label={words.petNumber} />;
  if (id !== undefined) return <ChosenPet id={id} drop={() => choose({ petId: "" })} />;
  return (
    <FieldFrame label={words.find} error={form.errors["petId"]}>
      {(control) => (
        <PetFinder
          control={control}
          typed={typed.search}
          change={(search) => type("search", search)}
          choose={(pet) => {
            learn([pet]);
            choose({ petId: pet.id.toString(), search: "", ...priceFields(pet.profile?.price) });
          }}
        />
      )}
    </FieldFrame>
  );
}

const FOUND_MAX = 8;

interface PetFinderProps {
  readonly control: Control;
  readonly typed: string;
  readonly change: (typed: string) => void;
  readonly choose: (pet: PetWithIncluded) => void;
}

/** Finds a pet by its name or number. One that cannot be ordered is found too, so that a person sees why. */
function PetFinder({ control, typed, change, choose }: PetFinderProps) {
  const { orders: words, pets, views } = allTexts.value;
  // One more than is shown says that there are more.
  const found = useSearch("finder", typed, (text, signal) => findAvailableFirst(text, FOUND_MAX + 1, signal));
  const all = typed.trim() === "" || !found.isSettled ? [] : (found.data ?? []);
  const isPartial = all.length > FOUND_MAX;
  const items = all.slice(0, FOUND_MAX);
  return (
    <>
      <ComboBox
        control={control}
        label={views.pets}
        typed={typed}
        change={change}
        items={items}
        isSettled={found.isSettled}
        choose={choose}
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
        {found.isSettled && typed.trim() !== "" && words.found(items.length, isPartial)}
      </p>
      {found.error !== undefined && <FailureText {...failureOf(found.error)} />}
    </>
  );
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

/** The pet with its photo and what it is, and a way to another one. */
function ChosenPet({ id, drop }: { readonly id: bigint; readonly drop: () => void }) {
  const { orders: words, pets } = allTexts.value;
  usePetNames([id]);
  const pet = knownPet(id);
  return (
    <div class="row chosen-pet">
      <PetPhoto pet={pet ?? { categoryId: 0n }} />
      <p>
        <strong>
          <bdi>{petName(id)}</bdi>
        </strong>
        <small>{(pet?.profile && factsOf(pet.profile)) || pets.petNumber(id)}</small>
      </p>
      <button type="button" class="quiet" onClick={drop}>
        {words.anotherPet}
      </button>
    </div>
  );
}
