/* The members of events: the possible `previous` members by resource, and the author. */
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

/** The `previous` of events about pets. */
export const petBefore = { previous: membersBefore(Pet.omit({ id: true }), "Pet") };
/** The `previous` of events about photos. */
export const photoBefore = { previous: membersBefore(Photo.pick({ alt: true, position: true }), "Photo") };
/** The `previous` of events about profiles. */
export const profileBefore = { previous: membersBefore(PetProfile.omit({ petId: true }), "Profile") };
/** The `previous` of events about stock. */
export const stockBefore = {
  previous: membersBefore(InventoryEntry.omit({ petId: true }), "InventoryEntry").optional(),
};
/** The `previous` of events about orders. */
export const orderBefore = { previous: membersBefore(EventOrder.omit({ id: true, petId: true }), "Order") };
/** The `previous` of events about inquiries. */
export const inquiryBefore = { previous: membersBefore(EventInquiry.pick({ state: true }), "Inquiry") };
/** The `previous` of events about care. */
export const careBefore = { previous: membersBefore(Care.omit({ id: true, petId: true }), "Care") };
/** The `previous` of events about categories. */
export const categoryBefore = { previous: membersBefore(Category.omit({ id: true }), "Category") };
/** The `previous` of events about keys. */
export const keyBefore = {
  previous: membersBefore(ApiKeySummary.pick({ name: true, scopes: true, role: true, expiresAt: true }), "ApiKey"),
};
/** For events without `previous`. */
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
