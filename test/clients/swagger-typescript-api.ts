/* A client that swagger-typescript-api generated. */
import {
  Api,
  type Error as ErrorBody,
  type HttpResponse,
  PetStatus,
} from "./generated/swagger-typescript-api/petstore.ts";
import { API_KEY, BASE_URL, EVERYTHING, LARGE, PHOTO, PROFILE, report } from "./round-trip.ts";

const { pets, inventory, store } = new Api({
  baseUrl: BASE_URL,
  baseApiParams: { headers: { Authorization: `Bearer ${API_KEY}` } },
});

/** The code of a call that is refused. */
async function refusalOf(call: Promise<unknown>): Promise<string | undefined> {
  return call.then(
    () => undefined,
    (response: HttpResponse<unknown, ErrorBody>) => response.error.code,
  );
}

const { data: pet } = await pets.createPet({ name: "Rex", categoryId: 7, profile: PROFILE });
await pets.addPhoto(pet.id, { file: PHOTO }, { alt: "Rex" });

await inventory.updateInventory(pet.id, { quantity: 3 });
const listed = await pets.listPets({ status: PetStatus.Available, include: [...EVERYTHING] });
const found = await pets.listPets({ ids: [LARGE] });
const ordered = await store.placeOrder({ petId: pet.id, quantity: 2 });
// Without a format, it does not read the body of an error.
const conflict = await refusalOf(pets.deletePet(pet.id, { format: "json" }));
await pets.deletePet(LARGE);

report({
  whole: listed.data.find(({ id }) => id === pet.id),
  large: found.data[0]?.categoryId,
  order: ordered.data,
  conflict,
  gone: await refusalOf(pets.getPet(LARGE)),
});
