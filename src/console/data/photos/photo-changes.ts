/* Changes of the photos of a pet, each with its Undo. */
import type { Photo } from "../../../client/index.ts";
import { allTexts } from "../../app/formats/language.ts";
import { petstore } from "../../app/session/session.ts";
import { run, type Step, unlessGone } from "../command.ts";

/** Moves a photo to another position. The first one is the main photo. */
export async function movePhoto(photo: Photo, position: number): Promise<void> {
  const { photos: words } = allTexts.value;
  await run([photoStep(photo, position)], {
    done: () => (position === 1 ? words.mainNow : words.moved),
    undone: () => words.moved,
  });
}

function photoStep(photo: Photo, position: number, isUndo = false): Step<Photo> {
  const { id, petId, position: before } = photo;
  return {
    about: `photos ${petId}`,
    optimistic: { type: "photo.updated", data: { ...photo, position }, previous: { position: before } },
    send: async ({ key }) => petstore().pets.photos.update(petId, id, { position }, { idempotencyKey: key }),
    facts: (data) => ({ type: "photo.updated", data }),
    undo: isUndo ? undefined : (moved) => photoStep(moved, before, true),
  };
}

/** Removes a photo. */
export async function deletePhoto(photo: Photo): Promise<void> {
  await run([photoRemoval(photo)], { done: () => allTexts.value.photos.deleted });
}

/** The removal of a photo. */
export function photoRemoval(photo: Photo): Step<Photo> {
  return {
    about: `photos ${photo.petId}`,
    async send(attempt) {
      await unlessGone(attempt, petstore().pets.photos.delete(photo.petId, photo.id));
      return photo;
    },
    facts: (data) => ({ type: "photo.deleted", data }),
  };
}
