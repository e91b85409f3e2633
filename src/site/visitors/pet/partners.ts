/* Partners of pets, as far as visitors may see them. */
import type { Pet } from "../../../contract/pets/pets.ts";
import type { PetProfile } from "../../../contract/pets/profiles.ts";
import type { Store } from "../../../core/ports.ts";

/** What visitors see of a partner. */
export type Partner = Pick<Pet, "id" | "name">;

/** The partners of pets, by id. `shown` reads those of the given ids that are not sold. */
export async function partnersOf(
  pets: readonly Pet[],
  profiles: ReadonlyMap<bigint, PetProfile>,
  store: Pick<Store, "profiles">,
  shown: (ids: readonly bigint[]) => Promise<readonly Pet[]>,
): Promise<ReadonlyMap<bigint, Partner>> {
  const ids = new Set([...profiles.values()].flatMap(({ together = [] }) => together));
  if (ids.size === 0) return new Map();
  const known = pets.filter(({ id, status }) => ids.delete(id) && status !== "sold");
  const others = await shown([...ids]);
  const unknown = others.length === 0 ? undefined : await store.profiles.ofPets(others.map(({ id }) => id));
  const isShown = ({ id }: Pet) => (profiles.get(id) ?? unknown?.get(id))?.published !== false;
  return new Map([...known, ...others].filter(isShown).map(({ id, name }) => [id, { id, name }]));
}
