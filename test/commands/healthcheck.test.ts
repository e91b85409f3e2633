/* `petstore healthcheck`, which containers and service managers run. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { runCommand } from "../support/command.ts";
import { runProgram, startProgram, until } from "../support/program.ts";
import { refused } from "./folder.ts";

setDefaultTimeout(60_000);

const TLS = {
  TLS_CERT: join(import.meta.dir, "../tls/for-tests-only.crt"),
  TLS_KEY: join(import.meta.dir, "../tls/for-tests-only.key"),
};

const check = (port: string, ...flags: string[]) =>
  runCommand(import.meta.dir, {}, ["healthcheck", "--port", port, ...flags]);

for (const [way, env] of Object.entries<Record<string, string>>({
  "on one address": {},
  "on all interfaces": { HOST: "0.0.0.0" },
  "over TLS, whatever name its certificate has": TLS,
})) {
  test(`a service that listens ${way} is healthy, with the settings of the service`, async () => {
    await using program = await startProgram({ env });
    const { port } = new URL(program.origin);
    // A proxy that the environment names is not asked.
    const proxies = { HTTP_PROXY: "http://127.0.0.1:1", http_proxy: "http://127.0.0.1:1" };
    const run = await runProgram(["healthcheck"], { env: { ...env, ...proxies, PORT: port } });
    const scheme = way.includes("TLS") ? "https" : "http";
    expect(run).toEqual({ exitCode: 0, stdout: `ready: ${scheme}://127.0.0.1:${port}/readyz\n`, stderr: "" });
  });
}

test("a service that is stopping is not ready, and the check gives its reason", async () => {
  await using program = await startProgram({ env: { SHUTDOWN_DELAY: "20" } });
  process.kill(program.pid, "SIGTERM");
  await until(async () => (await fetch(`${program.origin}/readyz`)).status === 503, "/readyz with 503");
  const message = `petstore: not ready: ${program.origin}/readyz returned 503: The service is stopping\n`;
  expect(await check(new URL(program.origin).port)).toEqual(refused(1, message));
});

test("a service that hangs is not ready", async () => {
  await using program = await startProgram();
  process.kill(program.pid, "SIGSTOP");
  const run = await check(new URL(program.origin).port, "--database-wait", "1");
  expect(run).toEqual(refused(1, "/readyz: no response within 2 s\n"));
});

test("another program on the port is not ready, and is not read to the end", async () => {
  const endless = () => new ReadableStream({ pull: (to) => to.enqueue(new Uint8Array(65_536).fill(0x61)) });
  const other = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response(endless(), { status: 404 }) });
  const port = String(other.port);
  expect(await check(port)).toEqual(refused(1, 'returned 404: "aaa'));
  await other.stop(true);
  expect(await check(port)).toEqual(refused(1, "nothing listens there"));
  expect(await check("0")).toEqual(refused(2, "PORT: expected the port"));
});
