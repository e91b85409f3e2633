/** Processor time and memory as Linux reports them. Elsewhere there is no `/proc`, and no figure. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";

/** Linux counts processor time in `/proc` in hundredths of a second. */
const ticksPerSecond = 100;

function read(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}

/** Processor time that a process has used so far, in user and kernel mode. */
export function cpuSeconds(pid: number): number | undefined {
  const stat = read(`/proc/${pid}/stat`);
  // The name may hold blanks and brackets; the fields after it start with the third.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return stat === "" ? undefined : (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

/** Seconds of processor time of the threads that a process has now, to a millionth: for windows of a few hundred milliseconds. */
export function threadSeconds(pid: number): number {
  return threadNanoseconds(pid)
    .values()
    .reduce((sum, nanoseconds) => sum + nanoseconds / 1e9, 0);
}

/**
 * Nanoseconds of processor time that each thread of a process has used so far, by its id. For short times: `cpuSeconds` counts
 * hundredths of a second, but has those of threads that have ended.
 */
export function threadNanoseconds(pid: number): ReadonlyMap<string, number> {
  const folder = `/proc/${pid}/task`;
  const threads = existsSync(folder) ? readdirSync(folder) : [];
  return new Map(threads.map((thread) => [thread, Number(read(`${folder}/${thread}/schedstat`).split(" ", 1)[0])]));
}

/** A process's memory: in use now (VmRSS), or the most since its start or the last `resetPeak` (VmHWM). */
export function megabytes(pid: number, field: "VmRSS" | "VmHWM"): number | undefined {
  const kilobytes = new RegExp(`^${field}:\\s+(\\d+)`, "m").exec(read(`/proc/${pid}/status`))?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
}

/** Starts the peak again from what is in use now, so that each workload has its own. */
export function resetPeak(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, "5");
  } catch {
    // Without the right to do it, the peak is that of the whole life: higher, never lower.
  }
}

/** Processor time so far in ticks: all of it, what was used, and what the host gave to other machines. */
export interface Ticks {
  readonly all: number;
  readonly used: number;
  readonly stolen: number;
}

/** The processor time of these cores, by default of all together. */
export function machineTicks(cores: readonly number[] = []): Ticks {
  const names = cores.length === 0 ? ["cpu"] : cores.map((core) => `cpu${core}`);
  const lines = read("/proc/stat").split("\n");
  const total = { all: 0, used: 0, stolen: 0 };
  for (const line of lines) {
    const [name = "", ...fields] = line.split(/\s+/);
    if (!names.includes(name)) continue;
    const ticks = fields.slice(0, 8).map(Number);
    const all = ticks.reduce((sum, count) => sum + count, 0);
    const [, , , idle = 0, waiting = 0, , , stolen = 0] = ticks;
    total.all += all;
    total.used += all - idle - waiting;
    total.stolen += stolen;
  }
  return total;
}
