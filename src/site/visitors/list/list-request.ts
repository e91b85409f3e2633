/* The parameters of the visitors' list in URLs, read and written. */
import { readInt64 } from "../../../contract/common.ts";
import { type Profile, profileFilters } from "../../../contract/pets/profiles.ts";
import { searchedWords } from "../../../core/shop/name-words.ts";
import { SEARCHED_WORDS_MAX } from "../../../core/shop/searched-words.ts";
import { withQuery } from "../page/page-addresses.ts";
import { remembering } from "../page/remembering.ts";

/** Age groups, in whole years. */
export const AGES = {
  young: [0, 0],
  adult: [1, 7],
  senior: [8, Number.POSITIVE_INFINITY],
} as const satisfies Record<string, readonly [from: number, to: number]>;
export type AgeGroup = keyof typeof AGES;

/** Sort orders; the first is the default. */
export const SORTS = ["newest", "waiting"] as const;
export type Sort = (typeof SORTS)[number];

/** The maximum length of a search. */
export const SEARCH_MAX = 100;

export interface ListFilter {
  readonly search?: string | undefined;
  readonly categoryId?: bigint | undefined;
  readonly age?: AgeGroup | undefined;
  readonly sex?: Profile["sex"];
  readonly size?: Profile["size"];
  readonly tag?: string | undefined;
}

/** One page of a filtered list. */
export interface ListRequest extends ListFilter {
  readonly sort: Sort;
  /** From 1. Beyond the last page, the last one is shown. */
  readonly page: number;
}

/** The parser of each parameter; undefined for an invalid value. */
const READERS = {
  search: (text: string) => {
    const count = text.length > SEARCH_MAX ? 0 : searchedWords(text).length;
    return count > 0 && count <= SEARCHED_WORDS_MAX ? text : undefined;
  },
  category: readInt64,
  age: (text: string) => (Object.keys(AGES) as AgeGroup[]).find((age) => age === text),
  sex: (text: string) => profileFilters.sex.safeParse(text).data,
  size: (text: string) => profileFilters.size.safeParse(text).data,
  tag: (text: string) => profileFilters.tag.safeParse(text).data,
  sort: (text: string) => SORTS.find((sort) => sort === text),
  page: (text: string) => (/^[1-9]\d{0,5}$/.test(text) ? Number(text) : undefined),
};

/** A parameter of the list. */
export type ListParameter = keyof typeof READERS;

/** A parsed URL. Invalid parameters are ignored, and the page says so. */
export interface ReadRequest {
  readonly request: ListRequest;
  readonly ignored: readonly ListParameter[];
}

/** Parses the parameters of a list. Empty ones are form fields left blank. */
function readListRequest(given: URLSearchParams): ReadRequest {
  const ignored: ListParameter[] = [];
  const read = <Name extends ListParameter>(name: Name): ReturnType<(typeof READERS)[Name]> | undefined => {
    const text = given.get(name)?.trim() ?? "";
    if (text === "") return undefined;
    const value = READERS[name](text) as ReturnType<(typeof READERS)[Name]> | undefined;
    if (value === undefined) ignored.push(name);
    return value;
  };
  const request = {
    search: read("search"),
    categoryId: read("category"),
    age: read("age"),
    sex: read("sex"),
    size: read("size"),
    tag: read("tag"),
    sort: read("sort") ?? SORTS[0],
    page: read("page") ?? 1,
  };
  return { request, ignored };
}

/** A parsed URL and its cache key. */
export interface NamedRequest extends ReadRequest {
  /** The language in the URL, valid or not. */
  readonly language: string | null;
  /** Equal for all URLs of one page. */
  readonly name: string;
}

/** Longer queries are not cached. */
const QUERY_MAX = 200;

/** Creates a query parser with a cache. */
export function listReader(): (query: string) => NamedRequest {
  return remembering((query) => {
    const given = new URLSearchParams(query);
    const wanted = readListRequest(given);
    const address = withQuery("", parametersOf(wanted.request));
    return { ...wanted, language: given.get("lang"), name: [address, ...wanted.ignored].join(" ") };
  }, QUERY_MAX);
}

/** The first page of the unfiltered list. */
export const WHOLE: ListRequest = { sort: SORTS[0], page: 1 };

/** The parameters of a list in a fixed order, so that each list has one URL. */
export function parametersOf({ categoryId, sort, page, ...filter }: ListRequest) {
  const { search, age, sex, size, tag } = filter;
  return {
    search,
    category: categoryId,
    age,
    sex,
    size,
    tag,
    sort: sort === SORTS[0] ? undefined : sort,
    page: page === 1 ? undefined : String(page),
  };
}

/** Whether no filter is set. */
export function isUnfiltered({ sort: _, page: __, ...filter }: ListRequest): boolean {
  return Object.values(filter).every((value) => value === undefined);
}

/** Whether this is the first page of the unfiltered list. */
export function isWhole(request: ListRequest): boolean {
  return isUnfiltered(request) && request.sort === SORTS[0] && request.page === 1;
}
