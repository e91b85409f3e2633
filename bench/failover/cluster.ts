/*
 * A cluster of PostgreSQL as an operator would run it, all of it on loopback: three nodes under Patroni, which keeps the
 * leader's lock in etcd, and HAProxy, which leads to the node that Patroni calls the primary. From Debian's packages.
 */
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SQL } from "bun";

/** How Patroni is set, in seconds: its defaults but for a shorter lock, the shortest that it recommends. */
export const PATRONI = { ttl: 20, loop_wait: 3, retry_timeout: 5, synchronous_mode: true } as const;

const HOST = "127.0.0.1";
const PASSWORD = "failover-secret";
const BINARIES = "/usr/lib/postgresql/15/bin";
const NEEDED = ["/usr/bin/patroni", "/usr/bin/etcd", "/usr/sbin/haproxy", `${BINARIES}/postgres`];
const INSTALL = "apt-get update && apt-get install --no-install-recommends patroni etcd-server haproxy postgresql-15";

interface Node {
  readonly name: string;
  readonly folder: string;
  readonly data: string;
  readonly port: number;
  readonly apiPort: number;
  readonly patroni: Bun.Subprocess;
}

/** A cluster that runs. */
export interface Cluster extends AsyncDisposable {
  /** The URL of the database by way of HAProxy. */
  readonly url: string;
  /** Kills the primary's Patroni and all its PostgreSQL processes with SIGKILL; answers its name. */
  killPrimary(): Promise<string>;
  /** The name of the primary, when there is one. */
  primary(): Promise<string | undefined>;
}

/** Starts a cluster and waits until its primary has a synchronous standby. */
export async function startCluster(): Promise<Cluster> {
  const missing = NEEDED.filter((path) => !existsSync(path));
  if (missing.length > 0) throw new Error(`${missing.join(", ")} is not there. Install: ${INSTALL}`);
  const owner = ownerOf();
  const folder = mkdtempSync(join(tmpdir(), "petstore-failover-"));
  if (owner !== undefined) chownSync(folder, owner.uid, owner.gid);
  const processes: Bun.Subprocess[] = [];
  const nodes: Node[] = [];

  function run(name: string, command: readonly string[]): Bun.Subprocess {
    const log = Bun.file(join(folder, `${name}.log`));
    const env = { PATH: `${BINARIES}:/usr/bin:/bin:/usr/sbin`, HOME: folder, LC_ALL: "C.UTF-8" };
    const child = Bun.spawn([...command], { cwd: folder, env, stdin: "ignore", stdout: log, stderr: log, ...owner });
    processes.push(child);
    return child;
  }

  async function primary(): Promise<Node | undefined> {
    const areLeaders = await Promise.all(
      nodes.map(({ apiPort }) => answersOk(`http://${HOST}:${apiPort}/primary`, "OPTIONS")),
    );
    return nodes.find((_, index) => areLeaders[index]);
  }

  async function stop(): Promise<void> {
    for (const child of processes) child.kill("SIGKILL");
    await Promise.all(processes.map((child) => child.exited));
    for (const { data } of nodes) killServer(data);
    rmSync(folder, { recursive: true, force: true });
  }

  try {
    const [etcdPort = 0, peerPort = 0, proxyPort = 0, ...ports] = await freePorts(9);
    run("etcd", etcdCommand(folder, etcdPort, peerPort));
    for (const index of [0, 1, 2]) {
      const name = `node${index + 1}`;
      const port = ports[2 * index] ?? 0;
      const apiPort = ports[2 * index + 1] ?? 0;
      const data = join(folder, name);
      const file = join(folder, `${name}.yml`);
      // JSON is YAML.
      writeFileSync(file, JSON.stringify(settingsOf({ name, folder, data, port, apiPort }, etcdPort)), { mode: 0o644 });
      nodes.push({ name, folder, data, port, apiPort, patroni: run(name, ["/usr/bin/patroni", file]) });
    }
    const proxyFile = join(folder, "haproxy.cfg");
    writeFileSync(proxyFile, haproxySettings(proxyPort, nodes));
    await until(async () => (await primary()) !== undefined, "a primary");
    await until(() => hasSynchronousStandby(nodes), "a synchronous standby");
    run("haproxy", ["/usr/sbin/haproxy", "-db", "-f", proxyFile]);
    await Bun.sleep(2000);
    const url = `postgres://postgres:${PASSWORD}@${HOST}:${proxyPort}/postgres`;
    // HAProxy takes every node for the primary until it has asked them.
    await until(() => isWritable(url), "the way to the primary");
    return {
      url,
      primary: async () => (await primary())?.name,
      async killPrimary() {
        const victim = await primary();
        if (victim === undefined) throw new Error("there is no primary");
        victim.patroni.kill("SIGKILL");
        killServer(victim.data);
        return victim.name;
      },
      [Symbol.asyncDispose]: stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function etcdCommand(folder: string, port: number, peerPort: number): string[] {
  const clients = `http://${HOST}:${port}`;
  const peers = `http://${HOST}:${peerPort}`;
  return [
    "/usr/bin/etcd",
    `--data-dir=${join(folder, "etcd")}`,
    `--listen-client-urls=${clients}`,
    `--advertise-client-urls=${clients}`,
    `--listen-peer-urls=${peers}`,
    `--initial-advertise-peer-urls=${peers}`,
    `--initial-cluster=default=${peers}`,
  ];
}

function settingsOf({ name, folder, data, port, apiPort }: Omit<Node, "patroni">, etcdPort: number): object {
  const access = (user: string, database: string) => `host ${database} ${user} ${HOST}/32 scram-sha-256`;
  return {
    scope: "petstore",
    name,
    restapi: { listen: `${HOST}:${apiPort}`, connect_address: `${HOST}:${apiPort}` },
    etcd3: { hosts: `${HOST}:${etcdPort}` },
    bootstrap: {
      dcs: { ...PATRONI, maximum_lag_on_failover: 1_048_576, postgresql: { use_pg_rewind: true } },
      initdb: [{ encoding: "UTF8" }, { locale: "C.UTF-8" }, "data-checksums"],
      pg_hba: [access("all", "all"), access("replicator", "replication")],
    },
    postgresql: {
      listen: `${HOST}:${port}`,
      connect_address: `${HOST}:${port}`,
      data_dir: data,
      bin_dir: BINARIES,
      pgpass: join(folder, `${name}.pgpass`),
      authentication: {
        superuser: { username: "postgres", password: PASSWORD },
        replication: { username: "replicator", password: PASSWORD },
        rewind: { username: "rewinder", password: PASSWORD },
      },
      parameters: { unix_socket_directories: "", max_connections: 50, shared_buffers: "32MB" },
    },
  };
}

/** A node counts as gone after two failed checks, and its connections are cut then: clients find the new one at once. */
function haproxySettings(port: number, nodes: readonly Node[]): string {
  const servers = nodes.map((node) => `  server ${node.name} ${HOST}:${node.port} check port ${node.apiPort}`);
  return `defaults
  mode tcp
  timeout connect 1s
  timeout client 1h
  timeout server 1h
  timeout check 1s
listen primary
  bind ${HOST}:${port}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join("\n")}
`;
}

async function isWritable(url: string): Promise<boolean> {
  const sql = new SQL(url, { max: 1 });
  try {
    const [row] = await sql<{ standby: boolean }[]>`select pg_is_in_recovery() as standby`;
    return row?.standby === false;
  } catch {
    return false;
  } finally {
    await sql.close({ timeout: 0 });
  }
}

async function hasSynchronousStandby(nodes: readonly Node[]): Promise<boolean> {
  const answers = nodes.map(({ apiPort }) => answersOk(`http://${HOST}:${apiPort}/synchronous`, "OPTIONS"));
  return (await Promise.all(answers)).includes(true);
}

async function answersOk(url: string, method: string): Promise<boolean> {
  try {
    return (await fetch(url, { method, signal: AbortSignal.timeout(1000) })).ok;
  } catch {
    return false;
  }
}

/** Kills a PostgreSQL server and all its processes, if it runs. */
function killServer(data: string): void {
  const file = join(data, "postmaster.pid");
  const pid = existsSync(file) ? Number(readFileSync(file, "utf8").split("\n")[0]) : 0;
  // The number may be another process's by now.
  if (!(pid > 1) || !Bun.spawnSync(["ps", "-o", "args=", "-p", String(pid)]).stdout.includes(data)) return;
  const list = Bun.spawnSync(["ps", "-A", "-o", "pid=,ppid="]).stdout.toString();
  const rows = list.split("\n").map((line) => line.trim().split(/\s+/).map(Number));
  const children = rows.flatMap(([child = 0, parent]) => (parent === pid ? [child] : []));
  Bun.spawnSync(["kill", "-9", ...[pid, ...children].map(String)]);
}

/** PostgreSQL refuses to run as root: its package has made a user for it. */
function ownerOf(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (kind: "-u" | "-g") => Number(Bun.spawnSync(["id", kind, "postgres"]).stdout.toString());
  return { uid: idOf("-u"), gid: idOf("-g") };
}

async function freePorts(count: number): Promise<number[]> {
  const probes = Array.from({ length: count }, () => createServer());
  await Promise.all(probes.map((probe) => new Promise<void>((resolve) => probe.listen(0, HOST, resolve))));
  const ports = probes.map((probe) => {
    const address = probe.address();
    return typeof address === "object" && address !== null ? address.port : 0;
  });
  await Promise.all(probes.map((probe) => new Promise((resolve) => probe.close(resolve))));
  return ports;
}

/** Waits at most two minutes until something is so. */
async function until(isSo: () => Promise<boolean>, what: string): Promise<void> {
  const deadline = performance.now() + 120_000;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`${what} did not come within two minutes`);
    await Bun.sleep(200);
  }
}
