/** The answers of the limit servers, made once at start: what a server costs that does nothing but answer. */
import { animal, animalCount, type PetStatus } from "../animals.ts";

function page(): { id: number; name: string; categoryId: number; status: PetStatus }[] {
  const available = [];
  for (let id = 1; available.length < 20; id++) {
    if (animal(id).status === "available") available.push({ id, ...animal(id) });
  }
  return available;
}

function inventory(): { petId: number; quantity: number; status: PetStatus }[] {
  return Array.from({ length: animalCount }, (_, index) => {
    const { status } = animal(index + 1);
    return { petId: index + 1, quantity: status === "sold" ? 0 : 1, status };
  });
}

const encode = (value: unknown): Uint8Array<ArrayBuffer> => new TextEncoder().encode(JSON.stringify(value));

export const listBytes = encode(page());
export const petBytes = encode({ id: 1, ...animal(1) });
export const inventoryBytes = encode(inventory());
export const port = Number(process.env["PORT"]);
