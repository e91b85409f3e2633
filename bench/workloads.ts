/** The workloads, W1 to W7: what is asked, over how many connections, and what counts as speed. */
import { bareDriver, type Engine, rawBun } from "./servers.ts";

export type WorkloadId = "W1" | "W1x256" | "W2" | "W3" | "W4u" | "W4c" | "W5" | "W6a" | "W6b" | "W7" | "W7r";

export interface Workload {
  readonly id: WorkloadId;
  readonly title: string;
  /** The servers on this engine answer it. */
  readonly engine: Engine;
  readonly connections: number;
  /** How many times the usual time it is measured for: peers take a tenth of a second for one inventory. */
  readonly steps: number;
  readonly unit: "requests/s" | "MB/s";
  /** Whether the servers that are limits answer it: they only read. */
  readonly limits: boolean;
  /** Whether it adds animals by the thousand; such workloads come last, so that the others all see the same store. */
  readonly grows: boolean;
  /** Left out of `--quick`. */
  readonly fullOnly: boolean;
}

/** The server that shows how fast an engine's workloads could be at all. */
export const limitOf: Readonly<Record<Engine, string>> = { SQLite: rawBun, PostgreSQL: bareDriver };

const usual = {
  engine: "SQLite",
  connections: 64,
  steps: 1,
  unit: "requests/s",
  limits: false,
  grows: false,
  fullOnly: false,
} as const;

export const workloads: readonly Workload[] = [
  { ...usual, id: "W1", title: "GET /pets?limit=20&status=available", limits: true },
  { ...usual, id: "W1x256", title: "W1 with more connections", connections: 256, limits: true, fullOnly: true },
  { ...usual, id: "W2", title: "GET /pets/{random id}", limits: true },
  // Two connections keep a core busy with bodies of 5 MB; more only make memory and waiting time grow.
  {
    ...usual,
    id: "W4u",
    title: "GET /inventory of 100,000, unchanged",
    connections: 2,
    steps: 2,
    unit: "MB/s",
    limits: true,
  },
  {
    ...usual,
    id: "W4c",
    title: "GET /inventory of 100,000, a PATCH before each read",
    connections: 2,
    steps: 2,
    unit: "MB/s",
  },
  { ...usual, id: "W5", title: "45 % W1, 45 % W2, 8 % PATCH, 2 % POST" },
  { ...usual, id: "W6a", title: "POST /pets with an invalid body, 400" },
  { ...usual, id: "W6b", title: "GET /pets without a key, 401" },
  {
    ...usual,
    id: "W7",
    title: "GET /pets?limit=20&status=available on PostgreSQL",
    engine: "PostgreSQL",
    limits: true,
  },
  // Never the same page twice in a run, so no memory of answers helps.
  { ...usual, id: "W7r", title: "GET /pets?ids={20 random ids} on PostgreSQL", engine: "PostgreSQL", limits: true },
  { ...usual, id: "W3", title: "POST /pets, durable", grows: true },
];
