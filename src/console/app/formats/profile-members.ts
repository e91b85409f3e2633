/* The members of a profile: how each is shown, typed and read. */
import type { PetProfile } from "../../../client/index.ts";
import { ageOf } from "./age-text.ts";
import { allTexts, formatPlainDate } from "./language.ts";
import { formatMoney } from "./money-text.ts";
import { formatBirthDate } from "./view-formats.ts";

/** A member of a profile. */
export type ProfileMember = Exclude<keyof PetProfile, "petId" | "together">;

/** A member that one field has. A price has two. */
export type TypedMember = Exclude<ProfileMember, "price">;

type Value<Name extends ProfileMember> = NonNullable<PetProfile[Name]>;

interface Member<Value> {
  /** The value as people read it. */
  readonly shown: (value: Value) => string;
  /** The value as its field has it. */
  readonly typed: (value: Value) => string;
  /** The value that was typed, for what is not empty. */
  readonly read: (text: string) => Value;
  /** The values that it can have, in words. */
  readonly options?: () => Readonly<Record<string, string>>;
  /** What is said below the field. */
  readonly hint?: () => string;
  /** The type of the field, or how many lines it has. */
  readonly input?: { readonly type?: "date"; readonly rows?: number };
}

const asIs = (text: string) => text;
const text: Member<string> = { shown: asIs, typed: asIs, read: asIs };
const words = () => allTexts.value.profile;

function choice<Choice extends string>(labels: () => Readonly<Record<Choice, string>>): Member<Choice> {
  // The field has no other values.
  return { shown: (value) => labels()[value], typed: asIs, read: (typed) => typed as Choice, options: labels };
}

/** What each member is, in the order of a form. */
const members: { readonly [Name in TypedMember]: Member<Value<Name>> } = {
  breed: text,
  sex: choice(() => words().sexes),
  birthDate: { ...text, shown: formatBirthDate },
  neutered: {
    shown: (is) => (is ? words().yes : words().no),
    typed: String,
    read: (typed) => typed === "true",
    options: () => ({ true: words().yes, false: words().no }),
  },
  size: choice(() => words().sizes),
  color: text,
  // The service separates tags in files by a bar, which none of them has.
  tags: {
    shown: (tags) => tags.join(", "),
    typed: (tags) =>
      tags.some((tag) => tag.includes(",")) ? tags.map((tag) => `${tag} |`).join(" ") : tags.join(", "),
    read: (typed) =>
      typed
        .split(typed.includes("|") ? "|" : ",")
        .map((tag) => tag.trim())
        .filter((tag) => tag !== ""),
    hint: () => words().tagsHint,
  },
  reference: text,
  microchip: text,
  arrivedOn: { ...text, shown: formatPlainDate, input: { type: "date" } },
  // A pet is shown unless somebody says otherwise, so there is one choice.
  published: {
    shown: (is) => (is ? words().yes : words().no),
    typed: (is) => (is ? "" : "false"),
    read: (typed) => typed !== "false",
    options: () => ({ "": words().yes, false: words().no }),
  },
  description: { ...text, input: { rows: 5 } },
};

/** The members that one field has each. */
export const typedMembers = Object.keys(members) as readonly TypedMember[];

/** All members. */
export const profileMembers: readonly ProfileMember[] = [...typedMembers, "price"];

/** A member as people read it; empty if it is not known. */
export function profileText(profile: Partial<PetProfile>, name: ProfileMember): string {
  if (name !== "price") return shownOf(name, profile[name]);
  return profile.price === undefined ? "" : formatMoney(profile.price);
}

function shownOf<Name extends TypedMember>(name: Name, value: Value<Name> | undefined): string {
  return value === undefined ? "" : members[name].shown(value);
}

/** A member as its field has it; empty if it is not known. */
export function typedText<Name extends TypedMember>(name: Name, value: Value<Name> | undefined): string {
  return value === undefined ? "" : members[name].typed(value);
}

/** What was typed of a member; `null` for nothing. */
export function readTyped(name: TypedMember, typed: string): unknown {
  const trimmed = typed.trim();
  return trimmed === "" ? null : members[name].read(trimmed);
}

/** The field of a member: its label, its choices and its hint, in the person's language. */
export function fieldOf(name: TypedMember) {
  const { options, hint, input } = members[name];
  const choices = options && { "": words().unknown, ...options() };
  return { label: words()[name], choices, attributes: { ...input, hint: hint?.() } };
}

/** Breed, age and sex in a line. */
export function factsOf({ breed, birthDate, sex }: PetProfile): string {
  const facts = [breed, birthDate && ageOf(birthDate), sex && words().sexes[sex]];
  return facts.filter(Boolean).join(" · ");
}
