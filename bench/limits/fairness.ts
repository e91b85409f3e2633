/*
 * `bun bench/limits/fairness.ts [CHECKOUT]`: the CPU time that the service spends while one request waits beside long responses:
 * 20 replays of 30,000 events, and 1,100 whole inventories of 30,000 pets that one key requests at once. Another checkout can be
 * measured for comparison.
 */
import { Database } from "bun:sqlite";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { startProgram } from "../../test/support/program.ts";

const KEY = "a-key-for-the-benchmark-of-40-characters";
const ROWS = 30_000;

/** Linux counts CPU time in hundredths of a second. */
const TICK_MS = 10;

const FILL = `
  insert into pets (name, name_key, category_id, status, quantity)
  with recursive ids (id) as (select 1 union all select id + 1 from ids where id < ${ROWS})
  select 'Pet ' || id, 'pet ' || id, 7, 'available', 1 from ids;
  insert into events (position, at, type, data)
  with recursive ids (id) as (select 1 union all select id + 1 from ids where id < ${ROWS})
  select id, unixepoch() * 1000, 'pet.created', '{"id":1,"name":"Rex","categoryId":7,"status":"available"}' from ids;
  update event_head set last_position = ${ROWS}`;

const [checkout = join(import.meta.dir, "../.."), port, path, count] = process.argv.slice(2);
if (port === undefined || path === undefined) await measureAll(resolve(checkout));
else read(Number(port), path, Number(count));

/** Opens connections that request a path and drop what they receive. */
function read(to: number, target: string, connections: number): void {
  for (let nth = 0; nth < connections; nth++) {
    const socket = connect(to, "127.0.0.1", () => {
      socket.write(`GET ${target} HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer ${KEY}\r\n\r\n`);
    });
    socket.on("data", () => {}).on("error", () => {});
  }
}

async function measureAll(folder: string): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), "petstore-fairness-"));
  try {
    const command = [process.execPath, join(folder, "src/main.ts")];
    const path = join(data, "petstore.db");
    const env = { DATABASE_URL: `sqlite://${path}`, PETSTORE_API_KEY: KEY, LOG_LEVEL: "error", RATE_LIMIT: "0" };
    await using service = await startProgram({ cwd: data, command, env });
    const send = (target: string) =>
      fetch(`${service.origin}/v1${target}`, { headers: { Authorization: `Bearer ${KEY}` } });
    const database = new Database(path);
    database.run("pragma busy_timeout = 5000");
    database.run(FILL);
    database.close();
    const [oldest] = (await (await send("/events?limit=1")).json()) as { id: string }[];
    for (const [name, target, connections] of [
      ["20 replays", `/v1/events/stream?after=${oldest?.id}`, 20],
      ["1,100 inventories", "/v1/inventory", 1100],
      // For comparison: short responses to as many requests at once.
      ["1,100 pets", "/v1/pets/1", 1100],
    ] as const) {
      await (await send("/inventory")).arrayBuffer();
      const { port: to } = new URL(service.origin);
      const readers = Bun.spawn([process.execPath, import.meta.path, folder, to, target, String(connections)]);
      const waits: number[] = [];
      const started = cpuMs(service.pid);
      for (const end = performance.now() + 8_000; performance.now() < end; ) {
        const before = cpuMs(service.pid);
        await (await send("/pets/1")).arrayBuffer();
        waits.push(cpuMs(service.pid) - before);
      }
      const total = cpuMs(service.pid) - started;
      readers.kill();
      console.info(`${name}: ${Math.max(...waits)} ms of CPU at most while one request waited; ${total} ms in all`);
    }
  } finally {
    rmSync(data, { recursive: true });
  }
}

/** The CPU time of a process so far. */
function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "latin1").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}
