import { useEffect, useId, useState } from "preact/hooks";
import type { Pet } from "../client/index.ts";
import { categoryName } from "./category-names.ts";
import { failureText } from "./failure.tsx";
import type { FieldControl } from "./field.tsx";
import { texts } from "./language.ts";
import { PAUSE_MS, useLoaded } from "./loading.ts";
import { petstore } from "./session.ts";
import { StatusChip } from "./status-chip.tsx";

/** As many as a person reads. */
const FOUND_MAX = 8;

interface PetFinderProps {
  readonly control: FieldControl;
  readonly typed: string;
  readonly change: (typed: string) => void;
  readonly choose: (pet: Pet) => void;
}

/** Finds a pet by its name or number, available ones first: a field with a list below it, also with the arrow keys and Enter. */
export function PetFinder({ control, typed, change, choose }: PetFinderProps) {
  const { orders: words } = texts.value;
  const { found, error, isLoading } = usePetsFound(typed);
  const [current, setCurrent] = useState(0);
  const list = useId();
  const isOpen = typed.trim() !== "" && found.length > 0;
  const isSettled = typed.trim() !== "" && !isLoading && error === undefined;
  const marked = Math.min(current, found.length - 1);

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const pet = found[marked];
    if (event.key === "Enter" && isOpen && pet !== undefined) choose(pet);
    else if (event.key === "Escape" && typed !== "") change("");
    else if (step !== undefined && isOpen) setCurrent((marked + step + found.length) % found.length);
    else return;
    event.preventDefault();
  }

  return (
    <div class="finder">
      <input
        {...control}
        type="text"
        role="combobox"
        dir="auto"
        autocomplete="off"
        aria-expanded={isOpen}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={isOpen ? optionId(list, marked) : undefined}
        value={typed}
        onInput={({ currentTarget }) => {
          setCurrent(0);
          change(currentTarget.value);
        }}
        onKeyDown={onKeyDown}
      />
      <PetsFound list={list} found={isOpen ? found : []} marked={marked} choose={choose} />
      <p class="hint" role="status">
        {isSettled && (found.length === 0 ? words.foundNone : words.found(found.length))}
      </p>
      <p class="field-error" role="alert">
        {typed.trim() !== "" && !isLoading && error !== undefined && failureText(error)}
      </p>
    </div>
  );
}

interface PetsFoundProps extends Pick<PetFinderProps, "choose"> {
  /** The id of the list. */
  readonly list: string;
  readonly found: readonly Pet[];
  /** Which of them Enter chooses. */
  readonly marked: number;
}

const optionId = (list: string, index: number) => `${list}-${index}`;

function PetsFound({ list, found, marked, choose }: PetsFoundProps) {
  return (
    <div role="listbox" id={list} aria-label={texts.value.views.pets} hidden={found.length === 0}>
      {found.map((pet, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys belong to the field, which has the focus
        // biome-ignore lint/a11y/useFocusableInteractive: aria-activedescendant marks it
        <div
          key={pet.id}
          role="option"
          id={optionId(list, index)}
          aria-selected={index === marked}
          onClick={() => choose(pet)}
        >
          <bdi>{pet.name}</bdi>
          <small>
            <bdi>{categoryName(pet.categoryId)}</bdi> · {texts.value.pets.petNumber(pet.id)}
          </small>
          <StatusChip status={pet.status} />
        </div>
      ))}
    </div>
  );
}

/** The pets whose name begins with the text, or that have the number. */
function usePetsFound(typed: string) {
  const text = typed.trim();
  const [searched, setSearched] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setSearched(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const { data, error, isLoading } = useLoaded((signal) => findPets(searched, signal), [searched]);
  const isCurrent = searched === text && !isLoading;
  return { found: error === undefined ? (data ?? []) : [], error, isLoading: !isCurrent };
}

async function findPets(text: string, signal: AbortSignal): Promise<readonly Pet[]> {
  if (text === "") return [];
  const { pets } = petstore();
  const [byNumber, available] = await Promise.all([
    /^\d{1,19}$/.test(text) ? pets.list({ ids: [BigInt(text)] }, { signal }).then(({ items }) => items) : [],
    pets.list({ name: text, status: "available", limit: FOUND_MAX }, { signal }).then(({ items }) => items),
  ]);
  const found = [...byNumber, ...available.filter(({ id }) => id !== byNumber[0]?.id)];
  // A pet that cannot be ordered is found too, so that a person sees why.
  return found.length > 0 ? found : (await pets.list({ name: text, limit: FOUND_MAX }, { signal })).items;
}
