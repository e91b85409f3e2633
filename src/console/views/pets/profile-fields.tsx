/* The fields of a pet's profile in a form, as typed, and what they mean for the service. */
import type { NewProfile, PetProfile, ProfileUpdate } from "../../../client/index.ts";
import { allTexts } from "../../app/language.ts";
import {
  fieldOf,
  type ProfileMember,
  readTyped,
  type TypedMember,
  typedMembers,
  typedText,
} from "../../app/profile-members.ts";
import { SelectField, TextField } from "../../forms/fields.tsx";
import { PriceInputs, priceFields, priceOf } from "../../forms/price-fields.tsx";
import type { Form } from "../../forms/use-form.ts";

type Name = ProfileMember | "currency";

/** A profile, as typed. */
export type ProfileFields = { readonly [Member in Name]: string };

/** A profile as its form has it. */
export function profileFields(profile: Partial<PetProfile>): ProfileFields {
  const typed = typedMembers.map((name) => [name, typedText(name, profile[name])]);
  return { ...(Object.fromEntries(typed) as Record<TypedMember, string>), ...priceFields(profile.price) };
}

/** What a member is, for what was typed; `null` for nothing. */
function memberOf(name: ProfileMember, typed: ProfileFields): unknown {
  if (name !== "price") return readTyped(name, typed[name]);
  return typed.price.trim() === "" ? null : priceOf(typed);
}

/** The change of a profile that makes it as typed, for the fields that were changed; undefined for none of them. */
export function profileUpdate(typed: ProfileFields, changed: readonly string[]): ProfileUpdate | undefined {
  const names = Object.keys(profileFields({})) as Name[];
  const members = names
    .filter((name) => changed.includes(name))
    .map((name) => (name === "currency" ? "price" : name))
    .map((name) => [name, memberOf(name, typed)]);
  return members.length === 0 ? undefined : Object.fromEntries(members);
}

/** The profile of a new pet; undefined if nothing is known. */
export function newProfile(typed: ProfileFields): NewProfile | undefined {
  const update = profileUpdate(typed, Object.keys(profileFields({}))) ?? {};
  const known = Object.entries(update).filter(([, value]) => value !== null);
  return known.length === 0 ? undefined : Object.fromEntries(known);
}

interface InputsProps<F extends ProfileFields> {
  readonly form: Form<F>;
  /** Whether the price has another place. */
  readonly isWithoutPrice?: boolean;
}

/** The fields. */
export function ProfileInputs<F extends ProfileFields>({ form, isWithoutPrice = false }: InputsProps<F>) {
  const { profile: words } = allTexts.value;
  const field = (name: ProfileMember) => <ProfileField form={form} name={name} />;
  return (
    <>
      <div class="field-pairs">
        {field("breed")}
        {field("sex")}
        {field("birthDate")}
        {field("neutered")}
        <p class="hint">{words.birthDateHint}</p>
        {field("color")}
        {field("size")}
        {!isWithoutPrice && field("price")}
        {field("microchip")}
        {field("reference")}
        {field("arrivedOn")}
        {field("published")}
      </div>
      {field("tags")}
      {field("description")}
    </>
  );
}

/** What is changed where it stands. */
export type FactName = ProfileMember | "categoryId";

interface FieldProps<F extends ProfileFields> {
  readonly form: Form<F>;
  readonly name: ProfileMember;
}

/** The field of a member. */
export function ProfileField<F extends ProfileFields>({ form, name }: FieldProps<F>) {
  if (name === "price") return <PriceInputs form={form} />;
  const { label, choices, attributes } = fieldOf(name);
  const field = { form: form as unknown as Form<ProfileFields>, name, label };
  return choices === undefined ? (
    <TextField {...field} {...attributes} />
  ) : (
    <SelectField {...field} options={choices} />
  );
}
