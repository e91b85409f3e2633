/* What every page for visitors has: head, name of the shop, contact, foot. */

import { contactText } from "../../../contract/shop/shop-addresses.ts";
import { drawingOf } from "../../../core/shop/kind-drawings.ts";
import { fold } from "../../../core/shop/name-key.ts";
import { ICON } from "../../icon.ts";
import { Markup, markup } from "../../markup.ts";
import { type Language, languages } from "./languages.ts";
import { type QueryParameters, withQuery } from "./page-addresses.ts";
import { type Texts, texts } from "./page-texts.ts";

/** The shop, as its operator configures it. */
export interface Shop {
  readonly name: string;
  /** An address that starts with https, mailto or tel; empty if there is none. */
  readonly contact: string;
  /** What it says about itself. */
  readonly about: Readonly<Record<Language, string>>;
  /** What kinds and tags are called in a language, by `fold`, where that is not their own name. */
  readonly words: Readonly<Record<Language, ReadonlyMap<string, string>>>;
  /** In which its days begin (IANA). */
  readonly timeZone: string;
  /** A shelter has a fee instead of a price. */
  readonly kind: "shop" | "shelter";
  /** When it is open and where it is; empty if nobody has said so. */
  readonly hours: Readonly<Record<Language, string>>;
  readonly address: Readonly<Record<Language, string>>;
  /** How long inquiries of visitors are kept, in days; 0 if they cannot send any. */
  readonly inquiryDays: number;
  /** What absolute addresses start with, such as `https://shop.example`. */
  readonly origin: string;
  /** What paths start with: empty, or the path in that, such as `/shop`. */
  readonly base: string;
}

/** How a page is made for a visitor. */
export interface View {
  readonly shop: Shop;
  readonly language: Language;
  /** The visitor has chosen the language: links keep it. */
  readonly isChosen: boolean;
  /** The path of the style sheet, and of that of posters. */
  readonly stylePath: string;
  readonly posterStylePath: string;
  readonly now: number;
  /** The day of the shop. */
  readonly today: string;
}

/** A picture for previews in messages. */
export interface Preview {
  /** Absolute. */
  readonly url: string;
  readonly alt: string;
}

/** One page, without what all have. */
export interface PageContent {
  readonly title: string;
  readonly description: string;
  /** The address in which the page is found, without the language. */
  readonly path: string;
  readonly picture?: Preview | undefined;
  /** Search engines leave the page out. */
  readonly isHidden?: boolean;
  readonly data?: Markup | undefined;
  /** The path of a style sheet that only this page has. */
  readonly stylePath?: string;
  readonly body: Markup;
}

/** The drawing before the name of the shop. */
const PAW = new Markup(
  ICON.replace("<svg ", '<svg aria-hidden="true" width="26" height="26" ').replace(
    /fill="#\w+"/,
    'fill="currentColor"',
  ),
);

/** Where the shop is, when it is open, and how to call it: small drawings before the words. */
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

/** A small drawing. */
export function sign(name: keyof typeof SIGNS): Markup {
  return markup`<svg class="sign" viewBox="0 0 20 20" aria-hidden="true"><path d="${SIGNS[name]}"/></svg>`;
}

/** The drawing of a kind of animal in the place of a photo. */
export function drawn(kind: string | undefined): Markup {
  return markup`<svg viewBox="0 0 400 500" preserveAspectRatio="xMidYMin slice" aria-hidden="true">${drawingOf(
    kind ?? "",
  ).map(({ d, part }) => markup`<path d="${d}"${part !== undefined && markup` class="${part}"`}/>`)}</svg>`;
}

/** How many characters a description for search engines and previews has. */
const SUMMARY_MAX = 160;

/** The start of a text, without half a character. */
export function summaryOf(text: string): string {
  return [...text.slice(0, 2 * SUMMARY_MAX)].slice(0, SUMMARY_MAX).join("");
}

/** The texts of a view. */
export function textsOf({ language }: View): Texts {
  return texts[language];
}

/** An address of the shop in the language of the visitor. */
export function link(path: string, { isChosen, language, shop }: View, parameters: QueryParameters = {}): string {
  return withQuery(shop.base + path, { ...parameters, lang: isChosen ? language : undefined });
}

/** What a kind or a tag is called in the language of the visitor. */
export function named<Name extends string | undefined>({ shop, language }: View, name: Name): Name | string {
  return name === undefined ? name : (shop.words[language].get(fold(name)) ?? name);
}

/** When the shop is open and where it is, as far as it says so. */
export function placeOf({ shop, language }: View): readonly Markup[] {
  return (["hours", "address"] as const)
    .filter((name) => shop[name][language] !== "")
    .map((name) => markup`<span class="fact">${sign(name)}<bdi>${shop[name][language]}</bdi></span>`);
}

/** The shop's telephone or another address, if it has one. */
function contactOf({ shop: { contact } }: View): readonly Markup[] {
  if (contact === "") return [];
  const phone = contact.startsWith("tel:") && sign("phone");
  return [markup`<a class="fact" href="${contact}">${phone}<bdi>${contactText(contact)}</bdi></a>`];
}

/** When the shop is open, where it is, and its telephone, as far as it says so. */
export function visiting(view: View): readonly Markup[] {
  return view.shop.contact.startsWith("tel:") ? ways(view) : placeOf(view);
}

/** When the shop is open, where it is, and its contact. */
function ways(view: View): readonly Markup[] {
  return [...placeOf(view), ...contactOf(view)];
}

/** Whether visitors can ask about an animal. */
export function canAsk({ shop: { contact, inquiryDays } }: View): boolean {
  return contact !== "" || inquiryDays > 0;
}

/** The head of a page: the ways to the animals, to the shop, to a home, and to the other language. */
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

/** What becomes of a question: three steps to a home. `name` is that of the animal whose form is beside them. */
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

/** The name of the shop, with its drawing. */
export function brand({ shop }: View): Markup {
  return markup`<span class="brand">${PAW}<bdi>${shop.name}</bdi></span>`;
}

/** A whole page. */
export function layout(view: View, page: PageContent): string {
  const { shop, language, stylePath } = view;
  const words = textsOf(view);
  const neutral = `${shop.origin}${page.path}`;
  const inLanguage = (other: Language) => `${neutral}${page.path.includes("?") ? "&" : "?"}lang=${other}`;
  // A page that names another one as its original is no alternate of it for search engines.
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
