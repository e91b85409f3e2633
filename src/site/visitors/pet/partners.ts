/* Pets that belong together, as far as visitors may see them. */
import type { Pet } from "../../../contract/pets/pets.ts";
import type { PetProfile } from "../../../contract/pets/profiles.ts";
import type { Store } from "../../../core/ports.ts";

/** What a visitor reads of the other pet. */
export type Partner = Pick<Pet, "id" | "name">;

/** The pets that some pets belong together with, by id. `shown` reads those of some ids that are not sold. */
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
