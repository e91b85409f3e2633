import { effect, signal } from "@preact/signals";
import type { Category, Event } from "../client/index.ts";
import { texts } from "./language.ts";
import { can, session } from "./session.ts";

/** As many as a person can choose from. */
const CATEGORIES_MAX = 1000;

/** The categories of the shop by id; empty until they are loaded, or if the key may not read them. */
export const categories = signal<ReadonlyMap<bigint, Category>>(new Map());

effect(() => {
  const user = session.value;
  categories.value = new Map();
  if (user === undefined || !can("categories:read")) return;
  const controller = new AbortController();
  loadCategories(user, controller.signal).then(
    (loaded) => {
      categories.value = loaded;
    },
    // Without names the numbers are shown; the next visit tries again.
    () => {},
  );
  return () => controller.abort();
});

async function loadCategories({ petstore }: NonNullable<typeof session.value>, signal: AbortSignal) {
  const loaded = new Map<bigint, Category>();
  for await (const category of petstore.categories.list({}, { signal })) {
    loaded.set(category.id, category);
    if (loaded.size === CATEGORIES_MAX) break;
  }
  return loaded;
}

/** Keeps a category that was added or changed here. */
export function keepCategory(category: Category): void {
  categories.value = new Map(categories.value).set(category.id, category);
}

/** Forgets a category that was deleted here. */
export function dropCategory(id: bigint): void {
  const left = new Map(categories.value);
  left.delete(id);
  categories.value = left;
}

/** Follows changes of categories by others. */
export function followCategories(event: Event): void {
  if (event.type === "category.created" || event.type === "category.updated") keepCategory(event.data);
  if (event.type === "category.deleted") dropCategory(event.data.id);
}

/** The name of a category, or its number: a pet's category need not exist. */
export function categoryName(id: bigint): string {
  return categories.value.get(id)?.name ?? texts.value.pets.categoryNumber(id);
}
