import { useState } from "preact/hooks";
import { type NewPet, type Pet, PetstoreError, type PetUpdate } from "../../../client/index.ts";
import { texts } from "../../app/language.ts";
import { announce } from "../../app/notices.ts";
import { readId } from "../../app/routes.ts";
import { petstore } from "../../app/session.ts";
import { categories, categoryName, sortedCategories } from "../../data/categories.ts";
import { publish } from "../../data/changes.ts";
import { readPet, type TaggedPet } from "../../data/pets.ts";
import { statuses } from "../../data/statuses.ts";
import type { Version } from "../../forms/draft.ts";
import { BoundField, NumberField, SelectField, TextField } from "../../forms/fields.tsx";
import { Form } from "../../forms/form.tsx";
import { type Form as FormState, type Sending, useForm } from "../../forms/use-form.ts";

/** The fields of a pet, as typed. The status is for a new one, the note for a change. */
type PetFields = { readonly [Name in "name" | "categoryId" | "status" | "note"]: string };

const EMPTY: PetFields = { name: "", categoryId: "", status: "available", note: "" };

function versionOf({ pet, etag }: TaggedPet): Version<PetFields> {
  const { name, categoryId, status } = pet;
  return { fields: { name, categoryId: categoryId.toString(), status, note: "" }, tag: etag };
}

function check({ categoryId }: PetFields) {
  return { categoryId: readId(categoryId) === undefined ? texts.value.pets.categoryMissing : undefined };
}

/** Adds a pet. */
export function NewPetForm({ added, cancel }: { readonly added: (pet: Pet) => void; readonly cancel: () => void }) {
  const { pets: words } = texts.value;
  const form = useForm<PetFields>({
    name: "pet-new",
    version: { fields: EMPTY },
    companions: ["status"],
    check,
    async send({ typed: { name, categoryId, status }, idempotencyKey }) {
      const pet: NewPet = { name, categoryId: BigInt(categoryId), status: statuses.find((one) => one === status) };
      const created = await petstore().pets.create(pet, { idempotencyKey });
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
    </Form>
  );
}

interface PetFormProps extends TaggedPet {
  /** Shows the pet instead of its form. */
  readonly close: () => void;
}

/** Changes a pet: only the fields that were changed, and only if nobody else has changed them. */
export function PetForm({ pet, etag, close }: PetFormProps) {
  const { pets: words, common } = texts.value;
  const form = useForm<PetFields>({
    name: `pet-${pet.id}`,
    version: versionOf({ pet, etag }),
    companions: ["note", "status"],
    check,
    send: (sending) => save(pet.id, sending),
    read: async () => versionOf(await readPet(pet.id)),
    saved: close,
  });
  return (
    <Form form={form} action={common.save} hasFocus cancel={close}>
      <TextField form={form} name="name" label={words.name} />
      <CategoryField form={form} />
      {form.isDraft && <TextField form={form} name="note" label={words.note} hint={words.noteHint} />}
    </Form>
  );
}

async function save(id: bigint, { typed, tag, changed }: Sending<PetFields>): Promise<Version<PetFields>> {
  const update: PetUpdate = {
    ...(changed.includes("name") && { name: typed.name }),
    ...(changed.includes("categoryId") && { categoryId: BigInt(typed.categoryId) }),
    ...(typed.note !== "" && { note: typed.note }),
  };
  try {
    const { data: pet, etag } = await petstore().pets.update(id, update, { ifMatch: tag }).withResponse();
    publish({ type: "pet.updated", data: pet, source: "here" });
    announce(texts.value.pets.saved(pet.name));
    return versionOf({ pet, etag });
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
  const { pets: words } = texts.value;
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
