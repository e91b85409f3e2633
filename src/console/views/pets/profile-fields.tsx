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
  const shared = form as unknown as Form<ProfileFields>;
  const field = (name: Name) => ({ form: shared, name, label: words[name] });
  return (
    <>
      <div class="field-pairs">
        <TextField {...field("breed")} />
        <SelectField {...field("sex")} options={{ "": words.unknown, ...words.sexes }} />
        <TextField {...field("birthDate")} />
        <SelectField {...field("neutered")} options={{ "": words.unknown, true: words.yes, false: words.no }} />
        <p class="hint">{words.birthDateHint}</p>
        <TextField {...field("color")} />
        <SelectField {...field("size")} options={{ "": words.unknown, ...words.sizes }} />
        {!isWithoutPrice && <PriceInputs form={form} />}
        <TextField {...field("microchip")} />
        <TextField {...field("reference")} />
        <TextField {...field("arrivedOn")} type="date" />
      </div>
      <TextField {...field("tags")} hint={words.tagsHint} />
      <TextField {...field("description")} rows={5} />
    </>
  );
}
