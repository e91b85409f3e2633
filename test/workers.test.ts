import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { forwardLines } from "../src/cli/worker-log.ts";
import { client } from "../src/client/client.ts";
import { sharedPostgres } from "./postgres.ts";

const root = join(import.meta.dir, "..");
const folder = mkdtempSync(join(tmpdir(), "petstore-test-"));
afterAll(() => rmSync(folder, { recursive: true }));

const KEY = "0123456789012345678901234567890123456789";

interface Service {
  readonly process: Bun.Subprocess<"ignore", "pipe", "pipe">;
  readonly origin: string;
  /** What it wrote so far. */
  readonly output: { text: string };
  readonly errors: { text: string };
}

/** Starts the real program and waits until it says that it listens, or ends. */
async function start(environment: Record<string, string>, args: readonly string[] = []): Promise<Service> {
  const child = Bun.spawn([process.execPath, join(root, "src/main.ts"), "serve", ...args], {
    cwd: folder,
    env: { PATH: "/usr/bin:/bin", PORT: "0", WORKERS: "2", PETSTORE_API_KEY: KEY, RATE_LIMIT: "0", ...environment },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const output = collect(child.stdout);
  const errors = collect(child.stderr);
  await until(() => child.exitCode !== null || /listens on/.test(errors.text));
  return { process: child, origin: /http:\/\/[\d.:]+/.exec(errors.text)?.[0] ?? "", output, errors };
}

function collect(stream: ReadableStream<Uint8Array>): { text: string } {
  const collected = { text: "" };
  void (async () => {
    for await (const chunk of stream) collected.text += Buffer.from(chunk).toString();
  })();
  return collected;
}

async function until(isSo: () => boolean | Promise<boolean>, waitMs = 20_000): Promise<void> {
  const deadline = performance.now() + waitMs;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error("it did not come to be");
    await Bun.sleep(10);
  }
}

/** The process ids of the workers, by the system. */
function workersOf({ process: { pid } }: Service): number[] {
  const list = Bun.spawnSync(["ps", "-A", "-o", "pid=,ppid="]).stdout.toString();
  const rows = list.split("\n").map((line) => line.trim().split(/\s+/).map(Number));
  return rows.flatMap(([child = 0, parent]) => (parent === pid ? [child] : []));
}

/** Whether it exists and is no zombie. */
function isRunning(pid: number): boolean {
  return /^[^Z]/.test(Bun.spawnSync(["ps", "-o", "stat=", "-p", String(pid)]).stdout.toString());
}

/** A request on a connection of its own, so that any worker may get it. */
function ask(service: Service, path: string): Promise<Response> {
  return fetch(service.origin + path, { headers: { Authorization: `Bearer ${KEY}`, Connection: "close" } });
}

async function logged(service: Service): Promise<Set<number>> {
  const lines = service.output.text.split("\n").slice(0, -1);
  return new Set(lines.map((line) => (JSON.parse(line) as { worker: number }).worker));
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
  test("share the port, write whole log lines with their number, and end with 0", async () => {
    const service = await start({ DATABASE_URL: await databaseUrl() });
    await until(async () => {
      await Promise.all(Array.from({ length: 20 }, () => ask(service, "/v1/pets").then((answer) => answer.text())));
      return (await logged(service)).size === 2;
    });
    expect(service.errors.text.match(/listens on/g)).toHaveLength(1);
    const { status, text } = await ask(service, "/metrics").then(async (answer) => ({
      status: answer.status,
      text: await answer.text(),
    }));
    expect(status).toBe(200);
    for (const worker of [1, 2]) {
      expect(text).toMatch(
        new RegExp(`petstore_http_requests_total\\{operation="listPets",status="200",worker="${worker}"\\} \\d+`),
      );
    }
    expect(text.match(/# TYPE petstore_http_requests_total counter/g)).toHaveLength(1);
    await end(service);
  }, 40_000);

  test("lose no acknowledged write when one is killed, and it is replaced within a second", async () => {
    const service = await start({ DATABASE_URL: await databaseUrl() });
    await Bun.sleep(1000);
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
    await until(() => acknowledged.length > 100);
    const [victim = 0] = before;
    process.kill(victim, "SIGKILL");
    const killedAt = performance.now();
    await until(() => workersOf(service).filter((pid) => pid !== victim).length === 2);
    expect(performance.now() - killedAt).toBeLessThan(1000);
    const soFar = acknowledged.length;
    await until(() => acknowledged.length > soFar + 100);
    isOver = true;
    await Promise.all(writers);

    expect(service.errors.text).toMatch(/worker \d \(\d+\) ended: SIGKILL; starting another/);
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
    await until(() =>
      ask(service, "/healthz").then(
        () => false,
        () => true,
      ),
    );
  }, 40_000);
});

test("the first key of a new store is printed once and works in every worker", async () => {
  const service = await start({ DATABASE_URL: `sqlite://${folder}/first.db`, PETSTORE_API_KEY: "" });
  const keys = service.errors.text.match(/pets_live_\w+/g) ?? [];
  expect(keys).toHaveLength(1);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      fetch(`${service.origin}/v1/pets`, { headers: { Authorization: `Bearer ${keys[0]}`, Connection: "close" } }),
    ),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  await end(service);
}, 40_000);

test("a port that is taken ends the start with one line, also when it could be shared", async () => {
  const first = await start({ DATABASE_URL: `sqlite://${folder}/taken.db` });
  const second = await start({ DATABASE_URL: `sqlite://${folder}/other.db`, PORT: new URL(first.origin).port });
  expect(await second.process.exited).toBe(1);
  expect(second.errors.text).toMatch(/^petstore: [^\n]*port \d+ [^\n]*in use[^\n]*\n$/);
  await end(first);
}, 40_000);

test("when workers end again and again before they listen, the supervisor gives up with 1", async () => {
  const service = await start({ DATABASE_URL: `sqlite://${folder}/failing.db` });
  await until(() => {
    Bun.spawnSync(["kill", "-9", ...workersOf(service).map(String)]); // one of them may be gone already
    return service.process.exitCode !== null;
  });
  expect(service.process.exitCode).toBe(1);
  expect(service.errors.text).toMatch(/petstore: 5 workers ended within 10 s before one came to listen/);
}, 40_000);

test("a second signal ends everything at once", async () => {
  const service = await start({ DATABASE_URL: `sqlite://${folder}/second.db`, SHUTDOWN_TIMEOUT: "60" });
  const [host = "", port = ""] = new URL(service.origin).host.split(":");
  // A request that never ends: its body does not come.
  const socket = await Bun.connect({ hostname: host, port: Number(port), socket: { data() {} } });
  socket.write(
    `POST /v1/pets HTTP/1.1\r\nHost: service\r\nAuthorization: Bearer ${KEY}\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n`,
  );
  await Bun.sleep(300);
  const workers = workersOf(service);
  service.process.kill("SIGINT");
  await until(() => /SIGINT, finishing/.test(service.errors.text));
  await Bun.sleep(300);
  expect(service.process.exitCode).toBeNull();
  service.process.kill("SIGINT");
  await service.process.exited;
  await until(() => workers.every((pid) => !isRunning(pid)), 3000);
  socket.end();
}, 40_000);

test("a worker is not started by hand", async () => {
  const child = Bun.spawnSync([process.execPath, join(root, "src/main.ts"), "worker"], { cwd: folder });
  expect(child.exitCode).toBe(2);
  expect(child.stderr.toString()).toMatch(/^petstore: a worker is started by/);
});

test("lines are handed on whole, and the last one of a writer that was killed is ended", async () => {
  const written: string[] = [];
  const chunks = ['{"a":1}\n{"b"', ":2", '}\n{"c":3}\n', '{"d'].map((text) => new TextEncoder().encode(text));
  const source = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
  await forwardLines(source, async (lines) => {
    written.push(Buffer.from(lines).toString());
  });
  expect(written).toEqual(['{"a":1}\n', '{"b":2}\n{"c":3}\n', '{"d\n']);
});
