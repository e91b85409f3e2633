/* The list of pets for visitors. */
import { PHOTO_SIZES } from "../../contract/photos.ts";
import { ageOf, pathOf } from "./facts.ts";
import {
  layout,
  link,
  PAW,
  type PageContent,
  type Preview,
  type QueryParameters,
  summaryOf,
  textsOf,
  type View,
  withQuery,
} from "./layout.ts";
import { jsonData, type Markup, markup } from "./markup.ts";
import type { ListRequest, ShownCategory, ShownPage, ShownPet } from "./shop-data.ts";
import { TONES } from "./style.ts";

/** How many tags of the pets on a page are offered as filters. */
const TAGS_MAX = 5;

/** Pictures that a visitor sees at once on a laptop, or on a phone. */
const FIRST_ROW = 4;

/** How a photo is shown on a card. */
const CARD: Frame = {
  ratio: 4 / 5,
  widths: [
    ["(max-width: 560px) ", 46, "vw"],
    ["(max-width: 900px) ", 45, "vw"],
    ["", 295, "px"],
  ],
  sizes: ["small", "medium"],
};

/** The list of some pets, with filters and a way to the next page. */
export function listPage(
  view: View,
  page: ShownPage,
  categories: readonly ShownCategory[],
  request: ListRequest,
): string {
  const { shop } = view;
  const words = textsOf(view);
  const category = categories.find(({ id }) => id === request.categoryId);
  // A tag that no pet has is only what somebody wrote into an address: the shop does not repeat it.
  const tag = page.pets.length > 0 ? request.tag : undefined;
  const heading = category?.name ?? tag ?? words.title;
  const hasAll = isWhole(request);
  const content: PageContent = {
    title: hasAll ? shop.name : heading,
    description: shop.text === "" ? `${words.title} · ${shop.name}` : summaryOf(shop.text),
    path: withQuery("/", { category: request.categoryId, tag: request.tag, before: request.before }),
    isHidden: page.pets.length === 0 && !hasAll,
    picture: page.pets.map(previewOf).find((preview) => preview !== undefined),
    data: hasAll ? jsonData(organization(view)) : undefined,
    body: markup`<div class="wide">
<div class="hero"><h1><bdi>${heading}</bdi></h1>${hasAll && shop.text !== "" && markup`<p class="lead">${shop.text}</p>`}</div>
${filters(view, categories, page.pets, request)}
${
  page.pets.length === 0
    ? markup`<div class="note"><p class="lead">${words.nothing} ${hasAll ? words.nothingYet : words.nothingHint}</p>${!hasAll && markup`<a class="button" href="${link("/", view)}">${words.back}</a>`}</div>`
    : markup`<ul class="cards">
${page.pets.map(
  (pet, nth) => markup`<li>${card(view, pet, nth)}</li>
`,
)}</ul>`
}
${pages(view, page, request)}
</div>`,
  };
  return layout(view, content);
}

/** Whether a list has all pets, from the first on. */
export function isWhole({ categoryId, tag, before }: ListRequest): boolean {
  return categoryId === undefined && tag === undefined && before === undefined;
}

function organization({ shop: { name, origin, contact } }: View): object {
  return {
    "@context": "https://schema.org",
    "@type": "LocalBusiness",
    name,
    url: `${origin}/`,
    ...(contact.startsWith("tel:") && { telephone: contact.slice(4) }),
    ...(contact.startsWith("mailto:") && { email: contact.slice(7).split("?")[0] }),
  };
}

function filters(
  view: View,
  categories: readonly ShownCategory[],
  pets: readonly ShownPet[],
  { categoryId, tag }: ListRequest,
): Markup | false {
  const words = textsOf(view);
  const tags = tagsOf(pets, pets.length > 0 ? tag : undefined);
  if (categories.length + tags.length === 0) return false;
  const filter = (text: string, parameters: QueryParameters, isCurrent: boolean, isTag = false) =>
    markup`<li${isTag && markup` class="tag"`}><a href="${link("/", view, parameters)}"${isCurrent && markup` aria-current="page"`}><bdi>${text}</bdi></a></li>`;
  return markup`<nav aria-label="${words.categories}"><ul class="filters">
${filter(words.all, {}, categoryId === undefined && tag === undefined)}
${categories.map(({ id, name }) => filter(name, { category: id }, id === categoryId && tag === undefined))}
${tags.map((one) => filter(one, { category: categoryId, tag: one === tag ? undefined : one }, one === tag, true))}
</ul></nav>`;
}

/** The chosen tag, and the most frequent ones of some pets. */
function tagsOf(pets: readonly ShownPet[], chosen: string | undefined): readonly string[] {
  const counts = new Map<string, number>();
  for (const tag of pets.flatMap(({ profile }) => profile.tags ?? [])) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  const frequent = [...counts]
    .filter(([tag, count]) => count > 1 && tag.toLowerCase() !== chosen?.toLowerCase())
    .sort(([, one], [, other]) => other - one)
    .map(([tag]) => tag);
  return [...(chosen === undefined ? [] : [chosen]), ...frequent].slice(0, TAGS_MAX);
}

function card(view: View, pet: ShownPet, nth: number): Markup {
  const { language, now } = view;
  const words = textsOf(view);
  const { breed, sex, birthDate, tags = [] } = pet.profile;
  const facts = [birthDate && ageOf(birthDate, now, language), sex && words.sexes[sex]].filter(Boolean).join(" · ");
  const lines = [
    [breed ?? pet.category, "line"],
    [facts, "line"],
    [tags.slice(0, 2).join(", "), "line likes"],
  ] as const;
  return markup`<article class="card">${frame(pet, nth)}<div class="text"><h2><a href="${link(pathOf(pet), view)}"><bdi>${pet.name}</bdi></a></h2>${lines.map(
    ([line, style]) => Boolean(line) && markup`<p class="${style}"><bdi>${line}</bdi></p>`,
  )}</div>${pet.isReserved && markup`<span class="flag">${words.reserved}</span>`}</article>`;
}

/** The first photo of a pet, for previews. */
export function previewOf({ name, photos: [photo] }: ShownPet): Preview | undefined {
  return photo && { url: photo.urls.large, alt: photo.alt ?? name };
}

function frame({ id, name, photos: [photo] }: ShownPet, nth: number): Markup {
  if (photo === undefined) return markup`<span class="frame tone-${id % BigInt(TONES)}">${PAW}</span>`;
  return markup`<span class="frame">${picture(photo, CARD, photo.alt ?? name, nth < FIRST_ROW ? nth : undefined)}</span>`;
}

/** How photos are shown in one place. They fill a frame, and what does not fit is cut off. */
export interface Frame {
  /** Its width by its height. */
  readonly ratio: number;
  /** Its width: a condition, a number and a unit each. */
  readonly widths: readonly (readonly [condition: string, width: number, unit: string])[];
  /** The sizes that a browser may choose from. */
  readonly sizes: readonly (keyof typeof PHOTO_SIZES)[];
}

/** A photo in the size that fits, over its placeholder. What a visitor sees at once has a place in the order of loading. */
export function picture(
  { urls, width, height, placeholder }: ShownPet["photos"][number],
  frame: Frame,
  alt: string,
  order: number | undefined,
): Markup {
  const longer = Math.max(width, height);
  const scaled = (side: number, size: number) => Math.max(1, Math.round((side * Math.min(size, longer)) / longer));
  const widthOf = (size: number) => scaled(width, size);
  // As large as the smallest size where there are no styles.
  const [shownWidth, shownHeight] = [widthOf(PHOTO_SIZES.small), scaled(height, PHOTO_SIZES.small)];
  const srcset = frame.sizes.map((size) => `${pathIn(urls[size])} ${widthOf(PHOTO_SIZES[size])}w`).join(", ");
  // A picture that is wider than its frame has the height of the frame: its sides are cut off.
  const shown = Math.max(1, width / height / frame.ratio);
  const sizes = frame.widths.map(([condition, size, unit]) => `${condition}${Math.round(size * shown)}${unit}`);
  const loading = order === undefined ? markup`loading="lazy"` : order === 0 && markup`fetchpriority="high"`;
  return markup`<img class="rough" src="${placeholder}" alt=""><img src="${pathIn(urls.medium)}" srcset="${srcset}" sizes="${sizes.join(", ")}" alt="${alt}" width="${shownWidth}" height="${shownHeight}" ${loading} decoding="async">`;
}

/** The path of an address of the service: the page may be visited at another origin than clients know. */
function pathIn(url: string): string {
  return new URL(url).pathname;
}

function pages(view: View, { next }: ShownPage, { categoryId, tag, before }: ListRequest): Markup | false {
  const words = textsOf(view);
  const filter = { category: categoryId, tag };
  if (next === undefined && before === undefined) return false;
  return markup`<nav class="pages">${before !== undefined && markup`<a class="button" href="${link("/", view, filter)}">${words.newer}</a>`}${
    next !== undefined &&
    markup`<a class="button" rel="next" href="${link("/", view, { ...filter, before: next })}">${words.older}</a>`
  }</nav>`;
}
