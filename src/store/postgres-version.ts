/*
 * How PostgreSQL itself tells whether anything was committed. It stands alone because nothing else may use what it uses: the
 * engines that only speak the protocol do not have it, or mean something else by it.
 */
import type { Store, Version } from "../core/ports.ts";
import type { Sql } from "./engine.ts";

/**
 * What PostgreSQL calls itself, from version 15 on, whoever compiled it. Other engines have another name, add theirs, or
 * leave a part out; before 15 the statistics that a look needs took milliseconds.
 */
const OWN_NAME =
  /^PostgreSQL (?:1[5-9]|[2-9]\d)(?:\.\d+|beta\d+|rc\d+)(?: \((?:Debian|Ubuntu|Homebrew|Postgres\.app)\b[^()]*\))? on [^\s,]+, compiled by [^,]+, \d\d-bit$/;

/** How long a look may take, in milliseconds: when the server is slower than that, waiting for it saves nothing. */
const LOOK_MS = 1000;

/** Looks at the version on PostgreSQL; on any server of which that is not certain, and on a standby, it cannot be told. */
export async function versionReader(sql: Sql): Promise<Store["version"]> {
  try {
    if ((await isPostgres(sql)) && (await look(sql)) !== undefined) return () => inTime(look(sql));
  } catch {
    // Whatever the server has against being asked: the service works without.
  }
  return () => undefined;
}

async function isPostgres(sql: Sql): Promise<boolean> {
  const [server] = await sql<{ name: string }>`select version() as name`;
  if (!OWN_NAME.test(server?.name ?? "")) return false;
  // These three keep PostgreSQL's name: Citus has transactions on other servers, Aurora and AlloyDB recover in their own way.
  const [answer] = await sql<{ isPlain: boolean }>`
    select not (
      pg_is_in_recovery()
      or exists (select 1 from pg_extension where extname = 'citus')
      or exists (select 1 from pg_proc where proname = 'aurora_version')
      or exists (select 1 from pg_settings where name like 'alloydb.%')
    ) as "isPlain"`;
  return answer?.isPlain === true;
}

/**
 * The snapshot of a statement is what decides which transactions it sees: every change has a number, and the snapshot's
 * text changes when one with a number ends. So two equal texts mean that nothing was committed between the two looks.
 * Transactions of other databases of the server and those that are rolled back change it too, which costs no more than a read.
 *
 * Numbers are given again when transactions were lost: by a failover, which begins another timeline, or by the recovery
 * from a crash or of a backup, which begins new statistics. With both in it no text comes back. A standby has no current
 * position in the log and refuses.
 *
 * It is hashed because versions are sent as entity tags, and a snapshot names every transaction that is open.
 */
async function look(sql: Sql): Promise<Version | undefined> {
  // The parameter is there because the driver has statements without one planned anew each time.
  const [row] = await sql<{ version: string | null }>`
    select encode(sha256((
      substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) || ' ' || stats_reset || ' ' || pg_current_snapshot()
    )::bytea), ${"hex"}) as version
    from pg_stat_bgwriter`;
  return row?.version ?? undefined;
}

/** What a look tells, or undefined when it takes too long. */
async function inTime(looking: Promise<Version | undefined>): Promise<Version | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), LOOK_MS);
  try {
    return await Promise.race([looking, late]);
  } finally {
    clearTimeout(timer);
  }
}
