/*
 * What clients of the service see of a failover: 16 writers write through it while the primary of a PostgreSQL cluster is
 * killed with SIGKILL. Reports the longest time without an acknowledged write, and the acknowledged writes that are lost.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PATRONI, startCluster } from "./cluster.ts";

const WRITERS = 16;
const BEFORE_MS = 10_000;
const AFTER_MS = 10_000;
const RECOVERY_MS = 120_000;
const KEY = "failover-key-of-at-least-32-characters";

interface Acknowledged {
  readonly id: number;
  readonly name: string;
  readonly at: number;
}

const acknowledged: Acknowledged[] = [];
const refusals = new Map<string, number>();
let isOver = false;

console.log("Starting etcd, three nodes under Patroni, and HAProxy ...");
const startedAt = performance.now();
await using cluster = await startCluster();
console.log(
  `The cluster is up after ${seconds(performance.now() - startedAt)} s; ${await cluster.primary()} is the primary`,
);
await using service = await startService(cluster.url);

const writers = Array.from({ length: WRITERS }, (_, writer) => write(writer));
await Bun.sleep(BEFORE_MS);
const before = acknowledged.length;
const victim = await cluster.killPrimary();
const killedAt = performance.now();
console.log(`${before} writes are acknowledged; ${victim} is killed (kill -9 of Patroni and PostgreSQL) ...`);
while ((acknowledged.at(-1)?.at ?? 0) < killedAt + 1000) {
  if (performance.now() - killedAt > RECOVERY_MS) throw new Error("no write was acknowledged within two minutes");
  await Bun.sleep(20);
}
const successor = await cluster.primary();
await Bun.sleep(AFTER_MS);
isOver = true;
await Promise.all(writers);

const lost = await lostWrites();
console.log(`
| figure | value |
| --- | --- |
| Patroni | ${Object.entries(PATRONI)
  .map(([name, value]) => `${name} ${value}`)
  .join(", ")} |
| killed, then primary | ${victim}, then ${successor} |
| acknowledged writes, before and after the kill | ${before}, ${acknowledged.length - before} |
| longest time between two acknowledged writes | ${seconds(longestGap())} s |
| other answers while there was no primary | ${[...refusals].map(([what, count]) => `${what}: ${count}`).join(", ")} |
| acknowledged writes that are lost | ${lost} |`);
if (lost > 0) process.exitCode = 1;

/** Starts the real service and waits until it is ready. */
async function startService(databaseUrl: string): Promise<{ origin: string } & AsyncDisposable> {
  const folder = mkdtempSync(join(tmpdir(), "petstore-failover-"));
  const child = Bun.spawn([process.execPath, join(import.meta.dir, "../../src/main.ts"), "serve"], {
    cwd: folder,
    env: {
      PATH: "/usr/bin:/bin",
      PORT: "0",
      DATABASE_URL: databaseUrl,
      PETSTORE_API_KEY: KEY,
      RATE_LIMIT: "0",
      LOG_LEVEL: "silent",
    },
    stdin: "ignore",
    stdout: "ignore",
    stderr: "pipe",
  });
  let text = "";
  const decoder = new TextDecoder();
  for await (const chunk of child.stderr) {
    text += decoder.decode(chunk, { stream: true });
    const [, origin] = /listens on (\S+)\/v1/.exec(text) ?? [];
    if (origin === undefined) continue;
    return {
      origin,
      async [Symbol.asyncDispose]() {
        child.kill("SIGKILL");
        await child.exited;
        rmSync(folder, { recursive: true });
      },
    };
  }
  throw new Error(`the service did not start: ${text}`);
}

/** Adds animals one after the other, and notes each answer. */
async function write(writer: number): Promise<void> {
  for (let count = 0; !isOver; count++) {
    const name = `Rex ${writer} ${count}`;
    const answer = await fetch(`${service.origin}/v1/pets`, {
      method: "POST",
      headers: { Authorization: `Bearer ${KEY}`, "Content-Type": "application/json" },
      body: JSON.stringify({ name, categoryId: 7 }),
    });
    const body = (await answer.json()) as { id: number; message?: string };
    if (answer.status === 201) {
      acknowledged.push({ id: body.id, name, at: performance.now() });
    } else {
      const what = body.message?.includes("may or may not") ? `${answer.status}, outcome unknown` : `${answer.status}`;
      refusals.set(what, (refusals.get(what) ?? 0) + 1);
      await Bun.sleep(100);
    }
  }
}

/** How many acknowledged animals the service does not have as they were acknowledged. */
async function lostWrites(): Promise<number> {
  let lost = 0;
  for (let start = 0; start < acknowledged.length; start += 100) {
    const some = acknowledged.slice(start, start + 100);
    const answer = await fetch(`${service.origin}/v1/pets?limit=100&ids=${some.map(({ id }) => id)}`, {
      headers: { Authorization: `Bearer ${KEY}` },
    });
    if (!answer.ok) throw new Error(`reading what was written: ${answer.status} ${await answer.text()}`);
    const found = new Map(((await answer.json()) as { id: number; name: string }[]).map(({ id, name }) => [id, name]));
    lost += some.filter(({ id, name }) => found.get(id) !== name).length;
  }
  return lost;
}

function longestGap(): number {
  const times = acknowledged.map(({ at }) => at);
  return Math.max(...times.slice(1).map((at, index) => at - (times[index] ?? at)));
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1);
}
