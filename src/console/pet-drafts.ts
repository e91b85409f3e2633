/* What was typed about a pet and is not saved yet. It survives closing the panel, a new sign-in and loading the page again. */
import type { Pet, PetStatus } from "../client/index.ts";
import { changesSince } from "./drafts.ts";

/** The fields of the form, as typed. */
export interface PetFields {
  readonly name: string;
  /** The digits of the category's id. */
  readonly categoryId: string;
  /** Only for a new pet. */
  readonly status: PetStatus;
  /** Why, for the history; only for a change. */
  readonly note: string;
}

/** A draft with the state of the pet that it changes. */
export interface PetDraft {
  readonly typed: PetFields;
  readonly base: PetFields;
  /** The tag of the base; without one, a change by others is not noticed. */
  readonly etag: string | undefined;
}

/** The fields of a pet, or of one to add. */
export function fieldsOf(pet?: Pet): PetFields {
  if (pet === undefined) return { name: "", categoryId: "", status: "available", note: "" };
  return { name: pet.name, categoryId: pet.categoryId.toString(), status: pet.status, note: "" };
}

const placeOf = (id: string) => `petstore-draft-${id}`;

/** The draft of a pet, or of a new one under `new`. */
export function readDraft(id: string): PetDraft | undefined {
  const stored = sessionStorage.getItem(placeOf(id));
  return stored === null ? undefined : JSON.parse(stored);
}

/** Keeps a draft, or drops one that says nothing new. */
export function keepDraft(id: string, draft: PetDraft): void {
  if (isChanged(draft)) sessionStorage.setItem(placeOf(id), JSON.stringify(draft));
  else dropDraft(id);
}

/** Drops a draft: it is saved, or discarded. */
export function dropDraft(id: string): void {
  sessionStorage.removeItem(placeOf(id));
}

/** The fields after what was `sent` is saved: as they are `now`, except for what was typed since. */
export function typedSince(typed: PetFields, sent: PetFields, now: PetFields): PetFields {
  return { ...now, ...changesSince(typed, sent) };
}

/** Whether a draft has anything to save. */
export function isChanged({ typed, base }: PetDraft): boolean {
  return changedFields(typed, base).length > 0 || typed.note !== "";
}

/** The fields that differ. */
export function changedFields(typed: PetFields, base: PetFields): readonly ("name" | "categoryId" | "status")[] {
  return (["name", "categoryId", "status"] as const).filter((field) => typed[field] !== base[field]);
}
