/* Pets as tiles or as a table. */
import type { ComponentChildren } from "preact";
import type { PetWithIncluded } from "../../../../client/index.ts";
import { ageOf, shortAgeOf, waitOf } from "../../../app/formats/age-text.ts";
import { formatNumber, texts } from "../../../app/formats/language.ts";
import { formatPrice } from "../../../app/formats/money-text.ts";
import { hrefOf } from "../../../app/routes.ts";
import { can } from "../../../app/session/session.ts";
import { categoryName } from "../../../data/pets/category-data.ts";
import { icons } from "../../../ui/icons.tsx";
import type { Column, RowState } from "../../../ui/list/rows.tsx";
import { PetPhoto } from "../../../ui/shop/pet-photo.tsx";
import { StatusMenu } from "../../../ui/shop/status.tsx";
import { SortLink } from "./pets-filters.tsx";
import { layout } from "./pets-layout.ts";
import { type PetsRoute, petsHref } from "./pets-route.ts";

export function petRows(route: PetsRoute) {
  return {
    columns: columnsOf(route),
    icon: (pet: PetWithIncluded) => <PetPhoto pet={pet} />,
    facts: TableFacts,
    tile:
      layout.value === "gallery"
        ? (pet: PetWithIncluded, title: ComponentChildren, row: RowState) => (
            <PetTile pet={pet} title={title} row={row} open={petsHref(route, { open: `${pet.id}` })} />
          )
        : undefined,
  };
}

interface PetTileProps {
  readonly pet: PetWithIncluded;
  readonly title: ComponentChildren;
  readonly row: RowState;
  /** The URL of the pet. */
  readonly open: string;
}

/** A tile: photo, name, price and one line of facts. Only unusual states have a badge. */
function PetTile({ pet, title, row: { isRemoved }, open }: PetTileProps) {
  const { pets: words, shell } = texts.value;
  const { id, name, status, profile, photos } = pet;
  const badges = [
    ...(status === "available" ? [] : [words.statuses[status]]),
    ...(profile?.published === false ? [words.unpublished] : []),
  ];
  const canReserve = status === "available" && can("orders:write") && can("orders:read");
  return (
    <div class={`tile ${status}`}>
      <div class="pic">
        <PetPhoto pet={pet} isLarge />
        {isRemoved && <span class="badge">{words.deleted}</span>}
        {!isRemoved && badges.length > 0 && <span class="badge">{badges.join(" · ")}</span>}
        {!isRemoved && (
          <div class="acts">
            {canReserve && (
              <a
                class="button round"
                href={hrefOf("orders", "new", { petId: id })}
                aria-label={words.reserveOf(name)}
                title={shell.reserve}
                tabIndex={-1}
              >
                {icons.reserve}
              </a>
            )}
          </div>
        )}
        {photos?.length === 0 && can("pets:write") && !isRemoved && (
          <a class="button ask" href={open} tabIndex={-1}>
            {icons.camera} {words.addPhoto}
          </a>
        )}
      </div>
      <div class="line">
        {title}
        <span class="price">{profile?.price !== undefined && formatPrice(profile.price)}</span>
      </div>
      <TileFacts {...pet} />
    </div>
  );
}

const SIGNS = { female: "♀", male: "♂" };

/** Breed, age and sex, and the number of a group, in one line. */
function TileFacts({ profile, quantity }: PetWithIncluded) {
  const { profile: words, pets } = texts.value;
  const { breed, birthDate, sex } = profile ?? {};
  const facts = [breed, birthDate && shortAgeOf(birthDate), isGroup(quantity) && pets.stockOf(formatNumber(quantity))];
  const text = facts.filter(Boolean).join(" · ");
  return (
    <small class="pet-facts">
      {text}
      {sex !== undefined && (
        <>
          {text !== "" && " · "}
          <span aria-hidden="true">{SIGNS[sex]}</span>
          <span class="visually-hidden">{words.sexes[sex]}</span>
        </>
      )}
    </small>
  );
}

function isGroup(quantity: number | undefined): quantity is number {
  return quantity !== undefined && quantity > 1;
}

/** Breed and sex, and the number of a group, below the name. */
function TableFacts({ profile, quantity }: PetWithIncluded) {
  const { profile: words, pets } = texts.value;
  const { breed, sex } = profile ?? {};
  const facts = [
    breed,
    sex && words.sexes[sex],
    isGroup(quantity) && pets.stockOf(formatNumber(quantity)),
    profile?.published === false && pets.unpublished,
  ];
  const text = facts.filter(Boolean).join(" · ");
  return text !== "" && <small class="pet-facts">{text}</small>;
}

type Sorted = "ascending" | "descending" | undefined;

function columnsOf(route: PetsRoute): readonly Column<PetWithIncluded>[] {
  const { pets: words, profile: facts } = texts.value;
  return [
    {
      name: "name",
      header: <SortLink route={route} text={words.pet} orders={["name"]} />,
      sort: route.sort === "name" ? "ascending" : undefined,
      cell: ({ name }) => <bdi>{name}</bdi>,
    },
    { name: "category", header: words.category, cell: ({ categoryId }) => <bdi>{categoryName(categoryId)}</bdi> },
    { name: "age", header: facts.age, cell: ({ profile }) => profile?.birthDate && ageOf(profile.birthDate) },
    {
      name: "price",
      header: facts.price,
      cell: ({ profile }) => profile?.price !== undefined && formatPrice(profile.price),
    },
    {
      name: "waiting",
      header: <SortLink route={route} text={words.waiting} orders={["waiting", "newest"]} />,
      sort: { newest: "ascending", oldest: undefined, waiting: "descending", name: undefined }[route.sort] as Sorted,
      // A sold pet waits no longer.
      cell: (pet) => (pet.status === "sold" ? "–" : waitOf(pet)),
    },
    {
      name: "status",
      header: words.status,
      cell: (pet, { isRemoved, tabIndex }) =>
        isRemoved ? <span class="dot failed">{words.deleted}</span> : <StatusMenu pet={pet} tabIndex={tabIndex} />,
    },
  ];
}
