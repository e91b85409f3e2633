import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { categories, categoryName } from "./category-names.ts";
import { Field, type FieldControl } from "./field.tsx";
import { texts } from "./language.ts";
import type { PetFields } from "./pet-drafts.ts";
import { CategoryOptions } from "./pets-filters.tsx";
import { statuses } from "./status-changes.ts";

interface FieldsProps {
  /** What stands below a field, such as the question about a conflict. */
  readonly below?: (field: keyof PetFields) => ComponentChildren;
  readonly typed: PetFields;
  readonly errors: Readonly<Record<string, string>>;
  readonly change: (changes: Partial<PetFields>) => void;
}

/** The name and the category of a pet. */
export function NameAndCategory({ typed, errors, change, below }: FieldsProps) {
  const { pets: words } = texts.value;
  return (
    <>
      <Field label={words.name} error={errors["name"]}>
        {(control) => (
          <input
            {...control}
            name="name"
            dir="auto"
            autocomplete="off"
            value={typed.name}
            onInput={({ currentTarget }) => change({ name: currentTarget.value })}
          />
        )}
      </Field>
      {below?.("name")}
      <Field label={words.category} error={errors["categoryId"]}>
        {(control) => (
          <CategoryInput control={control} value={typed.categoryId} change={(categoryId) => change({ categoryId })} />
        )}
      </Field>
      {below?.("categoryId")}
    </>
  );
}

/** The status that a new pet begins with. */
export function StatusField({ typed, errors, change }: FieldsProps) {
  const { pets: words } = texts.value;
  return (
    <Field label={words.status} error={errors["status"]}>
      {(control) => (
        <select
          {...control}
          value={typed.status}
          onChange={({ currentTarget: { value } }) =>
            change({ status: statuses.find((status) => status === value) ?? "available" })
          }
        >
          {statuses.map((status) => (
            <option key={status} value={status}>
              {words.statuses[status]}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** Why a pet is changed. */
export function NoteField({ typed, errors, change }: FieldsProps) {
  const { pets: words } = texts.value;
  return (
    <Field label={words.note} hint={words.noteHint} error={errors["note"]}>
      {(control) => (
        <input
          {...control}
          name="note"
          dir="auto"
          autocomplete="off"
          value={typed.note}
          onInput={({ currentTarget }) => change({ note: currentTarget.value })}
        />
      )}
    </Field>
  );
}

const OTHER = "other";

interface CategoryInputProps {
  readonly control: FieldControl;
  readonly value: string;
  readonly change: (value: string) => void;
}

/** A choice of categories, or a number: the category of a pet need not exist, and a key need not see the categories. */
function CategoryInput({ control, value, change }: CategoryInputProps) {
  const { pets: words } = texts.value;
  const [isOther, setOther] = useState(false);
  const isListed = value === "" || [...categories.value.keys()].some((id) => id.toString() === value);
  const number = (
    <input
      {...control}
      name="categoryId"
      inputMode="numeric"
      autocomplete="off"
      aria-label={isOther ? words.categoryNumberLabel : undefined}
      value={value}
      onInput={({ currentTarget }) => change(currentTarget.value.trim())}
    />
  );
  if (categories.value.size === 0) return number;
  return (
    <>
      <select
        {...(isOther ? { "aria-label": words.category } : control)}
        value={isOther ? OTHER : value}
        onChange={({ currentTarget }) => {
          setOther(currentTarget.value === OTHER);
          if (currentTarget.value !== OTHER) change(currentTarget.value);
        }}
      >
        <option value="">{words.chooseCategory}</option>
        {!isListed && !isOther && (
          <option value={value}>{/^-?\d+$/.test(value) ? categoryName(BigInt(value)) : value}</option>
        )}
        <CategoryOptions />
        <option value={OTHER}>{words.otherCategory}</option>
      </select>
      {isOther && number}
    </>
  );
}
