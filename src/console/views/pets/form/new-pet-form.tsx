import { useState } from "preact/hooks";
import type { Pet } from "../../../../client/index.ts";
import { allTexts } from "../../../app/formats/language.ts";
import { announce } from "../../../app/notices.ts";
import { hrefOf } from "../../../app/routes.ts";
import { can, petstore } from "../../../app/session/session.ts";
import { publish } from "../../../data/events/changes.ts";
import { nameOfPhoto, newPhotos, takePhotos } from "../../../data/photos/new-photos.ts";
import { addPhotos } from "../../../data/photos/photo-uploads.ts";
import type { Sending } from "../../../forms/delivery.ts";
import { NumberField, SelectField, TextField } from "../../../forms/fields.tsx";
import { Form } from "../../../forms/form.tsx";
import { PriceInputs } from "../../../forms/price-fields.tsx";
import { useForm } from "../../../forms/use-form.ts";
import { NewPhotos } from "../photos/new-photos.tsx";
import { KindField, makeKind } from "./kind-field.tsx";
import { checkPet, newPet, type PetFields, petFields, updatePet } from "./pet-fields.ts";
import { ProfileInputs } from "./profile-fields.tsx";

interface NewPetFormProps {
  /** The category selected at first. */
  readonly kind: bigint | undefined;
  /** Reloads the list with the new pet, and opens the pet unless another one follows. */
  readonly added: (pet: Pet, isLast: boolean) => void;
}

/** Adds a pet, and can go on with another of the same category. */
export function NewPetForm({ kind, added }: NewPetFormProps) {
  const { pets: words, profile } = allTexts.value;
  const [categoryId, setCategoryId] = useState(kind);
  const [first] = newPhotos.value[0] ?? [];
  let isLast = newPhotos.value.length < 2;
  const nameInput = () => form.element.current?.querySelector<HTMLInputElement>("[name=name]");
  const form = useForm<PetFields, Pet>({
    name: "pet-new",
    version: { fields: petFields({ categoryId, name: first === undefined ? "" : nameOfPhoto(first) }) },
    describe: ({ name }) => ({ title: name || words.addTitle, href: hrefOf("pets", "new") }),
    companions: ["status", "currency"],
    check: checkPet,
    prepare: makeKind,
    // Pets are created with a stock of one.
    first: (typed) => ({ ...typed, quantity: "1" }),
    send: store,
    done(pet, { categoryId: kind }) {
      addPhotos(pet.id, takePhotos());
      announce(words.added(pet.name));
      setCategoryId(BigInt(kind));
      added(pet, isLast);
    },
    saved: () => nameInput()?.focus(),
  });
  function addNext() {
    isLast = false;
    form.submit();
  }
  return (
    <div class="new-pet">
      <Form form={form} action={words.add} hasFocus next={{ text: words.addNext, send: addNext }}>
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

/** Creates the pet, or updates the one created by an earlier attempt, and sets its stock. */
async function store(sending: Sending<PetFields, Pet>): Promise<Pet> {
  const { typed, changed, result, idempotencyKey } = sending;
  if (result === undefined) {
    const data = await petstore().pets.create(newPet(typed), { idempotencyKey });
    publish({ type: "pet.created", data, source: "here" });
    return data;
  }
  const { name } = (await updatePet(result.id, { ...sending, reached: () => {} })).fields;
  if (changed.includes("quantity")) {
    const key = { idempotencyKey: `${idempotencyKey}-stock` };
    const data = await petstore().inventory.update(result.id, { quantity: Number(typed.quantity) }, key);
    publish({ type: "inventory.updated", data, source: "here" });
  }
  return { ...result, name };
}
