/* The search for pets from every view, by name, number or chip. */
import type { Page, PetStatus, PetWithIncluded } from "../../../client/index.ts";
import { readId } from "../../app/routes.ts";
import { petstore } from "../../app/session/session.ts";
import { distinct, searchPets } from "./searched-pets.ts";

/** What is shown of a found pet. */
const INCLUDED = ["photos", "profile"] as const;

/** Finds pets by words of their names, the newest first; the pet with the number or chip comes before them. */
export async function findPets(
  text: string,
  limit: number,
  signal: AbortSignal,
  status?: PetStatus,
): Promise<Page<PetWithIncluded>> {
  const query = { status, limit, order: "desc", include: INCLUDED } as const;
  const id = readId(text);
  const [numbered, page] = await Promise.all([
    id === undefined ? [] : petstore().pets.list({ ids: [id], include: INCLUDED }, { signal }),
    searchPets(text, query, signal),
  ]);
  const byNumber = "items" in numbered ? numbered.items : numbered;
  return { ...page, items: distinct([...byNumber, ...page.items]) };
}
