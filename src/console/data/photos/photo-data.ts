/* The photos of a pet, before and after changes. */
import type { Photo } from "../../../client/index.ts";
import { type Change, isOf } from "../events/changes.ts";

/** The address of a photo on this page's origin: the policy of the page allows no other. */
export function photoSource(photo: Photo, size: keyof Photo["urls"]): string {
  return new URL(photo.urls[size], location.origin).pathname;
}

/** The photos of a pet after a change of one of them. */
export function photosAfter(photos: readonly Photo[], change: Change): readonly Photo[] {
  if (!isOf(change, "photo")) return photos;
  const others = photos.filter(({ id }) => id !== change.data.id);
  const all =
    change.type === "photo.deleted" ? others : others.toSpliced(change.data.position - 1, 0, { ...change.data });
  return all.map((photo, index) => ({ ...photo, position: index + 1 }));
}
