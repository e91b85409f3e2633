/* The photos of a pet: what changes of them mean, and what people do with them. */
import type { Photo } from "../../client/index.ts";
import { allTexts } from "../app/language.ts";
import { announce, announceFailure } from "../app/notices.ts";
import { petstore } from "../app/session.ts";
import { type Change, makeChange, publish } from "./changes.ts";

/** The address of a photo on this page's origin: the policy of the page allows no other. */
export function photoSource(photo: Photo, size: keyof Photo["urls"]): string {
  return new URL(photo.urls[size], location.origin).pathname;
}

/** The photos of a pet after a change of one of them. */
export function photosAfter(photos: readonly Photo[], change: Change): readonly Photo[] {
  if (!isPhotoChange(change)) return photos;
  const others = photos.filter(({ id }) => id !== change.data.id);
  const all =
    change.type === "photo.deleted" ? others : others.toSpliced(change.data.position - 1, 0, { ...change.data });
  return all.map((photo, index) => ({ ...photo, position: index + 1 }));
}

type PhotoChange = Extract<Change, { readonly type: `photo.${string}` }>;

function isPhotoChange(change: Change): change is PhotoChange {
  return change.type.startsWith("photo.");
}

/** Moves a photo to another place among those of its pet, which is shown at once. The first one is the main photo. */
export async function movePhoto(photo: Photo, position: number): Promise<void> {
  const { photos: words } = allTexts.value;
  try {
    const moved = await send(photo, position);
    announce(position === 1 ? words.mainNow : words.moved, () => {
      send(moved, photo.position).catch(announceFailure);
    });
  } catch (error) {
    announceFailure(error);
  }
}

function send(photo: Photo, position: number): Promise<Photo> {
  const { id, petId, position: before } = photo;
  return makeChange({
    shown: { type: "photo.updated", data: { ...photo, position }, previous: { position: before } },
    send: () => petstore().pets.photos.update(petId, id, { position }),
    facts: (data) => ({ type: "photo.updated", data }),
  });
}

/** Removes a photo. */
export async function deletePhoto(photo: Photo): Promise<void> {
  await petstore().pets.photos.delete(photo.petId, photo.id);
  publish({ type: "photo.deleted", data: photo, source: "here" });
  announce(allTexts.value.photos.deleted);
}
