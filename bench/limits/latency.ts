/*
 * `bun bench/limits/latency.ts`: what clients see when PostgreSQL gets slower. A proxy in front of it delays every answer by
 * multiples of a millisecond; 32 and 160 clients read pets, list them and add some.
 */
import { emptyFolder } from "../../test/support/folder.ts";
import { startPostgres } from "../../test/support/postgres.ts";
import { startProgram } from "../../test/support/program.ts";
import { startProxy } from "../../test/support/proxy.ts";

const KEY = "a-key-for-the-benchmark-of-40-characters";
const USUAL_MS = 1;
/** How long each pair is measured. A database that takes a second needs longer to show anything. */
const secondsFor = (times: number) => Math.max(6, times / 50);

const postgres = await startPostgres();
await using proxy = await startProxy(await postgres.createDatabase());
using folder = emptyFolder();
await using program = await startProgram({
  cwd: folder.path,
  env: { DATABASE_URL: proxy.url, PETSTORE_API_KEY: KEY, RATE_LIMIT: "0", LOG_LEVEL: "error" },
});

async function send(method: string, path: string, body?: string): Promise<number> {
  const headers = { Authorization: `Bearer ${KEY}`, "Content-Type": "application/json" };
  const response = await fetch(`${program.origin}/v1${path}`, { method, headers, ...(body && { body }) });
  await response.arrayBuffer();
  return response.status;
}

const addPet = () => send("POST", "/pets", JSON.stringify({ name: "Rex", categoryId: 7 }));

/** What is sent, and how many of twenty requests are of this kind. */
const kinds = [
  { name: "one pet", share: 12, run: () => send("GET", `/pets?ids=${1 + Math.floor(Math.random() * 100)}`) },
  { name: "list of 20", share: 6, run: () => send("GET", "/pets?limit=20&status=available") },
  { name: "new pet", share: 2, run: addPet },
] as const;
const turns = kinds.flatMap((kind) => Array.from({ length: kind.share }, () => kind));

async function measure(times: number, clients: number): Promise<string> {
  proxy.delayMs = () => USUAL_MS * times;
  const took = new Map<string, number[]>(kinds.map(({ name }) => [name, []]));
  const refused = new Map<number, number>();
  const seconds = secondsFor(times);
  const endAt = performance.now() + seconds * 1000;
  let unready = 0;
  const probe = (async () => {
    while (performance.now() < endAt) {
      if ((await fetch(`${program.origin}/readyz`)).status !== 200) unready += 1;
      await Bun.sleep(100);
    }
  })();
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (performance.now() < endAt) {
        const { name, run } = turns[Math.floor(Math.random() * turns.length)] as (typeof kinds)[number];
        const startedAt = performance.now();
        const status = await run();
        if (status < 300) took.get(name)?.push(performance.now() - startedAt);
        else refused.set(status, (refused.get(status) ?? 0) + 1);
      }
    }),
  );
  await probe;
  const all = [...took.values()].reduce((sum, { length }) => sum + length, 0);
  const figures = [...took.values()].map((list) => `${at(list, 0.5)} / ${at(list, 0.99)}`);
  const others = [...refused].map(([status, count]) => `${count} x ${status}`).join(", ") || "none";
  return `| ${times} | ${clients} | ${Math.round(all / seconds)} | ${figures.join(" | ")} | ${others} | ${unready === 0 ? "200" : `${unready} x 503`} |`;
}

function at(list: number[], quantile: number): number {
  list.sort((a, b) => a - b);
  return Math.round(list[Math.floor(list.length * quantile)] ?? 0);
}

for (let count = 0; count < 100; count++) await addPet();
console.info(
  "| times the latency | clients | requests/s | one pet, p50 / p99 ms | list of 20 | new pet | refused | `/readyz` |",
);
console.info("| --- | --- | --- | --- | --- | --- | --- | --- |");
for (const times of [1, 2, 5, 20, 1000]) {
  for (const clients of [32, 160]) console.info(await measure(times, clients));
}
