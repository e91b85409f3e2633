/* The schemas of orders in requests and responses. */
import * as z from "zod";
import { count, dateTime, givenDateTime, int64, shortText, storedShortText } from "../common.ts";
import { requireOneOf } from "../json/one-of.ts";
import { NAME_MAX } from "../limits.ts";
import { DAY_SCHEMA, isDay } from "../values/days.ts";
import { newName, newText, storedName } from "../values/names.ts";
import { NewPrice, Price } from "../values/price.ts";
import { storedText, WORD_MAX } from "../values/texts.ts";

export const Customer = z
  .object({
    name: storedName("customer"),
    contact: storedText(NAME_MAX, "How to reach the customer").optional(),
  })
  .meta({ id: "Customer", description: "The customer of an order. Events and webhooks never include it" });
export type Customer = z.output<typeof Customer>;

/** Members left out of responses to keys without the scope `orders:read`, and of stored responses (decision D71). */
export const personalMembers = ["customer", "note", "returns.note"] as const;

const OrderedPet = z
  .object({
    name: storedName("pet"),
    categoryId: int64("Id of its category"),
    category: storedText(NAME_MAX, "The name of its category, if there was one with this id").optional(),
    reference: storedText(WORD_MAX, "The shop's own number of the pet").optional(),
  })
  .meta({ id: "OrderedPet", description: "What an order remembers of its pet, as it was when the order was placed" });

/** The most returns of an order. */
export const RETURNS_MAX = 100;

export const OrderReturn = z
  .object({
    at: dateTime("When it came back"),
    quantity: count("How many came back", 1),
    restock: z.boolean().meta({ description: "Whether they are in stock again" }),
    refund: Price.optional().meta({ description: "What was paid back" }),
    note: storedShortText("Why, for the staff").optional(),
  })
  .meta({ id: "OrderReturn", description: "What came back of an order at one time" });
export type OrderReturn = z.output<typeof OrderReturn>;

function returnsOf<Schema extends z.ZodType>(schema: Schema) {
  const description = "What came back, the earliest first; omitted if nothing did";
  return z.array(schema).max(RETURNS_MAX).optional().meta({ description });
}

/** The number of a receipt: its year and its number in that year. */
export const receiptNumber = () =>
  z.string().meta({
    maxLength: 14,
    pattern: "^[0-9]{4}-[0-9]{5,9}$",
    description: "The year in the shop's time zone, and the number in that year: `2026-00042`",
  });

/** The receipt of an order, in the order. */
export const OrderReceipt = z
  .object({ number: receiptNumber(), at: dateTime("When it was issued: with the completion") })
  .meta({ id: "OrderReceipt", description: "The receipt of a completion. `getReceipt` returns all of it" });

export const Order = z
  .object({
    id: int64("Unique identifier of the order"),
    petId: int64("Id of the pet that was ordered"),
    quantity: count("The ordered quantity"),
    shipDate: dateTime("When the order ships, in UTC; omitted if not yet known").optional(),
    shipDay: z.iso
      .date()
      .optional()
      .meta({
        ...DAY_SCHEMA,
        description: "The day on which the order ships, if no time is known. `shipDate` is when it begins in the shop",
      }),
    complete: z.boolean().meta({ description: "Whether the order is complete" }),
    placedAt: dateTime(
      "When the order was placed; omitted if unknown, as for some orders placed before 1.2",
    ).optional(),
    completedAt: dateTime("When the order was completed; omitted if unknown").optional(),
    saleId: int64("Id of the sale that it was placed in; omitted for an order that was placed alone").optional(),
    receipt: OrderReceipt.optional(),
    customer: Customer.optional(),
    note: storedShortText("A note for the staff").optional(),
    price: Price.optional().meta({ description: "What the whole order costs" }),
    pet: OrderedPet.optional(),
    readyAt: dateTime("Since when the order is ready to be picked up; omitted if it is not").optional(),
    returns: returnsOf(OrderReturn),
    returnedAt: dateTime("When everything was back; omitted if something is not").optional(),
    refund: Price.optional().meta({ description: "What was paid back in all" }),
  })
  .meta({ id: "Order", description: "An order for a pet" });
export type Order = z.output<typeof Order>;

/** An order in an event. Events are kept and forwarded, so they have neither customer nor note (decision D57). */
export const EventOrder = Order.omit({ customer: true, note: true })
  .extend({
    returns: returnsOf(
      OrderReturn.omit({ note: true }).meta({
        id: "EventOrderReturn",
        description: "What came back of an order at one time, without the note",
      }),
    ),
  })
  .meta({
    id: "EventOrder",
    description: "An order for a pet, without customer and notes; `getOrder` returns those",
  });

const newShipDate = givenDateTime("When the order will ship, with any offset");
/** Before 1970, offsets of time zones are not in quarter hours. */
const SHIP_DAY = "a day from 1970-01-01 to 9998-12-31, such as 2026-12-01";
const newShipDay = z
  .string({ error: SHIP_DAY })
  .refine((day) => isDay(day) && day >= "1970" && day < "9999", { error: SHIP_DAY })
  .meta({
    ...DAY_SCHEMA,
    description:
      "The day on which the order will ship, if no time is known; instead of `shipDate`, which becomes its beginning",
  });
const newContact = newText("How to reach the customer, such as a phone number");
const newNote = shortText("A note for the staff");

const CUSTOMER = "an object with a name";

const NewCustomer = z
  .object({ name: newName("customer"), contact: newContact.optional() }, { error: CUSTOMER })
  .meta({ id: "CustomerInput", description: "The customer of a new order" });

export const NewOrder = z
  .object({
    petId: int64("Id of the pet to order"),
    quantity: count("How many; 1 if omitted", 1).optional(),
    shipDate: newShipDate.optional(),
    shipDay: newShipDay.optional(),
    customer: NewCustomer.optional(),
    note: newNote.optional(),
    price: NewPrice.optional().meta({
      description: "What the whole order costs; if omitted, the quantity times the pet's price",
    }),
    apart: z
      .boolean({ error: "true or false" })
      .optional()
      .meta({ description: "Whether pets that belong together may be parted; `false` if omitted" }),
  })
  .meta({ id: "OrderInput", description: "An order to place" });

// Without a name: not every generator of clients knows a reference that may be null.
const customerUpdate = z
  .object({ name: newName("customer").optional(), contact: newContact.nullable().optional() }, { error: CUSTOMER })
  .meta({ description: "What to change about the customer. `null` removes the contact or the whole customer" });

export const OrderUpdate = requireOneOf(
  z.object({
    customer: customerUpdate.nullable().optional(),
    note: newNote.nullable().optional(),
    shipDate: newShipDate.nullable().optional(),
    shipDay: newShipDay.nullable().optional(),
    ready: z
      .boolean({ error: "true or false" })
      .optional()
      .meta({ description: "Whether an open order is ready to be picked up" }),
  }),
  ["customer", "note", "shipDate", "shipDay", "ready"],
  { id: "OrderUpdate", what: "an order", note: ". `null` removes a member" },
);

// Its own shape: not every generator of clients knows a schema with other required members.
const Refund = z
  .object(
    { amount: NewPrice.shape.amount, currency: NewPrice.shape.currency.optional() },
    { error: "an object with an amount, and a currency if it is not that of the order or the shop" },
  )
  .meta({
    id: "RefundInput",
    description:
      "What is paid back, in the currency of the order, or without a price in that of the shop unless it names one",
  });

export const OrderReturnInput = z
  .object({
    quantity: count("How many come back now; all that have not if omitted", 1).optional(),
    refund: Refund.optional(),
    restock: z
      .boolean({ error: "true or false" })
      .optional()
      .meta({ description: "Whether the quantity is in stock again; `true` if omitted" }),
    note: newNote.optional().meta({ description: "Why, for the staff" }),
  })
  .meta({ id: "OrderReturnInput", description: "What comes back of a complete order" });

/** How long after its completion an order can be reopened. */
export const REOPEN_HOURS = 24;
