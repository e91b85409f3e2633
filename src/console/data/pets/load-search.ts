/* The search by name, loaded on first use: most visits need none. */

let loaded: typeof import("./searched-pets.ts") | undefined;

export async function loadSearch() {
  loaded ??= await import("./searched-pets.ts");
  return loaded;
}
