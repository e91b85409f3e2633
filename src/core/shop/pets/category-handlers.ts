import { Failure, notFound } from "../../../contract/errors/errors.ts";
import { preview } from "../../../contract/json/json.ts";
import type { Handlers } from "../../../contract/operation.ts";
import type { Category, categoryOperations } from "../../../contract/pets/categories.ts";
import { chain } from "../../concurrency/maybe-promise.ts";
import type { Context } from "../../context.ts";
import { page } from "../../pagination.ts";
import { repeatUntilUnchanged, requireMatch } from "../../preconditions.ts";
import { changedMembers, record } from "../../recorded-events.ts";

export const categories: Handlers<typeof categoryOperations, Context> = {
  listCategories: ({ query }, context) =>
    page(query, ["categories"], context, context.store.categories.list, ({ id }) => id),

  createCategory: async ({ body }, context) => {
    const category =
      (await context.store.categories.insert({ ...body, carePlan: planAfter({ id: 0n, name: "" }, body.carePlan) })) ??
      nameTaken(body.name);
    record(context, "category.created", category);
    return category;
  },

  getCategory: ({ params: { categoryId } }, { store }) =>
    chain(store.categories.find(categoryId), (category) => category ?? notFound("category", categoryId)),

  updateCategory: ({ params: { categoryId }, body }, context) =>
    repeatUntilUnchanged(async () => {
      const { categories } = context.store;
      const current = (await categories.find(categoryId)) ?? notFound("category", categoryId);
      requireMatch(context, current);
      const { name = current.name, description = current.description } = body;
      const carePlan = planAfter(current, body.carePlan);
      const category: Category = { id: categoryId, name, description: description ?? undefined, carePlan };
      if (await categories.isTaken(name, categoryId)) nameTaken(name);
      if (!(await categories.replace(current, category))) return undefined;
      const previous = changedMembers(current, category, ["name", "description", "carePlan"]);
      if (previous !== undefined) record(context, "category.updated", category, { previous });
      return category;
    }),

  deleteCategory: async ({ params: { categoryId } }, context) => {
    const { store } = context;
    const category = (await store.categories.delete(categoryId)) ?? notFound("category", categoryId);
    requireMatch(context, category);
    if (await store.pets.isInUse(categoryId)) throw inUse(categoryId);
    record(context, "category.deleted", category);
  },
};

/** The plan after an update: the same value if nothing of it changes. */
function planAfter({ carePlan: current }: Category, update: Category["carePlan"] | null): Category["carePlan"] {
  if (update === undefined || JSON.stringify(update) === JSON.stringify(current)) return current;
  return update?.length ? update : undefined;
}

function inUse(categoryId: bigint): Failure {
  return new Failure("conflict", `Category ${categoryId} has pets; move them to another category first`);
}

function nameTaken(name: string): never {
  throw new Failure("conflict", `name: the category ${preview(name)} already exists (names ignore case)`);
}
