import * as z from "zod";
import { int64 } from "../common.ts";
import { AMOUNT_MAX, CURRENCY, currencies } from "./money.ts";

const AMOUNT = "The amount in the smallest unit of the currency: 12500 is 125.00 EUR, or 12500 JPY";

const members = {
  amount: int64(AMOUNT, 0n),
  currency: z
    .string({ error: CURRENCY })
    .refine((code) => currencies.has(code), { error: CURRENCY })
    .meta({ maxLength: 3, pattern: "^[A-Z]{3}$", description: "The currency, as a code of ISO 4217" }),
};

/** An amount of money in a response. */
export const Price = z.object(members).meta({ id: "Price", description: "An amount of money" });
export type Price = z.output<typeof Price>;

/** What is given is bounded, so that its sums are no surprise (decision 071). */
const newMembers = { ...members, amount: int64(AMOUNT, 0n, AMOUNT_MAX) };

const EXPECTED = "an object with an amount and a currency";

/** An amount of money in a request: there, clients have other types for an int64. */
export const NewPrice = z
  .object(newMembers, { error: EXPECTED })
  .meta({ id: "PriceInput", description: "An amount of money to set" });

/** A merge patch of a price. Without a name: generators of clients do not know "a named schema or null". */
export const PriceUpdate = z
  .object(z.object(newMembers).partial().shape, { error: EXPECTED })
  .meta({ description: "What to change about the price. A new price needs both members" });
