/* More connections than the process may open, and connections that end early. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { connect, type Socket } from "node:net";
import { emptyFolder } from "../support/folder.ts";
import { type Program, SOURCE, startProgram, until } from "../support/program.ts";
import { CONFIGURED, expectNothingLost, keepAdding, nothingTold, once, QUIET, report } from "./writers.ts";

setDefaultTimeout(60_000);

const DESCRIPTORS = 64;

function socketTo({ origin }: Program): Socket {
  const { hostname, port } = new URL(origin);
  return connect(Number(port), hostname).on("error", () => {});
}

test(`${DESCRIPTORS} descriptors and 200 idle connections: served clients stay served, and others are served afterwards`, async () => {
  using folder = emptyFolder();
  const command = ["sh", "-c", `ulimit -n ${DESCRIPTORS}; exec "$@"`, "sh", ...SOURCE];
  await using program = await startProgram({ cwd: folder.path, command, env: QUIET });
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
  const heardNext = heard(socket, "GET /healthz HTTP/1.1\r\nHost: service\r\n\r\n");
  const isFine = heardNext.then((response) => response.startsWith("HTTP/1.1 200 "));
  const isSo = await Promise.race([isFine, Bun.sleep(300).then(() => false)]);
  socket.destroy();
  return isSo;
}

test("a client that disconnects in the middle of its head or body causes no error in the log", async () => {
  using folder = emptyFolder();
  await using program = await startProgram({ cwd: folder.path, env: { ...QUIET, LOG_LEVEL: "info" } });
  const head = `POST /v1/pets HTTP/1.1\r\nHost: service\r\nAuthorization: Bearer ${CONFIGURED}\r\n`;
  const type = "Content-Type: application/json\r\n";
  for (const begun of [
    `${head}${type}Content-Length: 100\r\n\r\n{"name":`,
    `${head}${type}Transfer-Encoding: chunked\r\n\r\n8\r\n{"name":`,
    `${head}Content-`,
    "GET /v1/inv",
  ]) {
    for (const isReset of [false, true]) {
      const socket = socketTo(program);
      await new Promise((resolve) => socket.write(begun, resolve));
      await until(() => arrived(program, begun), "the request");
      if (isReset) socket.resetAndDestroy();
      else socket.destroy();
    }
  }
  await until(
    async () => (await (await fetch(`${program.origin}/metrics`)).text()).includes("_in_flight 1\n"),
    "the end",
  );
  expect(await once(program).listPets()).toMatchObject({ ok: true, body: [] });
  expect(await program.stop("SIGTERM")).toBe(0);
  const lines = program.stdout().trimEnd().split("\n");
  const levels = lines.map((line) => JSON.parse(line).level);
  expect(lines.filter((_, index) => levels[index] !== 30 && levels[index] !== "info")).toEqual([]);
});

/** Sends bytes and returns the next data. */
function heard(socket: Socket, bytes: string): Promise<string> {
  const next = new Promise<string>((resolve) => socket.once("data", (data) => resolve(data.toString())));
  if (bytes !== "") socket.write(bytes);
  return next;
}

/** Whether the service has what was sent: a request with a body is in progress, and the beginning of a head leaves no trace. */
async function arrived(program: Program, begun: string): Promise<boolean> {
  const text = await (await fetch(`${program.origin}/metrics`)).text();
  return !begun.includes("\r\n\r\n") || text.includes("_in_flight 2\n");
}
