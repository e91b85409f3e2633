/*
 * A database that keeps pets on another server and loses it, as distributed engines lose a node: postgres_fdw passes on the SQLSTATEs of the
 * other server, and commits there first.
 */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { SQL } from "bun";
import { openStore } from "../../src/store/index.ts";
import { emptyFolder } from "../support/folder.ts";
import { NOON } from "../support/harness.ts";
import { ownPostgres, type Postgres, sharedPostgres } from "../support/postgres.ts";
import { type Program, startProgram, until } from "../support/program.ts";
import { type Cut, type Proxy as DatabaseProxy, startProxy } from "../support/proxy.ts";

setDefaultTimeout(60_000);

const KEY = "configured-key-of-at-least-32-characters";

/** Longer than what does not fail takes on a busy machine. */
const PATIENT_SECONDS = 20;

/** More often than anything is tried. */
const ALWAYS = 1_000_000;

/** A new database with the schema, and a connection beside the service. */
async function newDatabase(server: Postgres) {
  const url = await server.createDatabase();
  await (await openStore(url, NOON, { connections: 1 })).close();
  const sql = new SQL(url, { max: 1, bigint: true });
  return {
    url,
    run: (statements: string) => sql.unsafe(statements).simple(),
    [Symbol.asyncDispose]: () => sql.close(),
  };
}

function startService(databaseUrl: string, cwd: string, waitSeconds: number): Promise<Program> {
  const env = { DATABASE_URL: databaseUrl, PETSTORE_API_KEY: KEY, DATABASE_WAIT: `${waitSeconds}`, RATE_LIMIT: "0" };
  return startProgram({ cwd, env });
}

/** Creates a pet without the retries of the typed client. */
function createPet({ origin }: Program, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${origin}/v1/pets`, {
    method: "POST",
    headers: { Authorization: `Bearer ${KEY}`, "Content-Type": "application/json", ...headers },
    body: '{"name":"Rex","categoryId":7}',
  });
}

/** The responses to a read, a write and a readiness check. */
function askAll(program: Program): Promise<Response[]> {
  return Promise.all([
    fetch(`${program.origin}/v1/pets`, { headers: { Authorization: `Bearer ${KEY}` } }),
    createPet(program),
    fetch(`${program.origin}/readyz`),
  ]);
}

const statusesOf = (responses: readonly Response[]) => responses.map(({ status }) => status);

/** Checks that the client is told to check whether the change is stored. */
async function expectUnknownOutcome(response: Response): Promise<void> {
  expect(response.status).toBe(503);
  expect(response.headers.get("Retry-After")).toBe("1");
  expect(await response.json()).toMatchObject({
    code: "service_unavailable",
    message: "The database did not confirm the change: it may or may not be stored. Check before you retry",
  });
}

/** Makes `pets` a table of the other server. */
function pointTo(nodeUrl: string): string {
  const { hostname, port, pathname, username, password } = new URL(nodeUrl);
  return `
    create extension postgres_fdw;
    create server node foreign data wrapper postgres_fdw
      options (host '${hostname}', port '${port}', dbname '${pathname.slice(1)}');
    create user mapping for current_user server node options (user '${username}', password '${password}');
    alter table pets rename to local_pets;
    create foreign table pets (
      id bigint not null default nextval('pets_id_seq'), name text not null, name_key text collate "C" not null,
      category_id bigint not null, status text not null, quantity integer not null
    ) server node`;
}

/** A service on a database whose pets are on another server, by way of a proxy. */
async function startOnNode(
  node: Postgres,
  waitSeconds = PATIENT_SECONDS,
): Promise<{ program: Program; proxy: DatabaseProxy } & AsyncDisposable> {
  const stack = new AsyncDisposableStack();
  const folder = stack.use(emptyFolder());
  const remote = stack.use(await newDatabase(node));
  const proxy = stack.use(await startProxy(remote.url));
  const database = stack.use(await newDatabase(await sharedPostgres()));
  await database.run(pointTo(proxy.url));
  const program = stack.use(await startService(database.url, folder.path, waitSeconds));
  return { program, proxy, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

describe("a lost node of the database", () => {
  test("causes 503s with Retry-After and an unready service, which recovers with it", async () => {
    const node = await ownPostgres();
    await using opened = await startOnNode(node, 1);
    const { program } = opened;
    await until(async () => statusesOf(await askAll(program)).every((status) => status < 300), "connections");
    await node.kill();
    for (let round = 0; round < 2; round++) {
      const responses = await askAll(program);
      expect(statusesOf(responses)).toEqual([503, 503, 503]);
      expect(responses.map(({ headers }) => headers.get("Retry-After"))).toEqual(["1", "1", "1"]);
    }
    await node.restart();
    await until(async () => statusesOf(await askAll(program)).every((status) => status < 300), "responses");
  });

  for (const [when, stored] of [
    ["before", 0],
    ["after", 1],
  ] as const satisfies readonly (readonly [Cut["when"], number])[]) {
    test(`during the commit leaves the outcome open: lost ${when} the node has committed`, async () => {
      await using opened = await startOnNode(await sharedPostgres());
      const { program, proxy } = opened;
      proxy.cut = { at: "COMMIT TRANSACTION", when };
      await expectUnknownOutcome(await createPet(program));
      expect((await program.as(KEY).listPets()).body).toHaveLength(stored);
      expect((await createPet(program)).status).toBe(201);
    });
  }

  test("stores a pet twice without two-phase commit, whatever its Idempotency-Key: on Citus this layout is refused", async () => {
    await using opened = await startOnNode(await sharedPostgres());
    const { program, proxy } = opened;
    const headers = { "Idempotency-Key": "one" };
    proxy.cut = { at: "COMMIT TRANSACTION", when: "after" };
    await expectUnknownOutcome(await createPet(program, headers));
    expect((await createPet(program, headers)).status).toBe(201);
    expect((await program.as(KEY).listPets()).body).toHaveLength(2);
  });
});

/** Raises an error for the first so many pets, when they are inserted or when they are committed. Sequences do not roll back. */
function failing(sqlstate: string, times: number, at: "insert" | "commit"): string {
  const trigger =
    at === "insert"
      ? "create trigger failing before insert on pets for each row"
      : "create constraint trigger failing after insert on pets deferrable initially deferred for each row";
  return `
    create sequence failures;
    create function fail() returns trigger language plpgsql as $$
    begin
      if nextval('failures') <= ${times} then raise 'a node failed' using errcode = '${sqlstate}'; end if;
      return new;
    end $$;
    ${trigger} execute function fail()`;
}

async function startFailing(sqlstate: string, times: number, at: "insert" | "commit") {
  const waitSeconds = times === ALWAYS ? 1 : PATIENT_SECONDS;
  const stack = new AsyncDisposableStack();
  const folder = stack.use(emptyFolder());
  const database = stack.use(await newDatabase(await sharedPostgres()));
  await database.run(failing(sqlstate, times, at));
  const program = stack.use(await startService(database.url, folder.path, waitSeconds));
  return { program, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

describe("an error that a node caused", () => {
  test.each(["08006", "08001", "57P01", "57P02", "57P03"])("is repeated before the commit: %s", async (sqlstate) => {
    await using opened = await startFailing(sqlstate, 2, "insert");
    expect((await createPet(opened.program)).status).toBe(201);
    expect((await opened.program.as(KEY).listPets()).body).toHaveLength(1);
  });

  test.each(["08006", "57P01"])("is a 503 with Retry-After when it does not end: %s", async (sqlstate) => {
    await using opened = await startFailing(sqlstate, ALWAYS, "insert");
    const response = await createPet(opened.program);
    expect([response.status, response.headers.get("Retry-After")]).toEqual([503, "1"]);
    expect(await response.json()).toMatchObject({ message: "There is no connection to the database now" });
    expect((await opened.program.as(KEY).listPets()).body).toEqual([]);
  });

  test.each(["XX000", "08006", "08007", "40003", "57P01"])(
    "at the commit leaves the outcome open: %s",
    async (sqlstate) => {
      await using opened = await startFailing(sqlstate, 1, "commit");
      const headers = { "Idempotency-Key": "one" };
      await expectUnknownOutcome(await createPet(opened.program, headers));
      const again = await createPet(opened.program, headers);
      expect(again.status).toBe(201);
      const { id } = (await again.json()) as { id: number };
      expect((await opened.program.as(KEY).listPets()).body).toMatchObject([{ id: BigInt(id) }]);
    },
  );

  test("at the commit is repeated when it says that the transaction was rolled back", async () => {
    await using opened = await startFailing("40001", 2, "commit");
    expect((await createPet(opened.program)).status).toBe(201);
    expect((await opened.program.as(KEY).listPets()).body).toHaveLength(1);
  });
});
