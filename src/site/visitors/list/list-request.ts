/* What a visitor asks of the list of pets: the parameters of its address, read and written. */
import { readInt64 } from "../../../contract/common.ts";
import { type Profile, profileFilters } from "../../../contract/pets/profiles.ts";
import { searchedWords } from "../../../core/shop/name-words.ts";
import { SEARCHED_WORDS_MAX } from "../../../core/shop/searched-words.ts";
import { withQuery } from "../page/page-addresses.ts";
import { remembering } from "../page/remembering.ts";

/** The groups of ages, in whole years. */
export const AGES = {
  young: [0, 0],
  adult: [1, 7],
  senior: [8, Number.POSITIVE_INFINITY],
} as const satisfies Record<string, readonly [from: number, to: number]>;
export type AgeGroup = keyof typeof AGES;

/** The orders of the list. The first is that of visitors who choose none. */
export const SORTS = ["newest", "waiting"] as const;
export type Sort = (typeof SORTS)[number];

/** The longest text that is searched for. */
export const SEARCH_MAX = 100;

/** Which pets a list has. */
export interface ListFilter {
  readonly search?: string | undefined;
  readonly categoryId?: bigint | undefined;
  readonly age?: AgeGroup | undefined;
  readonly sex?: Profile["sex"];
  readonly size?: Profile["size"];
  readonly tag?: string | undefined;
}

/** One page of such a list. */
export interface ListRequest extends ListFilter {
  readonly sort: Sort;
  /** From 1. A page beyond the last one is the last one. */
  readonly page: number;
}

/** How each parameter is read; undefined where the text says nothing that the list knows. */
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

/** What an address asks for, and what in it says nothing: that is ignored, and the page says so. */
export interface ReadRequest {
  readonly request: ListRequest;
  readonly ignored: readonly ListParameter[];
}

/** Reads the parameters of a list. An empty one is a field of the form that nobody has filled in. */
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

/** What an address asks for, with how a cache knows it. */
export interface NamedRequest extends ReadRequest {
  /** The language that it names, whatever that is. */
  readonly language: string | null;
  /** The same for all addresses of one page. */
  readonly name: string;
}

/** Longer queries are read each time. */
const QUERY_MAX = 200;

/** Returns what reads the query of an address, with a memory. */
export function listReader(): (query: string) => NamedRequest {
  return remembering((query) => {
    const given = new URLSearchParams(query);
    const wanted = readListRequest(given);
    const address = withQuery("", parametersOf(wanted.request));
    return { ...wanted, language: given.get("lang"), name: [address, ...wanted.ignored].join(" ") };
  }, QUERY_MAX);
}

/** The list of all pets, from the first on. */
export const WHOLE: ListRequest = { sort: SORTS[0], page: 1 };

/** The parameters of a list, always in the same order: one list has one address. */
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

/** Whether a list is made of all pets. */
export function isUnfiltered({ sort: _, page: __, ...filter }: ListRequest): boolean {
  return Object.values(filter).every((value) => value === undefined);
}

/** Whether a list has all pets, from the first on. */
export function isWhole(request: ListRequest): boolean {
  return isUnfiltered(request) && request.sort === SORTS[0] && request.page === 1;
}
