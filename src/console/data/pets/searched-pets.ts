import type { ListPetsQuery, Page, PetWithIncluded } from "../../../client/index.ts";
import { MICROCHIP_PATTERN, REFERENCE_MAX } from "../../../contract/limits.ts";
import { isWord, SEARCHED_WORDS_MAX } from "../../../core/shop/searched-words.ts";
import { petstore } from "../../app/session/session.ts";

/** Reads a page of pets with these words in their names. The first page starts with the pets whose chip or reference is the text. */
export async function searchPets(
  text: string,
  query: ListPetsQuery,
  signal?: AbortSignal,
): Promise<Page<PetWithIncluded>> {
  const marks = query.cursor === undefined ? identifiersIn(text) : [];
  const [page, ...marked] = await Promise.all([
    readPets({ ...query, ...nameQuery(text) }, signal),
    ...marks.map((mark) => petstore().pets.list({ ...query, ...mark }, { signal })),
  ]);
  return { ...page, items: distinct([...marked.flatMap(({ items }) => items), ...page.items]) };
}

/** The filters and the order of a list of pets. */
export type PetsQuery = Omit<ListPetsQuery, "limit" | "cursor" | "include">;

/** The chip or the reference that a text may be. Each has a digit, and a chip may have spaces. */
export function identifiersIn(text: string): readonly Pick<ListPetsQuery, "microchip" | "reference">[] {
  const reference = text.trim();
  const microchip = reference.replace(/[\s.-]/g, "");
  if (!/\d/.test(reference)) return [];
  return [
    ...(reference.length <= REFERENCE_MAX ? [{ reference }] : []),
    ...(new RegExp(MICROCHIP_PATTERN).test(microchip) ? [{ microchip }] : []),
  ];
}

/** Each pet once, in the order of first occurrence. */
export function distinct(pets: readonly PetWithIncluded[]): PetWithIncluded[] {
  return [...new Map(pets.map((pet) => [pet.id, pet])).values()];
}

/** Reads a page of pets. A search may return empty pages before the first match. */
async function readPets(query: ListPetsQuery, signal?: AbortSignal): Promise<Page<PetWithIncluded>> {
  const page = await petstore().pets.list(query, { signal });
  if (page.items.length > 0 || page.nextCursor === undefined) return page;
  return readPets({ ...query, cursor: page.nextCursor }, signal);
}

/** The filter of the list for a typed name: each word is the start of a word (D55). */
export function nameQuery(typed: string): Pick<ListPetsQuery, "q"> {
  const words = typed.split(/\s+/).filter(isWord).slice(0, SEARCHED_WORDS_MAX);
  return { q: words.join(" ") || undefined };
}
