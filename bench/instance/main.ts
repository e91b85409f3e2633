/*
 * `npm run bench:instance`: what one instance answers, with one and with two workers, on SQLite and on PostgreSQL. The real
 * program, its clients and the database share this machine's cores, so a machine of its own does more. Writes the table
 * into docs/operations.md.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { startPostgres } from "../../test/postgres.ts";
import { loadPostgres, loadSqlite } from "../growth/load.ts";

const ANIMALS = 100_000;
const CLIENTS = 64;
const SECONDS = 3;
const KEY = "0123456789012345678901234567890123456789";

const headers = { Authorization: `Bearer ${KEY}`, "Content-Type": "application/json" };
const anyId = () => 1 + Math.floor(Math.random() * ANIMALS);
const kinds: readonly [name: string, path: () => string, init: RequestInit][] = [
  ["GET /pets?status=available", () => "/pets?status=available", {}],
  ["GET /pets/{petId}", () => `/pets/${anyId()}`, {}],
  ["POST /pets", () => "/pets", { method: "POST", body: JSON.stringify({ name: "Rex", categoryId: 7 }) }],
];

const folder = mkdtempSync(join(tmpdir(), "petstore-instance-"));
const server = await startPostgres(["shared_buffers=512MB"]);
const rows: string[] = [];
try {
  const postgresUrl = await server.createDatabase();
  const path = join(folder, "petstore.db");
  for (const [engine, url, load] of [
    ["SQLite", `sqlite://${path}`, () => loadSqlite(path, ANIMALS)],
    ["PostgreSQL", postgresUrl, () => loadPostgres(postgresUrl, ANIMALS)],
  ] as const) {
    await (await start(url, 1)).stop();
    await load();
    for (const workers of [1, 2]) {
      const service = await start(url, workers);
      const rates: string[] = [];
      for (const [, target, init] of kinds) {
        await requestsASecond(service.base, target, init, 1);
        rates.push((await requestsASecond(service.base, target, init, SECONDS)).toLocaleString("en-US"));
      }
      await service.stop();
      rows.push(`| ${[engine, workers, ...rates].join(" | ")} |\n`);
      console.log(rows.at(-1)?.trim());
    }
  }
} finally {
  await server.stop();
  rmSync(folder, { recursive: true });
}

const manual = Bun.file(new URL("../../docs/operations.md", import.meta.url));
const heads = ["engine", "workers", ...kinds.map(([name]) => name)];
const table = `\`npm run bench:instance\` on ${new Date().toISOString().slice(0, 10)}: requests a second from ${CLIENTS} clients over ${ANIMALS.toLocaleString("en-US")} animals; service, clients and database together on ${cpus().length} cores, so only ratios count.

| ${heads.join(" | ")} |
|${" --- |".repeat(heads.length)}
${rows.join("")}`;
await manual.write((await manual.text()).replace(/(<!-- instance: .*-->\n).*(<!-- \/instance -->)/s, `$1${table}$2`));

async function start(url: string, workers: number): Promise<{ base: string; stop(): Promise<void> }> {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, "../../src/main.ts")], {
    cwd: folder,
    env: {
      ...{ DATABASE_URL: url, WORKERS: String(workers), PORT: "0", PETSTORE_API_KEY: KEY },
      ...{ RATE_LIMIT: "0", LOG_LEVEL: "warn" },
    },
    stdout: "ignore",
    stderr: "pipe",
  });
  let said = "";
  for await (const chunk of child.stderr) {
    said += Buffer.from(chunk).toString();
    if (said.includes("reference")) break;
  }
  const base = /http:\S+\/v1/.exec(said)?.[0];
  if (base === undefined) throw new Error(`the service did not start: ${said}`);
  return {
    base,
    async stop() {
      child.kill("SIGTERM");
      await child.exited;
    },
  };
}

async function requestsASecond(base: string, target: () => string, init: RequestInit, seconds: number) {
  const deadline = performance.now() + seconds * 1000;
  let answered = 0;
  const clients = Array.from({ length: CLIENTS }, async () => {
    while (performance.now() < deadline) {
      const response = await fetch(base + target(), { ...init, headers });
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`status ${response.status}`);
      answered += 1;
    }
  });
  await Promise.all(clients);
  return Math.round(answered / seconds);
}
