import type { Category } from "../client/index.ts";
import type { Draft } from "./drafts.ts";
import { Field } from "./field.tsx";
import { texts } from "./language.ts";
import { useSubmission } from "./submission.ts";

/** The fields of a category, as typed. */
export interface CategoryFields {
  readonly name: string;
  readonly description: string;
}

/** The fields of a category, or of one to add. */
export function categoryFields(category?: Category): CategoryFields {
  return { name: category?.name ?? "", description: category?.description ?? "" };
}

interface CategoryFormProps {
  readonly draft: Draft<CategoryFields>;
  /** What sending does, such as "Save". */
  readonly action: string;
  readonly send: () => Promise<void>;
}

/** The name and the description of a category. */
export function CategoryForm({ draft, action, send }: CategoryFormProps) {
  const { categories: words, common } = texts.value;
  const { form, isBusy, errors, text, submit } = useSubmission(["name", "description"]);
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit(send);
      }}
    >
      <Field label={words.name} error={errors["name"]}>
        {(control) => (
          <input
            {...control}
            name="name"
            dir="auto"
            autocomplete="off"
            value={draft.typed.name}
            onInput={({ currentTarget }) => draft.change({ name: currentTarget.value })}
          />
        )}
      </Field>
      <Field label={words.description} hint={words.descriptionHint} error={errors["description"]}>
        {(control) => (
          <textarea
            {...control}
            name="description"
            dir="auto"
            rows={3}
            value={draft.typed.description}
            onInput={({ currentTarget }) => draft.change({ description: currentTarget.value })}
          />
        )}
      </Field>
      <p class="field-error" role="alert">
        {text}
      </p>
      <div class="buttons">
        {draft.isChanged && (
          <button type="button" onClick={draft.drop}>
            {common.discard}
          </button>
        )}
        <button type="submit" class="primary" disabled={isBusy || !draft.isChanged}>
          {action}
        </button>
      </div>
    </form>
  );
}
