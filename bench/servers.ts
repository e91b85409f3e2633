/** The servers that are compared, as data. */
import { existsSync } from "node:fs";
import { join, relative, resolve } from "node:path";

/** Peers are what one would use instead of petstore. Limits do the least that any server could do. */
export type ServerKind = "petstore" | "peer" | "limit";

export type Engine = "SQLite" | "SQLite on a slow disk" | "PostgreSQL";

/** How much longer the slow disk takes for a sync, in microseconds: that of a cloud provider. */
export const slowSyncUs = 5000;

export interface Server {
  readonly name: string;
  readonly kind: ServerKind;
  /** Where its data is. Only servers on the same engine are compared. */
  readonly engine: Engine;
  /** What runs the program. An executable is measured at its start only: it runs the same code. */
  readonly runtime: "node" | "bun" | "executable";
  /** Relative to this folder. */
  readonly program: string;
  /** In place of some of `petstoreSettings`. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** One key with full access everywhere: the benchmark compares serving, not key management. */
export const apiKey = "benchmark-key-0123456789-0123456789-0123456789";

/** What petstore runs with besides its defaults. The report names it. */
export const petstoreSettings = { LOG_LEVEL: "warn", RATE_LIMIT: "0" } as const;

/** petstore's settings, which all servers read. */
export function environment({ settings }: Server, port: number, databaseUrl: string): Record<string, string> {
  return {
    PORT: String(port),
    HOST: "127.0.0.1",
    DATABASE_URL: databaseUrl,
    PETSTORE_API_KEY: apiKey,
    ...petstoreSettings,
    ...settings,
  };
}

/** petstore as a user runs it from source. */
export const petstoreOn: Readonly<Record<Engine, Server>> = {
  SQLite: { name: "petstore", kind: "petstore", engine: "SQLite", runtime: "bun", program: "../src/main.ts" },
  "SQLite on a slow disk": {
    name: "petstore on a slow disk",
    kind: "petstore",
    engine: "SQLite on a slow disk",
    runtime: "bun",
    program: "../src/main.ts",
  },
  PostgreSQL: {
    name: "petstore on PostgreSQL",
    kind: "petstore",
    engine: "PostgreSQL",
    runtime: "bun",
    program: "../src/main.ts",
  },
};

/** petstore as it runs without settings, but for the number of the rate limit: one client has all the requests here. */
export const petstoreByDefault: Server = {
  ...petstoreOn.SQLite,
  name: "petstore with log and rate limit",
  settings: { LOG_LEVEL: "info", RATE_LIMIT: "1000000" },
};

/** The server that shows how fast petstore could be at most on an engine. */
export const limitOf: Readonly<Record<Engine, string>> = {
  SQLite: "raw Bun.serve",
  "SQLite on a slow disk": "none",
  PostgreSQL: "bare driver",
};

/** What `npm run build` makes. */
const executable: Server = {
  name: "petstore executable",
  kind: "petstore",
  engine: "SQLite",
  runtime: "executable",
  program: "../dist/petstore",
};

const peers: readonly Server[] = [
  { name: "fastify", kind: "peer", engine: "SQLite", runtime: "node", program: "peers/fastify.ts" },
  { name: "hono", kind: "peer", engine: "SQLite", runtime: "bun", program: "peers/hono.ts" },
  { name: "elysia", kind: "peer", engine: "SQLite", runtime: "bun", program: "peers/elysia.ts" },
];

export const servers: readonly Server[] = [
  { name: limitOf.SQLite, kind: "limit", engine: "SQLite", runtime: "bun", program: "limits/raw-bun.ts" },
  ...peers,
  petstoreOn.SQLite,
  petstoreByDefault,
  ...peers.map((peer) => ({
    ...peer,
    name: `${peer.name} on a slow disk`,
    engine: "SQLite on a slow disk" as const,
  })),
  petstoreOn["SQLite on a slow disk"],
  ...(existsSync(programOf(executable)) ? [executable] : []),
  { name: limitOf.PostgreSQL, kind: "limit", engine: "PostgreSQL", runtime: "bun", program: "limits/bare-driver.ts" },
  petstoreOn.PostgreSQL,
];

/** petstore of another checkout, to be compared with this one. */
export function petstoreOf(checkout: string, engine: Engine): Server {
  const own = petstoreOn[engine];
  return {
    ...own,
    name: `${own.name} of ${checkout}`,
    program: relative(import.meta.dirname, join(resolve(checkout), "src/main.ts")),
  };
}

/** The path of a server's program. */
export function programOf({ program }: Server): string {
  return join(import.meta.dirname, program);
}
