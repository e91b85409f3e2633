/* The details of an order: who it is for, and what else is to be known. */
import type { NewOrder, Order, OrderUpdate } from "../../../client/index.ts";
import { allTexts } from "../../app/language.ts";
import { announce } from "../../app/notices.ts";
import { petstore } from "../../app/session.ts";
import { publish } from "../../data/changes.ts";
import type { Version } from "../../forms/draft.ts";
import { TextField } from "../../forms/fields.tsx";
import { Form } from "../../forms/form.tsx";
import { type Form as FormState, only, useForm } from "../../forms/use-form.ts";

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
  const name = customer.trim();
  return {
    customer: name === "" ? undefined : { name, contact: contact.trim() || undefined },
    note: note.trim() || undefined,
    shipDate: shipDate === "" ? undefined : new Date(shipDate).toISOString(),
  };
}

/** The change that makes the details as typed. Without a name, there is no customer any more. */
function detailsUpdate(typed: DetailFields, changed: readonly string[]): OrderUpdate {
  const { customer, note = null, shipDate = null } = newDetails(typed);
  const members = { customer: customer ? { ...customer, contact: customer.contact ?? null } : null, note, shipDate };
  return only(changed.includes("contact") ? [...changed, "customer"] : changed, members);
}

/** The fields. */
export function DetailInputs<F extends DetailFields>({
  form,
  hint,
}: {
  readonly form: FormState<F>;
  readonly hint?: string;
}) {
  const { orders: words } = allTexts.value;
  const shared = form as unknown as FormState<DetailFields>;
  return (
    <>
      <TextField form={shared} name="customer" label={words.customer} hint={hint} />
      <TextField form={shared} name="contact" label={words.contact} hint={words.contactHint} />
      <TextField form={shared} name="note" label={words.note} rows={2} />
      <TextField form={shared} name="shipDate" label={words.shipDate} hint={words.shipDateHint} type="datetime-local" />
    </>
  );
}

/** An order with its tag. */
export interface TaggedOrder {
  readonly order: Order;
  readonly etag: string | undefined;
}

/** Reads an order with its tag. */
export async function readOrder(id: bigint, signal?: AbortSignal): Promise<TaggedOrder> {
  const { data, etag } = await petstore().orders.get(id, { signal }).withResponse();
  return { order: data, etag };
}

function versionOf({ order, etag }: TaggedOrder): Version<DetailFields> {
  return { fields: detailFields(order), tag: etag };
}

/** The name of the draft of an order. */
export function draftOf(id: bigint): string {
  return `order-edit-${id}`;
}

interface OrderEditProps extends TaggedOrder {
  readonly saved: () => void;
  readonly cancel: () => void;
}

/** Changes who an order is for, its note and its ship date, also of a complete one. */
export function OrderEdit({ order, etag, saved, cancel }: OrderEditProps) {
  const { id } = order;
  const form = useForm<DetailFields>({
    name: draftOf(id),
    version: versionOf({ order, etag }),
    aliases,
    check: checkDetails,
    async send({ typed, changed, tag }) {
      const update = detailsUpdate(typed, changed);
      const { data, etag: after } = await petstore().orders.update(id, update, { ifMatch: tag }).withResponse();
      const removed = { customer: undefined, note: undefined, shipDate: undefined };
      publish({ type: "order.updated", data: { ...removed, ...data } as Order, source: "here" });
      announce(allTexts.value.orders.saved(id));
      return versionOf({ order: data, etag: after });
    },
    read: async () => versionOf(await readOrder(id)),
    saved,
  });
  return (
    <Form form={form} action={allTexts.value.common.save} hasFocus cancel={cancel}>
      <DetailInputs form={form} hint={allTexts.value.orders.customerHint} />
    </Form>
  );
}
