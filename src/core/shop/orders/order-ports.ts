/* The port to the orders. */
import type { Order, OrderReturn } from "../../../contract/orders/order-schemas.ts";
import type { Price } from "../../../contract/values/price.ts";
import type { MaybePromise } from "../../concurrency/maybe-promise.ts";
import type { Found, Slice } from "../../slice.ts";

export interface OrderFilter {
  readonly petId?: bigint | undefined;
  readonly complete?: boolean | undefined;
  readonly saleId?: bigint | undefined;
}

/** Sorts after every ship date. */
const NO_DATE = 253_402_300_800_000n;

/** The sort key of an open order: its ship date in epoch milliseconds, or a number after all of them. */
export function dueKey({ shipDate }: Pick<Order, "shipDate">): bigint {
  return shipDate === undefined ? NO_DATE : BigInt(Date.parse(shipDate));
}

/** The further conditions of a search of orders. Times are epoch milliseconds. */
export interface OrderSearch extends OrderFilter {
  /** Placed at this time or later. */
  readonly placedAfter?: number | undefined;
  /** Placed before this time. */
  readonly placedBefore?: number | undefined;
  /** Likewise for the times of completion and return. */
  readonly completedAfter?: number | undefined;
  readonly completedBefore?: number | undefined;
  readonly returnedAfter?: number | undefined;
  readonly returnedBefore?: number | undefined;
  /** Each is the start of a word of the customer's name, folded (`searchedWords`). */
  readonly words: readonly string[];
  /** Only the first order of each sale. */
  readonly isHead?: boolean | undefined;
}

/** What an order copies from its pet. */
export interface PetToOrder {
  readonly pet: NonNullable<Order["pet"]>;
  readonly price: Price | undefined;
  /** Those of the pets that it belongs together with that are available. */
  readonly together?: readonly bigint[] | undefined;
}

/** Sums of a period, for one category or receipt and one currency. */
export interface DaySums {
  /** Undefined if neither the order nor its pet is known to have one. */
  readonly categoryId: bigint | undefined;
  readonly category: string | undefined;
  /** Only of sums by receipt; undefined for orders without one. */
  readonly receiptId?: bigint | undefined;
  readonly currency: string | undefined;
  /** Of the orders completed in the period: how many, of how many pets, and their prices. */
  readonly orders: number;
  readonly quantity: number;
  readonly sales: bigint;
  /** Of the returns in the period: how many, of how many pets, and what was paid back. */
  readonly returns: number;
  readonly returnedQuantity: number;
  readonly refunds: bigint;
}

export interface Orders {
  /** Stores an open order and returns it with a new positive id. */
  insert(order: Omit<Order, "id" | "complete" | "completedAt">): Promise<Order>;
  /** Stores the open orders of a sale, whose id is that of the first; returns them in the same order. */
  insertSale(orders: readonly Omit<Order, "id" | "complete" | "completedAt" | "saleId">[]): Promise<readonly Order[]>;
  /** Lists the orders of a sale, in the order of id. */
  ofSale(saleId: bigint): Promise<readonly Order[]>;
  /** Lists sales, each as its orders in the order of id. */
  listSales(slice: Slice): Promise<readonly (readonly Order[])[]>;
  /** Like `search`, for sales: the words are those of a sale's first order, and sales are in the order of it. */
  searchSales(words: readonly string[], slice: Slice): Promise<Found<readonly Order[]>>;
  /** Returns the order with this id, or undefined. */
  find(id: bigint): MaybePromise<Order | undefined>;
  /** Lists the orders that match every given filter. */
  list(filter: OrderFilter, slice: Slice): MaybePromise<readonly Order[]>;
  /** Lists the open orders by their ship date, those without one last. `slice.sort.after` is what `dueKey` returns. */
  listDue(slice: Slice<"shipDate">): MaybePromise<readonly Order[]>;
  /** Whether a pet has an open order. */
  hasOpen(petId: bigint): MaybePromise<boolean>;
  /** Like `list`, for filters that many orders may match. The work is bounded: it may find fewer, and returns how far it looked. */
  search(filter: OrderSearch, slice: Slice): Promise<Found<Order>>;
  /** Replaces an order if it is still exactly as expected; returns whether it was. Deletes the personal data of a former customer. */
  replace(expected: Order, order: Order): Promise<boolean>;
  /** Completes an open order, shipped at this time unless it has a ship date; returns it, or undefined if there is none. */
  complete(id: bigint, at: number): Promise<Order | undefined>;
  /** Adds a return to a complete order of which nothing else has come back since it was read; returns it, or undefined. */
  addReturn(order: Order, back: OrderReturn): Promise<Order | undefined>;
  /** Returns what orders copy from these pets, and their prices, by id; without pets that do not exist. */
  petsToOrder(petIds: readonly bigint[]): Promise<ReadonlyMap<bigint, PetToOrder>>;
  /** Sums the orders that were completed or returned from a time until before another. Sums are exact, also beyond int64. */
  sums(from: number, before: number, by?: "category" | "receipt"): Promise<readonly DaySums[]>;
  /** Removes an open order with its customer; returns it, or undefined if there is none. */
  deleteOpen(id: bigint): Promise<Order | undefined>;
  /** Counts the open orders, at most up to a number. */
  countOpen(max: number): Promise<number>;
}
