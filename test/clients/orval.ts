/* A client that orval generated. */
import { createPet, getPet, listPets, placeOrder, updateInventory } from "./generated/orval/petstore.ts";
import { report } from "./round-trip.ts";

const created = await createPet({ name: "Rex", categoryId: 7 });
if (created.status !== 201) throw new Error(`${created.data.code}: ${created.data.message}`);
const pet = created.data;

const listed = await listPets({ status: "available", limit: 100 });
const found = await listPets({ ids: [pet.id, pet.id + 1] });
const stocked = await updateInventory(pet.id, { quantity: 3 });
const ordered = await placeOrder({ petId: pet.id, quantity: 2 });
const refused = await getPet(pet.id + 1);

report({
  pet,
  listed: listed.status === 200 ? listed.data : undefined,
  found: found.status === 200 ? found.data : undefined,
  quantity: stocked.status === 200 ? stocked.data.quantity : undefined,
  order: ordered.status === 201 ? ordered.data : undefined,
  refusal: refused.status === 404 ? refused.data.code : undefined,
});
