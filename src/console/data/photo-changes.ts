/* What people do with the photos of a pet. */
import type { Photo } from "../../client/index.ts";
import { allTexts } from "../app/language.ts";
import { announce, announceFailure, attempt } from "../app/notices.ts";
import { petstore } from "../app/session.ts";
import { publish } from "./changes.ts";
import { makeChange } from "./making.ts";

/** Moves a photo to another place among those of its pet, which is shown at once. The first one is the main photo. */
export function movePhoto(photo: Photo, position: number): Promise<void> {
  const { photos: words } = allTexts.value;
  return attempt(async () => {
    const moved = await send(photo, position);
    announce(position === 1 ? words.mainNow : words.moved, () => {
      send(moved, photo.position).catch(announceFailure);
    });
  });
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
