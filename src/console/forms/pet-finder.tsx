/* A combobox that finds a pet by name, number or chip. */
import { useState } from "preact/hooks";
import type { PetWithIncluded } from "../../client/index.ts";
import { failureOf } from "../app/failure.ts";
import { allTexts } from "../app/formats/language.ts";
import { opened } from "../app/opened.ts";
import { categoryName } from "../data/pets/category-data.ts";
import { findPets } from "../data/pets/found-pets.ts";
import { knownPet } from "../data/pets/pet-names.ts";
import { PetPhoto } from "../ui/shop/pet-photo.tsx";
import { StatusChip } from "../ui/shop/status.tsx";
import { FailureText } from "../ui/states.tsx";
import { ComboBox, useSearch } from "./combo-box.tsx";
import type { Control } from "./fields.tsx";

const FOUND_MAX = 8;

interface PetFinderProps {
  readonly control: Control;
  readonly typed: string;
  readonly change: (typed: string) => void;
  readonly choose: (pet: PetWithIncluded) => void;
  /** The ids of selected pets. */
  readonly chosen: readonly string[];
  /** Whether selected pets are left out. */
  readonly isEachOnce?: boolean;
}

/**
 * Finds a pet. Includes pets that cannot be ordered, so that the person sees why. Before anything is typed, suggests
 * recently opened ones.
 */
export function PetFinder({ control, typed, change, choose, chosen, isEachOnce = false }: PetFinderProps) {
  const { orders: words, pets, views, palette } = allTexts.value;
  const [isEntered, setEntered] = useState(false);
  const isEmpty = typed.trim() === "";
  // One more than shown, to know whether there are more.
  const found = useSearch("finder", typed, (text, signal) => findAvailableFirst(text, FOUND_MAX + 1, signal));
  const isHidden = ({ id }: PetWithIncluded) => isEachOnce && chosen.includes(`${id}`);
  const all = isEmpty || !found.isSettled ? [] : (found.data ?? []).filter((pet) => !isHidden(pet));
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

/** Recently opened, available pets that are not selected. */
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
