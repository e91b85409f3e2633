/*
 * `bun bench/limits/attacks.ts [CHECKOUT] [WORKERS] [NAME]`: what another client notices of hostile clients, and how much memory the
 * service takes. The other client reads a pet with a key of its own, one request after the other; its times are in milliseconds. Each
 * attack meets a fresh service with default settings. Another checkout can be measured for comparison. Takes about five minutes.
 */
import { Database } from "bun:sqlite";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { childrenOf } from "../../test/support/processes.ts";
import { Wire } from "../../test/support/raw-http.ts";
import { megabytes } from "../process-figures.ts";

const ADMIN = "a-key-for-the-benchmark-of-40-characters";
const EVENTS = 50_000;
const BASELINE_MS = 1500;
/** An attack runs for this long; those that send once may end earlier, and are watched for as long. */
const ATTACK_MS = 4000;
/** Another client is watched until the attack is over, but not for longer. */
const WATCHED_MAX_MS = 20_000;
const REST_MS = 5000;

interface Target {
  readonly port: number;
  readonly key: string;
}

type Attack = (target: Target) => Promise<void>;

const isOver = (startedAt: number) => performance.now() - startedAt > ATTACK_MS;
const auth = (key: string) => `Authorization: Bearer ${key}\r\n`;
const request = (path: string, headers = "") => `GET ${path} HTTP/1.1\r\nHost: a\r\n${headers}\r\n`;

/** Sends many requests at once on some connections, and does not wait for responses. */
const pipelined =
  (connections: number, requests: number, path: string, withKey = false): Attack =>
  async ({ port, key }) => {
    const bytes = request(path, withKey ? auth(key) : "").repeat(requests);
    await Promise.all(Array.from({ length: connections }, () => sendAndWait(port, bytes)));
  };

async function sendAndWait(port: number, bytes: string): Promise<void> {
  using wire = new Wire(port);
  void wire.send(bytes);
  await Promise.race([wire.rest().catch(() => {}), Bun.sleep(ATTACK_MS)]);
}

/** Connections that write without end, and connect again. */
const endless: Attack = async ({ port }) => {
  const startedAt = performance.now();
  const bytes = request("/v1/pets").repeat(5000);
  const write = async () => {
    while (!isOver(startedAt)) {
      using wire = new Wire(port);
      let isClosed = false;
      wire.socket.on("close", () => (isClosed = true));
      while (!isClosed && !isOver(startedAt)) await Promise.race([wire.send(bytes), wire.rest().catch(() => {})]);
    }
  };
  await Promise.all(Array.from({ length: 8 }, write));
};

/** Requests of one key, this many at a time, as often as they are answered. */
const crowd =
  (count: number, path: string, init: RequestInit): Attack =>
  async ({ port, key }) => {
    const startedAt = performance.now();
    const headers = { Authorization: `Bearer ${key}`, ...(init.headers as Record<string, string>) };
    const send = async () => {
      while (!isOver(startedAt)) {
        const response = await fetch(`http://127.0.0.1:${port}${path}`, { ...init, headers }).catch(() => undefined);
        await response?.arrayBuffer().catch(() => {});
      }
    };
    await Promise.all(Array.from({ length: count }, send));
  };

const importOf =
  (type: string, file: () => string): Attack =>
  async ({ port, key }) => {
    const headers = { Authorization: `Bearer ${key}`, "Content-Type": type };
    const init = { method: "POST", headers, body: file() };
    const response = await fetch(`http://127.0.0.1:${port}/v1/imports?dryRun=true`, init).catch(() => undefined);
    await response?.text().catch(() => {});
  };

const json = { "Content-Type": "application/json" };
const pets = (more: string) => `name,category,a,b\n${"Rex,Dogs,,\n".repeat(200)}${more}`;

const attacks: Readonly<Record<string, Attack>> = {
  "H1: 1 connection x 5,000 without a key": pipelined(1, 5000, "/v1/pets"),
  "H1: 1 connection x 50,000 without a key": pipelined(1, 50_000, "/v1/pets"),
  "H1: 20 connections x 5,000 without a key": pipelined(20, 5000, "/v1/pets"),
  "H1: 100 connections x 5,000 /healthz": pipelined(100, 5000, "/healthz"),
  "H1: 200 connections x 200 with a key": pipelined(200, 200, "/v1/pets", true),
  "H1: 8 connections that write without end": endless,
  "H2: NDJSON, 3,000,000 x {}": importOf("application/x-ndjson", () => "{}\n".repeat(3_000_000)),
  "H2: CSV, a quote that never closes": importOf("text/csv", () => `name,category\n"${"x\n".repeat(4_900_000)}`),
  "H2: CSV, 5,000,000 rows": importOf("text/csv", () => `name\n${"a\n".repeat(4_990_000)}`),
  "H2: CSV, 10,000,000 empty lines": importOf("text/csv", () => `name\n${"\n".repeat(9_990_000)}`),
  "H2: CSV, 200 pets and 2,400,000 empty rows": importOf("text/csv", () => pets(",,,\n".repeat(2_400_000))),
  "H2: CSV, 200 pets and what Excel leaves": importOf("text/csv", () => pets(",,,\n".repeat(1_048_376))),
  "H4: 32 x 64 KiB of fractions": crowd(32, "/v1/pets", {
    method: "POST",
    headers: json,
    body: `[${"1.1e1,".repeat(10_900)}1]`,
  }),
  "H4: 64 x Accept of 14 KB": crowd(64, "/v1/pets/1", { headers: { Accept: "text/html;q=0.1,".repeat(870) } }),
  "H4: 64 x events of a rare type": crowd(64, "/v1/events?types=pet.deleted", {}),
  "H4: 64 x q=e": crowd(64, "/v1/pets?q=e", {}),
  "1: a body of 40 MB whose length is sent twice": async ({ port, key }) => {
    const body = `{"name":"${"x".repeat(40_000_000)}"}`;
    const length = `Content-Length: ${body.length}\r\n`;
    await sendAndWait(
      port,
      `POST /v1/pets HTTP/1.1\r\nHost: a\r\n${auth(key)}${length}${length}Content-Type: application/json\r\n\r\n${body}`,
    );
  },
};

const [first = join(import.meta.dir, "../.."), ...rest] = process.argv.slice(2);
if (first === "attack") {
  const [name = "", port, key = ""] = rest;
  await attacks[name]?.({ port: Number(port), key });
  process.exit();
}
await measureAll(resolve(first), rest[0] ?? "1", rest[1] ?? "");

async function measureAll(folder: string, workers: string, wanted: string): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), "petstore-attacks-"));
  try {
    const keys = await fill(folder, data);
    console.info(`| attack, ${workers} process(es) | median | worst | failed | MB before | peak | after |`);
    console.info("| --- | --- | --- | --- | --- | --- | --- |");
    for (const name of Object.keys(attacks))
      if (name.includes(wanted)) await measure(name, folder, data, workers, keys);
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}

/** Makes a database with pets, events and two keys. */
async function fill(folder: string, data: string): Promise<{ readonly reader: string; readonly attacker: string }> {
  const service = await start(folder, data, "1");
  const post = async (path: string, body: object) => {
    const init = { method: "POST", headers: { Authorization: `Bearer ${ADMIN}`, ...json }, body: JSON.stringify(body) };
    const response = await fetch(`http://127.0.0.1:${service.port}/v1${path}`, init);
    if (!response.ok) throw new Error(await response.text());
    return (await response.json()) as { readonly secret?: string };
  };
  await post("/categories", { name: "Dogs" });
  for (let nth = 0; nth < 300; nth++) await post("/pets", { name: `Elena ${nth}`, categoryId: 1, status: "available" });
  const keyOf = async (name: string, scopes: readonly string[]) => {
    const created = await post("/keys", { name, scopes });
    return created.secret ?? "";
  };
  const reader = await keyOf("reader", ["pets:read"]);
  const attacker = await keyOf("attacker", ["pets:read", "pets:write", "events:read"]);
  await service.stop();
  const database = new Database(join(data, "petstore.db"));
  database.run(`
    insert into events (position, at, type, data)
    with recursive positions (position) as (
      select max(position) + 1 from events union all select position + 1 from positions where position < ${EVENTS}
    )
    select position, ${Date.now()}, 'pet.updated', '{"id":1,"name":"Rex","categoryId":1,"status":"available"}' from positions;`);
  database.run(`update event_head set last_position = ${EVENTS}`);
  database.close();
  return { reader, attacker };
}

async function start(folder: string, data: string, workers: string) {
  const child = Bun.spawn([process.execPath, join(folder, "src/main.ts"), "serve"], {
    cwd: data,
    env: {
      PATH: process.env["PATH"] ?? "",
      DATABASE_URL: `sqlite://${data}/petstore.db`,
      PETSTORE_API_KEY: ADMIN,
      PORT: "0",
      HOST: "127.0.0.1",
      WORKERS: workers,
      LOG_LEVEL: "error",
      SHUTDOWN_DELAY: "0",
    },
    stdout: "ignore",
    stderr: "pipe",
  });
  let text = "";
  const reader = child.stderr.getReader();
  while (!text.includes("reference")) {
    const { value, done } = await reader.read();
    if (done) throw new Error(text);
    text += new TextDecoder().decode(value);
  }
  void (async () => {
    for (let step = await reader.read(); !step.done; step = await reader.read())
      text += new TextDecoder().decode(step.value);
  })();
  const memory = (field: "VmRSS" | "VmHWM") =>
    Math.round([child.pid, ...childrenOf(child.pid)].reduce((sum, pid) => sum + (megabytes(pid, field) ?? 0), 0));
  return {
    port: Number(/listens on \S+:(\d+)\/v1/.exec(text)?.[1]),
    memory,
    killed: () => text.match(/killing it/g)?.length ?? 0,
    async stop() {
      child.kill("SIGTERM");
      await Promise.race([child.exited, Bun.sleep(10_000)]);
      child.kill("SIGKILL");
    },
  };
}

async function measure(
  name: string,
  folder: string,
  data: string,
  workers: string,
  keys: { reader: string; attacker: string },
) {
  const copy = mkdtempSync(join(tmpdir(), "petstore-attack-"));
  cpSync(data, copy, { recursive: true });
  const service = await start(folder, copy, workers);
  try {
    await watch(service.port, keys.reader, Bun.sleep(BASELINE_MS));
    const alone = await watch(service.port, keys.reader, Bun.sleep(BASELINE_MS));
    const before = service.memory("VmRSS");
    const child = Bun.spawn([process.execPath, import.meta.path, "attack", name, String(service.port), keys.attacker], {
      stderr: "inherit",
    });
    const over = Promise.race([Promise.all([child.exited, Bun.sleep(ATTACK_MS)]), Bun.sleep(WATCHED_MAX_MS)]);
    const during = await watch(service.port, keys.reader, over);
    child.kill("SIGKILL");
    const peak = service.memory("VmHWM");
    await Bun.sleep(REST_MS);
    const killed = service.killed() > 0 ? `, ${service.killed()} workers killed` : "";
    const times = `${quantile(during.times, 0.5)} (${quantile(alone.times, 0.5)}) | ${quantile(during.times, 1)} (${quantile(alone.times, 1)})`;
    console.info(
      `| ${name} | ${times} | ${during.failed}${killed} | ${before} | ${peak} | ${service.memory("VmRSS")} |`,
    );
  } finally {
    await service.stop();
    rmSync(copy, { recursive: true, force: true });
  }
}

/** Reads a pet on one connection until the end. A request that is still waiting then counts with the time so far. */
async function watch(port: number, key: string, end: Promise<unknown>) {
  const times: number[] = [];
  let failed = 0;
  let isEnded = false;
  const ended = end.then(() => (isEnded = true));
  let wire = new Wire(port);
  while (!isEnded) {
    const startedAt = performance.now();
    void wire.send(request("/v1/pets/1", auth(key)));
    const answered = await Promise.race([
      wire.response().then(
        ({ status }) => status === 200,
        () => false,
      ),
      ended.then(() => undefined),
    ]);
    times.push(performance.now() - startedAt);
    // Within the rate limit of the key.
    await Bun.sleep(2);
    if (answered !== false) continue;
    failed += 1;
    wire[Symbol.dispose]();
    wire = new Wire(port);
  }
  wire[Symbol.dispose]();
  return { times: times.toSorted((one, other) => one - other), failed };
}

function quantile(sorted: readonly number[], share: number): string {
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return value < 10 ? value.toFixed(1) : String(Math.round(value));
}
