/* Several workers on one port, and what their supervisor does when one of them or itself is killed. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { rmSync, writeFileSync } from "node:fs";
import { Liveness } from "../../src/service/workers/liveness.ts";
import { childrenOf, isRunning } from "../support/processes.ts";
import { type Program, runProgram, SOURCE, until } from "../support/program.ts";
import { databaseIn } from "./disk.ts";
import { databaseSettings } from "./engines.ts";
import { CONFIGURED, expectNothingLost, keepAdding, nothingTold, QUIET, startQuiet, untilGone } from "./writers.ts";

setDefaultTimeout(60_000);

/** Starts two workers, whose log has a line for each request. */
const startWorkers = (env: Readonly<Record<string, string>> = {}) =>
  startQuiet({ LOG_LEVEL: "info", WORKERS: "2", ...env });

const workersOf = ({ pid }: Program): number[] => childrenOf(pid);

/** Sends a request on a new connection, so that any worker may get it. */
function send({ origin }: Program, path: string, key = CONFIGURED): Promise<Response> {
  return fetch(origin + path, { headers: { Authorization: `Bearer ${key}`, Connection: "close" } });
}

const textOf = (program: Program, path: string) => send(program, path).then((response) => response.text());

/** The workers that have logged a line. Those of the supervisor have no number. */
function logged(program: Program): ReadonlySet<number> {
  const lines = program.stdout().split("\n").slice(0, -1);
  return new Set(lines.flatMap((line) => (JSON.parse(line) as { worker?: number }).worker ?? []));
}

/** Sends requests until every one of two workers has logged one. */
async function untilBothServe(program: Program): Promise<void> {
  await until(async () => {
    await Promise.all(Array.from({ length: 20 }, () => textOf(program, "/v1/pets")));
    return logged(program).size === 2;
  }, "a log line of each worker");
}

describe.each(Object.entries(databaseSettings))("several workers on %s", (_, settings) => {
  test("share the port, log whole lines with their number, and exit with 0", async () => {
    await using program = await startWorkers(await settings());
    await untilBothServe(program);
    expect(program.stderr().match(/listens on/g)).toHaveLength(1);
    let text = "";
    const counted = (worker: number) =>
      new RegExp(`petstore_http_requests_total\\{operation="listPets",status="200",worker="${worker}"\\} \\d+`).test(
        text,
      );
    await until(async () => {
      text = await textOf(program, "/metrics");
      return counted(1) && counted(2);
    }, "the metrics of both workers");
    expect(text.match(/# TYPE petstore_http_requests_total counter/g)).toHaveLength(1);
    expect(await program.stop("SIGTERM")).toBe(0);
  });

  test("lose no acknowledged write when one is killed, which is replaced", async () => {
    await using program = await startWorkers(await settings());
    await untilBothServe(program);
    const before = workersOf(program);
    expect(before).toHaveLength(2);

    const told = nothingTold();
    let isOver = false;
    const write = async (writer: number) => {
      // A writer stops when the connection to its worker ends, and another goes on.
      for (let nth = 0; !isOver; nth++) await keepAdding(program, `${writer} ${nth}`, told, () => isOver);
    };
    const writers = Array.from({ length: 16 }, (_, writer) => write(writer));
    await until(() => told.acknowledged.size > 100, "100 pets");
    const [victim = 0] = before;
    process.kill(victim, "SIGKILL");
    await until(() => workersOf(program).filter((pid) => pid !== victim).length === 2, "a new worker");
    const soFar = told.acknowledged.size;
    await until(() => told.acknowledged.size > soFar + 100, "100 more pets");
    isOver = true;
    await Promise.all(writers);

    expect(program.stderr()).toMatch(/worker \d \(\d+\) ended \(SIGKILL\); replacing it/);
    await expectNothingLost(program, told);
    expect(await program.stop("SIGTERM")).toBe(0);
  });

  test("end when their supervisor is killed, so that the port is free again", async () => {
    await using program = await startWorkers(await settings());
    await program.stop("SIGKILL");
    await untilGone(program);
  });
});

test("the first key of a new store is printed once and works in every worker", async () => {
  await using program = await startWorkers({ PETSTORE_API_KEY: "" });
  expect(program.printedKeys).toHaveLength(1);
  const responses = await Promise.all(
    Array.from({ length: 20 }, () => send(program, "/v1/pets", program.printedKeys[0])),
  );
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await program.stop("SIGTERM")).toBe(0);
});

test("a taken port ends the start with one line, even when it could be shared", async () => {
  await using first = await startWorkers();
  const env = { ...QUIET, WORKERS: "2", PORT: new URL(first.origin).port };
  expect(await runProgram(["serve"], { env })).toMatchObject({
    exitCode: 1,
    stderr: expect.stringMatching(/^petstore: [^\n]*port \d+ [^\n]*in use[^\n]*\n$/),
  });
  expect(await first.stop("SIGTERM")).toBe(0);
});

test("when workers keep ending before they listen, the supervisor gives up with exit code 1", async () => {
  await using program = await startWorkers();
  // Workers that start again do not find a database.
  const file = databaseIn(program.cwd);
  for (const part of ["-wal", "-shm"]) rmSync(file + part, { force: true });
  writeFileSync(file, "Dear Rex, ".repeat(1000));
  for (const pid of workersOf(program)) process.kill(pid, "SIGKILL");
  expect(await program.ended()).toBe(1);
  expect(program.stderr()).toMatch(/petstore: 5 workers ended within 10 s before one was listening/);
});

test("a second signal ends everything at once", async () => {
  await using program = await startWorkers({ SHUTDOWN_TIMEOUT: "60" });
  const { hostname, port } = new URL(program.origin);
  // A request that never ends: its body does not arrive.
  const socket = await Bun.connect({ hostname, port: Number(port), socket: { data() {} } });
  const head = `POST /v1/pets HTTP/1.1\r\nHost: service\r\nAuthorization: Bearer ${CONFIGURED}\r\n`;
  socket.write(`${head}Content-Type: application/json\r\nContent-Length: 9\r\n\r\n`);
  const isInFlight = async () => /^petstore_\w*in_flight\w*(?:\{.*\})? [12]$/m.test(await textOf(program, "/metrics"));
  await until(isInFlight, "the request");
  const workers = workersOf(program);
  program.kill("SIGINT");
  await program.until(/SIGINT, finishing/);
  let end: number | string | undefined;
  void program.ended().then((how) => {
    end = how;
  });
  // Those of the first second are copies of one Ctrl-C.
  await until(() => {
    program.kill("SIGINT");
    return end !== undefined;
  }, "the end of the supervisor");
  expect(end).toBe(130);
  await until(() => workers.every((pid) => !isRunning(pid)), "the end of the workers");
  socket.end();
});

test("a worker that hangs is killed and replaced", async () => {
  await using program = await startWorkers();
  await untilBothServe(program);
  const [victim = 0] = workersOf(program);
  process.kill(victim, "SIGSTOP");
  await until(() => !isRunning(victim), "the end of the worker that hangs");
  await until(() => program.stderr().includes(`(${victim}) hangs; killing it`), "the message");
  await until(() => workersOf(program).length === 2, "a new worker");
  expect((await send(program, "/v1/pets")).status).toBe(200);
  expect(await program.stop("SIGTERM")).toBe(0);
});

test("a worker that is late stays, and the operator is told", async () => {
  await using program = await startWorkers();
  await untilBothServe(program);
  const [late = 0] = workersOf(program);
  process.kill(late, "SIGSTOP");
  await until(() => program.stderr().includes(`(${late}) does not respond`), "the supervisor to notice");
  process.kill(late, "SIGCONT");
  await until(() => /worker \d \(\d+\) responds again after \d s/.test(program.stderr()), "the message");
  expect(isRunning(late)).toBe(true);
  expect(program.stderr()).not.toContain("killing");
  expect(await program.stop("SIGTERM")).toBe(0);
});

test.each([
  ["hangs: it uses no time", () => 7, 11],
  ["works", (second: number) => second, 61],
  ["may work, where that is not known", () => undefined, 61],
] as const)("a worker that misses its heartbeats and %s is dead", (_, used, deadAfter) => {
  const liveness = new Liveness();
  const ticks = Array.from({ length: 100 }, (_, second) => liveness.missed(() => used(second)));
  expect([ticks.indexOf("late") + 1, ticks.indexOf("dead") + 1]).toEqual([3, deadAfter]);
});

test("a worker that is heard is not late until it has missed three heartbeats, and starts anew", () => {
  const liveness = new Liveness();
  const missed = (count: number) => {
    for (let nth = 0; nth < count; nth++) expect(liveness.missed(() => 7)).not.toBe("dead");
    return liveness.heard();
  };
  expect([0, 1, 2, 3, 10, 10].map(missed)).toEqual([0, 0, 0, 3, 10, 10]);
});

test("a worker is not started by hand", async () => {
  const run = await runProgram(["worker"], { command: SOURCE });
  expect(run).toMatchObject({ exitCode: 2, stderr: expect.stringMatching(/^petstore: a worker is started by/) });
});
