/* The fields of a pet and its profile, and their conversion to API members. */
import type { NewPetWithProfile, Pet, PetProfile } from "../../../../client/index.ts";
import { petStatuses } from "../../../../contract/pets/pet-status.ts";
import { allTexts } from "../../../app/formats/language.ts";
import { petstore } from "../../../app/session/session.ts";
import { publish } from "../../../data/events/changes.ts";
import type { Sending } from "../../../forms/delivery.ts";
import type { Version } from "../../../forms/draft.ts";
import { only } from "../../../forms/use-form.ts";
import { checkKind, type KindFields } from "./kind-field.tsx";
import { checkProfile, newProfile, type ProfileFields, profileFields, profileUpdate } from "./profile-fields.tsx";

/** A pet, as typed. `quantity` is for a new pet, `note` for a change. */
export type PetFields = ProfileFields &
  KindFields & { readonly [Name in "name" | "status" | "quantity" | "note"]: string };

/** A pet as form fields; members of a new pet may be missing. */
export function petFields(
  pet: { readonly [Name in keyof Pet]?: Pet[Name] | undefined },
  profile: Partial<PetProfile> = {},
): PetFields {
  const { name = "", categoryId, status = "available" } = pet;
  const kind = { categoryId: categoryId?.toString() ?? "", newCategory: "" };
  return { name, ...kind, status, quantity: "1", note: "", ...profileFields(profile) };
}

/** Checks a pet before it is sent. */
export function checkPet(typed: PetFields) {
  const { fields, stock } = allTexts.value;
  return {
    ...checkProfile(typed),
    ...checkKind(typed),
    name: typed.name === "" ? fields.missing : undefined,
    quantity: /^\d{1,9}$/.test(typed.quantity.trim()) ? undefined : stock.amountInvalid.count,
  };
}

function members({ name, categoryId, status }: PetFields) {
  return { name, categoryId: BigInt(categoryId), status: petStatuses.find((one) => one === status) };
}

/** The pet to create. */
export function newPet(typed: PetFields): NewPetWithProfile {
  return { ...members(typed), profile: newProfile(typed) };
}

/** Updates the changed fields of a pet and its profile. Returns the resulting version. */
export async function updatePet(id: bigint, sending: Sending<PetFields>): Promise<Version<PetFields>> {
  const { typed, before, changed, tag = "[]", idempotencyKey, reached } = sending;
  const tags: (string | null | undefined)[] = JSON.parse(tag);
  let now: Version<PetFields> = { fields: before, tag };
  const update = only(changed, members(typed));
  if (Object.keys(update).length > 0) {
    const noted = { ...update, note: typed.note || undefined };
    const options = { ifMatch: tags[0] ?? undefined, idempotencyKey };
    const { data, etag } = await petstore().pets.update(id, noted, options).withResponse();
    publish({ type: "pet.updated", data, source: "here" });
    const { name, categoryId, status } = petFields(data);
    now = { fields: { ...before, name, categoryId, status }, tag: JSON.stringify([etag, tags[1]]) };
    reached(now);
  }
  const profile = profileUpdate(typed, changed);
  if (profile === undefined) return now;
  const options = { ifMatch: tags[1] ?? undefined, idempotencyKey: `${idempotencyKey}-profile` };
  const { data, etag } = await petstore().pets.updateProfile(id, profile, options).withResponse();
  publish({ type: "profile.updated", data, source: "here" });
  return {
    fields: { ...now.fields, ...profileFields(data) },
    tag: JSON.stringify([JSON.parse(now.tag ?? "[]")[0], etag]),
  };
}
