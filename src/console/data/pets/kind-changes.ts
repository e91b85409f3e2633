/* Kinds that other forms create. Their names are unique, whatever the case. */
import type { Category } from "../../../client/index.ts";
import { hasCode } from "../../app/failure.ts";
import { petstore } from "../../app/session/session.ts";
import { publish } from "../events/changes.ts";
import { sortedCategories } from "./category-data.ts";

const isNamed = (name: string, other: string) => name.toLowerCase() === other.toLowerCase();

/** The kind of this name. */
export function namedKind(name: string): Category | undefined {
  return sortedCategories.value.find((one) => isNamed(one.name, name));
}

/** Creates a kind and returns its id. Sent again after a lost response, it finds the kind that it created. */
export async function addKind(name: string): Promise<bigint> {
  const all = petstore().categories;
  try {
    const data = await all.create({ name });
    publish({ type: "category.created", data, source: "here" });
    return data.id;
  } catch (error) {
    if (!hasCode(error, "conflict")) throw error;
    for await (const one of all.list()) if (isNamed(one.name, name)) return one.id;
    throw error;
  }
}

/** Deletes a kind that no pet has. */
export async function removeKind(kind: Category): Promise<void> {
  await petstore().categories.delete(kind.id);
  publish({ type: "category.deleted", data: kind, source: "here" });
}
