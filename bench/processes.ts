/** Starts a server on its core, waits for its first answer, and ends it by its own process. */
import { closeSync, openSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname } from "node:path";
import { compileForNode } from "./compile.ts";
import { apiKey, node, type Server } from "./servers.ts";

/** Server on the first core, load on the second, where there are two and Linux lets us choose. */
export const pinned = Bun.which("taskset") !== null && availableParallelism() > 1;

export function onCore(core: 0 | 1, command: readonly string[]): string[] {
  return pinned ? ["taskset", "-c", String(core), ...command] : [...command];
}

export interface Running {
  readonly server: Server;
  readonly port: number;
  readonly pid: number;
  readonly startupMs: number;
  stop(): Promise<void>;
}

function freePort(): number {
  const listener = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
  const { port } = listener;
  listener.stop(true);
  return port;
}

const startLimitMs = 15_000;
const stopLimitMs = 5_000;

async function answers(port: number): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/v1/pets?limit=1`, {
      headers: { Authorization: `Bearer ${apiKey}` },
      keepalive: false,
    });
    await response.arrayBuffer();
    return response.status === 200;
  } catch {
    return false;
  }
}

async function commandOf({ runtime, program, args }: Server, directory: string): Promise<string[]> {
  if (runtime === "itself") return [program, ...args];
  if (runtime === "bun") return [process.execPath, program, ...args];
  return [node, await compileForNode(program, directory), ...args];
}

/** Starts `server` over its data; resolves at its first 200. Its output goes to `logPath`. */
export async function start(server: Server, data: string, logPath: string): Promise<Running> {
  const port = freePort();
  const log = openSync(logPath, "a");
  const { PATH = "", HOME = "" } = process.env;
  const command = onCore(0, await commandOf(server, dirname(logPath)));
  const began = performance.now();
  const child = Bun.spawn(command, {
    env: { PATH, HOME, NODE_ENV: "production", ...server.environment(port, data) },
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  const stop = async (): Promise<void> => {
    child.kill("SIGTERM");
    const deadline = setTimeout(() => child.kill("SIGKILL"), stopLimitMs);
    await child.exited;
    clearTimeout(deadline);
  };
  while (!(await answers(port))) {
    if (child.exitCode !== null || performance.now() - began > startLimitMs) {
      await stop();
      throw new Error(`${server.name} did not start; see ${logPath}`);
    }
    await Bun.sleep(1);
  }
  return { server, port, pid: child.pid, startupMs: performance.now() - began, stop };
}
