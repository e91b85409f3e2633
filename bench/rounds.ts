/** Starts and checks the servers, and runs the workloads in interleaved rounds. */
import { join } from "node:path";
import { wrongResponses } from "./checks.ts";
import type { LoadGenerator } from "./load.ts";
import { petCount } from "./pets.ts";
import { megabytes, resetPeak } from "./process-figures.ts";
import { type Running, start } from "./processes.ts";
import { median, type Results } from "./results.ts";
import type { Server } from "./servers.ts";
import { fileName } from "./stores.ts";
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

/** Starts a server several times and leaves the last one running, unless a response is wrong or it gets no load. */
export async function startAndCheck(
  server: Server,
  data: string,
  folder: string,
  pace: Pace,
  results: Results,
): Promise<Running | undefined> {
  const log = join(folder, `${fileName(server.name)}.log`);
  const startups: number[] = [];
  while (startups.length < pace.starts - 1) {
    await using running = await start(server, data, log);
    startups.push(running.startupMs);
  }
  const running = await start(server, data, log);
  startups.push(running.startupMs);
  await Bun.sleep(pace.idleMs);
  const idleMegabytes = megabytes(running.pid, "VmRSS");
  results.starts.set(server.name, { startupMs: median(startups) ?? 0, idleMegabytes });
  const wrong = await wrongResponses(running, data);
  for (const response of wrong) results.broken.push(`${server.name}: ${response}`);
  if (server.runtime !== "executable" && wrong.length === 0) return running;
  await running[Symbol.asyncDispose]();
  return undefined;
}

/** Measures one server under one workload, once. */
async function measure(
  running: Running,
  workload: Workload,
  round: number,
  pace: Pace,
  load: LoadGenerator,
  results: Results,
): Promise<void> {
  const { server, pid } = running;
  resetPeak(pid);
  const { seconds, requests, bytes, errors, firstError, p50, p99, p99OfReads, serverCpuSeconds, loadShare } =
    await load.send(running, {
      workload: workload.id,
      pets: petCount,
      connections: workload.connections,
      done: (round - 1) / pace.rounds,
      warmupMs: round === 1 ? pace.firstWarmupMs : pace.warmupMs,
      measureMs: pace.measureMs * workload.steps,
    });
  results.samples.push({
    server: server.name,
    workload: workload.id,
    round,
    rate: (workload.unit === "MB/s" ? bytes / 1e6 : requests) / seconds,
    p50,
    p99,
    p99OfReads,
    cpuMsPerThousand: requests === 0 ? Number.NaN : (serverCpuSeconds * 1e6) / requests,
    peakMegabytes: megabytes(pid, "VmHWM"),
    serverShare: serverCpuSeconds / seconds,
    loadShare,
  });
  if (errors > 0) results.broken.push(`${server.name}, ${workload.id}: ${errors} errors, the first: ${firstError}`);
}

/** What runs, and where it is noted. */
interface Rounds {
  readonly ready: readonly Running[];
  readonly workloads: readonly Workload[];
  readonly pace: Pace;
  readonly load: LoadGenerator;
  readonly results: Results;
  progress(text: string): void;
  /** Notes what others do on the machine, while no load is on. */
  watch(servers: readonly number[]): Promise<void>;
}

/**
 * Runs the workloads in rounds. Under each, one server runs a part of a second after the other, so that all meet the same noise.
 * Workloads that make the store grow have rounds of their own after all others.
 */
export async function runRounds({ ready, workloads, pace, load, results, progress, watch }: Rounds): Promise<void> {
  for (const grows of [false, true]) {
    for (let round = 1; round <= pace.rounds; round++) {
      await watch(ready.map(({ pid }) => pid));
      for (const workload of workloads.filter((candidate) => candidate.grows === grows)) {
        progress(`round ${round} of ${pace.rounds}: ${workload.id}`);
        // The one that comes first has a colder machine.
        for (const running of round % 2 === 0 ? ready.toReversed() : ready) {
          const { kind, engine } = running.server;
          if (engine !== workload.engine || !workload.sentTo.includes(kind)) continue;
          await measure(running, workload, round, pace, load, results);
        }
      }
    }
  }
}
