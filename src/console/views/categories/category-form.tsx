import type { Category } from "../../../client/index.ts";
import { allTexts } from "../../app/formats/language.ts";
import { announce } from "../../app/notices.ts";
import { hrefOf } from "../../app/routes.ts";
import { petstore } from "../../app/session/session.ts";
import { publish } from "../../data/events/changes.ts";
import type { Sending } from "../../forms/delivery.ts";
import type { Tagged, Version } from "../../forms/draft.ts";
import { TextField } from "../../forms/fields.tsx";
import { Form } from "../../forms/form.tsx";
import { type Form as FormState, only, useForm } from "../../forms/use-form.ts";
import { checkPlan, fieldsOfPlan, type PlanField, planFieldOf, planOf } from "./plan-fields.ts";
import { PlanRows } from "./plan-rows.tsx";

/** The fields of a category, as typed. */
type CategoryFields = PlanField & { readonly [Name in "name" | "description"]: string };

interface CategoryFormProps {
  /** The category with its entity tag; undefined for a new one. */
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
    version: version ?? { fields: { name: "", description: "", ...fieldsOfPlan() } },
    describe: ({ name }) => ({ title: name || words.addTitle, href: hrefOf("categories", id ?? "new") }),
    required: ["name"],
    aliases: planFieldOf,
    check: checkPlan,
    send: (sending) => store(id ?? sending.result?.data.id, sending),
    ...(id !== undefined && { versionOf, read: () => readCategory(id) }),
    done: ({ data: { name } }) => announce(id === undefined ? words.added(name) : words.saved(name)),
    saved: done,
  });
  return (
    <Form form={form} action={id === undefined ? words.add : common.save} hasFocus cancel={cancel}>
      <TextField form={form} name="name" label={words.name} />
      <TextField form={form} name="description" label={words.description} hint={words.descriptionHint} rows={3} />
      <PlanRows form={form as unknown as FormState<PlanField>} />
    </Form>
  );
}

/** Reads a category with its entity tag. */
export async function readCategory(id: bigint, signal?: AbortSignal): Promise<Version<CategoryFields>> {
  return versionOf(await petstore().categories.get(id, { signal }).withResponse());
}

function versionOf({ data: { name, description = "", carePlan }, etag }: Tagged<Category>): Version<CategoryFields> {
  return { fields: { name, description, ...fieldsOfPlan(carePlan) }, tag: etag };
}

async function store(
  id: bigint | undefined,
  { typed, changed, tag, idempotencyKey }: Sending<CategoryFields>,
): Promise<Tagged<Category>> {
  const { name, description } = typed;
  const carePlan = planOf(typed);
  if (id === undefined) {
    const fields = { name, description: description || undefined, ...(carePlan.length > 0 && { carePlan }) };
    const response = await petstore().categories.create(fields, { idempotencyKey }).withResponse();
    publish({ type: "category.created", data: response.data, source: "here" });
    return response;
  }
  const update = only(changed, {
    name,
    description: description || null,
    carePlan: carePlan.length > 0 ? carePlan : null,
  });
  const response = await petstore().categories.update(id, update, { ifMatch: tag, idempotencyKey }).withResponse();
  const data = { description: undefined, carePlan: undefined, ...response.data } as Category;
  publish({ type: "category.updated", data, source: "here" });
  return response;
}
