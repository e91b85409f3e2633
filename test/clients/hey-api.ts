/* A client that @hey-api/openapi-ts generated. */
import { client } from "./generated/hey-api/petstore/client.gen.ts";
import {
  addPhoto,
  createPet,
  deletePet,
  getPet,
  listPets,
  placeOrder,
  updateInventory,
} from "./generated/hey-api/petstore/index.ts";
import { API_KEY, BASE_URL, EVERYTHING, LARGE, PHOTO, PROFILE, report } from "./round-trip.ts";

client.setConfig({ baseUrl: BASE_URL, auth: API_KEY });

const { data: pet, error } = await createPet({ body: { name: "Rex", categoryId: 7, profile: PROFILE } });
if (pet === undefined) throw new Error(`${error.code}: ${error.message}`);
await addPhoto({ path: { petId: pet.id }, query: { alt: "Rex" }, body: { file: PHOTO } });

await updateInventory({ path: { petId: pet.id }, body: { quantity: 3 } });
const listed = await listPets({ query: { status: "available", include: [...EVERYTHING] } });
const found = await listPets({ query: { ids: [LARGE] } });
const ordered = await placeOrder({ body: { petId: pet.id, quantity: 2 } });
const kept = await deletePet({ path: { petId: pet.id } });
await deletePet({ path: { petId: LARGE } });
const gone = await getPet({ path: { petId: LARGE } });

report({
  whole: listed.data?.find(({ id }) => id === pet.id),
  large: found.data?.[0]?.categoryId,
  order: ordered.data,
  conflict: kept.error?.code,
  gone: gone.error?.code,
});
