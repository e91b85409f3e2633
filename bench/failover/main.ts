/*
 * `npm run bench:failover`: what clients notice of a failover. 16 writers create pets through the service while the
 * primary of a PostgreSQL cluster is killed with SIGKILL. Reports the longest time without an acknowledged write, and the
 * acknowledged writes that are lost; exits 1 when there are any.
 */
import { join } from "node:path";
import { start } from "../processes.ts";
import { petstoreOn } from "../servers.ts";
import { table } from "../tables.ts";
import { patroniSettings, startCluster } from "./cluster.ts";

const writers = 16;
const beforeMs = 10_000;
const afterMs = 10_000;
const recoveryMs = 120_000;

interface Acknowledged {
  readonly id: number;
  readonly name: string;
  readonly at: number;
}

const acknowledged: Acknowledged[] = [];
const refusals = new Map<string, number>();
let isOver = false;

console.log("Starting etcd, three nodes under Patroni, and HAProxy ...");
await using cluster = await startCluster();
console.log(`The cluster is ready; ${await cluster.primary()} is the primary`);
await using service = await start(petstoreOn.PostgreSQL, cluster.url, join(cluster.folder, "petstore.log"));

const writing = Array.from({ length: writers }, (_, writer) => write(writer));
await Bun.sleep(beforeMs);
const before = acknowledged.length;
const victim = await cluster.killPrimary();
const killedAt = performance.now();
console.log(`${before} writes are acknowledged; killed ${victim} (kill -9 of Patroni and PostgreSQL)`);
while ((acknowledged.at(-1)?.at ?? 0) < killedAt + 1000) {
  if (performance.now() - killedAt > recoveryMs) throw new Error("no write was acknowledged within two minutes");
  await Bun.sleep(20);
}
const successor = await cluster.primary();
await Bun.sleep(afterMs);
isOver = true;
await Promise.all(writing);

const lost = await lostWrites();
const settings = Object.entries(patroniSettings).map(([name, value]) => `${name} ${value}`);
const rows = [
  ["Patroni", settings.join(", ")],
  ["killed, then primary", `${victim}, then ${successor}`],
  ["acknowledged writes before and after the kill", `${before}, ${acknowledged.length - before}`],
  ["longest time between two acknowledged writes", `${(longestGapMs() / 1000).toFixed(1)} s`],
  ["other responses", [...refusals].map(([what, count]) => `${what}: ${count}`).join(", ") || "none"],
  ["acknowledged writes that are lost", String(lost)],
];
console.log(table(2, ["figure", "value"], rows));
if (lost > 0) process.exitCode = 1;

/** Creates pets one after the other, and notes each response. */
async function write(writer: number): Promise<void> {
  for (let count = 0; !isOver; count++) {
    const name = `Rex ${writer} ${count}`;
    const response = await service.send("POST", "/pets", { body: JSON.stringify({ name, categoryId: 7 }) });
    const body = (await response.json()) as { id: number; message?: string };
    if (response.status === 201) {
      acknowledged.push({ id: body.id, name, at: performance.now() });
      continue;
    }
    const isUnknown = body.message?.includes("may or may not") ?? false;
    const what = `${response.status}${isUnknown ? ", outcome unknown" : ""}`;
    refusals.set(what, (refusals.get(what) ?? 0) + 1);
    await Bun.sleep(100);
  }
}

/** How many acknowledged pets the service does not return as they were created. */
async function lostWrites(): Promise<number> {
  let lost = 0;
  for (let first = 0; first < acknowledged.length; first += 100) {
    const some = acknowledged.slice(first, first + 100);
    const response = await service.send("GET", `/pets?limit=100&ids=${some.map(({ id }) => id)}`);
    if (!response.ok) throw new Error(`reading the pets back: ${response.status} ${await response.text()}`);
    const found = new Map(((await response.json()) as Acknowledged[]).map(({ id, name }) => [id, name]));
    lost += some.filter(({ id, name }) => found.get(id) !== name).length;
  }
  return lost;
}

function longestGapMs(): number {
  const times = acknowledged.map(({ at }) => at);
  return Math.max(...times.slice(1).map((at, index) => at - (times[index] ?? at)));
}
