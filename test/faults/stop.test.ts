/* SIGTERM while clients are busy: none of them sees a reset. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { connect } from "node:net";
import { emptyFolder } from "../folder.ts";
import { type Program, startProgram, until } from "../program.ts";
import { readResponse } from "../raw-http.ts";
import { CONFIGURED, QUIET } from "./writers.ts";

setDefaultTimeout(30_000);

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

test(`SIGTERM under load resets none of ${CLIENTS} keep-alive clients: /readyz is 503 first, then connections close`, async () => {
  using folder = emptyFolder();
  await using program = await startProgram({ cwd: folder.path, env: { ...QUIET, SHUTDOWN_DELAY: "1" } });
  let responses = 0;
  const count = () => {
    responses += 1;
  };
  const clients = Array.from({ length: CLIENTS }, () => keepAsking(program, count));
  await until(() => responses > 20 * CLIENTS, "the load");

  const stopped = program.stop("SIGTERM");
  await until(async () => (await fetch(`${program.origin}/readyz`)).status === 503, "/readyz with 503");
  const late = await fetch(`${program.origin}/v1/pets`, { headers: { Authorization: `Bearer ${CONFIGURED}` } });
  expect(late.status).toBe(200);
  expect(late.headers.get("Connection")).toBe("close");

  expect(new Set(await Promise.all(clients))).toEqual(new Set(["closed as announced"]));
  expect(await stopped).toBe(0);
});

test("SIGTERM does not cut a response that a client is reading", async () => {
  using folder = emptyFolder();
  await using program = await startProgram({ cwd: folder.path, env: { ...QUIET, SHUTDOWN_DELAY: "0" } });
  const head = `POST /v1/pets HTTP/1.1\r\nHost: service\r\nAuthorization: Bearer ${CONFIGURED}\r\n`;
  const response = await new Promise<string>((resolve, reject) => {
    const socket = connect(Number(new URL(program.origin).port), "127.0.0.1", () => {
      socket.write(`${head}Content-Type: application/json\r\nContent-Length: 29\r\n\r\n{"name":"Rex",`);
    });
    socket.on("data", (data) => resolve(data.toString())).on("error", reject);
    const begun = until(async () => /_in_flight 2$/m.test(await metricsOf(program)), "the request");
    begun.then(() => {
      void program.stop("SIGTERM");
      socket.write('"categoryId":7}');
    }, reject);
  });
  expect(response).toStartWith("HTTP/1.1 201 ");
});

async function metricsOf({ origin }: Program): Promise<string> {
  return await (await fetch(`${origin}/metrics`)).text();
}
