/* A client that @hey-api/openapi-ts generated. */
import { client } from "./generated/hey-api/client.gen.ts";
import { createPet, getPet, listPets, placeOrder, updateInventory } from "./generated/hey-api/index.ts";
import { API_KEY, BASE_URL, report } from "./round-trip.ts";

client.setConfig({ baseUrl: BASE_URL, auth: API_KEY });

const { data: pet, error } = await createPet({ body: { name: "Rex", categoryId: 7 } });
if (pet === undefined) throw new Error(`${error.code}: ${error.message}`);

const listed = await listPets({ query: { status: "available", limit: 100 } });
const found = await listPets({ query: { ids: [pet.id, pet.id + 1] } });
const stocked = await updateInventory({ path: { petId: pet.id }, body: { quantity: 3 } });
const ordered = await placeOrder({ body: { petId: pet.id, quantity: 2 } });
const refused = await getPet({ path: { petId: pet.id + 1 } });

report({
  pet,
  listed: listed.data,
  found: found.data,
  quantity: stocked.data?.quantity,
  order: ordered.data,
  refusal: refused.error?.code,
});
