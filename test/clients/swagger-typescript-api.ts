/* A client that swagger-typescript-api generated. */
import {
  Api,
  type Error as ErrorBody,
  type HttpResponse,
  PetStatus,
} from "./generated/swagger-typescript-api/petstore.ts";
import { API_KEY, BASE_URL, report } from "./round-trip.ts";

const { pets, inventory, store } = new Api({
  baseUrl: BASE_URL,
  baseApiParams: { headers: { Authorization: `Bearer ${API_KEY}` } },
});

const { data: pet } = await pets.createPet({ name: "Rex", categoryId: 7 });
const listed = await pets.listPets({ status: PetStatus.Available, limit: 100 });
const found = await pets.listPets({ ids: [pet.id, pet.id + 1] });
const stocked = await inventory.updateInventory(pet.id, { quantity: 3 });
const ordered = await store.placeOrder({ petId: pet.id, quantity: 2 });
const refused = await pets.getPet(pet.id + 1).then(
  () => undefined,
  (response: HttpResponse<unknown, ErrorBody>) => response.error,
);

report({
  pet,
  listed: listed.data,
  found: found.data,
  quantity: stocked.data.quantity,
  order: ordered.data,
  refusal: refused?.code,
});
