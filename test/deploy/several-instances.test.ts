/* Several instances on one PostgreSQL behind a proxy, with the settings of docs/operations/scale.md. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { expectNothingLost, keepAdding, nothingTold, QUIET } from "../faults/writers.ts";
import { sharedPostgres } from "../support/postgres.ts";
import { type Program, startProgram, until } from "../support/program.ts";
import { blockOf } from "./named-block.ts";

setDefaultTimeout(60_000);

/** How often the proxy checks `/readyz`. */
const CHECK_MS = 200;

/** The documented settings of an instance, with another database and a free port. */
async function documentedSettings(): Promise<Record<string, string>> {
  const text = await Bun.file(join(import.meta.dir, "../../docs/operations/scale.md")).text();
  const lines = blockOf(text, "a.env").split("\n");
  const pairs = lines.filter((line) => !line.startsWith("#")).map((line) => line.split(/=(.*)/s).slice(0, 2));
  const documented = Object.fromEntries(pairs) as Record<string, string>;
  expect(Object.keys(documented)).toContain("DATABASE_URL");
  const { PETSTORE_BASE_URL: _, ...settings } = documented;
  return {
    ...QUIET,
    ...settings,
    PORT: "0",
    SHUTDOWN_DELAY: String((2 * CHECK_MS) / 1000),
    DATABASE_URL: await (await sharedPostgres()).createDatabase(),
  };
}

/** The response to a request that an instance had when it was killed. */
const unknownOutcome = () =>
  Response.json(
    { code: "service_unavailable", message: "it may or may not be stored", requestId: "proxy" },
    { status: 503, headers: { "Retry-After": "1" } },
  );

/** A proxy as the Caddyfile describes it: it tries the instances that are ready in turn, the next one if a connection is refused. */
function startProxy(instances: readonly Program[]) {
  const ready = new Set(instances);
  let next = 0;
  async function check(): Promise<void> {
    for (const instance of instances) {
      const isReady = await fetch(`${instance.origin}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
      if (isReady) ready.add(instance);
      else ready.delete(instance);
    }
  }
  async function forward(
    instance: Program,
    request: Request,
    body: Uint8Array<ArrayBuffer>,
  ): Promise<Response | undefined> {
    const { pathname, search } = new URL(request.url);
    const { method, headers } = request;
    try {
      return await fetch(instance.origin + pathname + search, { method, headers, body, keepalive: false });
    } catch (error) {
      ready.delete(instance);
      return (error as NodeJS.ErrnoException).code === "ConnectionRefused" ? undefined : unknownOutcome();
    }
  }
  const timer = setInterval(() => void check(), CHECK_MS);
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const body = await request.bytes();
      for (let instance: Program | undefined; ; ) {
        instance = [...ready][next++ % ready.size];
        if (instance === undefined) return unknownOutcome();
        const response = await forward(instance, request, body);
        if (response !== undefined) return response;
      }
    },
  });
  return {
    origin: `http://127.0.0.1:${server.port}`,
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await server.stop(true);
    },
  };
}

test("instances behind a proxy are one shop: one restarts, one is killed, and nothing acknowledged is lost", async () => {
  const env = await documentedSettings();
  const instances = [await startProgram({ env }), await startProgram({ env })];
  const [first, second] = instances as [Program, Program];
  await using proxy = startProxy(instances);
  const told = nothingTold();
  let isOver = false;
  const write = async (writer: number) => {
    for (let nth = 0; !isOver; nth++) await keepAdding(proxy, `${writer} ${nth}`, told, () => isOver);
  };
  const writers = Array.from({ length: 8 }, (_, writer) => write(writer));
  const more = () => {
    const { size } = told.acknowledged;
    return until(() => told.acknowledged.size > size + 50, "50 more pets");
  };
  await more();
  expect(await first.stop("SIGTERM")).toBe(0);
  await more();
  // It reported itself as not ready before it stopped, so no request failed.
  expect([told.refused.size, told.uncertain.size, told.strange]).toEqual([0, 0, []]);

  const third = await startProgram({ env });
  instances.push(third);
  await more();
  expect(await second.stop("SIGKILL")).toBe("SIGKILL");
  await more();
  isOver = true;
  await Promise.all(writers);
  expect([told.refused.size, told.strange]).toEqual([0, []]);
  await expectNothingLost(third, told);
  for (const instance of instances) await instance[Symbol.asyncDispose]();
});
