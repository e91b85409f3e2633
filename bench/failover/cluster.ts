/*
 * A PostgreSQL cluster as an operator would run it, on loopback: three nodes under Patroni, which keeps the leader's lock
 * in etcd, and HAProxy, which forwards to the node that Patroni calls the primary. All of it is from Debian's packages.
 */
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SQL } from "bun";

/** Patroni's settings in seconds: its defaults, except the shortest lock that it recommends. */
export const patroniSettings = { ttl: 20, loop_wait: 3, retry_timeout: 5, synchronous_mode: true } as const;

const host = "127.0.0.1";
const password = "failover-secret";
const binaries = "/usr/lib/postgresql/15/bin";
const needed = ["/usr/bin/patroni", "/usr/bin/etcd", "/usr/sbin/haproxy", `${binaries}/postgres`];
const install = "apt-get update && apt-get install --no-install-recommends patroni etcd-server haproxy postgresql-15";

interface Node {
  readonly name: string;
  readonly data: string;
  readonly port: number;
  readonly apiPort: number;
  readonly patroni: Bun.Subprocess;
}

/** A cluster that runs. */
export interface Cluster extends AsyncDisposable {
  /** The URL of the database through HAProxy. */
  readonly url: string;
  /** It is deleted with the cluster. */
  readonly folder: string;
  /** The name of the primary, if there is one. */
  primary(): Promise<string | undefined>;
  /** Kills the primary's Patroni and all its PostgreSQL processes with SIGKILL; returns its name. */
  killPrimary(): Promise<string>;
}

/** Starts a cluster and waits until its primary has a synchronous standby. */
export async function startCluster(): Promise<Cluster> {
  const missing = needed.filter((path) => !existsSync(path));
  if (missing.length > 0) throw new Error(`${missing.join(", ")} not found. Install with: ${install}`);
  const owner = postgresUser();
  const folder = mkdtempSync(join(tmpdir(), "petstore-failover-"));
  if (owner !== undefined) chownSync(folder, owner.uid, owner.gid);
  const processes: Bun.Subprocess[] = [];
  const nodes: Node[] = [];

  function run(name: string, command: readonly string[]): Bun.Subprocess {
    const log = Bun.file(join(folder, `${name}.log`));
    const env = { PATH: `${binaries}:/usr/bin:/bin:/usr/sbin`, HOME: folder, LC_ALL: "C.UTF-8" };
    const child = Bun.spawn([...command], { cwd: folder, env, stdin: "ignore", stdout: log, stderr: log, ...owner });
    processes.push(child);
    return child;
  }

  /** The node whose Patroni says that it has this role. */
  async function nodeWithRole(role: "primary" | "synchronous"): Promise<Node | undefined> {
    const urls = nodes.map(({ apiPort }) => `http://${host}:${apiPort}/${role}`);
    const responses = await Promise.allSettled(
      urls.map((url) => fetch(url, { method: "OPTIONS", signal: AbortSignal.timeout(1000) })),
    );
    return nodes.find((_, index) => {
      const response = responses[index];
      return response?.status === "fulfilled" && response.value.ok;
    });
  }

  async function stop(): Promise<void> {
    for (const child of processes) child.kill("SIGKILL");
    await Promise.all(processes.map((child) => child.exited));
    for (const { data } of nodes) killPostgres(data);
    rmSync(folder, { recursive: true, force: true });
  }

  try {
    const [etcdPort = 0, peerPort = 0, proxyPort = 0, ...ports] = freePorts(9);
    run("etcd", etcdCommand(folder, etcdPort, peerPort));
    for (const index of [0, 1, 2]) {
      const name = `node${index + 1}`;
      const [port = 0, apiPort = 0] = ports.slice(2 * index);
      const data = join(folder, name);
      // JSON is YAML.
      const file = `${data}.yml`;
      writeFileSync(file, JSON.stringify(nodeSettings({ name, data, port, apiPort }, etcdPort)), { mode: 0o644 });
      nodes.push({ name, data, port, apiPort, patroni: run(name, ["/usr/bin/patroni", file]) });
    }
    await until(async () => (await nodeWithRole("primary")) !== undefined, "a primary");
    await until(async () => (await nodeWithRole("synchronous")) !== undefined, "a synchronous standby");
    const proxyFile = join(folder, "haproxy.cfg");
    writeFileSync(proxyFile, haproxySettings(proxyPort, nodes));
    run("haproxy", ["/usr/sbin/haproxy", "-db", "-f", proxyFile]);
    // Until its first checks are done, HAProxy forwards to any node.
    await Bun.sleep(2000);
    const url = `postgres://postgres:${password}@${host}:${proxyPort}/postgres`;
    await until(() => isWritable(url), "a writable connection through HAProxy");
    return {
      url,
      folder,
      primary: async () => (await nodeWithRole("primary"))?.name,
      async killPrimary() {
        const victim = await nodeWithRole("primary");
        if (victim === undefined) throw new Error("there is no primary");
        victim.patroni.kill("SIGKILL");
        killPostgres(victim.data);
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
  const clients = `http://${host}:${port}`;
  const peers = `http://${host}:${peerPort}`;
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

function nodeSettings({ name, data, port, apiPort }: Omit<Node, "patroni">, etcdPort: number): object {
  const access = (user: string, database: string) => `host ${database} ${user} ${host}/32 scram-sha-256`;
  return {
    scope: "petstore",
    name,
    restapi: { listen: `${host}:${apiPort}`, connect_address: `${host}:${apiPort}` },
    etcd3: { hosts: `${host}:${etcdPort}` },
    bootstrap: {
      dcs: { ...patroniSettings, maximum_lag_on_failover: 1_048_576, postgresql: { use_pg_rewind: true } },
      initdb: [{ encoding: "UTF8" }, { locale: "C.UTF-8" }, "data-checksums"],
      pg_hba: [access("all", "all"), access("replicator", "replication")],
    },
    postgresql: {
      listen: `${host}:${port}`,
      connect_address: `${host}:${port}`,
      data_dir: data,
      bin_dir: binaries,
      pgpass: `${data}.pgpass`,
      authentication: {
        superuser: { username: "postgres", password },
        replication: { username: "replicator", password },
        rewind: { username: "rewinder", password },
      },
      parameters: { unix_socket_directories: "", max_connections: 50, shared_buffers: "32MB" },
    },
  };
}

/** A node is down after two failed checks. Its connections are cut then, so that clients find the new primary at once. */
function haproxySettings(port: number, nodes: readonly Node[]): string {
  const servers = nodes.map((node) => `  server ${node.name} ${host}:${node.port} check port ${node.apiPort}`);
  return `defaults
  mode tcp
  timeout connect 1s
  timeout client 1h
  timeout server 1h
  timeout check 1s
listen primary
  bind ${host}:${port}
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

/** Kills a node's PostgreSQL server and all its processes, if it runs. */
function killPostgres(data: string): void {
  const file = join(data, "postmaster.pid");
  const pid = existsSync(file) ? Number(readFileSync(file, "utf8").split("\n")[0]) : 0;
  // By now the number may belong to another process.
  if (!(pid > 1) || !Bun.spawnSync(["ps", "-o", "args=", "-p", String(pid)]).stdout.includes(data)) return;
  const children = Bun.spawnSync(["ps", "-o", "pid=", "--ppid", String(pid)])
    .stdout.toString()
    .split(/\s+/);
  Bun.spawnSync(["kill", "-9", String(pid), ...children.filter(Boolean)]);
}

/** PostgreSQL refuses to run as root; its package creates a user for it. */
function postgresUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (kind: "-u" | "-g") => Number(Bun.spawnSync(["id", kind, "postgres"]).stdout.toString());
  return { uid: idOf("-u"), gid: idOf("-g") };
}

function freePorts(count: number): number[] {
  const open = () => Bun.listen({ hostname: host, port: 0, socket: { data() {} } });
  const listeners = Array.from({ length: count }, open);
  const ports = listeners.map(({ port }) => port);
  for (const listener of listeners) listener.stop(true);
  return ports;
}

async function until(holds: () => Promise<boolean>, what: string): Promise<void> {
  const deadline = performance.now() + 120_000;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`waited two minutes for ${what}`);
    await Bun.sleep(200);
  }
}
