import { effect, signal } from "@preact/signals";
import type { Category, Event } from "../client/index.ts";
import { texts } from "./language.ts";
import { can, session } from "./session.ts";

/** As many as a person can choose from. */
const CATEGORIES_MAX = 1000;

/** The categories of the shop by id; empty until they are loaded, or if the key may not read them. */
export const categories = signal<ReadonlyMap<bigint, Category>>(new Map());

type Change = (categories: Map<bigint, Category>) => void;

/** Changes that were heard of while the categories are being loaded: what is loaded may be older. */
let duringLoad: Change[] | undefined;

effect(() => {
  const user = session.value;
  categories.value = new Map();
  if (user === undefined || !can("categories:read")) return;
  const controller = new AbortController();
  const changes: Change[] = [];
  duringLoad = changes;
  loadCategories(user, controller.signal)
    .then(
      (loaded) => {
        for (const change of changes) change(loaded);
        categories.value = loaded;
      },
      // Without names the numbers are shown; the next visit tries again.
      () => {},
    )
    .finally(() => {
      if (duringLoad === changes) duringLoad = undefined;
    });
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
  apply((kept) => kept.set(category.id, category));
}

/** Forgets a category that was deleted here. */
export function dropCategory(id: bigint): void {
  apply((kept) => kept.delete(id));
}

function apply(change: Change): void {
  duringLoad?.push(change);
  const changed = new Map(categories.value);
  change(changed);
  categories.value = changed;
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
