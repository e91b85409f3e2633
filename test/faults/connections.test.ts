/* More connections than the process may have, and connections that break off. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { connect, type Socket } from "node:net";
import { emptyFolder } from "../folder.ts";
import { type Program, SOURCE, startProgram, until } from "../program.ts";
import { CONFIGURED, expectNothingLost, keepAdding, nothingTold, once, QUIET, report } from "./writers.ts";

setDefaultTimeout(30_000);

const DESCRIPTORS = 64;

function socketTo({ origin }: Program): Socket {
  const { hostname, port } = new URL(origin);
  return connect(Number(port), hostname).on("error", () => {});
}

test(`${DESCRIPTORS} descriptors and 200 idle connections: who is served stays served, and others are again afterwards`, async () => {
  using folder = emptyFolder();
  const command = ["sh", "-c", `ulimit -n ${DESCRIPTORS}; exec "$@"`, "sh", ...SOURCE];
  await using program = await startProgram({ cwd: folder.path, command, env: QUIET });
  const told = nothingTold();
  // The connection of this writer is open before the flood, and kept alive.
  await keepAdding(program, "before", told, () => told.acknowledged.size >= 5);
  const idle = Array.from({ length: 200 }, () => socketTo(program));
  for (const socket of idle) socket.write("GET /v1/");
  await Bun.sleep(300);
  expect(await isAnswered(program)).toBe(false);
  await keepAdding(program, "during", told, () => told.acknowledged.size >= 50);

  for (const socket of idle) socket.destroy();
  const freeAt = performance.now();
  await until(() => isAnswered(program), "an answer on a new connection");
  const recoveredMs = performance.now() - freeAt;
  expect(recoveredMs).toBeLessThan(3000);
  await keepAdding(program, "after", told, () => told.acknowledged.size >= 60);
  expect(told.refused.size).toBe(0);
  await expectNothingLost(program, told);
  report(`${DESCRIPTORS} descriptors`, told, recoveredMs);
  expect(await program.stop("SIGTERM")).toBe(0);
});

/** Whether a connection of its own gets an answer soon. */
async function isAnswered(program: Program): Promise<boolean> {
  const socket = socketTo(program);
  const answered = heard(socket, "GET /healthz HTTP/1.1\r\nHost: service\r\n\r\n");
  const isFine = answered.then((answer) => answer.startsWith("HTTP/1.1 200 "));
  const isSo = await Promise.race([isFine, Bun.sleep(300).then(() => false)]);
  socket.destroy();
  return isSo;
}

test("a client that goes away in the middle of its body, or of its head, is no error in the log", async () => {
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
      await Bun.sleep(50);
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

test("a connection more than MAX_CONNECTIONS is told so and closed, and the others are served", async () => {
  using folder = emptyFolder();
  await using program = await startProgram({ cwd: folder.path, env: { ...QUIET, MAX_CONNECTIONS: "3" } });
  const open = Array.from({ length: 3 }, () => socketTo(program));
  await Promise.all(open.map((socket) => heard(socket, "GET /healthz HTTP/1.1\r\nHost: service\r\n\r\n")));
  const refusal = await heard(socketTo(program), "");
  expect(refusal).toStartWith("HTTP/1.1 503 Service Unavailable\r\n");
  expect(refusal).toContain("\r\nRetry-After: 1\r\n");
  expect(refusal).toContain('{"code":"service_unavailable","message":"3 connections are open already","status":503}');
  for (const socket of open) {
    expect(await heard(socket, "GET /healthz HTTP/1.1\r\nHost: service\r\n\r\n")).toStartWith("HTTP/1.1 200 OK\r\n");
  }
  open[0]?.destroy();
  await until(() => isAnswered(program), "room for another connection");
  expect(await program.stop("SIGTERM")).toBe(0);
});

/** Sends bytes and answers what comes next. */
function heard(socket: Socket, bytes: string): Promise<string> {
  const next = new Promise<string>((resolve) => socket.once("data", (data) => resolve(data.toString())));
  if (bytes !== "") socket.write(bytes);
  return next;
}
