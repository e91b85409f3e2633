/* The photos of one pet: in the page, and each as large as the screen, without a script. */

import { type Markup, markup } from "../../markup.ts";
import { type Frame, noPhoto, picture } from "../list/cards.ts";
import { textsOf, type View } from "../page/layout.ts";
import type { ShownPet } from "../shop-data.ts";

const SIZES = ["small", "medium", "large"] as const;

/**
 * The width of a photo on a phone, as browsers are told. It is nearly as wide as the screen: at three pixels a point that would be the
 * large size. The medium one has nearly two pixels a point.
 */
const ON_A_PHONE = ["(max-width: 640px) ", 54, "vw"] as const;

/** How the first photo is shown. */
const MAIN: Frame = {
  ratio: 5 / 4,
  widths: [ON_A_PHONE, ["(max-width: 1240px) ", 52, "vw"], ["", 600, "px"]],
  sizes: SIZES,
};

/** How the others are shown: beside the first one on a phone, and below it on a wider screen. */
const OTHER: Frame = {
  ratio: 4 / 3,
  widths: [ON_A_PHONE, ["", 150, "px"]],
  sizes: SIZES,
};

/** How the photo of a pet that has found a home is shown. */
export const ROUND: Frame = {
  ratio: 1,
  widths: [
    ["(max-width: 466px) ", 60, "vw"],
    ["", 280, "px"],
  ],
  sizes: SIZES,
};

/** How the photo of a poster is shown: as wide as the paper. */
export const POSTER: Frame = { ratio: 6 / 5, widths: [["", 718, "px"]], sizes: ["large"] };

/** The photos in the page. Each leads to where it is as large as the screen. */
export function pictures(view: View, pet: ShownPet): Markup {
  const words = textsOf(view);
  const { name, photos } = pet;
  if (photos.length === 0) return noPhoto(pet);
  return markup`${photos.map((photo, nth) => {
    const alt = photo.alt ?? words.photoOf(name, nth + 1);
    return markup`<a class="frame" href="#photo-${nth + 1}">${picture(photo, nth === 0 ? MAIN : OTHER, alt, nth === 0 ? nth : undefined)}</a>`;
  })}`;
}

/** The same photos as large as the screen: each is shown, and fetched, when the address names it. */
export function largePictures(view: View, { name, photos }: ShownPet): Markup | false {
  const words = textsOf(view);
  const { length } = photos;
  if (length === 0) return false;
  const way = (to: number, sign: string, label: string) =>
    markup`<a href="#photo-${((to - 1 + length) % length) + 1}" aria-label="${label}">${sign}</a>`;
  return markup`${photos.map(({ alt, urls, width, height }, index) => {
    const nth = index + 1;
    return markup`<div class="full" id="photo-${nth}" tabindex="-1"><img src="${new URL(urls.large).pathname}" alt="${alt ?? words.photoOf(name, nth)}" width="${width}" height="${height}" loading="lazy"><p>${length > 1 && way(nth - 1, "‹", words.photoBefore)}<span>${nth}/${length}</span>${length > 1 && way(nth + 1, "›", words.photoAfter)}<a href="#photos" aria-label="${words.close}">×</a></p></div>`;
  })}`;
}
