import type { EventTail } from "../core/event-tail.ts";
import { purgeEvents } from "../core/events.ts";
import { purgeResponses } from "../core/idempotency.ts";
import type { Keyring } from "../core/keyring.ts";
import type { Store } from "../core/ports.ts";
import { purgeDeliveries } from "../core/webhooks.ts";
import { Pause } from "./pause.ts";

/** How often the last use of keys is written. */
const KEY_USE_MS = 10_000;

/** How often expired rows are deleted. */
const PURGE_MS = 3_600_000;

/** How often committed events get their positions. */
const PUBLISH_MS = 250;

/** How often new events are read for streams. */
const TAIL_MS = 200;

interface HousekeepingParts {
  readonly store: Store;
  readonly keyring: Keyring;
  readonly tail: EventTail;
  readonly clock: () => number;
  /** How long events are kept. */
  readonly eventsRetentionMs: number;
  readonly warn: (fields: object, message: string) => void;
}

/** The regular work beside requests. */
export interface Housekeeping {
  /** How long a committed change may have waited for its place in the feed, at most, in milliseconds. */
  feedLagMs(): number;
  /** Does everything once more, then ends. */
  end(): Promise<void>;
}

/** Starts the regular work beside requests. */
export function startHousekeeping({
  store,
  keyring,
  tail,
  clock,
  eventsRetentionMs,
  warn,
}: HousekeepingParts): Housekeeping {
  let isEnded = false;
  let publishedAt = clock();
  const jobs = [
    repeat(KEY_USE_MS, "the last use of keys was not written", () => keyring.writeUses(clock())),
    repeat(PURGE_MS, "expired rows were not deleted", async () => {
      await purgeResponses(store, clock());
      await purgeEvents(store, clock() - eventsRetentionMs);
      await purgeDeliveries(store, clock() - eventsRetentionMs);
    }),
    repeat(PUBLISH_MS, "events were not published", async () => {
      const startedAt = clock();
      await store.publishEvents();
      publishedAt = startedAt;
    }),
    repeat(TAIL_MS, "new events were not read", () => tail.poll()),
  ];

  /** Runs a job again and again, a pause after each run. Only the first of several failures in a row is logged. */
  function repeat(pauseMs: number, problem: string, job: () => Promise<void>) {
    const pause = new Pause(pauseMs);
    let isFailing = false;
    const failed = (err: unknown) => {
      if (!isFailing) warn({ err }, problem);
      isFailing = true;
    };
    const succeeded = () => {
      isFailing = false;
    };
    const run = async () => {
      while (!isEnded) {
        await pause.wait();
        await job().then(succeeded, failed);
      }
    };
    return { pause, ended: run() };
  }

  return {
    feedLagMs: () => clock() - publishedAt,
    async end() {
      isEnded = true;
      for (const { pause } of jobs) pause.cut();
      await Promise.all(jobs.map(({ ended }) => ended));
    },
  };
}
