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

/** How often the size of the database is measured. */
const MEASURE_MS = 60_000;

interface HousekeepingParts {
  readonly store: Store;
  readonly keyring: Keyring;
  readonly tail: EventTail;
  readonly clock: () => number;
  /** How long events are kept. */
  readonly eventsRetentionMs: number;
  /** Of several workers one measures the database. */
  readonly measuresDatabase: boolean;
  readonly warn: (fields: object, message: string) => void;
}

/** The regular work beside requests. */
export interface Housekeeping {
  /** How long a committed change may have waited for its place in the feed, at most, in milliseconds. */
  feedLagMs(): number;
  /** The size of the database in bytes, as last measured; not a number before that. */
  databaseBytes(): number;
  /** Does everything once more, then ends. */
  end(): Promise<void>;
}

/** Starts the regular work beside requests. */
export function startHousekeeping(parts: HousekeepingParts): Housekeeping {
  const { store, keyring, tail, clock, warn } = parts;
  let publishedAt = clock();
  let databaseBytes = Number.NaN;
  const publish = async () => {
    const startedAt = clock();
    await store.publishEvents();
    publishedAt = startedAt;
  };
  const measure = async () => {
    databaseBytes = await store.size();
  };
  const jobs = [
    new Repeated(KEY_USE_MS, () => keyring.writeUses(clock()), "the last use of keys was not written", warn),
    ...purges(parts),
    new Repeated(PUBLISH_MS, publish, "events were not published", warn),
    new Repeated(TAIL_MS, () => tail.poll(), "new events were not read", warn),
  ];
  if (parts.measuresDatabase) {
    // At the start nobody has to wait for it. A failure is logged when it happens again.
    measure().catch(() => {});
    jobs.push(new Repeated(MEASURE_MS, measure, "the size of the database was not measured", warn));
  }
  return {
    feedLagMs: () => clock() - publishedAt,
    databaseBytes: () => databaseBytes,
    async end() {
      await Promise.all(jobs.map((job) => job.end()));
    },
  };
}

/** Each on its own: one that fails does not keep the others from deleting. */
function purges({ store, clock, eventsRetentionMs, warn }: HousekeepingParts): Repeated[] {
  const keptSince = () => clock() - eventsRetentionMs;
  return [
    new Repeated(PURGE_MS, () => purgeResponses(store, clock()), "expired responses were not deleted", warn),
    new Repeated(PURGE_MS, () => purgeEvents(store, keptSince()), "expired events were not deleted", warn),
    new Repeated(PURGE_MS, () => purgeDeliveries(store, keptSince()), "expired deliveries were not deleted", warn),
  ];
}

/** A job that runs again and again, a pause after each run. Only the first of several failures in a row is logged. */
class Repeated {
  readonly #pause: Pause;
  readonly #ended: Promise<void>;
  #isEnding = false;

  constructor(pauseMs: number, job: () => Promise<void>, problem: string, warn: HousekeepingParts["warn"]) {
    this.#pause = new Pause(pauseMs);
    this.#ended = this.#run(job, (err) => warn({ err }, problem));
  }

  /** Runs the job once more, then ends. */
  async end(): Promise<void> {
    this.#isEnding = true;
    this.#pause.cut();
    await this.#ended;
  }

  async #run(job: () => Promise<void>, report: (error: unknown) => void): Promise<void> {
    let isFailing = false;
    const succeeded = () => {
      isFailing = false;
    };
    const failed = (error: unknown) => {
      if (!isFailing) report(error);
      isFailing = true;
    };
    while (!this.#isEnding) {
      await this.#pause.wait();
      await job().then(succeeded, failed);
    }
  }
}
