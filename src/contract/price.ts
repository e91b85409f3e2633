import * as z from "zod";
import { int64 } from "./common.ts";

const CURRENCY = "a currency code of ISO 4217 in three capital letters, such as EUR";

/** An amount of money. */
export const Price = z
  .object({
    amount: int64("The amount in the smallest unit of the currency: 12500 is 125.00 EUR, or 12500 JPY", 0n),
    currency: z
      .string({ error: CURRENCY })
      .regex(/^[A-Z]{3}$/, { error: CURRENCY })
      .meta({ description: "The currency, as a code of ISO 4217" }),
  })
  .meta({ id: "Price", description: "An amount of money" });
export type Price = z.output<typeof Price>;
