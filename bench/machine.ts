/** The machine a run was made on: figures without it mean nothing. */
import { readFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg, release, totalmem, type } from "node:os";
import { pinned } from "./processes.ts";
import { node } from "./servers.ts";

export interface Machine {
  readonly hardware: string;
  readonly software: string;
  /** Who ran on which core. */
  readonly placement: string;
  /** The load average of the minute before the run, which is that of others. */
  readonly loadBefore: number;
  readonly date: string;
}

function nodeVersion(): string {
  try {
    return Bun.spawnSync([node, "--version"]).stdout.toString().trim();
  } catch {
    return "absent";
  }
}

/** To be called before the first server starts. */
export function describeMachine(): Machine {
  const processor = cpus()[0]?.model.trim() ?? "unknown processor";
  return {
    hardware: `${processor}, ${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GB`,
    software: `${type()} ${release()}, Bun ${Bun.version}, Node ${nodeVersion()}`,
    placement: pinned ? "servers on core 0, load and PostgreSQL on core 1" : "cores not pinned",
    loadBefore: loadavg()[0] ?? 0,
    date: new Date().toISOString().slice(0, 10),
  };
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
