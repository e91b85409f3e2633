/* The members of events: what a change may have changed, by what it is about, and who made it. */
import * as z from "zod";
import { Care } from "../care/care-schemas.ts";
import { ApiKeySummary } from "../keys/key-schemas.ts";
import { EventOrder } from "../orders/order-schemas.ts";
import { Category } from "../pets/categories.ts";
import { InventoryEntry } from "../pets/inventory.ts";
import { Pet } from "../pets/pets.ts";
import { Photo } from "../pets/photos.ts";
import { PetProfile } from "../pets/profiles.ts";
import { EventInquiry } from "../shop/inquiries.ts";
import { storedText, WORD_MAX } from "../values/texts.ts";

/** The members of a resource that a change may have changed. */
function membersBefore<Shape extends z.ZodRawShape>(resource: z.ZodObject<Shape>, name: string) {
  return resource
    .partial()
    .meta({ id: `Previous${name}`, description: "The members that changed, as they were before" });
}

/** In the events of this kind. */
export const petBefore = { previous: membersBefore(Pet.omit({ id: true }), "Pet") };
/** In the events of this kind. */
export const photoBefore = { previous: membersBefore(Photo.pick({ alt: true, position: true }), "Photo") };
/** In the events of this kind. */
export const profileBefore = { previous: membersBefore(PetProfile.omit({ petId: true }), "Profile") };
/** In the events of this kind. */
export const stockBefore = {
  previous: membersBefore(InventoryEntry.omit({ petId: true }), "InventoryEntry").optional(),
};
/** In the events of this kind. */
export const orderBefore = { previous: membersBefore(EventOrder.omit({ id: true, petId: true }), "Order") };
/** In the events of this kind. */
export const inquiryBefore = { previous: membersBefore(EventInquiry.pick({ state: true }), "Inquiry") };
/** In the events of this kind. */
export const careBefore = { previous: membersBefore(Care.omit({ id: true, petId: true }), "Care") };
/** In the events of this kind. */
export const categoryBefore = { previous: membersBefore(Category.omit({ id: true }), "Category") };
/** In the events of this kind. */
export const keyBefore = {
  previous: membersBefore(ApiKeySummary.pick({ name: true, scopes: true, role: true, expiresAt: true }), "ApiKey"),
};
/** In the events of this kind. */
export const nothingBefore = {};

/** The key that made a change. */
export const EventKey = z
  .object({
    name: storedText(255, "The name of the API key"),
    hint: storedText(WORD_MAX, "The last characters of the API key").optional(),
  })
  .meta({
    id: "EventKey",
    description: "The API key that made the change; omitted for the operator's commands and for visitors",
  });
