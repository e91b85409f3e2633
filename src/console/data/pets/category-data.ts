/* The categories of the shop, by id. */
import { computed } from "@preact/signals";
import type { Category } from "../../../client/index.ts";
import { language, texts } from "../../app/formats/language.ts";
import { can, petstore } from "../../app/session/session.ts";
import { type Change, changed } from "../events/changes.ts";
import { followResource } from "../resource.ts";

/** More than a person can choose from. */
const CATEGORIES_MAX = 1000;

type Categories = ReadonlyMap<bigint, Category>;

const resource = followResource<Categories>("category-names", {
  load: async (signal) => {
    const loaded = new Map<bigint, Category>();
    if (!can("categories:read")) return loaded;
    for await (const category of petstore().categories.list({}, { signal })) {
      loaded.set(category.id, category);
      if (loaded.size === CATEGORIES_MAX) break;
    }
    return loaded;
  },
  apply,
  isQuiet: true,
});

function apply(categories: Categories, change: Change): Categories {
  if (change.type === "category.created") return new Map(categories).set(change.data.id, change.data);
  if (change.type === "category.updated") {
    const before = categories.get(change.data.id);
    return before === undefined ? categories : new Map(categories).set(before.id, changed(before, change));
  }
  if (change.type !== "category.deleted") return categories;
  return new Map([...categories].filter(([id]) => id !== change.data.id));
}

/** The categories; empty until they are loaded, or if the key may not read them. */
export const categories = computed<Categories>(() => resource.value ?? new Map());

/** Whether there are none; false until that is known. */
export const hasNoCategories = computed(() => resource.value?.size === 0);

/** The categories by name. */
export const sortedCategories = computed<readonly Category[]>(() => {
  const { compare } = new Intl.Collator(language.value, { numeric: true });
  return [...categories.value.values()].sort((one, other) => compare(one.name, other.name));
});

/** The name of a category, or its number: a pet's category need not exist. */
export function categoryName(id: bigint): string {
  return categories.value.get(id)?.name ?? texts.value.pets.categoryNumber(id);
}
