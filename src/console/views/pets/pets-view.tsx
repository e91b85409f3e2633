import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import type { PetWithIncluded } from "../../../client/index.ts";
import { texts } from "../../app/language.ts";
import { route as currentRoute } from "../../app/routes.ts";
import { can } from "../../app/session.ts";
import { hasWords } from "../../app/words.ts";
import { type Change, petIdOf } from "../../data/changes.ts";
import { type Meaning, useListPage } from "../../data/list-page.ts";
import { searchPets } from "../../data/pet-search.ts";
import { petAfter } from "../../data/pets.ts";
import { lazyView } from "../../ui/lazy-view.tsx";
import { ListView } from "../../ui/list-view.tsx";
import { useSelection } from "../../ui/selection.tsx";
import { petChanges } from "../../ui/status.tsx";
import { KindChips, LayoutSwitch, PetFilter, PetSearch, PetSort, PetsCount } from "./pets-filters.tsx";
import { PetsList } from "./pets-list.tsx";
import { isFiltered, type PetsRoute, petsHref, petsOrder, petsQuery, petsRoute } from "./pets-route.ts";

const PetPanel = lazyView(async () => (await import("./pet-panel.tsx")).PetPanel, PanelFrame);

const PetsBar = lazyView(async () => (await import("./pets-tools.tsx")).PetsBar);

/** They are below the list, and nobody waits for them. */
const PetsTools = lazyView(
  async () => (await import("./pets-tools.tsx")).PetsTools,
  () => null,
);

/** Where the panel will be while its code is loaded. */
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
          ×
        </a>
      </header>
      {children}
    </section>
  );
}

/** All pets: find one, change its status, open it. */
export function PetsView() {
  const route = petsRoute(currentRoute.value);
  const { open: _, ...filters } = route;
  const page = useListPage<PetWithIncluded>(petsHref({ ...route, open: "" }, {}), {
    read: (signal) => searchPets(route.name ?? "", petsQuery(route), signal),
    meaningOf: (change) => meaningFor(filters, change),
    idOf: petIdOf,
    apply: petAfter,
  });
  const rows = page.data?.rows.filter(({ isRemoved }) => !isRemoved).map(({ item }) => item) ?? [];
  const selection = useSelection(rows);
  const isLoaded = page.data !== undefined;
  const isEmpty = page.data?.rows.length === 0;
  /** Nothing to find, and nothing to choose: the first steps have the place. */
  const isNew = isEmpty && page.isCurrent && !isFiltered(route) && route.cursor === undefined && can("pets:write");
  useEffect(() => {
    if (!isLoaded) return;
    PetPanel.preload();
    PetsBar.preload();
    petChanges().catch(() => {});
  }, [isLoaded]);
  return (
    <ListView
      title={texts.value.views.pets}
      tools={
        !isNew && (
          <>
            <PetSearch route={route} isLoading={page.isLoading} />
            <LayoutSwitch />
          </>
        )
      }
      add={
        can("pets:write") && !isNew ? { href: petsHref(route, { open: "new" }), text: texts.value.pets.add } : undefined
      }
      panel={route.open !== "" && <PetPanel route={route} reload={page.reload} />}
    >
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
      <PetsList page={page} route={route} selection={can("pets:write") ? selection : undefined} />
      {selection.items.length > 0 && <PetsBar selection={selection} order={petsOrder(route)} />}
      {isLoaded && !isNew && <PetsTools route={route} isEmpty={isEmpty} />}
    </ListView>
  );
}

/** What a change means for a list with these filters. */
function meaningFor(filters: Omit<PetsRoute, "open">, change: Change): Meaning {
  const { status, name = "", categoryId, tag, sex, size } = filters;
  if (/^(?:pet\.updated|inventory\.|profile\.|photo\.)/.test(change.type)) return "changed";
  if (change.type === "pet.deleted") return "removed";
  if (change.type === "import.completed" || change.type === "import.undone") return "imported";
  if (change.type !== "pet.created") return undefined;
  const pet = change.data;
  const isIn = (status ?? pet.status) === pet.status && (categoryId ?? pet.categoryId) === pet.categoryId;
  // A new pet has no photo yet; what else is known of it, the change does not say.
  const isKnown = [tag, sex, size].every((filter) => filter === undefined);
  return isIn && isKnown && hasWords(pet.name, name) ? "added" : undefined;
}
