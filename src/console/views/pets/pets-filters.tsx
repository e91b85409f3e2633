import { useEffect, useRef, useState } from "preact/hooks";
import { onShortcut } from "../../app/focus.ts";
import { formatCount, texts } from "../../app/language.ts";
import { route as currentRoute, navigate, readId } from "../../app/routes.ts";
import { categories, sortedCategories } from "../../data/categories.ts";
import { useStats } from "../../data/stats.ts";
import { statuses } from "../../data/statuses.ts";
import { useRested } from "../../forms/combo-box.tsx";
import { type PetsRoute, petsHref, petsRoute } from "./pets-route.ts";

interface FilterProps {
  readonly route: PetsRoute;
}

/** One tab for each status, with how many pets have it. */
export function StatusTabs({ route }: FilterProps) {
  const { pets: words } = texts.value;
  const counts = useStats()?.pets;
  return (
    <nav class="tabs" aria-label={words.tabs}>
      {[undefined, ...statuses].map((status) => {
        const count = status && counts?.[status];
        return (
          <a
            key={status ?? "all"}
            href={petsHref(route, { status, open: "" })}
            aria-current={status === route.status ? "true" : undefined}
          >
            {status === undefined ? words.all : words.statuses[status]}
            {status !== undefined && <span class="count">{count === undefined ? "" : formatCount(count)}</span>}
          </a>
        );
      })}
    </nav>
  );
}

/** The order of the list, in the head of the column that has it. */
export function OrderToggle({ route }: FilterProps) {
  const { pets: words } = texts.value;
  const isNewest = route.order === "desc";
  return (
    <a
      href={petsHref(route, { order: isNewest ? "asc" : "desc" })}
      title={isNewest ? words.oldestFirst : words.newestFirst}
    >
      {words.addedOn} {isNewest ? "↓" : "↑"}
    </a>
  );
}

interface PetSearchProps extends FilterProps {
  /** Whether the list is not yet that of the search. */
  readonly isLoading: boolean;
  /** Puts the focus on the first pet: the arrow key and Enter lead from the search into the list. */
  readonly enterList: () => void;
}

/** The search by name, which follows while a person types. */
export function PetSearch({ route, isLoading, enterList }: PetSearchProps) {
  const name = route.name ?? "";
  const [typed, setTyped] = useState(name);
  const rested = useRested(typed);
  const input = useRef<HTMLInputElement>(null);
  const searched = useRef(name);
  const isEntering = useRef(false);
  // After Back or a link, the address has another name than was searched for. What is typed meanwhile stays.
  useEffect(() => {
    if (name === searched.current) return;
    searched.current = name;
    setTyped(name);
  }, [name]);
  useEffect(() => {
    if (rested === searched.current || rested !== typed) return;
    searched.current = rested;
    // Another filter may have been chosen since.
    const now = petsRoute(currentRoute.peek());
    navigate(petsHref(now, { name: rested || undefined }), { isReplacing: true });
  }, [rested, typed]);
  useEffect(() => onShortcut("/", () => input.current?.focus()), []);
  const isSettled = typed === name && !isLoading;
  // Enter right after the last letter waits for what that finds.
  useEffect(() => {
    if (!isEntering.current || !isSettled) return;
    isEntering.current = false;
    enterList();
  }, [isSettled]);
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
        onInput={({ currentTarget }) => {
          isEntering.current = false;
          setTyped(currentTarget.value);
        }}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown" && event.key !== "Enter") return;
          event.preventDefault();
          if (isSettled) enterList();
          else isEntering.current = true;
        }}
      />
    </search>
  );
}

/** Shows only the pets of a category. */
export function CategoryFilter({ route }: FilterProps) {
  const { pets: words } = texts.value;
  const chosen = route.categoryId;
  if (categories.value.size === 0 && chosen === undefined) return null;
  return (
    <select
      aria-label={words.category}
      value={chosen?.toString() ?? ""}
      onChange={({ currentTarget: { value } }) => navigate(petsHref(route, { categoryId: readId(value) }))}
    >
      <option value="">{words.allCategories}</option>
      {chosen !== undefined && !categories.value.has(chosen) && (
        <option value={chosen.toString()}>{words.categoryNumber(chosen)}</option>
      )}
      {sortedCategories.value.map(({ id, name }) => (
        <option key={id} value={id.toString()}>
          {name}
        </option>
      ))}
    </select>
  );
}

/** Says that only the pets with a tag are shown, and leads to all. */
export function TagFilter({ route }: FilterProps) {
  const { profile: words, pets } = texts.value;
  if (route.tag === undefined) return null;
  return (
    <p class="pet-filter">
      <bdi>{words.tagged(route.tag)}</bdi>
      <a href={petsHref(route, { tag: undefined })}>{pets.showAll}</a>
    </p>
  );
}
