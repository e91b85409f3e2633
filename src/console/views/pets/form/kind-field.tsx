/* The category field of a pet form. A new category can be created with the pet. */

import { useLayoutEffect, useRef } from "preact/hooks";
import { NAME_MAX } from "../../../../contract/limits.ts";
import { allTexts } from "../../../app/formats/language.ts";
import { readId } from "../../../app/routes.ts";
import { can } from "../../../app/session/session.ts";
import { categories, categoryName, hasNoCategories, sortedCategories } from "../../../data/pets/category-data.ts";
import { addKind, namedKind } from "../../../data/pets/kind-changes.ts";
import { ChipsField } from "../../../forms/choices.tsx";
import { NumberField, TextField } from "../../../forms/fields.tsx";
import type { Form } from "../../../forms/use-form.ts";
import { icons } from "../../../ui/icons.tsx";

/** A category, as typed: an id, or the name of a new one. */
export type KindFields = { readonly [Name in "categoryId" | "newCategory"]: string };

/** The option that creates a category. */
const NEW = "new";

/** The fields for a new category. */
export const newKindFields: KindFields = { categoryId: NEW, newCategory: "" };

/** Whether the key may create categories. */
export const canAddKind = () => can("categories:read") && can("categories:write");

/** Whether a new category is to be created. Always true while the shop has none. */
function isNewKind({ categoryId }: KindFields): boolean {
  return categoryId === NEW || (categoryId === "" && hasNoCategories.value && canAddKind());
}

/** Checks the category before it is sent. */
export function checkKind(typed: KindFields) {
  const { fields, pets } = allTexts.value;
  if (!isNewKind(typed)) {
    return { categoryId: readId(typed.categoryId) === undefined ? pets.categoryMissing : undefined };
  }
  const { length } = [...typed.newCategory.trim()];
  return { newCategory: length === 0 ? fields.missing : length > NAME_MAX ? fields.invalid.name : undefined };
}

/**
 * Selects the category that was typed, and creates it unless one with that name exists. Returns undefined if the person
 * chose from the list.
 */
export async function makeKind(typed: KindFields): Promise<KindFields | undefined> {
  if (!isNewKind(typed)) return undefined;
  const name = typed.newCategory.trim();
  return { categoryId: String(namedKind(name)?.id ?? (await addKind(name))), newCategory: "" };
}

/** Categories as chips, and a field for a new one. A key that cannot read categories types an id. */
export function KindField<F extends KindFields>({ form }: { readonly form: Form<F> }) {
  const { pets: words } = allTexts.value;
  const shared = form as unknown as Form<KindFields>;
  const { categoryId: chosen, newCategory } = shared.typed;
  const isAsked = useRef(false);
  useLayoutEffect(() => {
    if (isAsked.current) form.element.current?.querySelector<HTMLElement>("[name=newCategory]")?.focus();
    isAsked.current = false;
  }, [chosen]);
  if (!can("categories:read") || (hasNoCategories.value && !canAddKind())) {
    return <NumberField form={shared} name="categoryId" label={words.category} />;
  }
  const field = (label: string) => (
    <TextField form={shared} name="newCategory" label={label} hint={words.newKindHint} />
  );
  if (hasNoCategories.value && (chosen === "" || chosen === NEW)) return field(words.category);
  const isListed = chosen === "" || chosen === NEW || categories.value.has(readId(chosen) ?? 0n);
  const show = (value: string) => (value === NEW ? newCategory : categoryName(readId(value) ?? 0n));
  const kinds = sortedCategories.value.map(({ id, name }) => ({ value: id.toString(), text: name }));
  return (
    <>
      <ChipsField
        form={shared}
        name="categoryId"
        label={words.category}
        options={[...(isListed ? [] : [{ value: chosen, text: show(chosen) }]), ...kinds]}
        show={show}
      >
        {canAddKind() && (
          <button
            type="button"
            aria-pressed={chosen === NEW}
            onClick={() => {
              isAsked.current = true;
              shared.change({ categoryId: NEW });
            }}
          >
            {icons.plus} {words.newKind}
          </button>
        )}
      </ChipsField>
      {chosen === NEW && field(words.newKindName)}
    </>
  );
}
