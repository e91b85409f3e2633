import type { Pet } from "../client/index.ts";

/** The stock of a pet, in its panel. */
export function StockSection({ pet }: { readonly pet: Pet }) {
  return <section data-pet={pet.id} />;
}
