/* The visitors' list of pets. */
import { numberFormat } from "../../../core/shop/formats.ts";
import { jsonData, type Markup, markup } from "../../markup.ts";
import {
  canAsk,
  layout,
  link,
  named,
  type PageContent,
  steps,
  summaryOf,
  textsOf,
  type View,
  visiting,
} from "../page/layout.ts";
import { withQuery } from "../page/page-addresses.ts";
import type { ShownPage } from "../shop-data.ts";
import { cards, previewOf } from "./cards.ts";
import { filterForm, kinds } from "./list-filters.ts";
import { isUnfiltered, isWhole, type ListRequest, parametersOf, type ReadRequest } from "./list-request.ts";

/** One page of a list, with filters and paging. */
export function listPage(view: View, page: ShownPage, { request: given, ignored }: ReadRequest): string {
  const { shop, language } = view;
  const words = textsOf(view);
  const about = shop.about[language];
  const request = { ...given, page: page.page };
  const category = page.categories.find(({ id }) => id === request.categoryId);
  // Do not repeat a tag that no pet has: anybody can write one into a URL.
  const tag = page.count > 0 ? request.tag : undefined;
  const hasAll = isWhole(request);
  const visits = visiting(view);
  const content: PageContent = {
    title: hasAll
      ? shop.name
      : [category?.name, tag]
          .map((name) => named(view, name))
          .filter(Boolean)
          .join(", ") || words.title,
    description: about === "" ? `${words.title} · ${shop.name}` : summaryOf(about),
    path: withQuery("/", parametersOf(request)),
    // Search results are not pages of the shop.
    isHidden: (page.count === 0 && !hasAll) || request.search !== undefined || ignored.length > 0,
    picture: page.pets.map(previewOf).find((preview) => preview !== undefined),
    data: hasAll ? jsonData(organization(view)) : undefined,
    body: markup`<div class="wide">
<div class="hero"><h1>${words.looking(page.total, numberFormat(language).format(page.total))}</h1>${visits.length > 0 && markup`<p class="visits">${visits.map((fact) => markup`${fact} `)}</p>`}${hasAll && about !== "" && markup`<p class="lead">${about}</p>`}</div>
${page.total > 0 && filterForm(view, page, request)}
${ignored.length > 0 && markup`<p class="notice" role="status">${words.ignored(ignored.map((name) => words.filters[name]))}</p>`}
${page.total > 0 && markup`<div class="found">${kinds(view, page, request)}${found(view, page, request)}</div>`}
${
  page.pets.length === 0
    ? markup`<div class="note"><p class="lead">${words.nothing} ${hasAll ? words.nothingYet : words.nothingHint}</p>${!hasAll && markup`<a class="button" href="${link("/", view)}">${words.back}</a>`}</div>`
    : cards(view, page.pets, true)
}
${pages(view, page, request)}
${hasAll && canAsk(view) && markup`<section class="ways" id="adopting">${steps(view)}</section>`}</div>`,
  };
  return layout(view, content);
}

function organization({ shop: { name, origin, contact, kind, address }, language }: View): object {
  return {
    "@context": "https://schema.org",
    "@type": kind === "shelter" ? "AnimalShelter" : "LocalBusiness",
    name,
    url: `${origin}/`,
    ...(address[language] !== "" && { address: address[language] }),
    ...(contact.startsWith("tel:") && { telephone: contact.slice(4) }),
    ...(contact.startsWith("mailto:") && { email: contact.slice(7).split("?")[0] }),
  };
}

/** The number of matches, and a link to all pets. */
function found(view: View, { count, total }: ShownPage, request: ListRequest): Markup | false {
  if (isUnfiltered(request)) return false;
  const words = textsOf(view);
  const [some, all] = [count, total].map((number) => numberFormat(view.language).format(number));
  return markup`<p class="count">${words.someOf(some ?? "", all ?? "")} <a href="${link("/", view)}">${words.showAll}</a></p>`;
}

function pages(view: View, { page, pages: last }: ShownPage, request: ListRequest): Markup | false {
  if (last === 1) return false;
  const words = textsOf(view);
  const to = (other: number) => link("/", view, parametersOf({ ...request, page: other }));
  return markup`<nav class="pages" aria-label="${words.pages}">${page > 1 && markup`<a class="button" rel="prev" href="${to(page - 1)}">${words.before}</a>`}<span>${words.pageOf(page, last)}</span>${
    page < last && markup`<a class="button" rel="next" href="${to(page + 1)}">${words.older}</a>`
  }</nav>`;
}
