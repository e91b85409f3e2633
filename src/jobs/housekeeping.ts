import { purgeEvents } from "../core/events.ts";
import { purgeResponses } from "../core/idempotency.ts";
import type { Keyring } from "../core/keyring.ts";
import type { Store } from "../core/ports.ts";
import { purgeDeliveries } from "../core/webhooks.ts";

/** How often the last use of keys is written. */
const KEY_USE_MS = 10_000;

/** How often expired rows are deleted. */
const PURGE_MS = 3_600_000;

/** How often committed events get their positions. Random within a quarter, so that instances do not meet. */
const PUBLISH_MS = 250;

interface HousekeepingParts {
  readonly store: Store;
  readonly keyring: Keyring;
  readonly clock: () => number;
  /** How long events are kept. */
  readonly eventsRetentionMs: number;
  readonly warn: (fields: object, message: string) => void;
}

/** Starts the regular work beside requests. Returns how to end it. */
export function startHousekeeping({ store, keyring, clock, eventsRetentionMs, warn }: HousekeepingParts) {
  let isEnded = false;
  const jobs = [
    repeat(KEY_USE_MS, "the last use of keys was not written", () => keyring.writeUses(clock())),
    repeat(PURGE_MS, "expired rows were not deleted", async () => {
      await purgeResponses(store, clock());
      await purgeEvents(store, clock() - eventsRetentionMs);
      await purgeDeliveries(store, clock() - eventsRetentionMs);
    }),
    repeat(PUBLISH_MS, "events were not published", store.publishEvents),
  ];

  /** Runs a job again and again, a pause after each run. */
  function repeat(pauseMs: number, problem: string, job: () => Promise<void>) {
    const stopped = Promise.withResolvers<void>();
    const run = async () => {
      while (!isEnded) {
        await Promise.race([Bun.sleep(pauseMs * (0.75 + 0.5 * Math.random())), stopped.promise]);
        await job().catch((err: unknown) => warn({ err }, problem));
      }
    };
    return { stop: stopped.resolve, ended: run() };
  }

  return async () => {
    isEnded = true;
    for (const { stop } of jobs) stop();
    await Promise.all(jobs.map(({ ended }) => ended));
  };
}
