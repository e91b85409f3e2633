import { useRef } from "preact/hooks";
import type { ListPetsQuery, Pet } from "../client/index.ts";
import { startReading } from "./known-pets.ts";
import { formatNumber, texts } from "./language.ts";
import { type Loaded, useLoaded } from "./loading.ts";
import { countNewcomers, newcomers, watchNewcomers } from "./newcomers.ts";
import { Pager } from "./pager.tsx";
import { PetPanel } from "./pet-panel.tsx";
import { CategoryFilter, PetSearch, StatusTabs } from "./pets-filters.tsx";
import { type PetsPlace, petsHref, petsPlace, petsQuery } from "./pets-place.ts";
import { focusRow, PetsTable } from "./pets-table.tsx";
import { place as currentPlace, navigate } from "./router.ts";
import { isPanelOver } from "./screen.ts";
import { can, petstore } from "./session.ts";
import { EmptyState, FailureState, Skeleton } from "./states.tsx";

interface PetsPage {
  readonly pets: readonly Pet[];
  readonly next: string | undefined;
}

/** All pets: find one, change its status, open it. */
export function PetsView() {
  const place = petsPlace(currentPlace.value);
  const { status, name, categoryId, order, cursor } = place;
  const page = useLoaded((signal) => readPage(petsQuery(place), signal), [status, name, categoryId, order, cursor]);
  const list = useRef<HTMLDivElement>(null);
  return (
    <div class={place.open === "" ? "pets-view" : "pets-view with-panel"}>
      <div class="pets-list" ref={list} inert={place.open !== "" && isPanelOver.value}>
        <div class="view-head">
          <h1>{texts.value.views.pets}</h1>
          {can("pets:write") && (
            <a class="button primary" href={petsHref(place, { open: "new" })}>
              {texts.value.pets.add}
            </a>
          )}
        </div>
        <StatusTabs place={place} />
        <div class="toolbar">
          <PetSearch place={place} enterList={() => focusRow(list.current, 0)} />
          <CategoryFilter place={place} />
        </div>
        <Newcomers place={place} reload={page.reload} />
        <PetsList page={page} place={place} />
      </div>
      <PetPanel place={place} reload={page.reload} />
    </div>
  );
}

async function readPage(query: ListPetsQuery, signal: AbortSignal): Promise<PetsPage> {
  const learn = startReading();
  watchNewcomers(query);
  const { items, nextCursor } = await petstore().pets.list(query, { signal });
  learn(items);
  return { pets: items, next: nextCursor };
}

/** Pets that others have added since the list was loaded. They are shown when a person asks for them, so that nothing moves. */
function Newcomers({ place, reload }: { readonly place: PetsPlace; readonly reload: () => void }) {
  const count = countNewcomers(newcomers.value);
  if (count === 0) return null;
  function show() {
    navigate(petsHref(place, { order: "desc", cursor: undefined }));
    reload();
  }
  return (
    <button type="button" class="newcomers" onClick={show}>
      {texts.value.pets.newcomers(count, formatNumber(count))}
    </button>
  );
}

interface PetsListProps {
  readonly page: Loaded<PetsPage>;
  readonly place: PetsPlace;
}

function PetsList({ page: { data, error, isLoading, reload }, place }: PetsListProps) {
  const { pets: words } = texts.value;
  if (error !== undefined) return <FailureState error={error} retry={reload} />;
  if (data === undefined) return <Skeleton lines={12} />;
  if (data.pets.length === 0) return isLoading ? <Skeleton lines={12} /> : <NoPets place={place} />;
  return (
    <div class={isLoading ? "results loading" : "results"} aria-busy={isLoading}>
      <PetsTable pets={data.pets} place={place} />
      <Pager cursor={place.cursor} next={data.next} hrefAt={(cursor) => petsHref(place, { cursor, open: "" })} />
      <p class="hint keys" aria-hidden="true">
        {words.keys}
      </p>
    </div>
  );
}

function NoPets({ place }: { readonly place: PetsPlace }) {
  const { pets: words } = texts.value;
  const { status, name, categoryId, cursor } = place;
  const isFiltered = [status, name, categoryId, cursor].some((filter) => filter !== undefined);
  if (!isFiltered) return <EmptyState title={words.none}>{can("pets:write") && <p>{words.noneHint}</p>}</EmptyState>;
  return (
    <EmptyState title={words.noMatch}>
      {name !== undefined && /^\d{1,19}$/.test(name) && (
        <a href={petsHref(place, { open: name })}>{words.openNumber(name)}</a>
      )}
      <a href={petsHref(place, { status: undefined, name: undefined, categoryId: undefined, cursor: undefined })}>
        {words.showAll}
      </a>
    </EmptyState>
  );
}
