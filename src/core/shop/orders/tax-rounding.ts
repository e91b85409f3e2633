/* The tax in a price, which is rounded. Prices are not: they are whole numbers of the smallest unit of their currency. */

/** A rate in hundredths of a per cent as text: 770 is `7.7`. */
export function rateText(rate: number): string {
  return String(rate / 100);
}

/** The tax that an amount includes at a rate in hundredths of a per cent, rounded half up. */
export function taxIn(amount: bigint, rate: number): bigint {
  const [part, whole] = [amount * BigInt(rate), BigInt(10_000 + rate)];
  return (2n * part + whole) / (2n * whole);
}
