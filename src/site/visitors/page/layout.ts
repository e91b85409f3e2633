/* The layout of every public page: head, shop name, contact, footer. */

import { contactText } from "../../../contract/shop/shop-addresses.ts";
import { drawingOf } from "../../../core/shop/kind-drawings.ts";
import { fold } from "../../../core/shop/name-key.ts";
import { ICON } from "../../icon.ts";
import { Markup, markup } from "../../markup.ts";
import { type Language, languages } from "./languages.ts";
import { type QueryParameters, withQuery } from "./page-addresses.ts";
import { type Texts, texts } from "./page-texts.ts";

/** The shop as configured. */
export interface Shop {
  readonly name: string;
  /** A URL with https, mailto or tel; empty if there is none. */
  readonly contact: string;
  /** Its own description. */
  readonly about: Readonly<Record<Language, string>>;
  /** Translations of categories and tags, by `fold`. */
  readonly words: Readonly<Record<Language, ReadonlyMap<string, string>>>;
  /** The time zone of its days (IANA). */
  readonly timeZone: string;
  /** A shelter has fees instead of prices. */
  readonly kind: "shop" | "shelter";
  /** Opening hours and address; empty if not configured. */
  readonly hours: Readonly<Record<Language, string>>;
  readonly address: Readonly<Record<Language, string>>;
  /** How many days inquiries are kept; 0 if visitors cannot send any. */
  readonly inquiryDays: number;
  /** The prefix of absolute URLs, such as `https://shop.example`. */
  readonly origin: string;
  /** The prefix of paths: empty, or the path below the origin, such as `/shop`. */
  readonly base: string;
}

/** The language, day and style of a rendered page. */
export interface View {
  readonly shop: Shop;
  readonly language: Language;
  /** The visitor chose the language, so links keep it. */
  readonly isChosen: boolean;
  /** The paths of the style sheets for pages and posters. */
  readonly stylePath: string;
  readonly posterStylePath: string;
  readonly now: number;
  /** Today in the shop's time zone. */
  readonly today: string;
}

/** The image of a link preview. */
export interface Preview {
  /** Absolute. */
  readonly url: string;
  readonly alt: string;
}

/** What differs between pages. */
export interface PageContent {
  readonly title: string;
  readonly description: string;
  /** The canonical path, without the language. */
  readonly path: string;
  readonly picture?: Preview | undefined;
  /** Not for search engines. */
  readonly isHidden?: boolean;
  readonly data?: Markup | undefined;
  /** The path of an additional style sheet. */
  readonly stylePath?: string;
  readonly body: Markup;
}

/** The logo. */
const PAW = new Markup(
  ICON.replace("<svg ", '<svg aria-hidden="true" width="26" height="26" ').replace(
    /fill="#\w+"/,
    'fill="currentColor"',
  ),
);

/** Icons for address, opening hours and phone. */
const SIGNS = {
  hours: "M10 2a8 8 0 1 0 0 16 8 8 0 0 0 0-16Zm0 3.5V10l3 2",
  phone: "M6.5 3 8.5 7 6.8 8.6c.9 2 2.6 3.7 4.6 4.6L13 11.5l4 2v2.5c0 .6-.4 1-1 1C9.4 16.6 3.4 10.6 3 4c0-.6.4-1 1-1Z",
  address: "M10 18s6-5.2 6-9.5a6 6 0 0 0-12 0C4 12.8 10 18 10 18Zm0-7.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z",
  share: "M10 12V3m-3.5 3L10 2.5 13.5 6M6 9H4v8h12V9h-2",
  print: "M6 7V3h8v4M6 14H3V7h14v7h-3M6 12h8v5H6Z",
  heart: "M10 17S3 12.8 3 7.7a3.7 3.7 0 0 1 7-1.7 3.7 3.7 0 0 1 7 1.7C17 12.8 10 17 10 17Z",
  search: "M9 3a6 6 0 1 0 0 12A6 6 0 0 0 9 3Zm4.5 10.5L18 18",
  filter:
    "M2 6h9m5 0h2M2 14h2m5 0h9M13.5 3.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5Zm-7 8a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5Z",
} as const;

export function sign(name: keyof typeof SIGNS): Markup {
  return markup`<svg class="sign" viewBox="0 0 20 20" aria-hidden="true"><path d="${SIGNS[name]}"/></svg>`;
}

/** The drawing of an animal instead of a photo. */
export function drawn(kind: string | undefined): Markup {
  return markup`<svg viewBox="0 0 400 500" preserveAspectRatio="xMidYMin slice" aria-hidden="true">${drawingOf(
    kind ?? "",
  ).map(({ d, part }) => markup`<path d="${d}"${part !== undefined && markup` class="${part}"`}/>`)}</svg>`;
}

/** The maximum length of a description for search engines and previews. */
const SUMMARY_MAX = 160;

/** The start of a text, never splitting a character. */
export function summaryOf(text: string): string {
  return [...text.slice(0, 2 * SUMMARY_MAX)].slice(0, SUMMARY_MAX).join("");
}

export function textsOf({ language }: View): Texts {
  return texts[language];
}

/** A URL of the shop in the visitor's language. */
export function link(path: string, { isChosen, language, shop }: View, parameters: QueryParameters = {}): string {
  return withQuery(shop.base + path, { ...parameters, lang: isChosen ? language : undefined });
}

/** The translated name of a category or tag. */
export function named<Name extends string | undefined>({ shop, language }: View, name: Name): Name | string {
  return name === undefined ? name : (shop.words[language].get(fold(name)) ?? name);
}

/** Opening hours and address, if configured. */
export function placeOf({ shop, language }: View): readonly Markup[] {
  return (["hours", "address"] as const)
    .filter((name) => shop[name][language] !== "")
    .map((name) => markup`<span class="fact">${sign(name)}<bdi>${shop[name][language]}</bdi></span>`);
}

/** The contact of the shop, if configured. */
function contactOf({ shop: { contact } }: View): readonly Markup[] {
  if (contact === "") return [];
  const phone = contact.startsWith("tel:") && sign("phone");
  return [markup`<a class="fact" href="${contact}">${phone}<bdi>${contactText(contact)}</bdi></a>`];
}

/** Opening hours, address and phone, if configured. */
export function visiting(view: View): readonly Markup[] {
  return view.shop.contact.startsWith("tel:") ? ways(view) : placeOf(view);
}

/** Opening hours, address and contact. */
function ways(view: View): readonly Markup[] {
  return [...placeOf(view), ...contactOf(view)];
}

/** Whether visitors can ask about a pet. */
export function canAsk({ shop: { contact, inquiryDays } }: View): boolean {
  return contact !== "" || inquiryDays > 0;
}

/** The header with links to the pets, the shop, the adoption steps and the other language. */
function head(view: View, toOther: Markup): Markup {
  const { shop } = view;
  const { places, adopting } = textsOf(view);
  const isPlace = placeOf(view).length > 0;
  const entries: readonly (readonly [isThere: boolean, href: string, text: string])[] = [
    [true, link("/", view), places.animals],
    [ways(view).length > 0, "#visit", isPlace ? places.visit : places.contact],
    [canAsk(view), `${link("/", view)}#adopting`, adopting[shop.kind]],
  ];
  const shown = entries.filter(([isThere]) => isThere);
  return markup`<header class="wide top"><a class="brand" href="${link("/", view)}">${PAW}<bdi>${shop.name}</bdi></a> ${shown.map(
    ([, href, text]) => markup`<a class="place" href="${href}">${text}</a> `,
  )}${toOther}</header>`;
}

/** What happens after an inquiry, in three steps. `name` is the pet whose form is beside them. */
export function steps(view: View, name?: string): Markup {
  const { adopting } = textsOf(view);
  const hasForms = view.shop.inquiryDays > 0 && name === undefined;
  const all: readonly (readonly [title: string, text: string, ways: readonly Markup[]])[] = [
    [adopting.ask, hasForms ? `${adopting.askText} ${adopting.forms}` : adopting.askText, contactOf(view)],
    [adopting.visit, adopting.visitText(name), placeOf(view)],
    [adopting.home, adopting.homeText, []],
  ];
  return markup`<h2>${adopting[view.shop.kind]}</h2><ol class="steps" role="list">${all.map(
    ([title, text, found]) =>
      markup`<li><b>${title}</b><p>${text}</p>${found.length > 0 && markup`<p>${found.map((way) => markup`${way} `)}</p>`}</li>`,
  )}</ol>`;
}

/** The logo and name of the shop. */
export function brand({ shop }: View): Markup {
  return markup`<span class="brand">${PAW}<bdi>${shop.name}</bdi></span>`;
}

/** Renders a whole page. */
export function layout(view: View, page: PageContent): string {
  const { shop, language, stylePath } = view;
  const words = textsOf(view);
  const neutral = `${shop.origin}${page.path}`;
  const inLanguage = (other: Language) => `${neutral}${page.path.includes("?") ? "&" : "?"}lang=${other}`;
  // Search engines ignore alternates of a page whose canonical URL is another.
  const canonical = view.isChosen ? inLanguage(language) : neutral;
  const other = languages.find((one) => one !== language) ?? language;
  const title = page.title === shop.name ? shop.name : `${page.title} · ${shop.name}`;
  return markup`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="description" content="${page.description}">
${
  page.isHidden
    ? markup`<meta name="robots" content="noindex">`
    : markup`<link rel="canonical" href="${canonical}">
${languages.map(
  (one) => markup`<link rel="alternate" hreflang="${one}" href="${inLanguage(one)}">
`,
)}<link rel="alternate" hreflang="x-default" href="${neutral}">`
}
<link rel="alternate" type="application/atom+xml" title="${shop.name}" href="${shop.base}/feed.xml">
<link rel="icon" href="${shop.base}/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${stylePath}">${page.stylePath !== undefined && markup`<link rel="stylesheet" href="${page.stylePath}">`}
<meta property="og:site_name" content="${shop.name}">
<meta property="og:type" content="website">
<meta property="og:title" content="${page.title}">
<meta property="og:description" content="${page.description}">
<meta property="og:url" content="${canonical}">
<meta property="og:locale" content="${language === "de" ? "de_DE" : "en_US"}">
${
  page.picture !== undefined &&
  markup`<meta property="og:image" content="${page.picture.url}">
<meta property="og:image:alt" content="${page.picture.alt}">
<meta name="twitter:card" content="summary_large_image">`
}
<meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbfaf6">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#14150f">
${page.data}
</head>
<body>
${head(view, markup`<a class="place" href="${shop.base}${inLanguage(other).slice(shop.origin.length)}" hreflang="${other}" lang="${other}">${words.otherLanguage}</a>`)}
<main>
${page.body}
</main>
<footer id="visit"><div class="wide"><bdi>${shop.name}</bdi> ${ways(view).map((way) => markup`${way} `)}<a href="${shop.base}/feed.xml">${words.feed}</a></div></footer>
</body>
</html>
`.text;
}
