/* The port to the events of the store, like those in ports.ts. */
import type { EventType } from "../../contract/events/events.ts";
import type { Slice } from "../slice.ts";

/** A change to record. Its data and previous members are values of the schemas of its type (`eventData`). */
export interface NewEvent {
  readonly type: EventType;
  readonly at: number;
  readonly petId?: bigint | undefined;
  readonly key?: { readonly name: string; readonly hint: string } | undefined;
  readonly data: object;
  readonly previous?: object | undefined;
  readonly note?: string | undefined;
}

/** An event with its position in the feed. */
export interface StoredEvent extends NewEvent {
  readonly position: bigint;
  /** Differs for another event at the same position, as after a restore. */
  readonly hash: string;
}

export interface EventFilter {
  readonly types?: readonly EventType[] | undefined;
  readonly petId?: bigint | undefined;
}

/** How many events of a type there were on a day. */
export interface DayCount {
  /** 0 for the first requested day. */
  readonly day: number;
  readonly type: EventType;
  readonly count: number;
}

/** A position in the feed, with the id that clients know it by. */
export interface FeedPosition {
  readonly position: bigint;
  readonly id: string;
}

/** The last position in the feed, and the last deleted one. */
export interface FeedBounds {
  readonly last: bigint;
  readonly deleted: bigint;
}

export interface Events {
  /**
   * Records events in the transaction of their changes, in this order. They get their positions then or, at the latest, within a
   * second of the commit.
   */
  append(...events: readonly NewEvent[]): Promise<void>;
  /** Returns the hashes of the events at these positions; those without an event are left out. */
  hashesAt(positions: readonly bigint[]): Promise<ReadonlyMap<bigint, string>>;
  /**
   * Lists the events that match every given filter, in the order of their positions, none beyond the end. Leaves out types that
   * this version does not know: a newer one may write to the same store.
   */
  list(filter: EventFilter, slice: Slice, end: bigint): Promise<readonly StoredEvent[]>;
  /**
   * Returns the last position, and the last deleted one. Positions are committed in ascending order: a reader that has seen the head misses
   * nothing before it.
   */
  head(): Promise<FeedBounds>;
  /** Counts events by day and type, over so many days of equal length. `from` and `length` are in quarter hours, `from` since 1970. */
  activity(from: number, length: number, days: number): Promise<readonly DayCount[]>;
  /** Deletes at most `limit` counts of the activity before a quarter hour since 1970; returns how many. */
  purgeActivity(before: number, limit: number): Promise<number>;
  /**
   * Deletes at most `limit` of the oldest events, up to the first one from this time or later; returns how many. An event dated after
   * `now`, by a wrong clock, is deleted with the event that follows it.
   */
  purge(before: number, limit: number, now: number): Promise<number>;
}
