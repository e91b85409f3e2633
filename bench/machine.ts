/** The machine a run was made on, in one line: figures without it mean nothing. */
import { readFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg, release, totalmem, type } from "node:os";
import { pinned } from "./processes.ts";
import { node } from "./servers.ts";

function nodeVersion(): string {
  try {
    return Bun.spawnSync([node, "--version"]).stdout.toString().trim();
  } catch {
    return "absent";
  }
}

/** Taken before the first server starts, since the load average should be that of others. */
export function describeMachine(): string {
  const processor = cpus()[0]?.model.trim() ?? "unknown processor";
  return [
    `${processor}, ${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GB`,
    `${type()} ${release()}`,
    `Bun ${Bun.version}, Node ${nodeVersion()}`,
    pinned ? "server on core 0, load on core 1" : "cores not pinned",
    `load average before ${(loadavg()[0] ?? 0).toFixed(2)}`,
    new Date().toISOString().slice(0, 10),
  ].join("; ");
}

/** Processor time so far, over all cores, in ticks: all of it, and what the host gave to other machines instead. */
export function stolenTicks(): { all: number; stolen: number } {
  try {
    const ticks = readFileSync("/proc/stat", "latin1").split("\n", 1)[0]?.split(/\s+/).slice(1, 9).map(Number) ?? [];
    return { all: ticks.reduce((sum, count) => sum + count, 0), stolen: ticks[7] ?? 0 };
  } catch {
    return { all: 0, stolen: 0 };
  }
}
