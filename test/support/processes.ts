/* What the system knows of processes and ports. A test may ask many times a second: on Linux that starts no other process. */
import { existsSync, readFileSync } from "node:fs";

const isLinux = process.platform === "linux";

/** What `ps` prints with these arguments. */
function ps(...args: readonly string[]): string {
  return Bun.spawnSync(["ps", ...args]).stdout.toString();
}

/** The text of a file in /proc; empty if its process is gone. */
function readProc(path: string): string {
  try {
    return readFileSync(`/proc/${path}`, "latin1");
  } catch {
    return "";
  }
}

/** The process ids of the direct children of a process. */
export function childrenOf(parent: number): number[] {
  if (process.platform === "win32") return [];
  const children = `${parent}/task/${parent}/children`;
  if (existsSync(`/proc/${children}`)) return readProc(children).split(" ").filter(Boolean).map(Number);
  const rows = ps("-A", "-o", "pid=,ppid=").split("\n");
  return rows.flatMap((row) => {
    const [pid = 0, ppid] = row.trim().split(/\s+/).map(Number);
    return ppid === parent ? [pid] : [];
  });
}

/** Whether the process exists and is no zombie: in a container nobody may collect those. */
export function isRunning(pid: number): boolean {
  const state = isLinux
    ? (readProc(`${pid}/stat`).split(") ").at(-1) ?? "")
    : ps("-o", "stat=", "-p", String(pid)).trim();
  return state !== "" && !state.startsWith("Z");
}

/** The resident memory of a process, in MB. */
export function memoryOf({ pid }: { readonly pid: number }): number {
  return Number(ps("-o", "rss=", "-p", String(pid))) / 1024;
}

/** A TCP port that is free at the moment. */
export function freePort(): number {
  const listener = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
  const { port } = listener;
  listener.stop(true);
  return port;
}
