import { useRef, useState } from "preact/hooks";
import type { Pet } from "../client/index.ts";
import { categoryName } from "./category-names.ts";
import { knownPet } from "./known-pets.ts";
import { texts } from "./language.ts";
import { StatusSwitch } from "./pet-status.tsx";
import { openId, type PetsPlace, petsHref } from "./pets-place.ts";

interface PetsTableProps {
  readonly pets: readonly Pet[];
  readonly place: PetsPlace;
}

/**
 * The pets of a page: a table, on a phone a card for each. The Tab key stops at one row only; the arrow keys go from row to row, and
 * Enter opens the pet, because the focus is on a link.
 */
export function PetsTable({ pets, place }: PetsTableProps) {
  const { pets: words } = texts.value;
  const [current, setCurrent] = useState(0);
  const body = useRef<HTMLTableSectionElement>(null);

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    focusRow(body.current, Math.max(0, Math.min(pets.length - 1, current + step)));
  }

  return (
    <table class="pets">
      <caption class="visually-hidden">{words.tableCaption}</caption>
      <thead>
        <tr>
          <th scope="col">{words.name}</th>
          <th scope="col">{words.category}</th>
          <th scope="col">{words.status}</th>
          <th scope="col" class="number">
            {words.number}
          </th>
        </tr>
      </thead>
      <tbody ref={body} onKeyDown={onKeyDown}>
        {pets.map((pet, index) => (
          <PetRow
            key={pet.id}
            pet={pet}
            place={place}
            isCurrent={index === Math.min(current, pets.length - 1)}
            onFocus={() => setCurrent(index)}
          />
        ))}
      </tbody>
    </table>
  );
}

/** Puts the focus on the name of a row. */
export function focusRow(body: Element | null | undefined, index: number): void {
  body?.querySelectorAll<HTMLElement>("tr .pet-name")[index]?.focus();
}

interface PetRowProps {
  readonly pet: Pet;
  readonly place: PetsPlace;
  /** Whether the Tab key stops here. */
  readonly isCurrent: boolean;
  readonly onFocus: () => void;
}

function PetRow({ pet: listed, place, isCurrent, onFocus }: PetRowProps) {
  const { pet, isDeleted } = knownPet(listed.id).value ?? { pet: listed, isDeleted: false };
  const tabIndex = isCurrent ? 0 : -1;
  const isOpen = openId(place) === pet.id;
  return (
    <tr class={`${isOpen ? "open" : ""}${isDeleted ? " deleted" : ""}`} onFocusIn={onFocus}>
      <th scope="row">
        <a
          class="pet-name"
          id={`pet-${pet.id}`}
          href={petsHref(place, { open: pet.id.toString() })}
          tabIndex={tabIndex}
          aria-current={isOpen ? "true" : undefined}
        >
          <bdi>{pet.name}</bdi>
        </a>
      </th>
      <td class="category">
        <bdi>{categoryName(pet.categoryId)}</bdi>
      </td>
      <td class="status">
        {isDeleted ? (
          <span class="chip deleted">{texts.value.pets.deleted}</span>
        ) : (
          <StatusSwitch pet={pet} tabIndex={tabIndex} />
        )}
      </td>
      <td class="number">{pet.id.toString()}</td>
    </tr>
  );
}
