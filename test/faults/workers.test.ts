import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { builtProgram } from "../support/built-program.ts";
import { emptyFolder } from "../support/folder.ts";
import { sharedPostgres } from "../support/postgres.ts";
import { childrenOf, isRunning } from "../support/processes.ts";
import { until } from "../support/program.ts";
import { client } from "../support/typed-client.ts";

const root = join(import.meta.dir, "../..");
const temporary = emptyFolder();
const folder = temporary.path;
const started: Bun.Subprocess[] = [];
afterAll(async () => {
  for (const child of started) child.kill("SIGKILL");
  await Promise.all(started.map(({ exited }) => exited));
  temporary[Symbol.dispose]();
});

const KEY = "0123456789012345678901234567890123456789";

interface Service {
  readonly process: Bun.Subprocess<"ignore", "pipe", "pipe">;
  readonly origin: string;
  /** Its output so far. */
  readonly output: { text: string };
  readonly errors: { text: string };
}

/** Starts the real program and waits until it listens, or ends. */
async function start(environment: Record<string, string>, args: readonly string[] = []): Promise<Service> {
  const child = Bun.spawn([...(await builtProgram()), "serve", ...args], {
    cwd: folder,
    env: { PATH: "/usr/bin:/bin", PORT: "0", WORKERS: "2", PETSTORE_API_KEY: KEY, RATE_LIMIT: "0", ...environment },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  started.push(child);
  const output = collect(child.stdout);
  const errors = collect(child.stderr);
  await until(() => child.exitCode !== null || /listens on/.test(errors.text), "the announcement");
  return { process: child, origin: /http:\/\/[\d.:]+/.exec(errors.text)?.[0] ?? "", output, errors };
}

function collect(stream: ReadableStream<Uint8Array>): { text: string } {
  const collected = { text: "" };
  void (async () => {
    for await (const chunk of stream) collected.text += Buffer.from(chunk).toString();
  })();
  return collected;
}

/** The process ids of the workers, according to the system. */
const workersOf = ({ process: { pid } }: Service): number[] => childrenOf(pid);

/** Sends a request on a new connection, so that any worker may get it. */
function send(service: Service, path: string): Promise<Response> {
  return fetch(service.origin + path, { headers: { Authorization: `Bearer ${KEY}`, Connection: "close" } });
}

/** The workers that have logged a line. Those of the supervisor have no number. */
async function logged(service: Service): Promise<Set<number>> {
  const lines = service.output.text.split("\n").slice(0, -1);
  return new Set(lines.flatMap((line) => (JSON.parse(line) as { worker?: number }).worker ?? []));
}

/** Sends requests until every one of two workers has logged one. */
async function untilBothServe(service: Service): Promise<void> {
  await until(async () => {
    await Promise.all(Array.from({ length: 20 }, () => send(service, "/v1/pets").then((response) => response.text())));
    return (await logged(service)).size === 2;
  }, "a log line of each worker");
}

function metricsOf(service: Service): Promise<string> {
  return send(service, "/metrics").then((response) => response.text());
}

async function end(service: Service): Promise<void> {
  service.process.kill("SIGTERM");
  expect(await service.process.exited).toBe(0);
}

const stores: [string, () => Promise<string>][] = [
  ["SQLite", async () => `sqlite://${mkdtempSync(join(folder, "store-"))}/petstore.db`],
  ["PostgreSQL", async () => (await sharedPostgres()).createDatabase()],
];

describe.each(stores)("several workers on %s", (_, databaseUrl) => {
  test("share the port, log whole lines with their number, and exit with 0", async () => {
    const service = await start({ DATABASE_URL: await databaseUrl() });
    await untilBothServe(service);
    expect(service.errors.text.match(/listens on/g)).toHaveLength(1);
    let text = "";
    const counts = (worker: number) =>
      new RegExp(`petstore_http_requests_total\\{operation="listPets",status="200",worker="${worker}"\\} \\d+`).test(
        text,
      );
    await until(async () => {
      const response = await send(service, "/metrics");
      expect(response.status).toBe(200);
      text = await response.text();
      return counts(1) && counts(2);
    }, "the metrics of both workers");
    expect(text.match(/# TYPE petstore_http_requests_total counter/g)).toHaveLength(1);
    await end(service);
  }, 40_000);

  test("lose no acknowledged write when one is killed, which is replaced", async () => {
    const service = await start({ DATABASE_URL: await databaseUrl() });
    await untilBothServe(service);
    const before = workersOf(service);
    expect(before).toHaveLength(2);

    const acknowledged: bigint[] = [];
    let isOver = false;
    const { createPet, getPet } = client(`${service.origin}/v1`, KEY);
    const writers = Array.from({ length: 16 }, async () => {
      while (!isOver) {
        const made = await createPet({ body: { name: "Rex", categoryId: 7n } }).catch(() => undefined);
        if (made?.ok) acknowledged.push(made.body.id);
        else await Bun.sleep(5);
      }
    });
    await until(() => acknowledged.length > 100, "100 pets");
    const [victim = 0] = before;
    process.kill(victim, "SIGKILL");
    await until(() => workersOf(service).filter((pid) => pid !== victim).length === 2, "a new worker");
    const soFar = acknowledged.length;
    await until(() => acknowledged.length > soFar + 100, "100 more pets");
    isOver = true;
    await Promise.all(writers);

    expect(service.errors.text).toMatch(/worker \d \(\d+\) ended \(SIGKILL\); replacing it/);
    const ids = [...acknowledged];
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        for (let id = ids.pop(); id !== undefined; id = ids.pop()) {
          expect((await getPet({ params: { petId: id } })).status).toBe(200);
        }
      }),
    );
    await end(service);
  }, 60_000);

  test("end when their supervisor is killed, so that the port is free again", async () => {
    const service = await start({ DATABASE_URL: await databaseUrl() });
    service.process.kill("SIGKILL");
    await service.process.exited;
    const isRefused = () =>
      send(service, "/healthz").then(
        () => false,
        () => true,
      );
    await until(isRefused, "the end of the workers");
  }, 40_000);
});

test("the first key of a new store is printed once and works in every worker", async () => {
  const service = await start({ DATABASE_URL: `sqlite://${folder}/first.db`, PETSTORE_API_KEY: "" });
  const keys = service.errors.text.match(/pets_live_\w+/g) ?? [];
  expect(keys).toHaveLength(1);
  const responses = await Promise.all(
    Array.from({ length: 20 }, () =>
      fetch(`${service.origin}/v1/pets`, { headers: { Authorization: `Bearer ${keys[0]}`, Connection: "close" } }),
    ),
  );
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
  await end(service);
}, 40_000);

test("a taken port ends the start with one line, even when it could be shared", async () => {
  const first = await start({ DATABASE_URL: `sqlite://${folder}/taken.db` });
  const second = await start({ DATABASE_URL: `sqlite://${folder}/other.db`, PORT: new URL(first.origin).port });
  expect(await second.process.exited).toBe(1);
  expect(second.errors.text).toMatch(/^petstore: [^\n]*port \d+ [^\n]*in use[^\n]*\n$/);
  await end(first);
}, 40_000);

test("when workers keep ending before they listen, the supervisor gives up with exit code 1", async () => {
  const service = await start({ DATABASE_URL: `sqlite://${folder}/failing.db` });
  // Workers that start again do not find a database.
  for (const part of ["-wal", "-shm"]) rmSync(`${folder}/failing.db${part}`, { force: true });
  writeFileSync(`${folder}/failing.db`, "Dear Rex, ".repeat(1000));
  for (const pid of workersOf(service)) process.kill(pid, "SIGKILL");
  await until(() => service.process.exitCode !== null, "the end of the supervisor");
  expect(service.process.exitCode).toBe(1);
  expect(service.errors.text).toMatch(/petstore: 5 workers ended within 10 s before one was listening/);
}, 40_000);

test("a second signal ends everything at once", async () => {
  const service = await start({ DATABASE_URL: `sqlite://${folder}/second.db`, SHUTDOWN_TIMEOUT: "60" });
  const [host = "", port = ""] = new URL(service.origin).host.split(":");
  // A request that never ends: its body does not arrive.
  const socket = await Bun.connect({ hostname: host, port: Number(port), socket: { data() {} } });
  socket.write(
    `POST /v1/pets HTTP/1.1\r\nHost: service\r\nAuthorization: Bearer ${KEY}\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n`,
  );
  const isInFlight = async () => /^petstore_\w*in_flight\w*(?:\{.*\})? [12]$/m.test(await metricsOf(service));
  await until(isInFlight, "the request");
  const workers = workersOf(service);
  service.process.kill("SIGINT");
  await until(() => /SIGINT, finishing/.test(service.errors.text), "the farewell");
  expect(service.process.exitCode).toBeNull();
  // Those of the first second are copies of one Ctrl-C.
  await until(() => {
    service.process.kill("SIGINT");
    return service.process.exitCode !== null;
  }, "the end of the supervisor");
  expect(service.process.exitCode).toBe(130);
  await until(() => workers.every((pid) => !isRunning(pid)), "the end of the workers");
  socket.end();
}, 40_000);

test("a worker that hangs is killed and replaced", async () => {
  const service = await start({ DATABASE_URL: `sqlite://${folder}/hanging.db` });
  await untilBothServe(service);
  const [victim = 0] = workersOf(service);
  process.kill(victim, "SIGSTOP");
  await until(() => !isRunning(victim), "the end of the worker that hangs");
  await until(() => service.errors.text.includes(`(${victim}) hangs; killing it`), "the message");
  await until(() => workersOf(service).length === 2, "a new worker");
  expect((await send(service, "/v1/pets")).status).toBe(200);
  await end(service);
}, 60_000);

test("a worker is not started by hand", async () => {
  const child = Bun.spawnSync([process.execPath, join(root, "src/main.ts"), "worker"], { cwd: folder });
  expect(child.exitCode).toBe(2);
  expect(child.stderr.toString()).toMatch(/^petstore: a worker is started by/);
});
