/* The details of an order: customer, note and pick-up. */
import type { ConditionalOptions, Order, OrderUpdate } from "../../../../client/index.ts";
import { hasCode } from "../../../app/failure.ts";
import { allTexts } from "../../../app/formats/language.ts";
import { announce } from "../../../app/notices.ts";
import { hrefOf } from "../../../app/routes.ts";
import { petstore } from "../../../app/session/session.ts";
import { publish } from "../../../data/events/changes.ts";
import { readSaleOf, type Sale, saleOf } from "../../../data/orders/sale-data.ts";
import type { Version } from "../../../forms/draft.ts";
import { TextField } from "../../../forms/fields.tsx";
import { Form } from "../../../forms/form.tsx";
import { only, useForm } from "../../../forms/use-form.ts";
import { ContactField, CustomerField } from "../form/customer-fields.tsx";
import {
  aliases,
  checkDetails,
  companions,
  type DetailFields,
  detailFields,
  newDetails,
} from "../form/order-fields.ts";
import { PickUpField } from "../form/pick-up-field.tsx";

/** The update to send. An empty name removes the customer. */
function detailsUpdate(typed: DetailFields, changed: readonly string[]): OrderUpdate {
  const { customer, note = null, shipDate = null, shipDay = null } = newDetails(typed);
  const person = customer ? { ...customer, contact: customer.contact ?? null } : null;
  // `shipDate` and `shipDay` replace each other; null clears both.
  const pickUp = shipDay === null ? { shipDate } : { shipDay };
  const names = changed.flatMap((name) =>
    name === "contact" ? "customer" : name.startsWith("pickUp") ? Object.keys(pickUp) : name,
  );
  return only(names, { customer: person, note, ...pickUp });
}

/** Updates the orders of a sale. The entity tag is that of the first order. */
export async function updateDetails(
  { orders: [first, ...others] }: Sale,
  typed: DetailFields,
  changed: readonly string[],
  { ifMatch, idempotencyKey }: ConditionalOptions,
): Promise<TaggedSale> {
  const update = detailsUpdate(typed, changed);
  const { orders } = petstore();
  const { data, etag } = await orders.update(first.id, update, { ifMatch, idempotencyKey }).withResponse();
  const all: [Order, ...Order[]] = [data];
  for (const { id } of others) all.push(await orders.update(id, update, { idempotencyKey: `${idempotencyKey}-${id}` }));
  const removed = { customer: undefined, note: undefined, shipDate: undefined, shipDay: undefined };
  for (const order of all) publish({ type: "order.updated", data: { ...removed, ...order } as Order, source: "here" });
  return { sale: saleOf(all), etag };
}

/** A sale with the entity tag of its first order. */
export interface TaggedSale {
  readonly sale: Sale;
  readonly etag: string | undefined;
}

/** Reads a sale by its id or by that of one of its orders. */
export async function readSale(id: bigint, signal?: AbortSignal): Promise<TaggedSale> {
  const { orders, sales } = petstore();
  const read = (orderId: bigint) => orders.get(orderId, { signal }).withResponse();
  // The first order may be cancelled while its id still names the sale.
  const { data, etag } = await read(id).catch(async (error: unknown) => {
    if (!hasCode(error, "not_found")) throw error;
    const [first] = (await sales.get(id, { signal })).orders;
    return read(first?.id ?? id);
  });
  const sale = await readSaleOf(data, signal);
  const [first] = sale.orders;
  return { sale, etag: first.id === data.id ? etag : (await read(first.id)).etag };
}

function versionOf({ sale, etag }: TaggedSale): Version<DetailFields> {
  return { fields: detailFields(sale.orders[0]), tag: etag };
}

/** The name of a sale's draft. */
export function draftOf(id: bigint): string {
  return `order-edit-${id}`;
}

interface OrderEditProps extends TaggedSale {
  readonly saved: () => void;
  readonly cancel: () => void;
}

/** Changes the customer, note and ship date of a sale. Works for complete sales too. */
export function OrderEdit({ sale, etag, saved, cancel }: OrderEditProps) {
  const { orders: words } = allTexts.value;
  const { id } = sale;
  const form = useForm<DetailFields, TaggedSale>({
    name: draftOf(id),
    describe: () => ({ title: words.order(id), href: hrefOf("orders", id) }),
    version: versionOf({ sale, etag }),
    aliases,
    companions,
    check: checkDetails,
    send: ({ typed, changed, tag, idempotencyKey }) =>
      updateDetails(sale, typed, changed, { ifMatch: tag, idempotencyKey }),
    versionOf,
    done: () => announce(words.saved(id)),
    read: async () => versionOf(await readSale(id)),
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
