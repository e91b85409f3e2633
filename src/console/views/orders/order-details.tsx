/* The details of an order: who it is for, and what else is to be known. */
import type { ConditionalOptions, Order, OrderUpdate } from "../../../client/index.ts";
import { allTexts } from "../../app/language.ts";
import { announce } from "../../app/notices.ts";
import { hrefOf } from "../../app/routes.ts";
import { petstore } from "../../app/session.ts";
import { publish } from "../../data/changes.ts";
import type { Version } from "../../forms/draft.ts";
import { TextField } from "../../forms/fields.tsx";
import { Form } from "../../forms/form.tsx";
import { only, useForm } from "../../forms/use-form.ts";
import { ContactField, CustomerField } from "./customer-fields.tsx";
import { aliases, checkDetails, companions, type DetailFields, detailFields, newDetails } from "./order-fields.ts";
import { PickUpField } from "./pick-up-field.tsx";

/** The change that makes the details as typed. Without a name, there is no customer any more. */
function detailsUpdate(typed: DetailFields, changed: readonly string[]): OrderUpdate {
  const { customer, note = null, shipDate = null, shipDay = null } = newDetails(typed);
  const person = customer ? { ...customer, contact: customer.contact ?? null } : null;
  // One takes the place of the other: null removes both.
  const pickUp = shipDay === null ? { shipDate } : { shipDay };
  const names = changed.flatMap((name) =>
    name === "contact" ? "customer" : name.startsWith("pickUp") ? Object.keys(pickUp) : name,
  );
  return only(names, { customer: person, note, ...pickUp });
}

/** Makes the details of an order as typed. */
export async function updateDetails(
  id: bigint,
  typed: DetailFields,
  changed: readonly string[],
  options: ConditionalOptions,
): Promise<TaggedOrder> {
  const { data, etag } = await petstore().orders.update(id, detailsUpdate(typed, changed), options).withResponse();
  const removed = { customer: undefined, note: undefined, shipDate: undefined, shipDay: undefined };
  publish({ type: "order.updated", data: { ...removed, ...data } as Order, source: "here" });
  return { order: data, etag };
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
  const { orders: words } = allTexts.value;
  const { id } = order;
  const form = useForm<DetailFields, TaggedOrder>({
    name: draftOf(id),
    describe: () => ({ title: words.order(id), href: hrefOf("orders", id) }),
    version: versionOf({ order, etag }),
    aliases,
    companions,
    check: checkDetails,
    send: ({ typed, changed, tag, idempotencyKey }) =>
      updateDetails(id, typed, changed, { ifMatch: tag, idempotencyKey }),
    versionOf,
    done: () => announce(words.saved(id)),
    read: async () => versionOf(await readOrder(id)),
    saved,
  });
  return (
    <Form form={form} action={allTexts.value.common.save} hasFocus cancel={cancel}>
      <CustomerField form={form} hint={words.customerHint} />
      <ContactField form={form} />
      <PickUpField form={form} />
      <TextField form={form} name="note" label={words.note} rows={2} />
    </Form>
  );
}
