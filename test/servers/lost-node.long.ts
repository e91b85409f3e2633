/*
 * A database that keeps pets on another server and loses it: postgres_fdw passes on the SQLSTATEs of the other server, as a failover
 * behind a proxy does.
 */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { SQL } from "bun";
import { openStore } from "../../src/store/index.ts";
import { NOON } from "../support/harness.ts";
import { ownPostgres, type Postgres, sharedPostgres } from "../support/postgres.ts";
import { startProxy } from "../support/proxy.ts";
import { askAll, createPet, expectUnconfirmed, petsOf, REFUSED, startOn, untilWorking } from "./instances.ts";

setDefaultTimeout(60_000);

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
      category_id bigint not null, status text not null, quantity integer not null,
      revision bigint not null default 0, arrival text collate "C" not null default '2026-11-21'
    ) server node`;
}

/** A service on a database whose pets are on another server, by way of a proxy. */
async function startOnNode(node: Postgres, waitSeconds = PATIENT_SECONDS) {
  const stack = new AsyncDisposableStack();
  const remote = stack.use(await newDatabase(node));
  const proxy = stack.use(await startProxy(remote.url));
  const database = stack.use(await newDatabase(await sharedPostgres()));
  await database.run(pointTo(proxy.url));
  const { program } = stack.use(await startOn(database.url, { DATABASE_WAIT: `${waitSeconds}` }));
  return { program, proxy, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

describe("a lost node of the database", () => {
  test("causes 503s with Retry-After and an unready service, which recovers with it", async () => {
    const node = await ownPostgres();
    await using opened = await startOnNode(node, 1);
    await untilWorking(opened.program);
    await node.kill();
    for (let round = 0; round < 2; round++) expect(await askAll(opened.program)).toEqual(REFUSED);
    await node.restart();
    await untilWorking(opened.program);
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

/** A service on a database that raises such errors. */
async function startFailing(...failure: Parameters<typeof failing>) {
  const [, times] = failure;
  await using database = await newDatabase(await sharedPostgres());
  await database.run(failing(...failure));
  return startOn(database.url, { DATABASE_WAIT: `${times === ALWAYS ? 1 : PATIENT_SECONDS}` });
}

describe("an error that a node caused", () => {
  const beforeTheCommit = ["08006", "08001", "57P01", "57P02", "57P03"].map(
    (sqlstate) => [sqlstate, "insert"] as const,
  );

  test.each([...beforeTheCommit, ["40001", "commit"] as const])(
    "is repeated if nothing can be stored: %s at the %s",
    async (sqlstate, at) => {
      await using service = await startFailing(sqlstate, 2, at);
      expect(await createPet(service.program)).toMatchObject({ status: 201 });
      expect(await petsOf(service.program)).toHaveLength(1);
    },
  );

  test.each(["08006", "57P01"])("is a 503 with Retry-After when it does not end: %s", async (sqlstate) => {
    await using service = await startFailing(sqlstate, ALWAYS, "insert");
    const refused = await createPet(service.program);
    expect(refused).toMatchObject({ status: 503, body: { message: "There is no connection to the database now" } });
    expect(refused.headers.get("Retry-After")).toBe("1");
    expect(await petsOf(service.program)).toEqual([]);
  });

  test.each(["XX000", "08006", "08007", "40003", "57P01"])(
    "at the commit leaves the outcome open: %s",
    async (sqlstate) => {
      await using service = await startFailing(sqlstate, 1, "commit");
      const headers = { "Idempotency-Key": "one" };
      expectUnconfirmed(await createPet(service.program, headers));
      const again = await createPet(service.program, headers);
      expect(again).toMatchObject({ status: 201 });
      expect(await petsOf(service.program)).toEqual([again.body as never]);
    },
  );
});
