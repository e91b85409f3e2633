import type { Category } from "../../../client/index.ts";
import { allTexts } from "../../app/language.ts";
import { announce } from "../../app/notices.ts";
import { hrefOf } from "../../app/routes.ts";
import { petstore } from "../../app/session.ts";
import { publish } from "../../data/changes.ts";
import type { Sending } from "../../forms/delivery.ts";
import type { Tagged, Version } from "../../forms/draft.ts";
import { TextField } from "../../forms/fields.tsx";
import { Form } from "../../forms/form.tsx";
import { only, useForm } from "../../forms/use-form.ts";

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
  const form = useForm<CategoryFields, Tagged<Category>>({
    name: `category-${id ?? "new"}`,
    version: version ?? { fields: { name: "", description: "" } },
    describe: ({ name }) => ({ title: name || words.addTitle, href: hrefOf("categories", id ?? "new") }),
    required: ["name"],
    send: (sending) => store(id ?? sending.result?.data.id, sending),
    ...(id !== undefined && { versionOf, read: () => readCategory(id) }),
    done: ({ data: { name } }) => announce(id === undefined ? words.added(name) : words.saved(name)),
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

/** Adds a category, or changes the one with this id. */
async function store(
  id: bigint | undefined,
  { typed, changed, tag, idempotencyKey }: Sending<CategoryFields>,
): Promise<Tagged<Category>> {
  const { name, description } = typed;
  if (id === undefined) {
    const fields = { name, description: description || undefined };
    const response = await petstore().categories.create(fields, { idempotencyKey }).withResponse();
    publish({ type: "category.created", data: response.data, source: "here" });
    return response;
  }
  const update = only(changed, { name, description: description || null });
  const response = await petstore().categories.update(id, update, { ifMatch: tag, idempotencyKey }).withResponse();
  publish({ type: "category.updated", data: { description: undefined, ...response.data } as Category, source: "here" });
  return response;
}
