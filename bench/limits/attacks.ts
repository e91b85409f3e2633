/*
 * `bun bench/limits/attacks.ts [CHECKOUT] [NAME]`: what another client notices of hostile clients, and how much memory the
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
import { ATTACK_MS, attacks, auth, request } from "./hostile-clients.ts";

const ADMIN = "a-key-for-the-benchmark-of-40-characters";
const EVENTS = 50_000;
const BASELINE_MS = 1500;
/** Another client is watched until the attack is over, but not for longer. */
const WATCHED_MAX_MS = 20_000;
const REST_MS = 5000;

const [checkout = join(import.meta.dir, "../.."), wanted = ""] = process.argv.slice(2);
await measureAll(resolve(checkout), wanted);

async function measureAll(folder: string, wanted: string): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), "petstore-attacks-"));
  try {
    const keys = await fill(folder, data);
    console.info(`| attack | median | worst | failed | MB before | peak | after |`);
    console.info("| --- | --- | --- | --- | --- | --- | --- |");
    for (const name of Object.keys(attacks)) if (name.includes(wanted)) await measure(name, folder, data, keys);
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}

/** Makes a database with pets, events and two keys. */
async function fill(folder: string, data: string): Promise<{ readonly reader: string; readonly attacker: string }> {
  const service = await start(folder, data);
  const post = async (path: string, body: object) => {
    const init = {
      method: "POST",
      headers: { Authorization: `Bearer ${ADMIN}`, "Content-Type": "application/json" },
      body: JSON.stringify(body),
    };
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

async function start(folder: string, data: string) {
  const child = Bun.spawn([process.execPath, join(folder, "src/main.ts"), "serve"], {
    cwd: data,
    env: {
      PATH: process.env["PATH"] ?? "",
      DATABASE_URL: `sqlite://${data}/petstore.db`,
      PETSTORE_API_KEY: ADMIN,
      PORT: "0",
      HOST: "127.0.0.1",
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

async function measure(name: string, folder: string, data: string, keys: { reader: string; attacker: string }) {
  const copy = mkdtempSync(join(tmpdir(), "petstore-attack-"));
  cpSync(data, copy, { recursive: true });
  const service = await start(folder, copy);
  try {
    await watch(service.port, keys.reader, Bun.sleep(BASELINE_MS));
    const alone = await watch(service.port, keys.reader, Bun.sleep(BASELINE_MS));
    const before = service.memory("VmRSS");
    const attacker = [join(import.meta.dir, "hostile-clients.ts"), name, String(service.port), keys.attacker];
    const child = Bun.spawn([process.execPath, ...attacker], { stderr: "inherit" });
    const over = Promise.race([Promise.all([child.exited, Bun.sleep(ATTACK_MS)]), Bun.sleep(WATCHED_MAX_MS)]);
    const during = await watch(service.port, keys.reader, over);
    child.kill("SIGKILL");
    const peak = service.memory("VmHWM");
    await Bun.sleep(REST_MS);
    const times = `${quantile(during.times, 0.5)} (${quantile(alone.times, 0.5)}) | ${quantile(during.times, 1)} (${quantile(alone.times, 1)})`;
    console.info(`| ${name} | ${times} | ${during.failed} | ${before} | ${peak} | ${service.memory("VmRSS")} |`);
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
