import { petStatuses } from "../../../contract/pet-status.ts";
import { formatCount, texts } from "../../app/language.ts";
import { route as currentRoute, navigate, readId } from "../../app/routes.ts";
import { categories, sortedCategories } from "../../data/categories.ts";
import { useStats } from "../../data/stats.ts";
import { SearchField } from "../../forms/search-field.tsx";
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
      {[undefined, ...petStatuses].map((status) => {
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
  readonly isLoading: boolean;
  readonly enterList: () => void;
}

/** The search by name, chip or number. */
export function PetSearch({ route, isLoading, enterList }: PetSearchProps) {
  const { pets: words } = texts.value;
  const search = (text: string) => {
    // Another filter may have been chosen since.
    const now = petsRoute(currentRoute.peek());
    navigate(petsHref(now, { name: text || undefined }), { isReplacing: true });
  };
  return (
    <SearchField
      label={words.search}
      hint={words.searchHint}
      text={route.name ?? ""}
      search={search}
      list={{ isLoading, enter: enterList }}
    />
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
    <p class="row wrap pet-filter">
      <bdi>{words.tagged(route.tag)}</bdi>
      <a href={petsHref(route, { tag: undefined })}>{pets.showAll}</a>
    </p>
  );
}
