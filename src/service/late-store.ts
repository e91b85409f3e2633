/* The store as visitors see it. */
import type { Repositories, Store } from "../core/ports.ts";

const LATE = [
  "pets",
  "photos",
  "profiles",
  "inventory",
  "categories",
  "events",
] as const satisfies readonly (keyof Repositories)[];

/** A store whose reads a standby answers where there is one that is not too far behind. */
export function lateStore(store: Store): Store {
  if (store.position === undefined) return store;
  const late = { ...store };
  for (const name of LATE) Object.defineProperty(late, name, { get: () => store.reading({})[name] });
  return late;
}
