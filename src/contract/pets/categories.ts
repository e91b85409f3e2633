import * as z from "zod";
import { CarePlan, carePlan } from "../care/care-schemas.ts";
import { idParameter, int64, listParameters, pageOf, shortText, storedShortText } from "../common.ts";
import { requireOneOf } from "../json/one-of.ts";
import { operation } from "../operation.ts";
import { newName, storedName } from "../values/names.ts";

const description = shortText("What belongs in the category");

export const Category = z
  .object({
    id: int64("Unique identifier of the category"),
    name: storedName("category"),
    description: storedShortText("What belongs in the category").optional(),
    carePlan: CarePlan.optional(),
  })
  .meta({ id: "Category", description: "A category of pets" });
export type Category = z.output<typeof Category>;

export const NewCategory = z
  .object({ name: newName("category"), description: description.optional(), carePlan: carePlan.optional() })
  .meta({ id: "CategoryInput", description: "A category to add" });

export const CategoryUpdate = requireOneOf(
  z.object({
    name: newName("category").optional(),
    description: description.nullable().optional(),
    carePlan: carePlan.nullable().optional(),
  }),
  ["name", "description", "carePlan"],
  { id: "CategoryUpdate", what: "a category", note: ". `null` removes the description or the plan" },
);

const dogs = { id: 7, name: "Dogs", description: "All breeds" };
const categoryId = z.object({ categoryId: idParameter("Id of the category") });
const common = { tag: "Categories", stability: "beta" } as const;

const listCategories = operation({
  ...common,
  id: "listCategories",
  method: "GET",
  path: "/categories",
  summary: "List categories",
  description: "Returns categories in the order of id, one page at a time.",
  scope: "categories:read",
  query: listParameters,
  success: pageOf("categories", Category, "Categories", "Categories in the order of id"),
  examples: { response: [dogs] },
});

const createCategory = operation({
  ...common,
  id: "createCategory",
  method: "POST",
  path: "/categories",
  summary: "Add a category",
  description: "Adds a category. Names are unique and ignore case.",
  scope: "categories:write",
  body: NewCategory,
  idempotencyKey: true,
  success: {
    status: 201,
    description: "The created category",
    schema: Category,
    location: "/categories/{id}",
    links: { getCategory: "categoryId", updateCategory: "categoryId", deleteCategory: "categoryId" },
  },
  errors: ["conflict"],
  examples: { body: { name: "Dogs", description: "All breeds" }, response: dogs },
});

const getCategory = operation({
  ...common,
  id: "getCategory",
  method: "GET",
  path: "/categories/{categoryId}",
  summary: "Get a category",
  description: "Returns one category.",
  scope: "categories:read",
  params: categoryId,
  success: { status: 200, description: "The category", schema: Category },
  examples: { params: { categoryId: "7" }, response: dogs },
});

const updateCategory = operation({
  ...common,
  id: "updateCategory",
  method: "PATCH",
  path: "/categories/{categoryId}",
  summary: "Change a category",
  description: "Changes the given members of a category.",
  scope: "categories:write",
  params: categoryId,
  body: CategoryUpdate,
  mergePatch: true,
  idempotencyKey: true,
  ifMatch: Category,
  success: { status: 200, description: "The changed category", schema: Category },
  errors: ["conflict"],
  examples: { params: { categoryId: "7" }, body: { name: "Big dogs" }, response: { ...dogs, name: "Big dogs" } },
});

const deleteCategory = operation({
  ...common,
  id: "deleteCategory",
  method: "DELETE",
  path: "/categories/{categoryId}",
  summary: "Remove a category",
  description: "Removes a category. You cannot remove a category that has pets.",
  scope: "categories:write",
  params: categoryId,
  ifMatch: Category,
  success: { status: 204, description: "The category is removed" },
  errors: ["conflict"],
  examples: { params: { categoryId: "7" } },
});

/** The operations on categories. */
export const categoryOperations = {
  listCategories,
  createCategory,
  getCategory,
  updateCategory,
  deleteCategory,
} as const;
