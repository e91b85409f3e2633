import type { Category } from "../../../client/index.ts";
import { allTexts } from "../../app/language.ts";
import { announce } from "../../app/notices.ts";
import { petstore } from "../../app/session.ts";
import { publish } from "../../data/changes.ts";
import type { Tagged, Version } from "../../forms/draft.ts";
import { TextField } from "../../forms/fields.tsx";
import { Form } from "../../forms/form.tsx";
import { only, type Sending, useForm } from "../../forms/use-form.ts";

/** The fields of a category, as typed. */
type CategoryFields = { readonly [Name in "name" | "description"]: string };

interface CategoryFormProps {
  /** The category with its tag; undefined for a new one. */
  readonly version: Version<CategoryFields> | undefined;
  readonly id: bigint | undefined;
  readonly done: () => void;
  readonly cancel: () => void;
}

/** Adds or changes a category. */
export function CategoryForm({ id, version, done, cancel }: CategoryFormProps) {
  const { categories: words, common } = allTexts.value;
  const form = useForm<CategoryFields>({
    name: `category-${id ?? "new"}`,
    version: version ?? { fields: { name: "", description: "" } },
    send: (sending) => (id === undefined ? add(sending) : change(id, sending)),
    ...(id !== undefined && { read: () => readCategory(id) }),
    saved: done,
  });
  return (
    <Form form={form} action={id === undefined ? words.add : common.save} hasFocus cancel={cancel}>
      <TextField form={form} name="name" label={words.name} />
      <TextField form={form} name="description" label={words.description} hint={words.descriptionHint} rows={3} />
    </Form>
  );
}

/** Reads a category with its tag. */
export async function readCategory(id: bigint, signal?: AbortSignal): Promise<Version<CategoryFields>> {
  return versionOf(await petstore().categories.get(id, { signal }).withResponse());
}

function versionOf({ data: { name, description = "" }, etag }: Tagged<Category>): Version<CategoryFields> {
  return { fields: { name, description }, tag: etag };
}

async function add({ typed: { name, description }, idempotencyKey }: Sending<CategoryFields>): Promise<undefined> {
  const fields = { name, description: description || undefined };
  const data = await petstore().categories.create(fields, { idempotencyKey });
  publish({ type: "category.created", data, source: "here" });
  announce(allTexts.value.categories.added(data.name));
}

async function change(id: bigint, { typed, changed, tag }: Sending<CategoryFields>): Promise<Version<CategoryFields>> {
  const { name, description } = typed;
  const update = only(changed, { name, description: description || null });
  const response = await petstore().categories.update(id, update, { ifMatch: tag }).withResponse();
  publish({ type: "category.updated", data: { description: undefined, ...response.data } as Category, source: "here" });
  announce(allTexts.value.categories.saved(response.data.name));
  return versionOf(response);
}
