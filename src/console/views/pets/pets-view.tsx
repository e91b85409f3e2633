import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { PetWithIncluded } from "../../../client/index.ts";
import { petStatuses } from "../../../contract/pet-status.ts";
import { formatNumber, formatRecentDay, texts } from "../../app/language.ts";
import { formatMoney } from "../../app/money.ts";
import { attempt } from "../../app/notices.ts";
import { route as currentRoute, hrefOf, navigate, readId } from "../../app/routes.ts";
import { can } from "../../app/session.ts";
import { hasWords } from "../../app/words.ts";
import { categoryName, sortedCategories } from "../../data/categories.ts";
import { type Change, petIdOf } from "../../data/changes.ts";
import { type ListPage, type Meaning, useListPage } from "../../data/list-page.ts";
import { searchPets } from "../../data/pet-search.ts";
import { petAfter } from "../../data/pets.ts";
import type { Resource } from "../../data/resource.ts";
import { lazyView } from "../../ui/lazy-view.tsx";
import { type Column, focusRow, List } from "../../ui/list.tsx";
import { ListTools } from "../../ui/list-tools.tsx";
import { ListView, NoMatch } from "../../ui/list-view.tsx";
import { Menu } from "../../ui/menu.tsx";
import { PetIcon } from "../../ui/pet-icon.tsx";
import { PetPhoto } from "../../ui/pet-photo.tsx";
import { type Selection, SelectionBar, useSelection } from "../../ui/selection.tsx";
import { SidePanel } from "../../ui/side-panel.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { petChanges, StatusMenu, setStatus } from "../../ui/status.tsx";
import { CategoryFilter, OrderToggle, PetSearch, StatusTabs, TagFilter } from "./pets-filters.tsx";
import { allPetsHref, type PetsRoute, petsHref, petsQuery, petsRoute } from "./pets-route.ts";
import { factsOf } from "./profile-facts.ts";

const PetPanel = lazyView(async () => (await import("./pet-panel.tsx")).PetPanel, PanelFrame);

/** Around the panel while its code is loaded. */
function PanelFrame({ children }: { readonly children: ComponentChildren }) {
  const close = () => navigate(petsHref(petsRoute(currentRoute.value), { open: "" }));
  return (
    <SidePanel title="" close={close}>
      {children}
    </SidePanel>
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
  const list = useRef<HTMLDivElement>(null);
  const isLoaded = page.data !== undefined;
  useEffect(() => {
    if (!isLoaded) return;
    PetPanel.preload();
    petChanges().catch(() => {});
  }, [isLoaded]);
  return (
    <ListView
      title={texts.value.views.pets}
      add={can("pets:write") ? { href: petsHref(route, { open: "new" }), text: texts.value.pets.add } : undefined}
      panel={route.open !== "" && <PetPanel route={route} reload={page.reload} />}
      list={list}
    >
      <StatusTabs route={route} />
      <div class="row toolbar">
        <PetSearch route={route} isLoading={page.isLoading} enterList={() => focusRow(list.current, 0)} />
        <CategoryFilter route={route} />
      </div>
      <TagFilter route={route} />
      <PetsList page={page} route={route} selection={can("pets:write") ? selection : undefined} />
      <PetsBar selection={selection} />
      {isLoaded && (
        <ListTools
          isEmpty={page.data?.rows.length === 0}
          list={{
            name: "pets",
            read: (position) => searchPets(route.name ?? "", { ...petsQuery(route), ...position }),
          }}
        >
          {can("pets:write") && (
            <a class="button quiet" href={hrefOf("imports")}>
              {texts.value.pets.import}
            </a>
          )}
        </ListTools>
      )}
    </ListView>
  );
}

/** What a change means for a list with these filters. */
function meaningFor({ status, name = "", categoryId, tag }: Omit<PetsRoute, "open">, change: Change): Meaning {
  if (/^(?:pet\.updated|inventory\.|profile\.|photo\.)/.test(change.type)) return "changed";
  if (change.type === "pet.deleted") return "removed";
  if (change.type === "import.completed") return "imported";
  if (change.type !== "pet.created") return undefined;
  const pet = change.data;
  const isIn = (status ?? pet.status) === pet.status && (categoryId ?? pet.categoryId) === pet.categoryId;
  return isIn && tag === undefined && hasWords(pet.name, name) ? "added" : undefined;
}

interface PetsListProps {
  readonly page: Resource<ListPage<PetWithIncluded>>;
  readonly route: PetsRoute;
  readonly selection: Selection<PetWithIncluded> | undefined;
}

function PetsList({ page, route, selection }: PetsListProps) {
  const { pets: words } = texts.value;
  return (
    <List<PetWithIncluded>
      label={words.tableCaption}
      name="pets"
      page={page}
      columns={columnsOf(route)}
      icon={(pet) => <PetPhoto pet={pet} />}
      facts={PetFacts}
      hrefOf={({ id }) => petsHref(route, { open: id.toString() })}
      isOpen={({ id }) => readId(route.open) === id}
      cursor={route.cursor}
      hrefAt={(cursor) => petsHref(route, { cursor, open: "" })}
      newcomers={words.newcomers}
      showNewcomers={() => {
        navigate(petsHref(route, { order: "desc", cursor: undefined }));
        page.reload();
      }}
      selection={selection}
    >
      <NoPets route={route} />
    </List>
  );
}

function columnsOf(route: PetsRoute): readonly Column<PetWithIncluded>[] {
  const { pets: words } = texts.value;
  const stock: Column<PetWithIncluded> = {
    name: "quantity",
    header: words.stock,
    cell: ({ quantity }) => quantity !== undefined && formatNumber(quantity),
  };
  return [
    { name: "name", header: words.name, cell: ({ name }) => <bdi>{name}</bdi> },
    { name: "category", header: words.category, cell: ({ categoryId }) => <bdi>{categoryName(categoryId)}</bdi> },
    ...(can("inventory:read") ? [stock] : []),
    {
      name: "price",
      header: texts.value.profile.price,
      cell: ({ profile }) => profile?.price !== undefined && formatMoney(profile.price),
    },
    {
      name: "added",
      header: <OrderToggle route={route} />,
      sort: route.order === "desc" ? "descending" : "ascending",
      cell: ({ createdAt }) => createdAt !== undefined && formatRecentDay(createdAt),
    },
    {
      name: "status",
      header: words.status,
      cell: (pet, { isRemoved, tabIndex }) =>
        isRemoved ? <span class="chip failed">{words.deleted}</span> : <StatusMenu pet={pet} tabIndex={tabIndex} />,
    },
  ];
}

/** Breed, age and sex in a line below the name. */
function PetFacts({ profile }: PetWithIncluded) {
  const facts = profile === undefined ? "" : factsOf(profile);
  return facts !== "" && <small class="pet-facts">{facts}</small>;
}

function PetsBar({ selection }: { readonly selection: Selection<PetWithIncluded> }) {
  const { pets: words } = texts.value;
  const { items, clear } = selection;
  return (
    <SelectionBar selection={selection}>
      <Menu
        label={words.status}
        items={petStatuses.map((status) => ({
          text: words.statuses[status],
          class: `chip ${status}`,
          choose: () => {
            setStatus(items, status);
            clear();
          },
        }))}
      >
        {words.status}
      </Menu>
      <Menu
        label={words.category}
        items={sortedCategories.value.map(({ id, name }) => ({
          text: name,
          choose: () => {
            attempt(async () => (await petChanges()).changeCategory(items, id));
            clear();
          },
        }))}
      >
        {words.category}
      </Menu>
    </SelectionBar>
  );
}

function NoPets({ route }: { readonly route: PetsRoute }) {
  const { pets: words } = texts.value;
  const { status, name = "", categoryId, tag, cursor } = route;
  const isFiltered = [status, categoryId, tag, cursor].some((filter) => filter !== undefined) || name.trim() !== "";
  const number = readId(name.trim());
  if (isFiltered && number === undefined) return <NoMatch href={allPetsHref(route)} />;
  return isFiltered ? (
    <EmptyState title={words.noMatch}>
      <a href={petsHref(route, { open: name.trim() })}>{words.openNumber(name.trim())}</a>
      <a href={allPetsHref(route)}>{words.showAll}</a>
    </EmptyState>
  ) : (
    <EmptyState title={words.none}>
      <div class="row">
        {sortedCategories.value.slice(0, 5).map(({ id }) => (
          <PetIcon key={id} categoryId={id} />
        ))}
      </div>
      {can("pets:write") && <p>{words.noneHint}</p>}
      {can("keys:manage") && <a href={hrefOf("people", "new")}>{texts.value.shell.inviteFirst}</a>}
    </EmptyState>
  );
}
