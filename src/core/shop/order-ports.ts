/* The port to the orders. */
import type { Order } from "../../contract/orders.ts";
import type { Eventual } from "../after.ts";
import type { Found, Slice } from "../slice.ts";

export interface OrderFilter {
  readonly petId?: bigint | undefined;
  readonly complete?: boolean | undefined;
}

/** The further conditions of a search of orders. Times are epoch milliseconds. */
export interface OrderSearch extends OrderFilter {
  /** Placed at this time or later. */
  readonly placedAfter?: number | undefined;
  /** Placed before this time. */
  readonly placedBefore?: number | undefined;
  /** Each is the start of a word of the customer's name, folded (`searchedWords`). */
  readonly words: readonly string[];
}

export interface Orders {
  /** Stores an open order and returns it with a new positive id. */
  insert(order: Omit<Order, "id" | "complete" | "completedAt">): Promise<Order>;
  /** Returns the order with this id, or undefined. */
  find(id: bigint): Eventual<Order | undefined>;
  /** Lists the orders that match every given filter. */
  list(filter: OrderFilter, slice: Slice): Eventual<readonly Order[]>;
  /** Like `list`, for filters that many orders may match. The work is bounded: it may find fewer, and says up to where it looked. */
  search(filter: OrderSearch, slice: Slice): Promise<Found<Order>>;
  /** Replaces an order if it is still exactly as expected; returns whether it was. Nothing of a former customer stays. */
  replace(expected: Order, order: Order): Promise<boolean>;
  /** Completes an open order, shipped at this time unless it has a ship date; returns it, or undefined if there is none. */
  complete(id: bigint, at: number): Promise<Order | undefined>;
  /** Removes an open order with its customer; returns it, or undefined if there is none. */
  deleteOpen(id: bigint): Promise<Order | undefined>;
  /** Counts the open orders, at most up to a number. */
  countOpen(max: number): Promise<number>;
}
