/* The fields of a profile, and their conversion to API members. */
import type { NewProfile, PetProfile, ProfileUpdate } from "../../../../client/index.ts";
import { MICROCHIP_PATTERN, TAG_MAX, TAG_SEPARATOR, TAGS_MAX } from "../../../../contract/limits.ts";
import { readMicrochip } from "../../../../core/reading/written-words.ts";
import { allTexts } from "../../../app/formats/language.ts";
import {
  fieldOf,
  type ProfileMember,
  readTyped,
  type TypedMember,
  typedMembers,
  typedText,
} from "../../../app/formats/profile-members.ts";
import { SelectField, TextField } from "../../../forms/fields.tsx";
import { checkPrice, PriceInputs, priceFields, priceOf } from "../../../forms/price-fields.tsx";
import type { Form } from "../../../forms/use-form.ts";
import { dateText, readTypedDate } from "../../../forms/written-input.ts";

type Name = ProfileMember | "currency";

/** A profile, as typed. */
export type ProfileFields = { readonly [Member in Name]: string };

/** A profile as form fields. */
export function profileFields(profile: Partial<PetProfile>): ProfileFields {
  const typed = typedMembers.map((name) => [name, typedText(name, profile[name])]);
  const texts = Object.fromEntries(typed) as Record<TypedMember, string>;
  return { ...texts, birthDate: dateText(profile.birthDate), ...priceFields(profile.price) };
}

/** Members written in several ways, parsed as imports parse them. */
const readers: Readonly<Partial<Record<ProfileMember, (text: string) => string | undefined>>> = {
  birthDate: readTypedDate,
  microchip: readMicrochip,
};

/** Checks a profile before it is sent. */
export function checkProfile(typed: ProfileFields) {
  const { profile: words, fields } = allTexts.value;
  const { birthDate, microchip } = typed;
  const tags = (readTyped("tags", typed.tags) ?? []) as readonly string[];
  const isDate = birthDate.trim() === "" || readTypedDate(birthDate) !== undefined;
  const isChip = microchip.trim() === "" || new RegExp(MICROCHIP_PATTERN).test(readMicrochip(microchip));
  return {
    ...checkPrice(typed),
    birthDate: isDate ? undefined : words.birthDateInvalid(...dateExamples(), birthDate.trim()),
    tags: tags.length <= TAGS_MAX && tags.every(isTag) ? undefined : fields.invalid.tags,
    microchip: isChip ? undefined : fields.invalid.microchip,
  };
}

/** Whether the service accepts it as a tag. */
export function isTag(text: string): boolean {
  return text !== "" && [...text].length <= TAG_MAX && !text.includes(TAG_SEPARATOR);
}

/** Examples of a year, a month and a day in the page's date format. */
function dateExamples(): readonly [year: string, month: string, day: string] {
  return [dateText("2024"), dateText("2024-05"), dateText("2024-05-17")];
}

/** How the input will be read, if it is written differently. */
function readingOf(name: ProfileMember, text: string): string | undefined {
  const value = readers[name]?.(text.trim());
  const shown = value !== undefined && name === "birthDate" ? dateText(value) : value;
  return shown === text.trim() ? undefined : shown || undefined;
}

/** The value of a member; `null` if the field is empty. */
function memberOf(name: ProfileMember, typed: ProfileFields): unknown {
  const reader = readers[name];
  if (reader !== undefined) return typed[name].trim() === "" ? null : reader(typed[name]);
  if (name !== "price") return readTyped(name, typed[name]);
  return typed.price.trim() === "" ? null : priceOf(typed);
}

/** The update for the changed fields; undefined if there are none. */
export function profileUpdate(typed: ProfileFields, changed: readonly string[]): ProfileUpdate | undefined {
  const names = Object.keys(profileFields({})) as Name[];
  const members = names
    .filter((name) => changed.includes(name))
    .map((name) => (name === "currency" ? "price" : name))
    .map((name) => [name, memberOf(name, typed)]);
  return members.length === 0 ? undefined : Object.fromEntries(members);
}

/** The profile of a new pet; undefined if it is empty. */
export function newProfile(typed: ProfileFields): NewProfile | undefined {
  const update = profileUpdate(typed, Object.keys(profileFields({}))) ?? {};
  const known = Object.entries(update).filter(([, value]) => value !== null);
  return known.length === 0 ? undefined : Object.fromEntries(known);
}

interface InputsProps<F extends ProfileFields> {
  readonly form: Form<F>;
  /** Whether the price is shown elsewhere. */
  readonly isWithoutPrice?: boolean;
}

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
        <p class="hint">{words.birthDateHint(...dateExamples())}</p>
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

/** A fact that can be edited in place. */
export type FactName = ProfileMember | "categoryId";

interface FieldProps<F extends ProfileFields> {
  readonly form: Form<F>;
  readonly name: ProfileMember;
}

/** The field of one member. */
export function ProfileField<F extends ProfileFields>({ form, name }: FieldProps<F>) {
  if (name === "price") return <PriceInputs form={form} />;
  const { label, choices, attributes } = fieldOf(name);
  const field = { form: form as unknown as Form<ProfileFields>, name, label };
  const reading = readingOf(name, form.typed[name]);
  return choices === undefined ? (
    <TextField {...field} {...attributes} hint={reading ?? attributes.hint} />
  ) : (
    <SelectField {...field} options={choices} />
  );
}
