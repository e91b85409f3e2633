/* A poster of a pet on one sheet: photo, facts, where to find it, and tear-off slips. */
import encodeQR from "qr";
import { contactText, isLoopback } from "../../../contract/shop/shop-addresses.ts";
import { codeSquares } from "../../../core/shop/code-squares.ts";
import { type Markup, markup } from "../../markup.ts";
import { picture } from "../list/cards.ts";
import { brand, drawn, layout, link, named, placeOf, textsOf, type View } from "../page/layout.ts";
import type { ShownPet } from "../shop-data.ts";
import { pathOf, priceOf } from "./facts.ts";
import { aboutOf } from "./pet-page.ts";
import { POSTER } from "./shown-photos.ts";

/** The number of slips. */
const SLIPS = 9;

/** The printable page. Hidden from search engines: it is for people who have found the pet already. */
export function posterPage(view: View, pet: ShownPet): string {
  const { shop, language } = view;
  const words = textsOf(view);
  const { name, category, photos, profile } = pet;
  const [photo] = photos;
  const { tags = [], description = "", price } = profile;
  // A loopback URL is useless on paper.
  const address = isLoopback(shop.origin) ? "" : `${shop.origin}/pets/${pet.id}`;
  const facts = [aboutOf(view, pet), tags.map((tag) => named(view, tag)).join(", ")].filter((part) => part !== "");
  return layout(view, {
    title: name,
    description: words.printThis,
    path: pathOf(pet),
    isHidden: true,
    stylePath: view.posterStylePath,
    body: markup`<div class="wide"><p class="screen"><a class="back" href="${link(pathOf(pet), view)}">‹ <bdi>${name}</bdi></a> ${words.printThis}</p>
<article class="poster"><div class="frame">${photo === undefined ? drawn(category) : picture(photo, POSTER, photo.alt ?? name, 0)}</div>
<div class="told"><div><p class="call">${pet.isReserved ? words.reserved : words.title}</p><h1><bdi>${name}</bdi></h1>${facts.map((fact) => markup`<p><bdi>${fact}</bdi></p>`)}<p class="start" dir="auto">${description.split(/\n\s*\n/)[0]}</p></div>
${address !== "" && markup`<figure>${qrCode(address)}<figcaption>${words.morePhotos}</figcaption></figure>`}</div>
<p class="shop">${brand(view)} ${placeOf(view).map((fact) => markup`${fact} `)}${price && markup`<strong>${words.prices[shop.kind]} ${priceOf(price, language)}</strong>`}</p>
<ul class="slips" aria-hidden="true">${Array.from({ length: SLIPS }, () => markup`<li><strong>${name}</strong>${shop.contact !== "" && markup`<span>${contactText(shop.contact)}</span>`}<span>${address.replace(/^https?:\/\//, "")}</span></li>`)}</ul></article></div>`,
  });
}

/** A QR code with the quiet zone that cameras need. */
function qrCode(text: string): Markup {
  const rows = encodeQR(text, "raw", { ecc: "medium", border: 4 });
  return markup`<svg class="qr-code" viewBox="0 0 ${rows.length} ${rows.length}" aria-hidden="true"><path d="${codeSquares(rows)}"/></svg>`;
}
