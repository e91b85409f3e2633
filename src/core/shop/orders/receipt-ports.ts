/* The port to the receipts. Their ids contain the year and the number (`receipt-numbers.ts`). */
import type { MaybePromise } from "../../concurrency/maybe-promise.ts";
import type { Slice } from "../../slice.ts";

/** What a receipt is for, in one currency. */
export interface ReceiptSum {
  /** Undefined for orders without a price. */
  readonly currency?: string | undefined;
  readonly orders: number;
  /** How many pets. */
  readonly quantity: number;
  readonly sales: bigint;
}

/** A receipt as it is stored. Voided ones outlive their orders, so it has their sums. Contains no personal data. */
export interface StoredReceipt {
  readonly id: bigint;
  /** In epoch milliseconds, like the time of its voiding. */
  readonly at: number;
  readonly voidedAt?: number | undefined;
  readonly saleId?: bigint | undefined;
  readonly orderIds: readonly bigint[];
  readonly sums: readonly ReceiptSum[];
  /** The rate of the tax that the sums include, in hundredths of a per cent. */
  readonly taxRate?: number | undefined;
}

/** The times by which receipts are listed. */
export type ReceiptTime = "at" | "voidedAt";

export interface Receipts {
  /**
   * Stores a receipt with the next number of a year, and notes it in its orders, which this transaction has completed. Returns its id.
   * Transactions that do so wait for each other until their end, so that no number is missing and none is given twice.
   */
  issue(receipt: Omit<StoredReceipt, "id" | "voidedAt">, year: number): Promise<bigint>;
  /** Voids a receipt; returns it, or undefined if there is none that is valid. */
  void(id: bigint, at: number): Promise<StoredReceipt | undefined>;
  /** Returns the receipt with this id, or undefined. */
  find(id: bigint): MaybePromise<StoredReceipt | undefined>;
  /**
   * Lists the receipts that were issued, or voided, from a time until before another, sorted by that time, then by id. `slice.sort.after`
   * is the time in epoch milliseconds.
   */
  list(from: number, before: number, slice: Slice<ReceiptTime>): MaybePromise<readonly StoredReceipt[]>;
}
