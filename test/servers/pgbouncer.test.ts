/* The service on PostgreSQL through PgBouncer, with the settings of docs/operations/scale.md. */

import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { chownSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { SQL } from "bun";
import { type Open, openAt, storeConformance } from "../store/conformance.ts";
import { emptyFolder } from "../support/folder.ts";
import { addPet, rex } from "../support/harness.ts";
import { type Postgres, sharedPostgres } from "../support/postgres.ts";
import { freePort } from "../support/processes.ts";
import { until } from "../support/program.ts";

setDefaultTimeout(60_000);

const program = Bun.which("pgbouncer");

interface Bouncer {
  readonly postgres: Postgres;
  /** The URL of a new database by way of PgBouncer. */
  createDatabase(): Promise<string>;
  stop(): Promise<void>;
}

/** Starts PgBouncer in front of the server of the tests. */
async function startBouncer(executable: string, mode: string): Promise<Bouncer> {
  const postgres = await sharedPostgres();
  const folder = emptyFolder();
  const port = freePort();
  const { username, password, hostname } = new URL(postgres.url);
  const file = `${folder.path}/pgbouncer.ini`;
  writeFileSync(
    file,
    `[databases]
* = host=${hostname} port=${postgres.port} user=${username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
${mode === "transaction" ? "max_prepared_statements = 200" : ""}
default_pool_size = 40
max_client_conn = 200
server_idle_timeout = 1
ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout,enable_sort,jit,plan_cache_mode
`,
  );
  const isRoot = process.getuid?.() === 0;
  if (isRoot) chownSync(folder.path, 65_534, 65_534);
  const child = Bun.spawn([executable, "-q", file], {
    stdin: "ignore",
    stdout: "ignore",
    stderr: "inherit",
    ...(isRoot && { uid: 65_534, gid: 65_534 }),
  });
  await until(() => accepts(port), "PgBouncer");
  return {
    postgres,
    async createDatabase() {
      const direct = await postgres.createDatabase();
      const name = new URL(direct).pathname.slice(1);
      await using sql = new SQL(direct, { max: 1 });
      await sql.unsafe(`
        alter database ${name} set enable_sort = off;
        alter database ${name} set jit = off;
        alter database ${name} set plan_cache_mode = force_generic_plan;
        alter database ${name} set statement_timeout = '10s';
        alter database ${name} set idle_in_transaction_session_timeout = '10s'`);
      const url = new URL(direct);
      url.port = String(port);
      return url.href;
    },
    async stop() {
      child.kill("SIGTERM");
      await child.exited;
      folder[Symbol.dispose]();
    },
  };
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    });
    socket.on("error", () => resolve(false));
  });
}

/** Transaction mode works since PgBouncer 1.21, which keeps prepared statements. */
function modesOf(executable: string): readonly string[] {
  const output = Bun.spawnSync([executable, "--version"]).stdout.toString();
  const version = /PgBouncer (\d+\.\d+\.\d+)/.exec(output)?.[1];
  if (version === undefined) throw new Error(`pgbouncer --version printed ${output}`);
  return Bun.semver.satisfies(version, ">=1.21.0") ? ["session", "transaction"] : ["session"];
}

function bouncerRules(executable: string, mode: string): void {
  const name = `PostgreSQL through PgBouncer in ${mode} mode`;
  let started: Promise<Bouncer> | undefined;
  const bouncer = () => (started ??= startBouncer(executable, mode));
  afterAll(async () => (await started)?.stop());

  const open: Open = async (observer) => {
    const url = await (await bouncer()).createDatabase();
    return openAt(url, { connections: 5, ...(observer && { observer }) });
  };

  storeConformance(name, open);

  test(`${name}: a store goes on after the server was restarted`, async () => {
    await using opened = await open();
    await addPet(opened.store);
    await (await bouncer()).postgres.restart();
    expect(await addPet(opened.store)).toMatchObject(rex);
    expect((await opened.store.pets.list({}, { after: 0n, limit: 10 })).items).toHaveLength(2);
  });
}

if (program === null) test("PgBouncer is not installed, so these tests are skipped", () => {});
else for (const mode of modesOf(program)) bouncerRules(program, mode);
