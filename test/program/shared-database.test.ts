/* Several processes that serve one SQLite file: a read sees every change that was acknowledged before it, and none that may be lost. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { emptyFolder } from "../support/folder.ts";
import { runProgram, startProgram } from "../support/program.ts";

setDefaultTimeout(60_000);

const KEY = "configured-key-of-at-least-32-characters";
const ENV = { PETSTORE_API_KEY: KEY, RATE_LIMIT: "0", LOG_LEVEL: "error" };

test("two processes on one file see each other's changes at once, in lists that they cache too", async () => {
  using folder = emptyFolder();
  await using first = await startProgram({ cwd: folder.path, env: ENV });
  await using second = await startProgram({ cwd: folder.path, env: ENV });
  const clients = [first.as(KEY), second.as(KEY)] as const;
  const { body: pet } = await clients[0].createPet({ body: { name: "Rex", categoryId: 7n } });
  if (!("id" in pet)) throw new Error(pet.message);
  for (let quantity = 2; quantity <= 80; quantity++) {
    const [writer, reader] = quantity % 2 === 0 ? clients : ([clients[1], clients[0]] as const);
    const params = { petId: pet.id };
    expect(await writer.updateInventory({ params, body: { quantity } })).toMatchObject({ ok: true });
    for (const client of [reader, writer]) {
      expect(await client.listInventory()).toMatchObject({ ok: true, body: [{ quantity }] });
      expect(await client.listInventory({ query: { limit: 1 } })).toMatchObject({ ok: true, body: [{ quantity }] });
    }
  }
});

const ALONE = ENV;
const WORKERS = { ...ENV, WORKERS: "2", SHUTDOWN_DELAY: "0" };
const BESIDE_WORKERS =
  "workers serve it, and a service of one process cannot run beside them: stop them first, or set WORKERS here, too";
const BESIDE_ONE =
  "a service of one process serves it, and workers cannot run beside it: stop it first, or start without WORKERS";

test.each([
  ["workers", "a service of one process", ALONE, WORKERS, BESIDE_ONE],
  ["a service of one process", "workers", WORKERS, ALONE, BESIDE_WORKERS],
] as const)("%s do not start beside %s, but after it was killed", async (_, __, running, other, message) => {
  using folder = emptyFolder();
  await using first = await startProgram({ cwd: folder.path, env: running });
  expect(await runProgram(["serve"], { cwd: folder.path, env: { ...other, DATABASE_WAIT: "1" } })).toEqual({
    exitCode: 1,
    stdout: "",
    stderr: `petstore: cannot open sqlite://./data/petstore.db: ${message}\n`,
  });
  expect(await first.as(KEY).listPets()).toMatchObject({ ok: true, body: [] });
  expect(await first.stop("SIGKILL")).toBe("SIGKILL");
  // Workers end a moment after their supervisor.
  await using second = await startProgram({ cwd: folder.path, env: { ...other, DATABASE_WAIT: "15" } });
  expect(await second.as(KEY).listPets()).toMatchObject({ ok: true, body: [] });
});

/** Serves a file in a role at a given time, says whether it may, and goes on until its input ends. */
const SERVE = `
  const { openStore } = await import(${JSON.stringify(join(import.meta.dir, "../../src/store/index.ts"))});
  const [url, role, at] = process.argv.slice(1);
  await Bun.sleep(Number(at) - Date.now());
  const store = await openStore(url, 0, { role, waitMs: 500 }).catch((error) => console.log(error.message));
  if (store !== undefined) console.log("serves");
  await Bun.stdin.text();
  await store?.close();`;

test("of services and workers that start at the same moment, one kind serves the file", async () => {
  for (let round = 0; round < 4; round++) {
    using folder = emptyFolder();
    const args = ["-e", SERVE, `sqlite://${folder.path}/petstore.db`];
    const at = String(Date.now() + 500);
    const roles = ["service", "worker", "service", "worker", "worker", "service"];
    const started = roles.map((role) =>
      Bun.spawn([process.execPath, ...args, role, at], { stdin: "pipe", stdout: "pipe", stderr: "inherit" }),
    );
    const said = await Promise.all(started.map(({ stdout }) => firstLine(stdout)));
    for (const { stdin } of started) stdin.end();
    expect(await Promise.all(started.map(({ exited }) => exited))).toEqual(roles.map(() => 0));
    const kinds = new Set(roles.filter((_, nth) => said[nth] === "serves"));
    expect(kinds.size).toBe(1);
    const refused = kinds.has("worker") ? BESIDE_WORKERS : BESIDE_ONE;
    expect(said).toEqual(roles.map((role) => (kinds.has(role) ? "serves" : refused)));
  }
});

async function firstLine(output: ReadableStream<Uint8Array>): Promise<string> {
  let text = "";
  for await (const part of output) {
    text += new TextDecoder().decode(part);
    if (text.includes("\n")) break;
  }
  return text.trim();
}
