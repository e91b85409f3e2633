/* Threads for work that would block the event loop: SQLite blocks on the disk, and a backup runs for long. */

/** The threads, by the name of their module. */
const THREADS = ["log/checkpoint-thread.ts", "backup/backup-thread.ts"] as const;

/** The modules that a build includes, from `src`. */
export const THREAD_MODULES = THREADS.map((name) => `store/sqlite/${name}`);

/**
 * Starts a thread; `fail` gets its error. The process stays alive for it only if `ref` is set. The executable has its modules under their
 * paths from `src`.
 */
export function startThread(name: (typeof THREADS)[number], fail: (error: Error) => void, ref = false): Worker {
  const isExecutable = Bun.main.startsWith("/$bunfs/");
  const module = isExecutable ? `./store/sqlite/${name}` : new URL(name, import.meta.url);
  const thread = new Worker(module, { smol: true, ref });
  thread.onerror = ({ message }) => fail(new Error(message));
  return thread;
}
