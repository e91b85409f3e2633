import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import type { PetWithIncluded } from "../../../../client/index.ts";
import { texts } from "../../../app/formats/language.ts";
import { route as currentRoute } from "../../../app/routes.ts";
import { can, petstore } from "../../../app/session/session.ts";
import { type Change, familyOf, petIdOf } from "../../../data/events/changes.ts";
import type { Meaning } from "../../../data/loaded-page.ts";
import { loadSearch } from "../../../data/pets/load-search.ts";
import { petAfter } from "../../../data/pets/pet-data.ts";
import { icons } from "../../../ui/icons.tsx";
import { lazyView } from "../../../ui/lazy-view.tsx";
import { defineCollection, type Shown } from "../../../ui/list/collection.tsx";
import { useSelection } from "../../../ui/list/selection.tsx";
import { petChanges } from "../../../ui/shop/status.tsx";
import { KindChips, LayoutSwitch, PetFilter, PetSearch, PetSort, PetsCount, useListed } from "./pets-filters.tsx";
import { petRows } from "./pets-list.tsx";
import { isFiltered, type PetsRoute, petsHref, petsOrder, petsQuery, petsRoute } from "./pets-route.ts";

const loadParts = () => import("./pets-parts.ts");
const PetPanel = lazyView(async () => (await loadParts()).PetPanel, PanelFrame);
const NoPets = lazyView(async () => (await loadParts()).NoPets);
const PetsBar = lazyView(async () => (await loadParts()).PetsBar);
/** The name matcher, once loaded. */
let hasWords: Awaited<ReturnType<typeof loadParts>>["hasWords"] | undefined;
/** Loaded late: they are below the list. */
const PetsTools = lazyView(
  async () => (await loadParts()).PetsTools,
  () => null,
);

/** Reserves the space of the panel while its code loads. */
function PanelFrame({ children }: { readonly children: ComponentChildren }) {
  const { common } = texts.value;
  return (
    <section class="side-panel" aria-busy>
      <header class="row">
        <h2>{common.loading}</h2>
        <a
          class="button quiet icon"
          href={petsHref(petsRoute(currentRoute.value), { open: "" })}
          aria-label={common.close}
        >
          {icons.close}
        </a>
      </header>
      {children}
    </section>
  );
}

export const PetsView = defineCollection<PetWithIncluded, PetsRoute>({
  name: "pets",
  topic: "pet list",
  routeOf: petsRoute,
  hrefOf: petsHref,
  async read(route, signal) {
    const { name = "" } = route;
    if (name.trim() === "") return petstore().pets.list(petsQuery(route), { signal });
    return (await loadSearch()).searchPets(name, petsQuery(route), signal);
  },
  meaningOf: meaningFor,
  idOf: petIdOf,
  apply: petAfter,
  useParts,
});

function useParts({ route, page }: Shown<PetWithIncluded, PetsRoute>) {
  const rows = page.data?.rows.filter(({ isRemoved }) => !isRemoved).map(({ item }) => item) ?? [];
  const selection = useSelection(rows);
  const isLoaded = page.data !== undefined;
  const isEmpty = page.data?.rows.length === 0;
  const canWrite = can("pets:write");
  /** An empty shop: show the first steps instead of search and filters. */
  const isNew = isEmpty && page.isCurrent && !isFiltered(route) && route.cursor === undefined && canWrite;
  useEffect(() => {
    if (!isLoaded) return;
    PetPanel.preload();
    PetsBar.preload();
    loadParts().then(
      (parts) => {
        hasWords = parts.hasWords;
      },
      () => {},
    );
    petChanges().catch(() => {});
  }, [isLoaded]);
  const { pets: words, views } = texts.value;
  return {
    title: views.pets,
    tools: !isNew && (
      <>
        <PetSearch route={route} isListed={page.isCurrent} />
        <LayoutSwitch />
      </>
    ),
    add: canWrite && !isNew && words.add,
    body: (list: ComponentChildren) => (
      <>
        {!isNew && (
          <>
            <div class="filter-row">
              <KindChips route={route} />
              <PetFilter route={route} />
              <PetSort route={route} />
            </div>
            <PetsCount route={route} />
          </>
        )}
        {list}
        {selection.items.length > 0 && <PetsBar selection={selection} order={petsOrder(route)} />}
        {isLoaded && !isNew && <PetsTools route={route} isEmpty={isEmpty} />}
      </>
    ),
    label: words.tableCaption,
    ...petRows(route),
    total: useListed(route),
    newcomers: words.newcomers,
    newest: petsHref(route, { sort: "newest", cursor: undefined }),
    selection: canWrite ? selection : undefined,
    children: <NoPets route={route} />,
    panel: () => <PetPanel route={route} reload={page.reload} />,
  };
}

/** How changes affect the list, by subject. */
const meanings: Readonly<Record<string, Meaning>> = {
  pet: "changed",
  inventory: "changed",
  profile: "changed",
  photo: "changed",
  import: "imported",
};

/** How a change affects a filtered list. */
function meaningFor(filters: PetsRoute, change: Change): Meaning {
  const { status, name = "", categoryId, tag, sex, size, published } = filters;
  if (change.type === "pet.deleted") return "removed";
  if (change.type !== "pet.created") return meanings[familyOf(change)];
  const pet = change.data;
  const isIn = (status ?? pet.status) === pet.status && (categoryId ?? pet.categoryId) === pet.categoryId;
  // A new pet has no photo, and the event lacks most other members, so filters on them need a reload.
  const isKnown = [tag, sex, size, published].every((filter) => filter === undefined);
  return isIn && isKnown && (name === "" || hasWords?.(pet.name, name)) ? "added" : undefined;
}
