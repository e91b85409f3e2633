/* Who an order is for and what else is to be known, in a form. */
import type { NewOrder, Order, OrderUpdate } from "../../../client/index.ts";
import { allTexts } from "../../app/language.ts";
import { TextField } from "../../forms/fields.tsx";
import type { Form } from "../../forms/use-form.ts";

/** The details of an order, as typed. The ship date is in the time of the shop. */
export type DetailFields = { readonly [Name in "customer" | "contact" | "note" | "shipDate"]: string };

/** The fields by the names that the service has for them. */
export const aliases = { "customer.name": "customer", "customer.contact": "contact" } as const;

/** The details of an order as a form has them; empty for a new one. */
export function detailFields({ customer, note, shipDate }: Partial<Order> = {}): DetailFields {
  return {
    customer: customer?.name ?? "",
    contact: customer?.contact ?? "",
    note: note ?? "",
    shipDate: shipDate === undefined ? "" : localTime(shipDate),
  };
}

/** A moment for a field of the type `datetime-local`. */
function localTime(at: string): string {
  const moment = new Date(at);
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** What a person can know to be wrong. */
export function checkDetails({ customer, contact }: DetailFields) {
  const isMissing = customer.trim() === "" && contact.trim() !== "";
  return { customer: isMissing ? allTexts.value.orders.nameMissing : undefined };
}

/** The details of a new order. */
export function newDetails({ customer, contact, note, shipDate }: DetailFields): Partial<NewOrder> {
  return {
    ...(customer.trim() !== "" && {
      customer: { name: customer.trim(), ...(contact.trim() !== "" && { contact: contact.trim() }) },
    }),
    ...(note.trim() !== "" && { note: note.trim() }),
    ...(shipDate !== "" && { shipDate: new Date(shipDate).toISOString() }),
  };
}

/** The change that makes the details as typed. Without a name, there is no customer any more. */
export function detailsUpdate(typed: DetailFields, changed: readonly (keyof DetailFields)[]): OrderUpdate {
  const { customer, note, shipDate } = newDetails(typed);
  const isOther = changed.includes("customer") || changed.includes("contact");
  return {
    ...(isOther && {
      customer: customer === undefined ? null : { name: customer.name, contact: customer.contact ?? null },
    }),
    ...(changed.includes("note") && { note: note ?? null }),
    ...(changed.includes("shipDate") && { shipDate: shipDate ?? null }),
  };
}

/** The fields. */
export function DetailInputs<F extends DetailFields>({
  form,
  hint,
}: {
  readonly form: Form<F>;
  readonly hint?: string;
}) {
  const { orders: words } = allTexts.value;
  const shared = form as unknown as Form<DetailFields>;
  return (
    <>
      <TextField form={shared} name="customer" label={words.customer} hint={hint} />
      <TextField form={shared} name="contact" label={words.contact} hint={words.contactHint} />
      <TextField form={shared} name="note" label={words.note} rows={2} />
      <TextField form={shared} name="shipDate" label={words.shipDate} hint={words.shipDateHint} type="datetime-local" />
    </>
  );
}
