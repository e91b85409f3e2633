import { useState } from "preact/hooks";
import type { Pet } from "../../../client/index.ts";
import { allTexts } from "../../app/language.ts";
import { announce, announceFailure } from "../../app/notices.ts";
import { can, petstore } from "../../app/session.ts";
import { publish } from "../../data/changes.ts";
import { nameOfPhoto, newPhotos, takePhotos } from "../../data/new-photos.ts";
import { addPhotos } from "../../data/photo-uploads.ts";
import { changedFields, moveDraft } from "../../forms/draft.ts";
import { NumberField, SelectField, TextField } from "../../forms/fields.tsx";
import { Form } from "../../forms/form.tsx";
import { PriceInputs } from "../../forms/price-fields.tsx";
import { isRefusal, type Sending, useForm } from "../../forms/use-form.ts";
import { KindField, makeKind } from "./kind-field.tsx";
import { NewPhotos } from "./new-photos.tsx";
import { checkPet, newPet, type PetFields, petFields, updatePet } from "./pet-fields.ts";
import { ProfileInputs } from "./profile-fields.tsx";

/** The name of its draft. */
const NEW_PET = "pet-new";

interface NewPetFormProps {
  /** The kind that is chosen at first. */
  readonly kind: bigint | undefined;
  /** Shows the list with the new pet, and the pet itself if no other one is added. */
  readonly added: (pet: Pet, isLast: boolean) => void;
}

/** Adds a pet, and the next one of the same kind. */
export function NewPetForm({ kind, added }: NewPetFormProps) {
  const { pets: words, profile } = allTexts.value;
  const [categoryId, setCategoryId] = useState(kind);
  const [first] = newPhotos.value[0] ?? [];
  let isLast = newPhotos.value.length < 2;
  const nameInput = () => form.element.current?.querySelector<HTMLInputElement>("[name=name]");
  const form = useForm<PetFields>({
    name: NEW_PET,
    version: { fields: petFields({ categoryId, name: first === undefined ? "" : nameOfPhoto(first) }) },
    companions: ["status", "currency"],
    check: checkPet,
    prepare: makeKind,
    makesOne: true,
    async send(sending) {
      const pet = await create(sending);
      const isWhole = await finish(pet, sending);
      addPhotos(pet.id, takePhotos());
      announce(words.added(pet.name));
      setCategoryId(BigInt(sending.typed.categoryId));
      added(pet, isLast || !isWhole);
      return undefined;
    },
    saved: () => nameInput()?.focus(),
  });
  function addNext() {
    isLast = false;
    form.submit();
  }
  return (
    <div class="new-pet">
      <Form form={form} action={words.add} hasFocus isReady next={{ text: words.addNext, send: addNext }}>
        <NewPhotos chosen={() => nameInput()?.value === "" && nameInput()?.focus()} />
        <TextField form={form} name="name" label={words.name} />
        <KindField form={form} />
        <div class="field-row">
          {can("inventory:write") && <NumberField form={form} name="quantity" label={words.howMany} />}
          <PriceInputs form={form} />
        </div>
        <details>
          <summary>
            {profile.more} <small>{profile.moreHint}</small>
          </summary>
          <SelectField form={form} name="status" label={words.status} options={words.statuses} />
          <ProfileInputs form={form} isWithoutPrice />
        </details>
      </Form>
    </div>
  );
}

/** Makes the pet: the one that was sent first, if the response to that was lost. */
async function create({ first, idempotencyKey }: Sending<PetFields>): Promise<Pet> {
  const data = await petstore().pets.create(newPet(first), { idempotencyKey });
  publish({ type: "pet.created", data, source: "here" });
  return data;
}

/**
 * Makes of the new pet what was typed since, and sets its stock. The pet is there: what the service refuses now is left in the form of
 * the pet, and `false` says so.
 */
async function finish({ id }: Pet, { typed, first, idempotencyKey }: Sending<PetFields>): Promise<boolean> {
  try {
    await updatePet(id, typed, changedFields(typed, first));
    const quantity = Number(typed.quantity);
    if (can("inventory:write") && (quantity !== 1 || typed.quantity !== first.quantity)) {
      const key = `${idempotencyKey}-stock-${quantity}`;
      const data = await petstore().inventory.update(id, { quantity }, { idempotencyKey: key });
      publish({ type: "inventory.updated", data, source: "here" });
    }
    return true;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    announceFailure(error);
    moveDraft(NEW_PET, `pet-${id}`);
    return false;
  }
}
