/** The run itself: starts, checks, and the interleaved rounds. */
import { join } from "node:path";
import { wrongAnswers } from "./correct.ts";
import type { LoadProcess } from "./load-process.ts";
import { peakMegabytes, resetPeak, residentMegabytes } from "./process-figures.ts";
import { type Running, start } from "./processes.ts";
import { median, type Results } from "./results.ts";
import type { Server } from "./servers.ts";
import { type DataOf, fileName, ownData } from "./stores.ts";
import type { Workload } from "./workloads.ts";

export interface Pace {
  readonly rounds: number;
  readonly starts: number;
  /** Before the first round, when a server's code is still cold. */
  readonly firstWarmupMs: number;
  readonly warmupMs: number;
  readonly measureMs: number;
  readonly idleMs: number;
}

export const fullPace: Pace = {
  rounds: 3,
  starts: 5,
  firstWarmupMs: 2000,
  warmupMs: 1500,
  measureMs: 2000,
  idleMs: 2000,
};
export const quickPace: Pace = { rounds: 3, starts: 3, firstWarmupMs: 200, warmupMs: 50, measureMs: 220, idleMs: 300 };

/** Starts a server several times over its own data, leaves the last running, and notes the figures. */
async function startMeasured(
  server: Server,
  data: string,
  directory: string,
  pace: Pace,
  results: Results,
): Promise<Running> {
  const own = ownData(server, data, directory);
  const log = join(directory, `${fileName(server.name)}.log`);
  const startups: number[] = [];
  for (;;) {
    const running = await start(server, own, log);
    startups.push(running.startupMs);
    if (startups.length < pace.starts) {
      await running.stop();
      continue;
    }
    await Bun.sleep(pace.idleMs);
    results.starts.set(server.name, {
      startupMs: median(startups) ?? 0,
      idleMegabytes: residentMegabytes(running.pid),
    });
    return running;
  }
}

/** Starts and checks every server; those that fail are noted as broken and left out of the rounds. */
export async function startAll(dataOf: DataOf, directory: string, pace: Pace, results: Results): Promise<Running[]> {
  const ready: Running[] = [];
  for (const server of results.servers) {
    try {
      const running = await startMeasured(server, dataOf(server), directory, pace, results);
      const wrong = await wrongAnswers(running);
      for (const check of wrong) results.broken.push(`${server.name}: wrong answer: ${check}`);
      if (server.startOnly || wrong.length > 0) await running.stop();
      else ready.push(running);
    } catch (error) {
      results.broken.push(String(error));
    }
  }
  return ready;
}

async function measureOne(
  running: Running,
  workload: Workload,
  round: number,
  pace: Pace,
  load: LoadProcess,
  results: Results,
): Promise<void> {
  const { server, pid } = running;
  resetPeak(pid);
  const warmupMs = round === 1 ? pace.firstWarmupMs : pace.warmupMs;
  const result = await load.send(running, {
    workload: workload.id,
    connections: workload.connections,
    done: (round - 1) / pace.rounds,
    warmupMs,
    measureMs: pace.measureMs * workload.steps,
  });
  const amount = workload.unit === "MB/s" ? result.bytes / 1e6 : result.requests;
  results.samples.push({
    server: server.name,
    workload: workload.id,
    round,
    rate: amount / result.seconds,
    p50: result.p50,
    p99: result.p99,
    cpuMsPerThousand: result.requests === 0 ? Number.NaN : (result.serverCpuSeconds * 1e6) / result.requests,
    peakMegabytes: peakMegabytes(pid),
    serverShare: result.serverCpuSeconds / result.seconds,
    loadShare: result.loadShare,
    errors: result.errors,
  });
  if (result.errors > 0) {
    results.broken.push(
      `${server.name}, ${workload.id}: ${result.errors} errors, first: ${result.firstError ?? "unknown"}`,
    );
  }
}

/**
 * Runs the workloads in rounds; under each, one server right after the other, so that all meet the same noise.
 * Workloads that make the store grow have rounds of their own after all others.
 */
export async function runRounds(
  ready: readonly Running[],
  workloads: readonly Workload[],
  pace: Pace,
  load: LoadProcess,
  results: Results,
  progress: (text: string) => void,
): Promise<void> {
  for (const grows of [false, true]) {
    for (let round = 1; round <= pace.rounds; round++) {
      for (const workload of workloads.filter((candidate) => candidate.grows === grows)) {
        progress(`round ${round} of ${pace.rounds}: ${workload.id}`);
        for (const running of ready) {
          const { kind, engine } = running.server;
          if (engine !== workload.engine || (kind === "limit" && !workload.limits)) continue;
          await measureOne(running, workload, round, pace, load, results);
        }
      }
    }
  }
}
