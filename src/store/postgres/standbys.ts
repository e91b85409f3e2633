/*
 * Reads from hot standbys (decision D78). Each process watches the positions of the primary and the standbys, and reads from a standby only
 * if it is known to have what the read must see.
 */
import { Failure } from "../../contract/errors/errors.ts";
import type { Slots } from "../../core/concurrency/slots.ts";
import { type EngineOptions, type Sql, StandbyError, type Standbys, type Value } from "../engine.ts";
import { recordOf } from "../schema/record.ts";
import { redactUrl } from "../url.ts";
import { connectionPool } from "./pool.ts";
import { tag } from "./postgres-connection.ts";
import { isRefused } from "./postgres-errors.ts";
import { reader } from "./reads.ts";

/** How often the positions of the primary and the standbys are read. */
const WATCH_MS = 100;

/** A server whose position is unknown for this long is down. */
const SILENCE_MS = 1_000;

/** How long a standby that is down is not used. */
const AWAY_MS = 5_000;

/** The position of the primary: everything committed so far is at or before it. Not the written position, which may be behind a commit. */
const PRIMARY = "cast(pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as bigint)";

/** The position of a standby: a primary has none. */
const STANDBY = `
  select pg_is_in_recovery() as follows, cast(pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0') as bigint) as position`;

/** The primary had reached the position at this time (`performance.now()`). */
interface Beat {
  readonly at: number;
  readonly position: bigint;
}

interface Standby {
  readonly sql: Sql;
  /** How far it has followed. */
  position: bigint;
  /** It has everything committed before this time. */
  freshAt: number;
  watch(): Promise<void>;
  verify(engine: Parameters<Standbys["verify"]>[0], deadline: number): Promise<void>;
  close(): void;
}

/** A statement on the primary. */
type Run = (text: string, values: readonly Value[]) => Promise<unknown>;

/** Opens the standbys of the options. Reads that one cannot serve go to the primary. */
export function openStandbys(primary: Run, options: EngineOptions, reads: Slots): Standbys {
  const { readUrls, readLagMs } = options;
  const beats: Beat[] = [];
  const standbys = readUrls.map((url) => openStandby(url, primary, options, reads));
  const closing = new AbortController();
  let next = 0;

  async function positionNow(): Promise<bigint> {
    const [row] = (await primary(`select ${PRIMARY} as position`, [])) as [{ position: bigint }];
    return row.position;
  }

  async function beat(): Promise<void> {
    const at = performance.now();
    const position = await positionNow();
    // After a failover that lost changes, earlier positions mean something else.
    if (position < (beats.at(-1)?.position ?? 0n)) beats.length = 0;
    beats.push({ at, position });
    const old = beats.findIndex((one) => one.at >= at - readLagMs);
    beats.splice(0, old);
  }

  function judge(standby: Standby): void {
    standby.freshAt = beats.findLast(({ position }) => position <= standby.position)?.at ?? Number.NEGATIVE_INFINITY;
  }

  async function watch(standby: Standby): Promise<void> {
    await standby.watch();
    judge(standby);
  }

  function start(): void {
    repeat(async () => {
      await beat();
      standbys.forEach(judge);
    }, closing.signal);
    for (const standby of standbys) repeat(() => watch(standby), closing.signal);
  }

  return {
    choose({ position, since = Number.NEGATIVE_INFINITY }) {
      const needed = position === undefined ? 0n : BigInt(`0x${position}`);
      const from = Math.max(since, performance.now() - readLagMs);
      for (let nth = 0; nth < standbys.length; nth++) {
        const standby = standbys[(next + nth) % standbys.length];
        if (standby === undefined || standby.position < needed || standby.freshAt < from) continue;
        next += nth + 1;
        return standby.sql;
      }
      return undefined;
    },

    position: async () => (await positionNow()).toString(16).toUpperCase().padStart(16, "0"),

    async verify(engine) {
      const deadline = performance.now() + options.waitMs;
      await Promise.all(standbys.map((standby) => standby.verify(engine, deadline)));
      start();
    },

    close() {
      closing.abort();
      for (const standby of standbys) standby.close();
    },
  };
}

/** Repeats work; failures are retried. */
async function repeat(work: () => Promise<void>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await work().catch(() => {});
    await Bun.sleep(WATCH_MS);
  }
}

function openStandby(url: string, primary: Run, options: EngineOptions, reads: Slots): Standby {
  const pool = connectionPool(url, options);
  const read = reader(pool, options.connections);
  const checks = connectionPool(url, { ...options, connections: 1, statementMs: SILENCE_MS });
  /** Ends the waiting reads when it is down. */
  const waiting = new Set<(reason: unknown) => void>();
  let backAt = 0;
  let isAway = false;

  /** Reports once that it is down, and once that it is back. */
  function tell(isGone: boolean, reason?: string): void {
    if (isGone !== isAway) options.observer.standbyChanged?.(redactUrl(url), reason);
    isAway = isGone;
  }

  const check = (text: string, deadline: number) =>
    checks.lend(deadline, true, ({ run }) => run(text, [])) as Promise<Record<string, never>[]>;

  function leave(reason: unknown): void {
    backAt = performance.now() + AWAY_MS;
    standby.position = -1n;
    standby.freshAt = Number.NEGATIVE_INFINITY;
    pool.replaceAll();
    checks.replaceAll();
    for (const reject of waiting) reject(reason);
  }

  async function readHere(text: string, values: readonly Value[]): Promise<unknown> {
    const { promise, reject } = Promise.withResolvers<never>();
    waiting.add(reject);
    const release = reads.take();
    try {
      return await Promise.race([read(text, values, performance.now() + SILENCE_MS), promise]);
    } finally {
      waiting.delete(reject);
      release();
    }
  }

  const standby: Standby = {
    position: -1n,
    freshAt: Number.NEGATIVE_INFINITY,

    // The primary repeats a read that the standby lost, or cancelled because a change of the primary removed its rows.
    sql: tag((text, values) => readHere(text, values).catch(() => primary(text, values))),

    async watch() {
      if (performance.now() < backAt) return;
      try {
        const [row] = await check(STANDBY, performance.now() + SILENCE_MS);
        if (row?.["follows"] !== true) throw new Error("it was promoted: it follows no primary");
        standby.position = row["position"] ?? -1n;
        tell(false);
      } catch (error) {
        tell(true, reasonOf(error));
        leave(error);
      }
    },

    async verify(engine, deadline) {
      const name = redactUrl(url);
      const sql = tag((text, values) => checks.lend(deadline, true, ({ run }) => run(text, values)));
      let refusal: string | undefined;
      for (;;) {
        try {
          if ((await check(STANDBY, deadline))[0]?.["follows"] !== true)
            throw new StandbyError(`${name} is no standby`);
          await requireSameServer(sql, engine.sql, name);
          return await requireSchema(sql, engine, name, deadline);
        } catch (error) {
          if (error instanceof StandbyError) throw error;
          const reason = error instanceof Failure ? error.cause : error;
          if (isRefused(reason)) refusal = (reason as Error).message;
          // One that is down now may come back.
          if (refusal === undefined) {
            tell(true, reasonOf(error));
            return leave(error);
          }
          // A new database may not be there yet.
          if (performance.now() + WATCH_MS > deadline) throw new StandbyError(`${name}: ${refusal}`);
        }
        await Bun.sleep(WATCH_MS / 2);
      }
    },

    close() {
      leave(new Error("closed"));
    },
  };
  return standby;
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Failure ? (error.cause ?? error) : error;
  return cause instanceof Error ? cause.message : String(cause);
}

async function requireSameServer(sql: Sql, primary: Sql, name: string): Promise<void> {
  const identify = (on: Sql) => on<{ id: bigint }>`select system_identifier as id from pg_control_system()`;
  const [[own], [other]] = await Promise.all([identify(sql), identify(primary)]);
  if (own?.id !== other?.id) throw new StandbyError(`${name} is a standby of another server than DATABASE_URL`);
}

/** A standby gets the schema from its primary, which may take a moment after an upgrade. */
async function requireSchema(
  sql: Sql,
  { tables, migrations }: Parameters<Standbys["verify"]>[0],
  name: string,
  deadline: number,
): Promise<void> {
  const newest = migrations.at(-1)?.version ?? 0;
  for (;;) {
    const { version } = await recordOf(sql, await tables(sql));
    if (version >= newest) return;
    if (performance.now() > deadline) {
      throw new StandbyError(`${name} has schema version ${version}, but this program needs ${newest}`);
    }
    await Bun.sleep(WATCH_MS);
  }
}
