/** The servers that are compared, as data. */
import { existsSync } from "node:fs";
import { join } from "node:path";

/** Peers are what one would use instead of petstore. Limits do the least that any server could do. */
export type ServerKind = "petstore" | "peer" | "limit";

export type Engine = "SQLite" | "PostgreSQL";

export interface Server {
  readonly name: string;
  readonly kind: ServerKind;
  /** Where its data is. Only servers on the same engine are compared. */
  readonly engine: Engine;
  /** What runs the program. An executable is measured at its start only: it runs the same code. */
  readonly runtime: "node" | "bun" | "executable";
  /** Relative to this folder. */
  readonly program: string;
}

/** One key with full access everywhere: the benchmark compares serving, not key management. */
export const apiKey = "benchmark-key-0123456789-0123456789-0123456789";

/** What petstore runs with besides its defaults. The report names it. */
export const petstoreSettings = { LOG_LEVEL: "warn", RATE_LIMIT: "0" } as const;

/** petstore's settings, which all servers read. */
export function environment(port: number, databaseUrl: string): Record<string, string> {
  return {
    PORT: String(port),
    HOST: "127.0.0.1",
    DATABASE_URL: databaseUrl,
    PETSTORE_API_KEY: apiKey,
    ...petstoreSettings,
  };
}

/** petstore as a user runs it from source. */
export const petstoreOn: Readonly<Record<Engine, Server>> = {
  SQLite: { name: "petstore", kind: "petstore", engine: "SQLite", runtime: "bun", program: "../src/main.ts" },
  PostgreSQL: {
    name: "petstore on PostgreSQL",
    kind: "petstore",
    engine: "PostgreSQL",
    runtime: "bun",
    program: "../src/main.ts",
  },
};

/** The server that shows how fast petstore could be at most on an engine. */
export const limitOf: Readonly<Record<Engine, string>> = { SQLite: "raw Bun.serve", PostgreSQL: "bare driver" };

/** What `npm run build` makes. */
const executable: Server = {
  name: "petstore executable",
  kind: "petstore",
  engine: "SQLite",
  runtime: "executable",
  program: "../dist/petstore",
};

export const servers: readonly Server[] = [
  { name: limitOf.SQLite, kind: "limit", engine: "SQLite", runtime: "bun", program: "limits/raw-bun.ts" },
  { name: "fastify", kind: "peer", engine: "SQLite", runtime: "node", program: "peers/fastify.ts" },
  { name: "hono", kind: "peer", engine: "SQLite", runtime: "bun", program: "peers/hono.ts" },
  { name: "elysia", kind: "peer", engine: "SQLite", runtime: "bun", program: "peers/elysia.ts" },
  petstoreOn.SQLite,
  ...(existsSync(programOf(executable)) ? [executable] : []),
  { name: limitOf.PostgreSQL, kind: "limit", engine: "PostgreSQL", runtime: "bun", program: "limits/bare-driver.ts" },
  petstoreOn.PostgreSQL,
];

/** The path of a server's program. */
export function programOf({ program }: Server): string {
  return join(import.meta.dirname, program);
}
