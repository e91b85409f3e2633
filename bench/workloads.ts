/** The workloads, W1 to W6: what is asked, over how many connections, and what counts as speed. */

export type WorkloadId = "W1" | "W1x256" | "W2" | "W3" | "W4u" | "W4c" | "W5" | "W6a" | "W6b";

export interface Workload {
  readonly id: WorkloadId;
  readonly title: string;
  readonly connections: number;
  /** How many times the usual time it is measured for: peers take a tenth of a second for one inventory. */
  readonly steps: number;
  readonly unit: "requests/s" | "MB/s";
  /** Whether the constant-bytes servers answer it: they hold no data, so they only read. */
  readonly limits: boolean;
  /** Whether it adds animals by the thousand; such workloads come last, so that the others all see the same store. */
  readonly grows: boolean;
  /** Left out of `--quick`. */
  readonly fullOnly: boolean;
}

const usual = { connections: 64, steps: 1, unit: "requests/s", limits: false, grows: false, fullOnly: false } as const;

// W7, the bare PostgreSQL driver beside GET /pets on PostgreSQL, has its place after W6b.
export const workloads: readonly Workload[] = [
  { ...usual, id: "W1", title: "GET /pets?limit=20&status=available", limits: true },
  { ...usual, id: "W1x256", title: "W1 over 256 connections", connections: 256, limits: true, fullOnly: true },
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
  { ...usual, id: "W3", title: "POST /pets, durable", grows: true },
];
