import type { Transaction } from "../engine.ts";

/** The namespace of our advisory locks. */
const NAMESPACE = 0x7065_7473;

/** Texts share locks: the server has memory for some thousand, and an import claims ten thousand texts. */
const LOCKS = 1024;

/** Locks these texts until the end of the transaction, always in the same order. */
export async function claim({ sql }: Pick<Transaction, "sql">, texts: readonly string[]): Promise<void> {
  const locks = [...new Set(texts.map((text) => Bun.hash.crc32(text) % LOCKS))];
  await sql`
    select pg_advisory_xact_lock(cast(${NAMESPACE} as integer), id) from (
      select id from generate_series(0, cast(${LOCKS - 1} as integer)) id
      where id in (${[...locks, ...locks.slice(0, 1)]}) order by id offset 0
    ) ordered`;
}
