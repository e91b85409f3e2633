/* The details of an order as form fields. */
import type { NewOrder, Order } from "../../../../client/index.ts";
import { isDay } from "../../../../contract/values/days.ts";
import { localTime, momentOf } from "../../../app/formats/dates.ts";
import { allTexts } from "../../../app/formats/language.ts";

/**
 * The details of an order, as typed. Pick-up is in the shop's time zone, and its time is optional. `chosenContact` is
 * the one that a suggestion filled in.
 */
export type DetailFields = {
  readonly [Name in "customer" | "contact" | "chosenContact" | "note" | "pickUpDay" | "pickUpTime"]: string;
};

/** Fields that are not worth sending alone. */
export const companions = ["chosenContact"] as const;

/** API members and the form fields that show their errors. */
export const aliases = {
  "customer.name": "customer",
  "customer.contact": "contact",
  shipDate: "pickUpDay",
  shipDay: "pickUpDay",
} as const;

/** The details of an order as form fields; empty for a new one. */
export function detailFields({ customer, note, shipDate, shipDay }: Partial<Order> = {}): DetailFields {
  const [day = "", time = ""] = shipDate === undefined ? [] : localTime(shipDate).split("T");
  return {
    customer: customer?.name ?? "",
    contact: customer?.contact ?? "",
    chosenContact: "",
    note: note ?? "",
    pickUpDay: shipDay ?? day,
    pickUpTime: shipDay === undefined ? time : "",
  };
}

/** Checks the details before they are sent. */
export function checkDetails({ customer, contact, pickUpDay, pickUpTime }: DetailFields) {
  const { orders: words, fields } = allTexts.value;
  const dayWrong =
    pickUpDay === "" ? pickUpTime !== "" && words.dayMissing : !isDay(pickUpDay) && fields.invalid.shipDay;
  return {
    customer: customer.trim() === "" && contact.trim() !== "" ? words.nameMissing : undefined,
    pickUpDay: dayWrong || undefined,
  };
}

/** The details to send for a new order. */
export function newDetails({ customer, contact, note, pickUpDay, pickUpTime }: DetailFields): Partial<NewOrder> {
  const name = customer.trim();
  return {
    customer: name === "" ? undefined : { name, contact: contact.trim() || undefined },
    note: note.trim() || undefined,
    ...(pickUpTime === "" ? { shipDay: pickUpDay || undefined } : { shipDate: momentOf(`${pickUpDay}T${pickUpTime}`) }),
  };
}
