/** The servers that are compared, and how each is started. */
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
  /** What runs the program; `itself` for an executable. */
  readonly runtime: "node" | "bun" | "itself";
  readonly program: string;
  readonly args: readonly string[];
  /** Measured at its start only; it gets no load. */
  readonly startOnly: boolean;
  /** `data` is the path of a file, or the URL of a PostgreSQL database. */
  environment(port: number, data: string): Record<string, string>;
}

/** One key with full access everywhere: the benchmark compares serving, not key management. */
export const apiKey = "benchmark-key-0123456789-0123456789-0123456789";

/** What petstore runs with besides its defaults. The report names it. */
export const petstoreSettings = { LOG_LEVEL: "warn", RATE_LIMIT: "0" } as const;

export const petstoreProgram = join(import.meta.dirname, "../src/main.ts");

/** petstore as a user runs it from source. */
export function petstoreOn(engine: Engine): Server {
  return {
    name: engine === "SQLite" ? "petstore" : `petstore on ${engine}`,
    kind: "petstore",
    engine,
    runtime: "bun",
    program: petstoreProgram,
    args: ["serve"],
    startOnly: false,
    environment: (port, data) => ({
      PORT: String(port),
      HOST: "127.0.0.1",
      DATABASE_URL: engine === "SQLite" ? `sqlite://${data}` : data,
      PETSTORE_API_KEY: apiKey,
      ...petstoreSettings,
    }),
  };
}

/** What `npm run build` makes. It runs the same code as `petstore`. */
const executable: Server = {
  ...petstoreOn("SQLite"),
  name: "petstore executable",
  runtime: "itself",
  program: join(import.meta.dirname, "../dist/petstore"),
  startOnly: true,
};

function peer(name: string, runtime: "node" | "bun", file: string): Server {
  return {
    name,
    kind: "peer",
    engine: "SQLite",
    runtime,
    program: join(import.meta.dirname, "peers", file),
    args: [],
    startOnly: false,
    environment: (port, data) => ({ PORT: String(port), DATABASE_PATH: data, API_KEY: apiKey }),
  };
}

function limit(name: string, engine: Engine, file: string): Server {
  return {
    name,
    kind: "limit",
    engine,
    runtime: "bun",
    program: join(import.meta.dirname, "limits", file),
    args: [],
    startOnly: false,
    environment: (port, data) => ({ PORT: String(port), DATA: data }),
  };
}

/** The server that shows how fast petstore could be at most on an engine. */
export const limitOf: Readonly<Record<Engine, string>> = { SQLite: "raw Bun.serve", PostgreSQL: "bare driver" };

export const servers: readonly Server[] = [
  limit(limitOf.SQLite, "SQLite", "raw-bun.ts"),
  peer("express", "node", "express.ts"),
  peer("fastify", "node", "fastify.ts"),
  peer("hono on node", "node", "hono.ts"),
  peer("hono on bun", "bun", "hono.ts"),
  peer("elysia", "bun", "elysia.ts"),
  petstoreOn("SQLite"),
  ...(existsSync(executable.program) ? [executable] : []),
  limit(limitOf.PostgreSQL, "PostgreSQL", "bare-driver.ts"),
  petstoreOn("PostgreSQL"),
];
