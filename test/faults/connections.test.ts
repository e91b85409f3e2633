/* More connections than the process may open, and connections that end early. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { connect, type Socket } from "node:net";
import { type Program, SOURCE, until } from "../support/program.ts";
import {
  CONFIGURED,
  expectNothingLost,
  inFlight,
  keepAdding,
  nothingTold,
  once,
  report,
  startQuiet,
} from "./writers.ts";

setDefaultTimeout(60_000);

const DESCRIPTORS = 64;

function socketTo({ origin }: Program): Socket {
  const { hostname, port } = new URL(origin);
  return connect(Number(port), hostname).on("error", () => {});
}

test(`${DESCRIPTORS} descriptors and 200 idle connections: served clients stay served, and others are served afterwards`, async () => {
  const command = ["sh", "-c", `ulimit -n ${DESCRIPTORS}; exec "$@"`, "sh", ...SOURCE];
  await using program = await startQuiet({}, { command });
  const told = nothingTold();
  // This writer's connection is open before the flood and kept alive.
  await keepAdding(program, "before", told, () => told.acknowledged.size >= 5);
  const idle = Array.from({ length: 200 }, () => socketTo(program));
  for (const socket of idle) socket.write("GET /v1/");
  await until(async () => !(await isServed(program)), "a connection that is not served");
  await keepAdding(program, "during", told, () => told.acknowledged.size >= 50);

  for (const socket of idle) socket.destroy();
  const freeAt = performance.now();
  await until(() => isServed(program), "a response on a new connection");
  const recoveredMs = performance.now() - freeAt;
  await keepAdding(program, "after", told, () => told.acknowledged.size >= 60);
  expect(told.refused.size).toBe(0);
  await expectNothingLost(program, told);
  report(`${DESCRIPTORS} descriptors`, told, recoveredMs);
  expect(await program.stop("SIGTERM")).toBe(0);
});

/** Whether a new connection gets a response soon. */
async function isServed(program: Program): Promise<boolean> {
  const socket = socketTo(program);
  const heard = new Promise<string>((resolve) => socket.once("data", (data) => resolve(data.toString())));
  socket.write("GET /healthz HTTP/1.1\r\nHost: service\r\n\r\n");
  const isFine = heard.then((response) => response.startsWith("HTTP/1.1 200 "));
  const isSo = await Promise.race([isFine, Bun.sleep(300).then(() => false)]);
  socket.destroy();
  return isSo;
}

test("a client that disconnects in the middle of its head or body causes no error in the log", async () => {
  await using program = await startQuiet({ LOG_LEVEL: "info" });
  const head = `POST /v1/pets HTTP/1.1\r\nHost: service\r\nAuthorization: Bearer ${CONFIGURED}\r\n`;
  const type = "Content-Type: application/json\r\n";
  for (const [begun, requests] of [
    [`${head}${type}Content-Length: 100\r\n\r\n{"name":`, 1],
    [`${head}${type}Transfer-Encoding: chunked\r\n\r\n8\r\n{"name":`, 1],
    // The beginning of a head leaves no trace: the next request shows that it has arrived.
    [`${head}Content-`, 0],
    ["GET /v1/inv", 0],
  ] as const) {
    for (const end of ["resetAndDestroy", "destroy"] as const) {
      const socket = socketTo(program);
      await new Promise((resolve) => socket.write(begun, resolve));
      await until(async () => (await inFlight(program)) >= requests, "the request");
      socket[end]();
    }
  }
  await until(async () => (await inFlight(program)) === 0, "the end");
  expect(await once(program).listPets()).toMatchObject({ ok: true, body: [] });
  expect(await program.stop("SIGTERM")).toBe(0);
  const lines = program.stdout().trimEnd().split("\n");
  expect(lines.filter((line) => ![30, "info"].includes(JSON.parse(line).level))).toEqual([]);
});
