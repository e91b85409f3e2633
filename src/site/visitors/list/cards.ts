/* Pets and photos in lists. */
import { PHOTO_SIZES } from "../../../contract/pets/photos.ts";
import { type Markup, markup } from "../../markup.ts";
import { drawn, link, named, type Preview, textsOf, type View } from "../page/layout.ts";
import { TONES } from "../page/visitors-style.ts";
import { ageOf, isNew, pathOf, priceOf } from "../pet/facts.ts";
import type { ShownPet } from "../shop-data.ts";

/** How many pictures are visible at once on a laptop or a phone. */
const FIRST_ROW = 4;

/**
 * The layout of a card's photo, matching the style sheet: fewer cards are wider. In a full row a card is up to six
 * pixels wider than the small size, which is not visible.
 */
const CARD = {
  one: cardFrame(["(max-width: 560px) ", 92, "vw"], ["", 480, "px"]),
  few: cardFrame(
    ["(max-width: 560px) ", 46, "vw"],
    ["(max-width: 720px) ", 92, "vw"],
    ["(max-width: 1095px) ", 45, "vw"],
    ["", 357, "px"],
  ),
  many: cardFrame(
    ["(max-width: 560px) ", 46, "vw"],
    ["(max-width: 867px) ", 45, "vw"],
    ["(max-width: 1165px) ", 29, "vw"],
    ["", 256, "px"],
  ),
};

function cardFrame(...widths: Frame["widths"]): Frame {
  return { ratio: 4 / 5, widths, sizes: ["small", "medium"] };
}

/** Pets as cards; partners share one. If the list is at the top of the page, its first photos load with priority. */
export function cards(view: View, all: readonly ShownPet[], areFirst: boolean): Markup {
  const pets = withoutPartners(all);
  const shown = CARD[pets.length === 1 ? "one" : pets.length < FIRST_ROW ? "few" : "many"];
  return markup`<ul class="cards">${pets.map((pet, nth) => markup`<li>${card(view, pet, frame(pet, shown, areFirst && nth < FIRST_ROW ? nth : undefined))}</li>`)}</ul>`;
}

/** Drops pets that are on the card of an earlier partner. */
function withoutPartners(pets: readonly ShownPet[]): readonly ShownPet[] {
  const named = new Set<bigint>();
  return pets.filter((pet) => {
    if (named.has(pet.id)) return false;
    for (const { id } of pet.together) named.add(id);
    return true;
  });
}

function card(view: View, pet: ShownPet, photo: Markup): Markup {
  const { language, today } = view;
  const words = textsOf(view);
  const { breed, sex, birthDate, tags: [tag] = [], price } = pet.profile;
  const age = birthDate && ageOf(birthDate, today, language);
  const what = [breed ?? named(view, pet.category), age].filter(Boolean).join(", ");
  const flag = pet.isReserved
    ? markup`<span class="flag">${words.reserved}</span>`
    : isNew(pet, view) && markup`<span class="flag new">${words.isNew}</span>`;
  return markup`<article class="card">${photo}<div class="text"><div class="named"><h2><a href="${link(pathOf(pet), view)}"><bdi>${pet.name}</bdi></a>${pet.together.map((other) => markup` &amp; <a href="${link(pathOf(other), view)}"><bdi>${other.name}</bdi></a>`)}</h2>${price && markup`<p class="price">${priceOf(price, language)}</p>`}</div><p class="line"><bdi>${what}${sex && markup`<span>, ${words.sexes[sex]}</span>`}</bdi></p>${tag && markup`<p class="line"><bdi>${named(view, tag)}</bdi></p>`}</div>${flag}</article>`;
}

/** The first photo of a pet, for link previews. */
export function previewOf({ name, photos: [photo] }: ShownPet): Preview | undefined {
  return photo && { url: photo.urls.large, alt: photo.alt ?? name };
}

/** The placeholder for a pet without a photo. */
export function noPhoto({ id, category }: Pick<ShownPet, "id" | "category">): Markup {
  return markup`<span class="frame tone-${id % BigInt(TONES)}">${drawn(category)}</span>`;
}

function frame(pet: ShownPet, shown: Frame, order: number | undefined): Markup {
  const {
    name,
    photos: [photo],
  } = pet;
  if (photo === undefined) return noPhoto(pet);
  return markup`<span class="frame">${picture(photo, shown, photo.alt ?? name, order)}</span>`;
}

/** How photos are laid out in one place. They fill a frame, cropped. */
export interface Frame {
  /** Width divided by height. */
  readonly ratio: number;
  /** The widths for `sizes`: a media condition, a number and a unit each. */
  readonly widths: readonly (readonly [condition: string, width: number, unit: string])[];
  /** The files that a browser may choose from. */
  readonly sizes: readonly (keyof typeof PHOTO_SIZES)[];
}

/** A photo in the fitting size over its placeholder. Photos visible at once load with priority. */
export function picture(
  { urls, width, height, placeholder }: ShownPet["photos"][number],
  frame: Frame,
  alt: string,
  order: number | undefined,
): Markup {
  const longer = Math.max(width, height);
  const scaled = (side: number, size: number) => Math.max(1, Math.round((side * Math.min(size, longer)) / longer));
  const widthOf = (size: number) => scaled(width, size);
  // Without styles, the size of the smallest file.
  const [shownWidth, shownHeight] = [widthOf(PHOTO_SIZES.small), scaled(height, PHOTO_SIZES.small)];
  const srcset = frame.sizes.map((size) => `${pathIn(urls[size])} ${widthOf(PHOTO_SIZES[size])}w`).join(", ");
  // A photo wider than its frame is scaled to the frame's height and cropped at the sides.
  const shown = Math.max(1, width / height / frame.ratio);
  const sizes = frame.widths.map(([condition, size, unit]) => `${condition}${Math.round(size * shown)}${unit}`);
  const loading = order === undefined ? markup`loading="lazy"` : order === 0 && markup`fetchpriority="high"`;
  return markup`<img class="rough" src="${placeholder}" alt=""><img src="${pathIn(urls.medium)}" srcset="${srcset}" sizes="${sizes.join(", ")}" alt="${alt}" width="${shownWidth}" height="${shownHeight}" ${loading} decoding="async">`;
}

/** The path of a service URL: visitors may use another origin than clients. */
function pathIn(url: string): string {
  return new URL(url).pathname;
}
