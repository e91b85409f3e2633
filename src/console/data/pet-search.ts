import type { ListPetsQuery, Page, Pet, PetStatus, PetWithIncluded } from "../../client/index.ts";
import { readId } from "../app/routes.ts";
import { petstore } from "../app/session.ts";
import { isWord } from "../app/words.ts";

/** As many words as the service looks for. */
const WORDS_MAX = 8;

/** Finds pets by any words of their name, or the one with the number, which is first. The newest are before the others. */
export async function findPets(
  text: string,
  limit: number,
  signal: AbortSignal,
  status?: PetStatus,
): Promise<Page<Pet>> {
  const id = readId(text);
  const [byNumber, byName] = await Promise.all([
    id === undefined
      ? []
      : petstore()
          .pets.list({ ids: [id] }, { signal })
          .then(({ items }) => items),
    readPets({ ...nameQuery(text), status, limit, order: "desc" }, signal),
  ]);
  return { ...byName, items: [...byNumber, ...byName.items.filter((pet) => pet.id !== byNumber[0]?.id)] };
}

/** Reads a page of pets. A search may return empty pages before one that has some. */
export async function readPets(query: ListPetsQuery, signal: AbortSignal): Promise<Page<PetWithIncluded>> {
  const page = await petstore().pets.list(query, { signal });
  if (page.items.length > 0 || page.nextCursor === undefined) return page;
  return readPets({ ...query, cursor: page.nextCursor }, signal);
}

/** The filter of the list for a name that was typed: each word is the start of a word (D55). */
export function nameQuery(typed: string): Pick<ListPetsQuery, "q"> {
  const words = typed.split(/\s+/).filter(isWord).slice(0, WORDS_MAX);
  return { q: words.join(" ") || undefined };
}
