/* The fields of a pet's profile in a form, as typed, and what they mean for the service. */
import type { NewProfile, PetProfile, ProfileUpdate } from "../../../client/index.ts";
import { allTexts } from "../../app/language.ts";
import { SelectField, TextField } from "../../forms/fields.tsx";
import { PriceInputs, priceFields, priceOf } from "../../forms/price-fields.tsx";
import type { Form } from "../../forms/use-form.ts";

type Name = Exclude<keyof PetProfile, "petId"> | "currency";

/** A profile, as typed. */
export type ProfileFields = { readonly [Member in Name]: string };

/** A profile as its form has it. */
export function profileFields({ tags = [], price, neutered, ...profile }: Partial<PetProfile>): ProfileFields {
  return {
    breed: profile.breed ?? "",
    sex: profile.sex ?? "",
    birthDate: profile.birthDate ?? "",
    neutered: neutered === undefined ? "" : String(neutered),
    size: profile.size ?? "",
    color: profile.color ?? "",
    ...priceFields(price),
    tags: tagsText(tags),
    reference: profile.reference ?? "",
    microchip: profile.microchip ?? "",
    arrivedOn: profile.arrivedOn ?? "",
    description: profile.description ?? "",
  };
}

/** The service separates tags in files by a bar, which none of them has. */
function tagsText(tags: readonly string[]): string {
  return tags.some((tag) => tag.includes(",")) ? tags.map((tag) => `${tag} |`).join(" ") : tags.join(", ");
}

function tagsOf(typed: string): readonly string[] {
  const tags = typed.split(typed.includes("|") ? "|" : ",");
  return tags.map((tag) => tag.trim()).filter((tag) => tag !== "");
}

/** What each member is, for what was typed; `null` for nothing. */
function memberOf(name: Exclude<Name, "currency">, typed: ProfileFields): unknown {
  const text = typed[name].trim();
  if (text === "") return null;
  if (name === "neutered") return text === "true";
  if (name === "tags") return tagsOf(text);
  if (name === "microchip") return text.replace(/[\s.-]/g, "");
  return name === "price" ? priceOf(typed) : text;
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
  const field = (name: ProfileName) => <ProfileField form={form} name={name} />;
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
      </div>
      {field("tags")}
      {field("description")}
    </>
  );
}

/** The name of a member with a field. */
export type ProfileName = Exclude<Name, "currency">;

/** What is changed where it stands. */
export type FactName = ProfileName | "categoryId";

interface FieldProps<F extends ProfileFields> {
  readonly form: Form<F>;
  readonly name: ProfileName;
}

/** The field of a member, by its kind. */
export function ProfileField<F extends ProfileFields>({ form, name }: FieldProps<F>) {
  const { profile: words } = allTexts.value;
  const field = { form: form as unknown as Form<ProfileFields>, name, label: words[name] };
  switch (name) {
    case "sex":
      return <SelectField {...field} options={{ "": words.unknown, ...words.sexes }} />;
    case "neutered":
      return <SelectField {...field} options={{ "": words.unknown, true: words.yes, false: words.no }} />;
    case "size":
      return <SelectField {...field} options={{ "": words.unknown, ...words.sizes }} />;
    case "price":
      return <PriceInputs form={form} />;
    case "arrivedOn":
      return <TextField {...field} type="date" />;
    case "tags":
      return <TextField {...field} hint={words.tagsHint} />;
    case "description":
      return <TextField {...field} rows={5} />;
    default:
      return <TextField {...field} />;
  }
}
