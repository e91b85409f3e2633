/* The photos of a pet, inline and full-screen, without a script. */

import { type Markup, markup } from "../../markup.ts";
import { type Frame, noPhoto, picture } from "../list/cards.ts";
import { textsOf, type View } from "../page/layout.ts";
import type { ShownPet } from "../shop-data.ts";

const SIZES = ["small", "medium", "large"] as const;

/**
 * The width of a photo on a phone as stated in `sizes`. It is nearly the screen's; but stating that would load the
 * large size on 3x screens, and the medium one has nearly two pixels per point.
 */
const ON_A_PHONE = ["(max-width: 640px) ", 54, "vw"] as const;

/** The layout of the first photo. */
const MAIN: Frame = {
  ratio: 5 / 4,
  widths: [ON_A_PHONE, ["(max-width: 1240px) ", 52, "vw"], ["", 600, "px"]],
  sizes: SIZES,
};

/** The layout of the others: beside the first on a phone, below it on wider screens. */
const OTHER: Frame = {
  ratio: 4 / 3,
  widths: [ON_A_PHONE, ["", 150, "px"]],
  sizes: SIZES,
};

/** The layout of a sold pet's photo. */
export const ROUND: Frame = {
  ratio: 1,
  widths: [
    ["(max-width: 466px) ", 60, "vw"],
    ["", 280, "px"],
  ],
  sizes: SIZES,
};

/** The layout of a poster's photo: as wide as the paper. */
export const POSTER: Frame = { ratio: 6 / 5, widths: [["", 718, "px"]], sizes: ["large"] };

/** The photos of the page, each linked to its full-screen version. */
export function pictures(view: View, pet: ShownPet): Markup {
  const words = textsOf(view);
  const { name, photos } = pet;
  if (photos.length === 0) return noPhoto(pet);
  return markup`${photos.map((photo, nth) => {
    const alt = photo.alt ?? words.photoOf(name, nth + 1);
    return markup`<a class="frame" href="#photo-${nth + 1}">${picture(photo, nth === 0 ? MAIN : OTHER, alt, nth === 0 ? nth : undefined)}</a>`;
  })}`;
}

/** The full-screen photos. Each is shown and loaded only when it is the target of the URL. */
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
