/* Photos as clients get them. */
import type { Photo } from "../../../contract/pets/photos.ts";
import type { Context } from "../../context.ts";
import type { StoredPhoto } from "./photo-ports.ts";

/** Makes photos as clients get them, with addresses instead of a token. */
export function published({ photoUrl }: Pick<Context, "photoUrl">) {
  return ({ token, ...photo }: StoredPhoto): Photo => ({
    ...photo,
    urls: { small: photoUrl(token, "small"), medium: photoUrl(token, "medium"), large: photoUrl(token, "large") },
  });
}

/** The photos of pets, by pet. */
export async function photosByPet(
  petIds: readonly bigint[],
  context: Pick<Context, "store" | "photoUrl">,
): Promise<ReadonlyMap<bigint, Photo[]>> {
  const byPet = new Map(petIds.map((petId): [bigint, Photo[]] => [petId, []]));
  for (const photo of (await context.store.photos.list(petIds)).map(published(context))) {
    byPet.get(photo.petId)?.push(photo);
  }
  return byPet;
}
