/** What Linux tells about a process: processor time and memory. Elsewhere there is no `/proc` and no figure. */
import { readFileSync, writeFileSync } from "node:fs";

/** Linux counts processor time for `/proc` in hundredths of a second, on every machine. */
const ticksPerSecond = 100;

function read(path: string): string | undefined {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return undefined;
  }
}

/** Processor time that the process has used so far, in user and kernel mode. */
export function cpuSeconds(pid: number): number | undefined {
  const stat = read(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  // The name may hold blanks and brackets; the numbered fields are counted from behind it, where state is the third.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

function statusMegabytes(pid: number, field: "VmRSS" | "VmHWM"): number | undefined {
  const kilobytes = new RegExp(`^${field}:\\s+(\\d+)`, "m").exec(read(`/proc/${pid}/status`) ?? "")?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
}

/** Memory in use now. */
export function residentMegabytes(pid: number): number | undefined {
  return statusMegabytes(pid, "VmRSS");
}

/** The most memory in use since the start or the last `resetPeak`. */
export function peakMegabytes(pid: number): number | undefined {
  return statusMegabytes(pid, "VmHWM");
}

/** Starts the peak again from what is in use now, so that each workload has its own. */
export function resetPeak(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, "5");
  } catch {
    // Without the right to do it, the peak is that of the whole life: higher, never lower.
  }
}
