import { useState } from "preact/hooks";
import { type Pet, type PetProfile, PetstoreError } from "../../../client/index.ts";
import { petStatuses } from "../../../contract/pet-status.ts";
import { allTexts } from "../../app/language.ts";
import { announce } from "../../app/notices.ts";
import { ask } from "../../app/questions.ts";
import { readId } from "../../app/routes.ts";
import { petstore } from "../../app/session.ts";
import { categories, categoryName, sortedCategories } from "../../data/categories.ts";
import { petIdOf, publish } from "../../data/changes.ts";
import { readPet } from "../../data/pets.ts";
import { STALE, useResource } from "../../data/resource.ts";
import { dropDraft, type Version } from "../../forms/draft.ts";
import { BoundField, NumberField, SelectField, TextField } from "../../forms/fields.tsx";
import { Form } from "../../forms/form.tsx";
import { checkPrice } from "../../forms/price-fields.tsx";
import { type Form as FormState, only, type Sending, useForm } from "../../forms/use-form.ts";
import { Loaded } from "../../ui/states.tsx";
import { newProfile, type ProfileFields, ProfileInputs, profileFields, profileUpdate } from "./profile-fields.tsx";

/** The fields of a pet and of its profile, as typed. The status is for a new one, the note for a change. */
type PetFields = ProfileFields & { readonly [Name in "name" | "categoryId" | "status" | "note"]: string };

const NEW = { name: "", categoryId: "", status: "available", note: "" };

interface Read {
  readonly pet: Pet;
  readonly profile: PetProfile;
  readonly etags: readonly (string | undefined)[];
}

async function read(id: bigint, signal?: AbortSignal): Promise<Read> {
  const [{ pet, etag }, profile] = await Promise.all([
    readPet(id, signal),
    petstore().pets.profile(id, { signal }).withResponse(),
  ]);
  return { pet, profile: profile.data, etags: [etag, profile.etag] };
}

function versionOf({ pet, profile, etags }: Read): Version<PetFields> {
  const { name, categoryId, status } = pet;
  const fields = { name, categoryId: categoryId.toString(), status, note: "", ...profileFields(profile) };
  return { fields, tag: JSON.stringify(etags) };
}

function check(typed: PetFields) {
  const { fields, pets } = allTexts.value;
  return {
    ...checkPrice(typed),
    name: typed.name === "" ? fields.missing : undefined,
    categoryId: readId(typed.categoryId) === undefined ? pets.categoryMissing : undefined,
  };
}

/** Adds a pet. */
export function NewPetForm({ added, cancel }: { readonly added: (pet: Pet) => void; readonly cancel: () => void }) {
  const { pets: words, profile } = allTexts.value;
  const form = useForm<PetFields>({
    name: "pet-new",
    version: { fields: { ...NEW, ...profileFields({}) } },
    companions: ["status", "currency"],
    check,
    async send({ typed, idempotencyKey }) {
      const { name, categoryId, status } = typed;
      const pet = { name, categoryId: BigInt(categoryId), status: petStatuses.find((one) => one === status) };
      const created = await petstore().pets.create({ ...pet, profile: newProfile(typed) }, { idempotencyKey });
      publish({ type: "pet.created", data: created, source: "here" });
      announce(words.added(created.name));
      added(created);
      return undefined;
    },
  });
  return (
    <Form form={form} action={words.add} hasFocus isReady cancel={cancel}>
      <TextField form={form} name="name" label={words.name} />
      <CategoryField form={form} />
      <SelectField form={form} name="status" label={words.status} options={words.statuses} />
      <details>
        <summary>{profile.more}</summary>
        <ProfileInputs form={form} />
      </details>
    </Form>
  );
}

interface PetFormProps {
  readonly pet: Pet;
  /** Shows the pet instead of its form. */
  readonly close: () => void;
  readonly deleted: () => void;
}

/** Changes a pet and its profile: only the fields that were changed, and only if nobody else has changed them. */
export function PetForm({ pet, close, deleted }: PetFormProps) {
  const resource = useResource<Read>(`pet-form ${pet.id}`, {
    // What was kept since the form was last open would have older tags: its own change would be a conflict.
    isFresh: true,
    load: (signal) => read(pet.id, signal),
    apply: (known, change) =>
      petIdOf(change) === pet.id && /^(?:pet|profile)\./.test(change.type) && change.source !== "pending"
        ? STALE
        : known,
  });
  return (
    <Loaded resource={resource} lines={10}>
      {(known) => (
        <>
          <Fields version={versionOf(known)} id={pet.id} close={close} />
          <DeletePet pet={pet} deleted={deleted} />
        </>
      )}
    </Loaded>
  );
}

interface FieldsProps extends Pick<PetFormProps, "close"> {
  readonly id: bigint;
  readonly version: Version<PetFields>;
}

function Fields({ id, version, close }: FieldsProps) {
  const { pets: words, common } = allTexts.value;
  const hasPrice = version.fields.price !== "";
  const form = useForm<PetFields>({
    name: `pet-${id}`,
    version,
    companions: ["note", "status", ...(hasPrice ? [] : (["currency"] as const))],
    check,
    send: (sending) => save(id, sending),
    read: async () => versionOf(await read(id)),
    saved: close,
  });
  const { typed } = form;
  // Only these have a history with reasons.
  const hasNote =
    typed.note !== "" || typed.name !== version.fields.name || typed.categoryId !== version.fields.categoryId;
  return (
    <Form form={form} action={common.save} hasFocus cancel={close}>
      <TextField form={form} name="name" label={words.name} />
      <CategoryField form={form} />
      {hasNote && <TextField form={form} name="note" label={words.note} hint={words.noteHint} />}
      <ProfileInputs form={form} />
    </Form>
  );
}

async function save(
  id: bigint,
  { typed, tag = "[]", changed }: Sending<PetFields>,
): Promise<Version<PetFields> | undefined> {
  const [petTag, profileTag] = JSON.parse(tag) as (string | null)[];
  const update = only(changed, { name: typed.name, categoryId: BigInt(typed.categoryId) });
  const profile = profileUpdate(typed, changed);
  try {
    if (Object.keys(update).length > 0) {
      const noted = { ...update, note: typed.note || undefined };
      const data = await petstore().pets.update(id, noted, { ifMatch: petTag ?? undefined });
      publish({ type: "pet.updated", data, source: "here" });
    }
    if (profile !== undefined) {
      const data = await petstore().pets.updateProfile(id, profile, { ifMatch: profileTag ?? undefined });
      publish({ type: "profile.updated", data, source: "here" });
    }
    // It is saved, even if it cannot be read again.
    const now = await read(id).then(versionOf, () => undefined);
    announce(allTexts.value.pets.saved(typed.name));
    return now;
  } catch (error) {
    if (PetstoreError.is(error) && error.status === 404) {
      publish({ type: "pet.deleted", data: { id } as Pet, source: "here" });
    }
    throw error;
  }
}

const OTHER = "other";

/** A choice of categories, or a number: the category of a pet need not exist, and a key need not see the categories. */
function CategoryField({ form }: { readonly form: FormState<PetFields> }) {
  const { pets: words } = allTexts.value;
  const [isOther, setOther] = useState(false);
  const chosen = form.typed.categoryId;
  const show = (value: string) => categoryName(readId(value) ?? 0n);
  if (categories.value.size === 0) return <NumberField form={form} name="categoryId" label={words.category} />;
  if (isOther) return <NumberField form={form} name="categoryId" label={words.categoryNumberLabel} />;
  const isListed = chosen === "" || categories.value.has(readId(chosen) ?? 0n);
  return (
    <BoundField form={form} name="categoryId" label={words.category} show={show}>
      {({ onInput, ...bound }) => (
        <select
          {...bound}
          onChange={(event) => {
            if (event.currentTarget.value !== OTHER) return onInput(event);
            setOther(true);
            form.change({ categoryId: "" });
          }}
        >
          <option value="">{words.chooseCategory}</option>
          {!isListed && <option value={chosen}>{show(chosen)}</option>}
          {sortedCategories.value.map(({ id, name }) => (
            <option key={id} value={id.toString()}>
              {name}
            </option>
          ))}
          <option value={OTHER}>{words.otherCategory}</option>
        </select>
      )}
    </BoundField>
  );
}

interface DeletePetProps {
  readonly pet: Pet;
  readonly deleted: () => void;
}

/** Deletes a pet, after a question. */
export function DeletePet({ pet, deleted }: DeletePetProps) {
  const { pets: words, common } = allTexts.value;
  async function confirm() {
    await petstore().pets.delete(pet.id);
    dropDraft(`pet-${pet.id}`);
    publish({ type: "pet.deleted", data: pet, source: "here" });
    announce(words.deletedNow(pet.name));
    deleted();
  }
  const question = { title: words.deleteTitle(pet.name), text: words.deleteText, action: common.delete, confirm };
  return (
    <div class="buttons start">
      <button type="button" class="quiet danger" onClick={() => ask(question)}>
        {words.delete}
      </button>
    </div>
  );
}
