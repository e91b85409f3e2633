/* Dialogs for several pets at once: category, tag, price or care. */

import type { ComponentChildren } from "preact";
import type { PetWithIncluded } from "../../../../client/index.ts";
import { allTexts, formatNumber } from "../../../app/formats/language.ts";
import { attempt } from "../../../app/notices.ts";
import { addCareToAll } from "../../../data/care/care-changes.ts";
import { changeCategory, changePrice, changeTag } from "../../../data/pets/pet-changes.ts";
import type { Fields } from "../../../forms/draft.ts";
import { TextField } from "../../../forms/fields.tsx";
import { Form } from "../../../forms/form.tsx";
import { checkPrice, PriceInputs, priceFields, priceOf } from "../../../forms/price-fields.tsx";
import { type FormOptions, useForm } from "../../../forms/use-form.ts";
import { Dialog } from "../../../ui/panels/dialog.tsx";
import { CareInputs, careOf, checkCare, emptyCare, rememberWords } from "../care/care-fields.tsx";
import { checkKind, makeKind, newKindFields } from "../form/kind-field.tsx";
import { isTag } from "../form/profile-fields.tsx";

interface ManyFormProps {
  readonly pets: readonly PetWithIncluded[];
  /** Closes the dialog without changes. */
  readonly close: () => void;
  /** Called when the changes have been sent. */
  readonly done: () => void;
}

/** Moves pets to a new category. */
export function KindForm({ pets, ...ends }: ManyFormProps) {
  const { pets: words, categories } = allTexts.value;
  return (
    <ManyForm
      {...ends}
      name="pets-kind"
      title={categories.addTitle}
      version={{ fields: newKindFields }}
      check={checkKind}
      prepare={makeKind}
      change={({ categoryId }) => changeCategory(pets, BigInt(categoryId))}
    >
      {(form) => <TextField form={form} name="newCategory" label={words.newKindName} />}
    </ManyForm>
  );
}

/** Adds a tag to pets. */
export function TagForm({ pets, ...ends }: ManyFormProps) {
  const { pets: words, fields } = allTexts.value;
  return (
    <ManyForm
      {...ends}
      name="pets-tag"
      title={words.tagMany(pets.length)}
      version={{ fields: { tag: "" } }}
      check={({ tag }) => ({ tag: isTag(tag) ? undefined : fields.invalid.tags })}
      change={({ tag }) => changeTag(pets, tag.trim(), true)}
    >
      {(form) => <TextField form={form} name="tag" label={words.tag} />}
    </ManyForm>
  );
}

/** Sets or clears the price of pets. */
export function PriceForm({ pets, ...ends }: ManyFormProps) {
  const { pets: words } = allTexts.value;
  return (
    <ManyForm
      {...ends}
      name="pets-price"
      title={words.priceMany(pets.length)}
      version={{ fields: priceFields(undefined) }}
      check={checkPrice}
      change={(typed) => changePrice(pets, priceOf(typed))}
    >
      {(form) => <PriceInputs form={form} hint={words.priceManyHint} />}
    </ManyForm>
  );
}

/** Records one care entry for several pets, such as a litter. */
export function CareOfManyForm({ pets, ...ends }: ManyFormProps) {
  const { care: words } = allTexts.value;
  return (
    <ManyForm
      {...ends}
      name="pets-care"
      title={words.forAll(formatNumber(pets.length))}
      version={{ fields: emptyCare }}
      check={checkCare}
      change={async (typed) => {
        const care = careOf(typed);
        rememberWords(care);
        await addCareToAll(pets, care);
      }}
    >
      {(form) => <CareInputs form={form} known={[]} />}
    </ManyForm>
  );
}

interface FrameProps<F extends Fields>
  extends Omit<ManyFormProps, "pets">,
    Pick<FormOptions<F, void>, "name" | "version" | "check" | "prepare"> {
  readonly title: string;
  readonly change: (typed: F) => Promise<void>;
  readonly children: (form: ReturnType<typeof useForm<F, void>>) => ComponentChildren;
}

/** The dialog. Closes before the changes are stored; a notification reports their outcome. */
function ManyForm<F extends Fields>({ title, change, close, done, children, ...options }: FrameProps<F>) {
  const form = useForm<F, void>({
    ...options,
    async send({ typed }) {
      attempt(() => change(typed));
    },
    saved: done,
  });
  function leave() {
    form.discard();
    close();
  }
  return (
    <Dialog title={title} close={leave}>
      <Form form={form} action={allTexts.value.common.save} cancel={leave}>
        {children(form)}
      </Form>
    </Dialog>
  );
}
