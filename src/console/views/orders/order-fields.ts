/* The details of an order as a form has them. */
import type { NewOrder, Order } from "../../../client/index.ts";
import { localTime, momentOf } from "../../app/dates.ts";
import { allTexts } from "../../app/language.ts";

/** The details of an order, as typed. The ship date is in the time of the shop; the chosen contact is the one that came with a customer. */
export type DetailFields = {
  readonly [Name in "customer" | "contact" | "chosenContact" | "note" | "shipDate"]: string;
};

/** Fields that are nothing to send by themselves. */
export const companions = ["chosenContact"] as const;

/** The fields by the names that the service has for them. */
export const aliases = { "customer.name": "customer", "customer.contact": "contact" } as const;

/** The details of an order as a form has them; empty for a new one. */
export function detailFields({ customer, note, shipDate }: Partial<Order> = {}): DetailFields {
  return {
    customer: customer?.name ?? "",
    contact: customer?.contact ?? "",
    chosenContact: "",
    note: note ?? "",
    shipDate: shipDate === undefined ? "" : localTime(shipDate),
  };
}

/** What a person can know to be wrong. */
export function checkDetails({ customer, contact, shipDate }: DetailFields) {
  const { orders: words, fields } = allTexts.value;
  const isMissing = customer.trim() === "" && contact.trim() !== "";
  const isDate = shipDate === "" || momentOf(shipDate) !== undefined;
  return {
    customer: isMissing ? words.nameMissing : undefined,
    shipDate: isDate ? undefined : fields.invalid.shipDate,
  };
}

/** The details of a new order. */
export function newDetails({ customer, contact, note, shipDate }: DetailFields): Partial<NewOrder> {
  const name = customer.trim();
  return {
    customer: name === "" ? undefined : { name, contact: contact.trim() || undefined },
    note: note.trim() || undefined,
    shipDate: momentOf(shipDate),
  };
}
