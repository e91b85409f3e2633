import type { Price } from "../../../contract/values/price.ts";

/** The sum of some prices in each currency. */
export function totalOf(prices: readonly (Price | undefined)[]): Price[] {
  const sums = new Map<string, bigint>();
  for (const price of prices) {
    if (price !== undefined) sums.set(price.currency, (sums.get(price.currency) ?? 0n) + price.amount);
  }
  return [...sums].map(([currency, amount]) => ({ amount, currency }));
}
