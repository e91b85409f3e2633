import { type Pet, type PetProfile, PetstoreError } from "../../../../client/index.ts";
import { allTexts } from "../../../app/formats/language.ts";
import { announce } from "../../../app/notices.ts";
import { ask } from "../../../app/questions.ts";
import { hrefOf } from "../../../app/routes.ts";
import { petstore } from "../../../app/session/session.ts";
import { publish } from "../../../data/events/changes.ts";
import { readPet } from "../../../data/pets/pet-changes.ts";
import { useResource } from "../../../data/resource.ts";
import type { Sending } from "../../../forms/delivery.ts";
import { dropDraft, type Version } from "../../../forms/draft.ts";
import { TextField } from "../../../forms/fields.tsx";
import { Form } from "../../../forms/form.tsx";
import { useForm } from "../../../forms/use-form.ts";
import { Loaded } from "../../../ui/loaded.tsx";
import { KindField, makeKind } from "./kind-field.tsx";
import { checkPet, type PetFields, petFields, updatePet } from "./pet-fields.ts";
import { type FactName, ProfileField, ProfileInputs } from "./profile-fields.tsx";

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
  return { fields: petFields(pet, profile), tag: JSON.stringify(etags) };
}

interface PetFormProps {
  readonly pet: Pet;
  /** Leaves the form for the pet. */
  readonly close: () => void;
  readonly deleted: () => void;
}

/** Edits a pet and its profile. Sends only changed fields, and only if nobody else changed them. */
export function PetForm({ pet, close, deleted }: PetFormProps) {
  return (
    <Loaded resource={useVersion(pet.id)} lines={10}>
      {(known) => (
        <>
          <AllFields version={versionOf(known)} id={pet.id} close={close} />
          <DeletePet pet={pet} deleted={deleted} />
        </>
      )}
    </Loaded>
  );
}

/** Edits one fact in place. Shares its draft with the full form. */
export function FactForm({ pet, name, close }: Pick<PetFormProps, "pet" | "close"> & { readonly name: FactName }) {
  return (
    <Loaded resource={useVersion(pet.id)} lines={2}>
      {(known) => <OneField version={versionOf(known)} id={pet.id} name={name} close={close} />}
    </Loaded>
  );
}

/** A pet with its entity tags, kept up to date while it is edited. */
function useVersion(id: bigint) {
  return useResource<Read>(`pet-form ${id}`, {
    // A cached version may have older tags, and the person's own change would look like a conflict.
    isFresh: true,
    load: (signal) => read(id, signal),
    topic: "pets",
    petId: id,
  });
}

interface FieldsProps extends Pick<PetFormProps, "close"> {
  readonly id: bigint;
  readonly version: Version<PetFields>;
}

function usePetForm({ id, version, close }: FieldsProps) {
  const { pets: words } = allTexts.value;
  const hasPrice = version.fields.price !== "";
  return useForm<PetFields, Version<PetFields>>({
    name: `pet-${id}`,
    version,
    describe: ({ name }) => ({ title: name || version.fields.name, href: hrefOf("pets", id) }),
    companions: ["note", "status", "quantity", "newCategory", ...(hasPrice ? [] : (["currency"] as const))],
    check: checkPet,
    prepare: makeKind,
    send: (sending) => save(id, sending),
    versionOf: (now) => now,
    done: (_, { name }) => announce(words.saved(name)),
    read: async () => versionOf(await read(id)),
    saved: close,
  });
}

function AllFields(props: FieldsProps) {
  const { pets: words, common } = allTexts.value;
  const form = usePetForm(props);
  const { typed } = form;
  const { fields } = props.version;
  // Only these changes are recorded with a note.
  const hasNote = typed.note !== "" || typed.name !== fields.name || typed.categoryId !== fields.categoryId;
  return (
    <Form form={form} action={common.save} hasFocus cancel={props.close}>
      <TextField form={form} name="name" label={words.name} />
      <KindField form={form} />
      {hasNote && <TextField form={form} name="note" label={words.note} hint={words.noteHint} />}
      <ProfileInputs form={form} />
    </Form>
  );
}

function OneField({ name, ...props }: FieldsProps & { readonly name: FactName }) {
  const { profile: words, common } = allTexts.value;
  const form = usePetForm(props);
  function leave() {
    form.discard();
    props.close();
  }
  return (
    <Form form={form} action={common.save} hasFocus isQuiet leave={leave}>
      {name === "categoryId" ? <KindField form={form} /> : <ProfileField form={form} name={name} />}
      <p class="hint">{words.oneHint}</p>
    </Form>
  );
}

async function save(id: bigint, sending: Sending<PetFields>): Promise<Version<PetFields>> {
  try {
    return await updatePet(id, sending);
  } catch (error) {
    if (PetstoreError.is(error) && error.status === 404) {
      publish({ type: "pet.deleted", data: { id } as Pet, source: "here" });
    }
    throw error;
  }
}

interface DeletePetProps {
  readonly pet: Pet;
  readonly deleted: () => void;
}

/** Deletes a pet after asking. */
function DeletePet({ pet, deleted }: DeletePetProps) {
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
