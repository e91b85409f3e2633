/* The search by name, which is loaded with the first one: most visits begin without. */

let loaded: typeof import("./searched-pets.ts") | undefined;

/** Loads the search. */
export async function loadSearch() {
  loaded ??= await import("./searched-pets.ts");
  return loaded;
}
