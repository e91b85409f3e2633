/* The filters and the layout of the list of pets. */
import { formatCount, formatNumber, texts } from "../../../app/formats/language.ts";
import { route as currentRoute, navigate } from "../../../app/routes.ts";
import { categories, sortedCategories } from "../../../data/pets/category-data.ts";
import { petsIn, useStats } from "../../../data/shop/stats-data.ts";
import { SearchField } from "../../../forms/search-field.tsx";
import { icons } from "../../../ui/icons.tsx";
import { Menu } from "../../../ui/panels/menu.tsx";
import { chooseLayout, layout, layouts } from "./pets-layout.ts";
import {
  choices,
  isFiltered,
  type PetsRoute,
  petsFilters,
  petsHref,
  petsRoute,
  setFilters,
  sorts,
} from "./pets-route.ts";

interface FilterProps {
  readonly route: PetsRoute;
}

interface PetSearchProps extends FilterProps {
  readonly isListed: boolean;
}

/** The search. `isListed` tells whether the list shows its results. */
export function PetSearch({ route, isListed }: PetSearchProps) {
  const { pets: words } = texts.value;
  const search = (text: string) => {
    // Read the route again: a filter may have changed since.
    const now = petsRoute(currentRoute.peek());
    navigate(petsHref(now, { name: text || undefined }), { isReplacing: true });
  };
  return (
    <SearchField
      label={words.search}
      hint={words.searchHint}
      text={route.name ?? ""}
      search={search}
      isListed={isListed}
    />
  );
}

/** Switches between gallery and table. */
export function LayoutSwitch() {
  const { pets: words } = texts.value;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend
    <div class="switch" role="group" aria-label={words.layout}>
      {layouts.map((name) => (
        <button
          key={name}
          type="button"
          aria-label={words.layouts[name]}
          aria-pressed={layout.value === name}
          onClick={() => chooseLayout(name)}
        >
          {name === "gallery" ? icons.grid : icons.rows}
          <span>{words.layouts[name]}</span>
        </button>
      ))}
    </div>
  );
}

/** The counts of the filtered list, ignoring the category. */
function useShown(route: PetsRoute) {
  const { categoryId: _, ...filters } = petsFilters(route);
  return useStats(filters, route.name);
}

/**
 * A chip per category, with its number of matches. If the key cannot read categories, only the selected one has a
 * chip.
 */
export function KindChips({ route }: FilterProps) {
  const { pets: words } = texts.value;
  const chosen = route.categoryId;
  const stats = useShown(route);
  const counts = new Map(stats?.categories?.map((counted) => [counted.categoryId, counted]));
  const isUnknown = chosen !== undefined && !categories.value.has(chosen);
  const chip = (id: bigint | undefined, name: string) => {
    const count = stats && (id === undefined ? petsIn(stats) : (counts.get(id) ?? { count: 0, capped: false }));
    return (
      <a
        key={id ?? "all"}
        class="chip"
        href={petsHref(route, { categoryId: id, open: "" })}
        aria-current={id === chosen ? "true" : undefined}
      >
        <bdi>{name}</bdi> <small>{count && formatCount(count)}</small>
      </a>
    );
  };
  return (
    <nav class="chips" aria-label={words.kinds}>
      {chip(undefined, words.all)}
      {isUnknown && chip(chosen, words.categoryNumber(chosen))}
      {sortedCategories.value.map(({ id, name }) => chip(id, name))}
    </nav>
  );
}

/** The values of a filter as labels. */
function wordsOf(name: keyof typeof choices): Readonly<Record<string, string>> {
  const { pets: words, profile } = texts.value;
  const flags = { photo: { false: words.noPhoto }, published: { false: words.unpublished } };
  return { status: words.statuses, sex: profile.sexes, size: profile.sizes, ...flags }[name];
}

/** Rarely used filters. */
export function PetFilter({ route }: FilterProps) {
  const { pets: words } = texts.value;
  const set = setFilters(route).length;
  const items = (Object.keys(choices) as (keyof typeof choices)[]).flatMap((name) =>
    choices[name].map((value, index) => ({
      text: wordsOf(name)[value] ?? value,
      class: name === "status" ? `dot ${value}` : undefined,
      isChecked: route[name] === value,
      startsGroup: index === 0,
      choose: () => navigate(petsHref(route, { [name]: route[name] === value ? undefined : value, open: "" })),
    })),
  );
  return (
    <Menu label={words.filter(formatNumber(set))} class="soft" items={items}>
      {icons.filter}
      <span>{words.filterTitle}</span> {set > 0 && <small class="set-count">{formatNumber(set)}</small>}
    </Menu>
  );
}

/** The sort order of the list. */
export function PetSort({ route }: FilterProps) {
  const { pets: words } = texts.value;
  return (
    <Menu
      label={words.sortOf(words.sorts[route.sort])}
      class="soft"
      items={sorts.map((sort) => ({
        text: words.sorts[sort],
        isChecked: sort === route.sort,
        choose: () => navigate(petsHref(route, { sort })),
      }))}
    >
      {icons.sort}
      <span>{words.sorts[route.sort]}</span>
    </Menu>
  );
}

interface SortLinkProps extends FilterProps {
  readonly text: string;
  /** The sort orders of this column, first the one that a click selects. */
  readonly orders: readonly PetsRoute["sort"][];
}

/** A column title that sorts the list. */
export function SortLink({ route, text, orders }: SortLinkProps) {
  const [first = "newest", second = first] = orders;
  const isFirst = route.sort === first;
  return (
    <a
      href={petsHref(route, { sort: isFirst ? second : first })}
      title={texts.value.pets.sorts[isFirst ? second : first]}
    >
      {text} {orders.includes(route.sort) && (route.sort === "waiting" ? "↓" : "↑")}
    </a>
  );
}

/** How many pets are in all pages; undefined until counted. */
export function useListed(route: PetsRoute) {
  const stats = useShown(route);
  const { categoryId } = route;
  if (stats === undefined || categoryId === undefined) return stats && petsIn(stats);
  return stats.categories?.find((counted) => counted.categoryId === categoryId) ?? { count: 0, capped: false };
}

/** "12 of 340 pets", and the active filters, each with a button to remove it. */
export function PetsCount({ route }: FilterProps) {
  const { pets: words, profile } = texts.value;
  const { tag } = route;
  const all = useStats();
  const total = all && petsIn(all);
  const shown = useListed(route);
  const textOf = (name: ReturnType<typeof setFilters>[number]) =>
    name === "tag" ? profile.tagged(tag ?? "") : (wordsOf(name)[route[name] ?? ""] ?? "");
  return (
    <div class="count-row">
      <p class="state-title">
        {total !== undefined &&
          (isFiltered(route) && shown !== undefined
            ? words.countOf(formatCount(shown), formatCount(total))
            : words.count(total.count, formatCount(total)))}
      </p>
      {setFilters(route).map((name) => (
        <a
          key={name}
          class="chip set"
          href={petsHref(route, { [name]: undefined })}
          aria-label={words.without(textOf(name))}
        >
          <bdi>{textOf(name)}</bdi>
          {icons.close}
        </a>
      ))}
    </div>
  );
}
