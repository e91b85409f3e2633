/* Sales: several orders that are placed, completed and cancelled together. */
import * as z from "zod";
import { dateTime, int64, storedShortText } from "../common.ts";
import { currencies } from "../values/money.ts";
import { Price } from "../values/price.ts";
import { Customer, NewOrder, Order, OrderReceipt } from "./order-schemas.ts";

/** The most items of a sale. */
export const SALE_ITEMS_MAX = 50;

const members = {
  id: int64("Unique identifier of the sale"),
  total: z
    .array(Price)
    .max(currencies.size)
    .meta({ description: "The sum of the prices of its orders, in each currency" }),
  placedAt: dateTime("When the sale was placed"),
  completedAt: dateTime("When the last of its orders was completed; omitted as long as one is open").optional(),
  receipt: OrderReceipt.optional().meta({
    description: "The receipt of its latest completion. Orders that were completed before it have their own",
  }),
};

export const Sale = z
  .object({
    ...members,

    orders: z.array(Order).max(SALE_ITEMS_MAX).meta({ description: "Its orders, in the order of id" }),
    customer: Customer.optional(),
    note: storedShortText("A note for the staff").optional(),
  })
  .meta({ id: "Sale", description: "Orders that were placed together" });
export type Sale = z.output<typeof Sale>;

/** Members left out of responses to keys without the scope `orders:read`, and of stored responses (decision D71). */
export const personalSaleMembers = [
  "customer",
  "note",
  "orders.customer",
  "orders.note",
  "orders.returns.note",
] as const;

/** A sale in an event, beside the events of its orders. */
export const EventSale = z
  .object({
    ...members,
    orders: z
      .array(
        Order.pick({ id: true, petId: true, quantity: true }).meta({
          id: "EventSaleOrder",
          description: "An order of a sale",
        }),
      )
      .max(SALE_ITEMS_MAX)
      .meta({ description: "Its orders, in the order of id" }),
  })
  .meta({
    id: "EventSale",
    description: "Orders that were placed together, without the customer; `getSale` returns those",
  });
export type EventSale = z.output<typeof EventSale>;

const { petId, quantity, price, ...shared } = NewOrder.shape;

const Item = z
  .object({ petId, quantity, price }, { error: "an object with a petId" })
  .meta({ id: "SaleItemInput", description: "A pet to sell" });

const ITEMS = `1 to ${SALE_ITEMS_MAX} items`;

export const SaleInput = z
  .object({
    items: z
      .array(Item, { error: ITEMS })
      .min(1, { error: ITEMS })
      .max(SALE_ITEMS_MAX, { error: ITEMS })
      .meta({ description: "What is sold, each pet once" }),
    ...shared,
  })
  .meta({ id: "SaleInput", description: "Pets to sell together" });
