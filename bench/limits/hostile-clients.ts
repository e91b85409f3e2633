/*
 * What hostile clients send, each for a few seconds. `bun bench/limits/hostile-clients.ts NAME PORT KEY` is one of them, in a process of
 * its own: what it takes is not the service's.
 */
import { Wire } from "../../test/support/raw-http.ts";

/** An attack runs for this long; those that send once may end earlier, and are watched for as long. */
export const ATTACK_MS = 4000;

interface Target {
  readonly port: number;
  readonly key: string;
}

type Attack = (target: Target) => Promise<void>;

const isOver = (startedAt: number) => performance.now() - startedAt > ATTACK_MS;
/** The header of a key. */
export const auth = (key: string) => `Authorization: Bearer ${key}\r\n`;
/** A request as it is on the wire. */
export const request = (path: string, headers = "") => `GET ${path} HTTP/1.1\r\nHost: a\r\n${headers}\r\n`;

/** Sends many requests at once on some connections, and does not wait for responses. */
const pipelined =
  (connections: number, requests: number, path: string, withKey = false): Attack =>
  async ({ port, key }) => {
    const bytes = request(path, withKey ? auth(key) : "").repeat(requests);
    await Promise.all(Array.from({ length: connections }, () => sendAndWait(port, bytes)));
  };

async function sendAndWait(port: number, bytes: string): Promise<void> {
  using wire = new Wire(port);
  void wire.send(bytes);
  await Promise.race([wire.rest().catch(() => {}), Bun.sleep(ATTACK_MS)]);
}

/** Connections that write without end, and connect again. */
const endless: Attack = async ({ port }) => {
  const startedAt = performance.now();
  const bytes = request("/v1/pets").repeat(5000);
  const write = async () => {
    while (!isOver(startedAt)) {
      using wire = new Wire(port);
      let isClosed = false;
      wire.socket.on("close", () => (isClosed = true));
      while (!isClosed && !isOver(startedAt)) await Promise.race([wire.send(bytes), wire.rest().catch(() => {})]);
    }
  };
  await Promise.all(Array.from({ length: 8 }, write));
};

/** Requests of one key, this many at a time, as often as they are answered. */
const crowd =
  (count: number, path: string, init: RequestInit): Attack =>
  async ({ port, key }) => {
    const startedAt = performance.now();
    const headers = { Authorization: `Bearer ${key}`, ...(init.headers as Record<string, string>) };
    const send = async () => {
      while (!isOver(startedAt)) {
        const response = await fetch(`http://127.0.0.1:${port}${path}`, { ...init, headers }).catch(() => undefined);
        await response?.arrayBuffer().catch(() => {});
      }
    };
    await Promise.all(Array.from({ length: count }, send));
  };

const importOf =
  (type: string, file: () => string): Attack =>
  async ({ port, key }) => {
    const headers = { Authorization: `Bearer ${key}`, "Content-Type": type };
    const init = { method: "POST", headers, body: file() };
    const response = await fetch(`http://127.0.0.1:${port}/v1/imports?dryRun=true`, init).catch(() => undefined);
    await response?.text().catch(() => {});
  };

const json = { "Content-Type": "application/json" };
const pets = (more: string) => `name,category,a,b\n${"Rex,Dogs,,\n".repeat(200)}${more}`;

export const attacks: Readonly<Record<string, Attack>> = {
  "H1: 1 connection x 5,000 without a key": pipelined(1, 5000, "/v1/pets"),
  "H1: 1 connection x 50,000 without a key": pipelined(1, 50_000, "/v1/pets"),
  "H1: 20 connections x 5,000 without a key": pipelined(20, 5000, "/v1/pets"),
  "H1: 100 connections x 5,000 /healthz": pipelined(100, 5000, "/healthz"),
  "H1: 200 connections x 200 with a key": pipelined(200, 200, "/v1/pets", true),
  "H1: 8 connections that write without end": endless,
  "H2: NDJSON, 3,000,000 x {}": importOf("application/x-ndjson", () => "{}\n".repeat(3_000_000)),
  "H2: CSV, a quote that never closes": importOf("text/csv", () => `name,category\n"${"x\n".repeat(4_900_000)}`),
  "H2: CSV, 5,000,000 rows": importOf("text/csv", () => `name\n${"a\n".repeat(4_990_000)}`),
  "H2: CSV, 10,000,000 empty lines": importOf("text/csv", () => `name\n${"\n".repeat(9_990_000)}`),
  "H2: CSV, 200 pets and 2,400,000 empty rows": importOf("text/csv", () => pets(",,,\n".repeat(2_400_000))),
  "H2: CSV, 200 pets and what Excel leaves": importOf("text/csv", () => pets(",,,\n".repeat(1_048_376))),
  "H4: 32 x 64 KiB of fractions": crowd(32, "/v1/pets", {
    method: "POST",
    headers: json,
    body: `[${"1.1e1,".repeat(10_900)}1]`,
  }),
  "H4: 64 x Accept of 14 KB": crowd(64, "/v1/pets/1", { headers: { Accept: "text/html;q=0.1,".repeat(870) } }),
  "H4: 64 x events of a rare type": crowd(64, "/v1/events?types=pet.deleted", {}),
  "H4: 64 x q=e": crowd(64, "/v1/pets?q=e", {}),
  "1: a body of 40 MB whose length is sent twice": async ({ port, key }) => {
    const body = `{"name":"${"x".repeat(40_000_000)}"}`;
    const length = `Content-Length: ${body.length}\r\n`;
    await sendAndWait(
      port,
      `POST /v1/pets HTTP/1.1\r\nHost: a\r\n${auth(key)}${length}${length}Content-Type: application/json\r\n\r\n${body}`,
    );
  },
};

if (import.meta.main) {
  const [name = "", port, key = ""] = process.argv.slice(2);
  await attacks[name]?.({ port: Number(port), key });
  process.exit();
}
