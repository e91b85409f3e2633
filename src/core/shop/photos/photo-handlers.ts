import { Failure, notFound } from "../../../contract/errors/errors.ts";
import type { InputOf } from "../../../contract/index.ts";
import type { Handlers } from "../../../contract/operation.ts";
import { PHOTOS_MAX, type Photo, type photoOperations } from "../../../contract/pets/photos.ts";
import type { Context } from "../../context.ts";
import type { Unit } from "../../execute.ts";
import { type Author, authorOf, changedMembers, eventOf, record } from "../../recorded-events.ts";
import { isoTime } from "../../times.ts";
import type { ConvertedPhoto, StoredPhoto } from "./photo-ports.ts";
import { published } from "./published-photos.ts";

/** The bytes of a token: nobody guesses 128 random bits (decision D47). */
const TOKEN_BYTES = 16;

/** The photos of requests in progress. They are converted before the transaction, which awaits nothing but its repositories. */
const converted = new WeakMap<InputOf<"addPhoto">["body"], ConvertedPhoto>();

export const photoChecks = {
  async addPhoto({ params: { petId }, body }: InputOf<"addPhoto">, { store, convertPhoto }: Context) {
    if ((await store.pets.find(petId)) === undefined) notFound("pet", petId);
    requireRoom(petId, await store.photos.list([petId]));
    converted.set(body, await convertPhoto(body.bytes));
  },
};

export const photos: Handlers<typeof photoOperations, Context> = {
  listPhotos: async ({ params: { petId } }, context) => {
    if ((await context.store.pets.find(petId)) === undefined) notFound("pet", petId);
    return (await context.store.photos.list([petId])).map(published(context));
  },

  addPhoto: async ({ params: { petId }, query: { alt }, body }, context) => {
    const result = converted.get(body);
    if (result === undefined) throw new Error("the photo was not converted");
    return storePhoto(context, { petId, alt, token: newToken(context.random) }, result, authorOf(context));
  },

  updatePhoto: async ({ params: { petId, photoId }, body }, context) => {
    const { store } = context;
    const all = (await store.photos.lock(petId)) ?? notFound("pet", petId);
    const photo = photoIn(all, petId, photoId);
    const { alt = photo.alt, position = photo.position } = body;
    const settings = { alt: alt ?? undefined, position: Math.min(position, all.length) };
    const before = published(context)(photo);
    const after = published(context)({ ...photo, ...settings });
    const previous = changedMembers(before, after, ["alt", "position"]);
    if (previous === undefined) return after;
    await store.photos.change(photo, settings);
    record(context, "photo.updated", after, { petId, previous });
    return after;
  },

  deletePhoto: async ({ params: { petId, photoId } }, context) => {
    const { store } = context;
    const photo = photoIn((await store.photos.lock(petId)) ?? notFound("pet", petId), petId, photoId);
    await store.photos.delete(photo);
    record(context, "photo.deleted", published(context)(photo), { petId });
  },
};

/** A random token. */
export function newToken(random: Context["random"]): string {
  return random(TOKEN_BYTES).toBase64({ alphabet: "base64url", omitPadding: true });
}

/** Stores a photo as the last one of a pet. Throws `not_found` or `conflict`. */
export async function storePhoto(
  { store, events, photoUrl }: Unit & Pick<Context, "photoUrl">,
  photo: Pick<StoredPhoto, "petId" | "alt" | "token">,
  { files, ...facts }: ConvertedPhoto,
  author: Author,
): Promise<Photo> {
  const { petId } = photo;
  const others = (await store.photos.lock(petId)) ?? notFound("pet", petId);
  requireRoom(petId, others);
  const place = { position: others.length + 1, createdAt: isoTime(author.now) };
  const added = published({ photoUrl })(await store.photos.insert({ ...photo, ...facts, ...place }, files));
  events.push(eventOf(author, "photo.added", added, { petId }));
  return added;
}

/** Throws `conflict` if a pet with these photos cannot have another. */
export function requireRoom(petId: bigint, photos: readonly StoredPhoto[]): void {
  if (photos.length < PHOTOS_MAX) return;
  throw new Failure("conflict", `Pet ${petId} already has ${PHOTOS_MAX} photos, which is the limit; remove one first`);
}

function photoIn(photos: readonly StoredPhoto[], petId: bigint, photoId: bigint): StoredPhoto {
  const photo = photos.find(({ id }) => id === photoId);
  if (photo === undefined) throw new Failure("not_found", `Pet ${petId} has no photo with the id ${photoId}`);
  return photo;
}
