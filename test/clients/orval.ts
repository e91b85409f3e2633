/* A client that orval generated. */
import {
  type addPhotoResponse,
  createPet,
  deletePet,
  getAddPhotoUrl,
  getPet,
  listPets,
  placeOrder,
  updateInventory,
} from "./generated/orval/petstore.ts";
import { send } from "./generated/orval/send.ts";
import { EVERYTHING, LARGE, PHOTO, PROFILE, report } from "./round-trip.ts";

const created = await createPet({ name: "Rex", categoryId: 7, profile: PROFILE });
if (created.status !== 201) throw new Error(`${created.data.code}: ${created.data.message}`);
const { id } = created.data;
// The function that orval makes for photos would send a file as JSON.
const form = new FormData();
form.set("file", PHOTO);
await send<addPhotoResponse>(getAddPhotoUrl(id, { alt: "Rex" }), { method: "POST", body: form });

await updateInventory(id, { quantity: 3 });
const listed = await listPets({ status: "available", include: [...EVERYTHING] });
const found = await listPets({ ids: [LARGE] });
const ordered = await placeOrder({ petId: id, quantity: 2 });
const kept = await deletePet(id);
await deletePet(LARGE);
const gone = await getPet(LARGE);

report({
  whole: listed.status === 200 ? listed.data.find((pet) => pet.id === id) : undefined,
  large: found.status === 200 ? found.data[0]?.categoryId : undefined,
  order: ordered.status === 201 ? ordered.data : undefined,
  conflict: kept.status === 409 ? kept.data.code : undefined,
  gone: gone.status === 404 ? gone.data.code : undefined,
});
