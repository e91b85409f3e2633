/* SIGTERM while clients are busy: none of them sees a reset. */

import { Database } from "bun:sqlite";
import { expect, setDefaultTimeout, test } from "bun:test";
import { connect } from "node:net";
import { join } from "node:path";
import { emptyFolder } from "../support/folder.ts";
import { type Program, SOURCE, startProgram, until } from "../support/program.ts";
import { readResponse } from "../support/raw-http.ts";
import { databaseIn } from "./disk.ts";
import { CONFIGURED, QUIET, startQuiet, untilGone } from "./writers.ts";

setDefaultTimeout(60_000);

const CLIENTS = 32;

/** How a client's connection ended. */
type End = "closed as announced" | "reset";

/** Sends one request after the other on one connection until a response says `Connection: close`, or the connection ends. */
function keepAsking({ origin }: Program, onResponse: () => void): Promise<End> {
  return new Promise((resolve) => {
    const request = `GET /v1/pets HTTP/1.1\r\nHost: service\r\nAuthorization: Bearer ${CONFIGURED}\r\n\r\n`;
    const socket = connect(Number(new URL(origin).port), "127.0.0.1", () => socket.write(request));
    let received = "";
    socket.setEncoding("latin1");
    socket.on("data", (part: string) => {
      received += part;
      const read = readResponse(received, false);
      if (read === undefined) return;
      received = received.slice(read.end);
      onResponse();
      if (read.response.headers.get("connection")?.toLowerCase() !== "close") return void socket.write(request);
      resolve("closed as announced");
      socket.destroy();
    });
    socket.on("error", () => resolve("reset"));
    socket.on("close", () => resolve("reset"));
  });
}

/** Has clients that keep asking, and returns how each of them ends. */
async function loaded(program: Program): Promise<readonly Promise<End>[]> {
  let responses = 0;
  const count = () => {
    responses += 1;
  };
  const clients = Array.from({ length: CLIENTS }, () => keepAsking(program, count));
  await until(() => responses > 20 * CLIENTS, "the load");
  return clients;
}

test(`SIGTERM under load resets none of ${CLIENTS} keep-alive clients: /readyz is 503 first, then connections close`, async () => {
  await using program = await startQuiet({ SHUTDOWN_DELAY: "1" });
  const clients = await loaded(program);

  const stopped = program.stop("SIGTERM");
  await until(async () => (await fetch(`${program.origin}/readyz`)).status === 503, "/readyz with 503");
  const late = await fetch(`${program.origin}/v1/pets`, { headers: { Authorization: `Bearer ${CONFIGURED}` } });
  expect(late.status).toBe(200);
  expect(late.headers.get("Connection")).toBe("close");

  expect(new Set(await Promise.all(clients))).toEqual(new Set(["closed as announced"]));
  expect(await stopped).toBe(0);
});

const NPX = ["node", join(import.meta.dir, "../../tools/petstore.mjs")];

test.each([
  ["the service", SOURCE],
  ["`npx petstore`", NPX],
] as const)("SIGTERM to every process of %s, and again to the first, drains", async (_, command) => {
  await using program = await startQuiet({ SHUTDOWN_DELAY: "0.5" }, { command, detached: true });
  const clients = await loaded(program);
  process.kill(-program.pid, "SIGTERM");
  await program.until(/finishing requests/);
  // As npm and supervisors do, which forward the signal that their children have got as well.
  expect(await program.stop("SIGTERM")).toBe(0);
  expect(new Set(await Promise.all(clients))).toEqual(new Set(["closed as announced"]));
});

/** Sends requests, each on a new connection, until none is accepted. Returns how the last one ended. */
async function keepConnecting({ origin }: Program, onResponse: () => void): Promise<"refused" | "reset"> {
  const { hostname, port } = new URL(origin);
  const request = `GET /v1/pets HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: Bearer ${CONFIGURED}\r\n\r\n`;
  for (;;) {
    const end = await new Promise<"answered" | "refused" | "reset">((resolve) => {
      const socket = connect(Number(port), hostname, () => socket.write(request));
      socket.on("data", () => resolve("answered"));
      socket.on("error", (error: NodeJS.ErrnoException) =>
        resolve(error.code === "ECONNREFUSED" ? "refused" : "reset"),
      );
      socket.on("close", () => resolve("reset"));
    });
    if (end !== "answered") return end;
    onResponse();
  }
}

test("SIGTERM resets no client that connects for each request", async () => {
  await using program = await startQuiet({ SHUTDOWN_DELAY: "0.5" });
  let responses = 0;
  const clients = Array.from({ length: 2 * CLIENTS }, () => keepConnecting(program, () => (responses += 1)));
  await until(() => responses > 20 * CLIENTS, "the load");
  expect(await program.stop("SIGTERM")).toBe(0);
  expect(new Set(await Promise.all(clients))).toEqual(new Set(["refused"]));
});

test("the service ends when the shell of npx is ended by SIGTERM, which passes nothing on", async () => {
  const command = ["sh", "-c", '"$0" "$@"; exit $?', ...NPX];
  await using program = await startQuiet({ npm_command: "exec", SHUTDOWN_DELAY: "0" }, { command });
  expect(await program.stop("SIGTERM")).toBe("SIGTERM");
  await untilGone(program);
});

test("Ctrl-C that reaches the process twice, as with npm, drains", async () => {
  await using program = await startQuiet({ SHUTDOWN_DELAY: "0.5" });
  const clients = await loaded(program);
  program.kill("SIGINT");
  await program.until(/finishing requests/);
  expect(await program.stop("SIGINT")).toBe(0);
  expect(new Set(await Promise.all(clients))).toEqual(new Set(["closed as announced"]));
});

test("SIGTERM ends the purge of 200,000 expired events, which the next start continues", async () => {
  using folder = emptyFolder();
  const env = { ...QUIET, SHUTDOWN_DELAY: "0", SHUTDOWN_TIMEOUT: "1", EVENTS_RETENTION_DAYS: "1" };
  await using first = await startProgram({ cwd: folder.path, env });
  expect(await first.stop("SIGTERM")).toBe(0);
  using database = new Database(databaseIn(folder.path));
  database.run(EXPIRED_EVENTS);
  const left = () => database.query<{ events: number }, []>("select count(*) as events from events").get()?.events ?? 0;
  await using second = await startProgram({ cwd: folder.path, env });
  expect(await second.stop("SIGTERM")).toBe(0);
  expect(left()).toBeGreaterThan(0);
  await using _ = await startProgram({ cwd: folder.path, env });
  await until(() => left() === 1, "the end of the purge");
});

/** All but the newest: nothing expires by a clock that is far ahead of that. */
const EXPIRED_EVENTS = `
  insert into events (position, at, type, data)
  with recursive positions (position) as (select 1 union all select position + 1 from positions where position < 200000)
  select position, case when position < 200000 then 0 else unixepoch() * 1000 end, 'pet.created', '{"id":1,"name":"Rex","categoryId":7,"status":"available"}' from positions;
  update event_head set last_position = 200000`;
