/* Many streams of events on one service, and what they cost. */
import { join } from "node:path";
import type { Program } from "../support/program.ts";
import { CONFIGURED, once } from "./writers.ts";

/** Clients that read streams, in another process. */
export interface StreamClients extends AsyncDisposable {
  /** How many events they have received. */
  received(): Promise<number>;
  /** Ends them, and returns how many events they received. */
  end(): Promise<number>;
}

/** Opens so many streams. */
export async function openStreams({ origin }: Program, count: number, query = ""): Promise<StreamClients> {
  const script = join(import.meta.dir, "stream-clients.mjs");
  const args = [new URL(origin).port, CONFIGURED, String(count), query];
  const child = Bun.spawn(["node", script, ...args], { stdout: "pipe", stderr: "inherit" });
  const reader = child.stdout.getReader();
  if ((await reader.read()).done) throw new Error("the streams did not begin");
  const receivedAt = async (signal: "SIGUSR2" | "SIGTERM") => {
    child.kill(signal);
    const { value } = await reader.read();
    return Number(new TextDecoder().decode(value));
  };
  return {
    received: () => receivedAt("SIGUSR2"),
    async end() {
      const received = await receivedAt("SIGTERM");
      await child.exited;
      return received;
    },
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await child.exited;
    },
  };
}

/** Adds pets for so long with so many writers, at most so many per second; returns how many per second it were. */
export async function writeRate(program: Program, writers: number, seconds: number, max = Infinity): Promise<number> {
  const { createPet } = once(program);
  const startedAt = performance.now();
  const elapsed = () => (performance.now() - startedAt) / 1000;
  let written = 0;
  const write = async () => {
    while (elapsed() < seconds) {
      if (written >= max * elapsed()) {
        await Bun.sleep(5);
        continue;
      }
      written += 1;
      await createPet({ body: { name: "Rex", categoryId: 7n } });
    }
  };
  await Promise.all(Array.from({ length: writers }, write));
  return written / elapsed();
}

/** The CPU time that a process has used, in milliseconds. */
export async function cpuOf({ pid }: Program): Promise<number> {
  const fields = (await Bun.file(`/proc/${pid}/stat`).text()).split(") ")[1]?.split(" ") ?? [];
  const ticks = Number(fields[11]) + Number(fields[12]);
  return ticks * 10;
}
