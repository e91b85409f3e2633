/* What expires, and how it is deleted. */

import { activityKeptSince } from "../feed/activity-handlers.ts";
import { replayableSince } from "../idempotency.ts";
import type { Repositories, Store } from "../ports.ts";
import { HOUR_MS } from "../times.ts";

/** When rows expire, in epoch milliseconds. */
interface PurgeTimes {
  readonly now: number;
  /** Events, what is kept as long as they are, and inquiries from before this time are deleted. */
  readonly keptSince: number;
  /** Stock changes from before this time are summed up; undefined keeps all. */
  readonly stockKeptSince?: number | undefined;
}

/** How long an invitation that has ended returns 410. After that it is unknown and returns 401. */
const INVITATION_KNOWN_MS = 30 * 24 * HOUR_MS;

/** Deletes, or sums up, at most `limit` rows of a kind and returns how many; 0 when there are none left. */
type Purge = (repositories: Repositories, times: PurgeTimes, limit: number) => Promise<number>;

const PURGES = {
  responses: ({ idempotency }, { now }, limit) => idempotency.purge(replayableSince(now), limit),
  events: ({ events }, { now, keptSince }, limit) => events.purge(keptSince, limit, now),
  "activity counts": ({ events }, { now }, limit) => events.purgeActivity(activityKeptSince(now), limit),
  inquiries: ({ inquiries }, { now, keptSince }, limit) => inquiries.purge(keptSince, limit, now),
  invitations: ({ invitations }, { now }, limit) => invitations.purge(now - INVITATION_KNOWN_MS, limit),
  keys: ({ keys }, { keptSince }, limit) => keys.purge(keptSince, limit),
  deliveries: async ({ deliveries }, { keptSince }, limit) =>
    (await deliveries.purge(keptSince, limit)) || deliveries.purgeDeleted(limit),
  "stock changes": async ({ inventory }, { stockKeptSince }, limit) =>
    stockKeptSince === undefined ? 0 : inventory.foldChanges(stockKeptSince, limit),
} as const satisfies Record<string, Purge>;

/** What expires. */
export type Expiring = keyof typeof PURGES;

export const expiring = Object.keys(PURGES) as readonly Expiring[];

/** Rows deleted per transaction: a purge shares the writer with every request. */
const BATCH = 1000;

/** Deletes expired rows of one kind, a batch at a time, until there are none or, after a batch, the signal is aborted. */
export async function purge(store: Store, kind: Expiring, times: PurgeTimes, signal?: AbortSignal): Promise<void> {
  let deleted: number;
  do {
    deleted = await store.transaction((open) => PURGES[kind](open, times, BATCH));
  } while (deleted > 0 && !signal?.aborted);
}
