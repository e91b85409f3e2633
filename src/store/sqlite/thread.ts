/* Threads for work that would hold up the event loop: SQLite waits for the disk, and a backup for all of it. */

/** The threads, by the name of their module. */
const THREADS = ["log/checkpoint-thread.ts", "backup/backup-thread.ts"] as const;

/** The modules that a build includes, from `src`. */
export const THREAD_MODULES = THREADS.map((name) => `store/sqlite/${name}`);

/**
 * Starts a thread; `fail` gets what it throws. The process lives on for it only if `ref` is set. The executable has its modules
 * under their paths from `src`.
 */
export function startThread(name: (typeof THREADS)[number], fail: (error: Error) => void, ref = false): Worker {
  const isExecutable = Bun.main.startsWith("/$bunfs/");
  const module = isExecutable ? `./store/sqlite/${name}` : new URL(name, import.meta.url);
  const thread = new Worker(module, { smol: true, ref });
  thread.onerror = ({ message }) => fail(new Error(message));
  return thread;
}
