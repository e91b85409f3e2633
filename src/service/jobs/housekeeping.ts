import { conditions } from "../../core/conditions.ts";
import type { EventTail } from "../../core/feed/event-tail.ts";
import { DAY_MS, dateIn } from "../../core/feed/local-days.ts";
import type { Keyring } from "../../core/keys/keyring.ts";
import type { Store } from "../../core/ports.ts";
import { type Expiring, expiring, purge } from "../../core/purge/purge.ts";
import { PurgeClock } from "../../core/purge/purge-clock.ts";
import type { Config } from "../settings/settings.ts";
import type { LeftImports } from "./left-imports.ts";
import { Pause } from "./pause.ts";

/** How often key usage is written. The first use of a key appears within this time. */
const KEY_USE_MS = 2_000;

/** How often expired rows are deleted. */
const PURGE_MS = 3_600_000;

/** How often committed events get positions. */
const PUBLISH_MS = 250;

/** How often streams look for new events. */
const TAIL_MS = 200;

/** The pause before backfilling again after a failure, or looking for rows that another instance could not backfill. */
const FILL_MS = 60_000;

/** How often to look for imports that another instance left unfinished. */
const ABANDONED_MS = 15_000;

/** How often failing webhooks are counted. */
const FAILING_MS = 5_000;

/** How often the size of the database is measured. */
const MEASURE_MS = 60_000;

/** How often to check whether the daily reminder is due. */
const REMIND_MS = 30_000;

/** The time limit for the last runs at shutdown. The rest is done after the next start. */
const END_MS = 500;

/** Retention periods, in milliseconds. */
interface Retention {
  readonly eventsRetentionMs: number;
  /** Inquiries, after their last change. */
  readonly inquiriesRetentionMs: number;
  /** Stock changes; undefined to keep all. */
  readonly stockRetentionMs?: number | undefined;
}

interface HousekeepingParts extends Retention {
  readonly store: Store;
  readonly keyring: Keyring;
  readonly tail: EventTail;
  readonly imports: Pick<LeftImports, "takeBack">;
  /** Sends the reminder of what is due, if it was not sent yet; returns its day. */
  readonly remind: (now: number) => Promise<string | undefined>;
  /** The time zone of days. */
  readonly timeZone: string;
  readonly clock: () => number;
  /** The uptime of the machine in milliseconds, including sleep. */
  readonly uptime: () => number;
  readonly warn: (fields: object, message: string) => void;
}

/** Retention periods from the settings. */
export function retentionOf({
  eventsRetentionDays: events,
  inquiriesRetentionDays: inquiries,
  stockRetentionDays: stock,
}: Pick<Config, "eventsRetentionDays" | "inquiriesRetentionDays" | "stockRetentionDays">): Retention {
  return {
    eventsRetentionMs: events * DAY_MS,
    inquiriesRetentionMs: inquiries * DAY_MS,
    stockRetentionMs: stock === 0 ? undefined : stock * DAY_MS,
  };
}

/** Background jobs. */
export interface Housekeeping {
  /** The longest wait of a committed change for its position in the feed, in milliseconds. */
  feedLagMs(): number;
  /** The last measured size of the database in bytes; NaN before that. */
  databaseBytes(): number;
  /** The number of failing webhooks. `failingPurges` counts the kinds of expired rows that could not be deleted. */
  failingWebhooks(): number;
  failingPurges(): number;
  isClockRefused(): boolean;
  /** Writes key usage and publishes events one last time, within half a second, and stops all other jobs. */
  end(): Promise<void>;
}

interface Job {
  readonly pauseMs: number;
  readonly run: () => Promise<void>;
  /** What a failure means, and what it concerns, for the log. */
  readonly problem: string;
  readonly about?: object;
  /** Whether it runs a last time at shutdown. */
  readonly runsAtEnd?: boolean;
}

/** Starts the background jobs. */
export function startHousekeeping(parts: HousekeepingParts): Housekeeping {
  const { store, keyring, tail, imports, clock, warn } = parts;
  const ending = new AbortController();
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
  let failingWebhooks = 0;
  const countFailing = async () => {
    failingWebhooks = await store.webhooks.failing();
  };
  const failing = new Set<Expiring>();
  const { mayPurge, isRefused } = clockCheck(parts);
  const jobs: Job[] = [
    {
      pauseMs: KEY_USE_MS,
      run: () => keyring.writeUses(clock(), ending.signal.aborted),
      problem: "the last use of keys was not written",
      runsAtEnd: true,
    },
    { pauseMs: PUBLISH_MS, run: publish, problem: "events were not published", runsAtEnd: true },
    { pauseMs: TAIL_MS, run: () => tail.poll(), problem: "new events were not read" },
    ...purges(parts, failing, mayPurge, ending.signal),
    { pauseMs: FAILING_MS, run: countFailing, problem: "the webhooks that fail were not counted" },
    { pauseMs: MEASURE_MS, run: measure, problem: "the size of the database was not measured" },
    {
      pauseMs: ABANDONED_MS,
      run: () => imports.takeBack(false),
      problem: "imports that were left unfinished were not read",
    },
    reminder(parts),
    { pauseMs: FILL_MS, run: () => fillIn(parts, ending.signal), problem: "rows of an upgrade were not filled in" },
  ];
  const ended = Promise.all(jobs.map((job) => repeat(job, ending.signal, warn)));
  return {
    feedLagMs: () => clock() - publishedAt,
    databaseBytes: () => databaseBytes,
    failingWebhooks: () => failingWebhooks,
    failingPurges: () => failing.size,
    isClockRefused: isRefused,
    async end() {
      ending.abort();
      const { promise: late, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, END_MS);
      await Promise.race([ended, late]);
      clearTimeout(timer);
    },
  };
}

/** Backfills after an upgrade, at most half of the time: requests come first. */
async function fillIn({ store, clock }: HousekeepingParts, signal: AbortSignal): Promise<void> {
  for (let startedAt = performance.now(); !signal.aborted && (await store.fillNext(clock())); ) {
    await Bun.sleep(performance.now() - startedAt);
    startedAt = performance.now();
  }
}

/** Sends the daily reminder of what is due. */
function reminder({ remind, clock, timeZone }: HousekeepingParts): Job {
  let told: string | undefined;
  return {
    pauseMs: REMIND_MS,
    async run() {
      if (told === undefined || told !== dateIn(timeZone, clock())) told = await remind(clock());
    },
    problem: "what is due was not told",
  };
}

/** Separate jobs, so that a failure stops only one. `failing` collects the kinds that failed. */
function purges(
  parts: HousekeepingParts,
  failing: Set<Expiring>,
  mayPurge: (now: number) => Promise<boolean>,
  signal: AbortSignal,
): Job[] {
  const { store, clock, eventsRetentionMs, inquiriesRetentionMs, stockRetentionMs } = parts;
  return expiring.map((kind) => ({
    pauseMs: PURGE_MS,
    async run() {
      const now = clock();
      const keptSince = now - (kind === "inquiries" ? inquiriesRetentionMs : eventsRetentionMs);
      const stockKeptSince = stockRetentionMs === undefined ? undefined : now - stockRetentionMs;
      try {
        if (await mayPurge(now)) await purge(store, kind, { now, keptSince, stockKeptSince }, signal);
        failing.delete(kind);
      } catch (error) {
        failing.add(kind);
        throw error;
      }
    },
    problem: conditions.purge.log,
    about: { kind },
  }));
}

/** Checks once for all kinds whether the clock is plausible. Logs the start of an implausible period. */
function clockCheck({ store, uptime, warn }: HousekeepingParts) {
  const purgeClock = new PurgeClock(uptime);
  let isRefused = false;
  let checking: Promise<boolean> | undefined;
  const check = async (now: number) => {
    const problem = await store.transaction(({ purges }) => purgeClock.begin(purges, now));
    if (problem !== undefined && !isRefused) warn({ problem }, conditions.clock.log);
    isRefused = problem !== undefined;
    return !isRefused;
  };
  return {
    mayPurge: (now: number) => (checking ??= check(now).finally(() => (checking = undefined))),
    isRefused: () => isRefused,
  };
}

/** Runs a job now and after each pause until the signal aborts. Logs only the first of consecutive failures. */
async function repeat(
  { pauseMs, run, problem, about, runsAtEnd }: Job,
  signal: AbortSignal,
  warn: HousekeepingParts["warn"],
): Promise<void> {
  const pause = new Pause(pauseMs);
  signal.addEventListener("abort", () => pause.cut());
  let isFailing = false;
  const succeeded = () => {
    isFailing = false;
  };
  const failed = (err: unknown) => {
    if (!isFailing) warn({ err, ...about }, problem);
    isFailing = true;
  };
  while (!signal.aborted) {
    await run().then(succeeded, failed);
    await pause.wait();
  }
  if (runsAtEnd) await run().then(succeeded, failed);
}
