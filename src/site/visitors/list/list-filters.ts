/* The filters of the visitors' list: a form that needs no script, and links for categories. */

import { tagKey } from "../../../core/shop/pets/profile-rules.ts";
import { type Markup, markup } from "../../markup.ts";
import { link, named, sign, textsOf, type View } from "../page/layout.ts";
import type { ShownPage } from "../shop-data.ts";
import { AGES, type AgeGroup, type ListRequest, parametersOf, SEARCH_MAX, SORTS } from "./list-request.ts";

/** An option and its label. */
type Choice = readonly [value: string, text: string];

/** The search and all filters but the category, which the form keeps. */
export function filterForm(view: View, { tags, count }: ShownPage, request: ListRequest): Markup {
  const words = textsOf(view);
  const { search, categoryId, age, sex, size, sort } = request;
  // On a phone behind a button, unless one is in use.
  const isOpen = [age, sex, size, request.tag].some((chosen) => chosen !== undefined);
  const ages = (Object.keys(AGES) as AgeGroup[]).map((one): Choice => [one, words.ages[one]]);
  const tag = request.tag && tagKey(request.tag);
  const tagged = tags.map((one): Choice => [tagKey(one.tag), `${named(view, one.tag)} (${one.count})`]);
  // The selected tag stays listed even if it is not among the most frequent.
  const isMissing = request.tag !== undefined && count > 0 && !tagged.some(([key]) => key === tag);
  const allTags = isMissing ? [...tagged, [tag ?? "", named(view, request.tag) ?? ""] as const] : tagged;
  return markup`<form class="bar" action="${view.shop.base}/" method="get" role="search">
${view.isChosen && hidden("lang", view.language)}${categoryId !== undefined && hidden("category", categoryId)}
<span class="words">${sign("search")}<input type="search" name="search" value="${search ?? ""}" maxlength="${SEARCH_MAX}" placeholder="${words.searchHint}" aria-label="${words.filters.search}" autocomplete="off"></span>
<details${isOpen && markup` open`}><summary>${sign("filter")}${words.moreFilters}</summary>
${select("age", words.filters.age, ages, age)}
${select("sex", words.filters.sex, Object.entries(words.sexes), sex)}
${select("size", words.filters.size, Object.entries(words.sizes), size)}
${allTags.length > 0 && select("tag", words.filters.tag, allTags, tag)}
${select(
  "sort",
  words.filters.sort,
  SORTS.map((one): Choice => [one, words.sorts[one]]),
  sort,
  true,
)}
</details>
<button>${words.show}</button>
</form>`;
}

function hidden(name: string, value: string | bigint): Markup {
  return markup`<input type="hidden" name="${name}" value="${value}">`;
}

/** One filter. A tick character marks the choice, since forced colours would hide a background. */
function select(
  name: string,
  label: string,
  choices: readonly Choice[],
  chosen: string | undefined,
  isAlwaysChosen = false,
): Markup {
  const isChosen = !isAlwaysChosen && choices.some(([value]) => value === chosen);
  return markup`<label class="pick${isChosen && " chosen"}${isAlwaysChosen && " sort"}">${isChosen && markup`<span aria-hidden="true">✓</span>`}<select name="${name}" aria-label="${label}">${!isAlwaysChosen && markup`<option value="">${label}</option>`}${choices.map(
    ([value, text]) => markup`<option value="${value}"${value === chosen && markup` selected`}>${text}</option>`,
  )}</select></label>`;
}

/** Links to categories, with the number of pets that the other filters match. */
export function kinds(view: View, page: ShownPage, request: ListRequest): Markup | false {
  const words = textsOf(view);
  if (page.categories.length === 0) return false;
  const kind = (text: string, count: number, categoryId: bigint | undefined) => {
    const isCurrent = categoryId === request.categoryId;
    const href = link("/", view, parametersOf({ ...request, categoryId, page: 1 }));
    return markup`<li><a href="${href}"${isCurrent && markup` aria-current="true"`}>${isCurrent && markup`<span class="tick" aria-hidden="true">✓ </span>`}<bdi>${text}</bdi> <small>${count}</small></a></li>`;
  };
  const sorted = page.categories
    .map((category) => ({ ...category, name: named(view, category.name) }))
    .sort((one, other) => one.name.localeCompare(other.name, view.language));
  return markup`<nav aria-label="${words.categories}"><ul class="kinds">
${kind(words.all, page.ofAllCategories, undefined)}
${sorted.map(({ id, name, count }) => kind(name, count, id))}
</ul></nav>`;
}
