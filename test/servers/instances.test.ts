/* Several independent processes of the service on one database. */

import { expect, setDefaultTimeout, test } from "bun:test";
import { emptyFolder } from "../support/folder.ts";
import { ownPostgres, type Postgres, sharedPostgres } from "../support/postgres.ts";
import { type Program, runProgram, startProgram, until } from "../support/program.ts";
import { tell } from "../support/tell.ts";

setDefaultTimeout(60_000);

const KEY = "configured-key-of-at-least-32-characters";
const WRITERS = 32;

/** Two instances that start at the same time. */
async function startTwo(databaseUrl: string, env: Readonly<Record<string, string>> = {}) {
  const folder = emptyFolder();
  const start = () => startProgram({ cwd: folder.path, env: { DATABASE_URL: databaseUrl, RATE_LIMIT: "0", ...env } });
  const [one, other] = await Promise.all([start(), start()]);
  return {
    one,
    other,
    folder,
    async [Symbol.asyncDispose]() {
      await Promise.all([one, other].map((program) => program[Symbol.asyncDispose]()));
      folder[Symbol.dispose]();
    },
  };
}

test("two instances start together on an empty database, and one prints the first key", async () => {
  await using two = await startTwo(await (await sharedPostgres()).createDatabase());
  const printed = [...two.one.printedKeys, ...two.other.printedKeys];
  expect(printed).toHaveLength(1);
  for (const program of [two.one, two.other]) {
    const added = await program.as(printed[0]).createPet({ body: { name: "Rex", categoryId: 7n } });
    expect(added).toMatchObject({ status: 201 });
  }
  const lists = await Promise.all([two.one, two.other].map((program) => program.as(printed[0]).listPets()));
  expect(lists[0]?.body).toHaveLength(2);
  expect(lists[1]?.body).toEqual(lists[0]?.body);
});

test("a key revoked on one instance stops working on both", async () => {
  const databaseUrl = await (await sharedPostgres()).createDatabase();
  await using two = await startTwo(databaseUrl);
  const settings = { cwd: two.folder.path, env: { DATABASE_URL: databaseUrl } };
  const { stdout } = await runProgram(["keys", "create", "--name", "reader", "--scopes", "pets:read"], settings);
  const clients = [two.one.as(stdout.trim()), two.other.as(stdout.trim())];
  for (const { listPets } of clients) expect(await listPets()).toMatchObject({ ok: true });
  const revoked = await runProgram(["keys", "revoke", "reader"], settings);
  expect(revoked).toMatchObject({ exitCode: 0 });
  const isRefused = async () => {
    const outcomes = await Promise.all(clients.map(({ listPets }) => listPets()));
    return outcomes.every(({ status }) => status === 401);
  };
  await until(isRefused, "401 on both instances");
});

/** What the writers were told. */
interface Notes {
  /** The names of the acknowledged pets by id. */
  readonly acknowledged: Map<number, string>;
  isOver: boolean;
}

/** Creates pets one after the other, on each instance in turn. */
async function write(programs: readonly Program[], writer: number, notes: Notes): Promise<void> {
  for (let count = 0; !notes.isOver; count++) {
    const { origin } = programs[(writer + count) % programs.length] ?? programs[0] ?? { origin: "" };
    const name = `Rex ${writer} ${count}`;
    const response = await fetch(`${origin}/v1/pets`, {
      method: "POST",
      headers: { Authorization: `Bearer ${KEY}`, "Content-Type": "application/json" },
      body: JSON.stringify({ name, categoryId: 7 }),
    }).catch(() => undefined);
    const body = await response?.text().catch(() => undefined);
    if (response?.status === 201 && body !== undefined) {
      const { id } = JSON.parse(body) as { id: number };
      expect(notes.acknowledged.has(id)).toBe(false);
      notes.acknowledged.set(id, name);
    } else {
      if (response !== undefined) expect(response.status).toBe(503);
      // A refused connection fails at once: leave the processor to the others.
      await new Promise(setImmediate);
    }
  }
}

/** The acknowledged pets that a service does not return as acknowledged. */
async function lostOf(program: Program, { acknowledged }: Notes): Promise<string[]> {
  const ids = [...acknowledged.keys()];
  const lost: string[] = [];
  for (let start = 0; start < ids.length; start += 100) {
    const some = ids.slice(start, start + 100);
    const found = await program.as(KEY).listPets({ query: { ids: some.map(BigInt), limit: 100 } });
    if (!found.ok) throw new Error(found.body.message);
    const names = new Map(found.body.map(({ id, name }) => [Number(id), name]));
    lost.push(...some.filter((id) => names.get(id) !== acknowledged.get(id)).map((id) => `${id}`));
  }
  return lost;
}

/** Waits until this many more pets are acknowledged. */
async function untilWritten(notes: Notes, more: number): Promise<void> {
  const enough = notes.acknowledged.size + more;
  await until(() => notes.acknowledged.size >= enough, `${more} more pets`);
}

/** Kills the server and restarts it. Returns the seconds from the restart until a pet is stored again. */
async function crash(server: Postgres, notes: Notes): Promise<number> {
  await server.kill();
  await server.restart();
  const backAt = performance.now();
  await untilWritten(notes, 1);
  return (performance.now() - backAt) / 1000;
}

test(`${WRITERS} writers lose nothing when an instance and then the database are killed`, async () => {
  const server = await ownPostgres();
  const env = { PETSTORE_API_KEY: KEY, LOG_LEVEL: "error", DATABASE_WAIT: "2" };
  await using two = await startTwo(await server.createDatabase(), env);
  const notes: Notes = { acknowledged: new Map(), isOver: false };
  const programs = [two.one, two.other];
  const writers = Array.from({ length: WRITERS }, (_, writer) => write(programs, writer, notes));
  await untilWritten(notes, 300);
  expect(await two.one.stop("SIGKILL")).toBe("SIGKILL");
  await untilWritten(notes, 300);
  const seconds = await crash(server, notes);
  await untilWritten(notes, 300);
  notes.isOver = true;
  await Promise.all(writers);
  const lost = await lostOf(two.other, notes);
  tell(`acknowledged ${notes.acknowledged.size}, lost ${lost.length}, ${seconds.toFixed(2)} s until writes worked`);
  expect(lost).toEqual([]);
});
