/* Clients that read slower than the service writes, or not at all. */
import { join } from "node:path";
import { withEngine } from "../commands/folder.ts";
import { emptyFolder } from "../support/folder.ts";
import type { Program } from "../support/program.ts";
import { databaseIn } from "./disk.ts";
import { CONFIGURED, startQuiet } from "./writers.ts";

/** About 15 MB of inventory: more than the buffers of a connection hold, so that the service must wait for its readers. */
export const PETS = 300_000;

/** Starts a service with a large inventory. */
export async function startLarge(env: Readonly<Record<string, string>> = {}, pets = PETS): Promise<Program> {
  const folder = emptyFolder();
  await withEngine(`sqlite://${databaseIn(folder.path)}`, ({ transaction }) =>
    transaction(({ script }) =>
      script(
        `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${pets})
         insert into pets (name, category_id, status, quantity) select 'Rex ' || n, 7, 'available', 1 from numbers`,
      ),
    ),
  );
  const program = await startQuiet(env, { cwd: folder.path });
  return {
    ...program,
    async [Symbol.asyncDispose]() {
      await program[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    },
  };
}

/** How a slowly read response ended. */
export interface SlowRead {
  readonly length: number;
  /** The last bytes. */
  readonly end: string;
  readonly isComplete: boolean;
}

interface SlowReaders extends AsyncDisposable {
  /** The ends of all responses, after the slow seconds. */
  results(): Promise<readonly SlowRead[]>;
}

/** Clients that read the inventory at this rate, for some seconds or until they are disposed of. */
export function readSlowly({ origin }: Program, readers: number, bytesPerSecond: number, seconds = 0): SlowReaders {
  const child = runNode("slow-reader.mjs", [portOf(origin), CONFIGURED, readers, bytesPerSecond, seconds]);
  return {
    async results() {
      return JSON.parse(await new Response(child.stdout).text());
    },
    [Symbol.asyncDispose]: () => kill(child),
  };
}

/** Clients that send requests with these header lines and never read, until they are disposed of. Resolves when all is sent. */
export async function neverRead(
  { origin }: Program,
  connections: number,
  repeat: number | "forever",
  head: readonly string[],
): Promise<AsyncDisposable> {
  const child = runNode("never-reading.mjs", [portOf(origin), connections, repeat, ...head]);
  const { done } = await child.stdout.getReader().read();
  if (done) throw new Error("the clients that never read ended");
  return { [Symbol.asyncDispose]: () => kill(child) };
}

function runNode(script: string, args: readonly unknown[]) {
  return Bun.spawn(["node", join(import.meta.dir, script), ...args.map(String)], { stdout: "pipe", stderr: "inherit" });
}

async function kill(child: Bun.Subprocess): Promise<void> {
  child.kill("SIGKILL");
  await child.exited;
}

const portOf = (origin: string) => new URL(origin).port;
