import { useEffect, useRef, useState } from "preact/hooks";
import { categories } from "./category-names.ts";
import { useStats } from "./counts.ts";
import { petChanges } from "./known-pets.ts";
import { formatCount, language, texts } from "./language.ts";
import { PAUSE_MS } from "./loading.ts";
import { type PetsPlace, petsHref, petsPlace } from "./pets-place.ts";
import { place as currentPlace, navigate } from "./router.ts";
import { statuses } from "./status-changes.ts";

/** One tab for each status, with how many pets have it. */
export function StatusTabs({ place }: { readonly place: PetsPlace }) {
  const counts = useStats(petChanges)?.pets;
  return (
    <nav class="tabs" aria-label={texts.value.pets.tabs}>
      {[undefined, ...statuses].map((status) => {
        const count = status && counts?.[status];
        return (
          <a
            key={status ?? "all"}
            href={petsHref(place, { status, open: "" })}
            aria-current={status === place.status ? "true" : undefined}
          >
            {status === undefined ? texts.value.pets.all : texts.value.pets.statuses[status]}
            {status !== undefined && <span class="count">{count === undefined ? "" : formatCount(count)}</span>}
          </a>
        );
      })}
    </nav>
  );
}

interface PetSearchProps {
  readonly place: PetsPlace;
  /** Puts the focus on the first pet: the arrow key and Enter lead from the search into the list. */
  readonly enterList: () => void;
}

/** The search by name, which follows while a person types. */
export function PetSearch({ place, enterList }: PetSearchProps) {
  const [typed, setTyped] = useState(place.name ?? "");
  const input = useRef<HTMLInputElement>(null);
  const name = place.name ?? "";
  const searched = useRef(name);
  // After Back or a link, the address has another name than was searched for. What is typed meanwhile stays.
  useEffect(() => {
    if (name === searched.current) return;
    searched.current = name;
    setTyped(name);
  }, [name]);
  useEffect(() => {
    if (typed === searched.current) return;
    const timer = setTimeout(() => {
      searched.current = typed;
      // Another filter may have been chosen since.
      const now = petsPlace(currentPlace.peek());
      navigate(petsHref(now, { name: typed || undefined }), { isReplacing: true });
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  useEffect(() => onSlash(() => input.current?.focus()), []);
  return (
    <search>
      <input
        ref={input}
        type="search"
        aria-label={texts.value.pets.search}
        placeholder={texts.value.pets.searchHint}
        aria-keyshortcuts="/"
        autocomplete="off"
        value={typed}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown" && event.key !== "Enter") return;
          event.preventDefault();
          enterList();
        }}
      />
    </search>
  );
}

/** Calls back when a person presses `/` outside of a field. */
function onSlash(callback: () => void): () => void {
  function onKey(event: KeyboardEvent) {
    const isTyping =
      event.target instanceof Element && event.target.closest("input, textarea, select, dialog") !== null;
    if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    callback();
  }
  document.addEventListener("keydown", onKey);
  return () => document.removeEventListener("keydown", onKey);
}

/** Shows only the pets of a category. */
export function CategoryFilter({ place }: { readonly place: PetsPlace }) {
  const chosen = place.categoryId;
  if (categories.value.size === 0 && chosen === undefined) return null;
  return (
    <select
      aria-label={texts.value.pets.category}
      value={chosen?.toString() ?? ""}
      onChange={({ currentTarget: { value } }) =>
        navigate(petsHref(place, { categoryId: value === "" ? undefined : BigInt(value) }))
      }
    >
      <option value="">{texts.value.pets.allCategories}</option>
      {chosen !== undefined && !categories.value.has(chosen) && (
        <option value={chosen.toString()}>{texts.value.pets.categoryNumber(chosen)}</option>
      )}
      <CategoryOptions />
    </select>
  );
}

/** The categories by name. */
export function CategoryOptions() {
  const { compare } = new Intl.Collator(language.value, { numeric: true });
  return [...categories.value.values()]
    .sort((one, other) => compare(one.name, other.name))
    .map(({ id, name }) => (
      <option key={id} value={id.toString()}>
        {name}
      </option>
    ));
}
