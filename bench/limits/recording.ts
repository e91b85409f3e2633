/** petstore's own responses, recorded for the raw `Bun.serve` to replay: it sends the same headers and the same bytes. */
import type { Running } from "../processes.ts";

/** A request that the raw server can respond to. */
interface Recorded {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly body?: string;
  readonly hasKey?: boolean;
}

export interface RecordedResponse {
  readonly request: Recorded;
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

/** One for each kind of workload, in the order in which the raw server reads them. */
const requests: readonly Recorded[] = [
  { method: "GET", path: "/pets?limit=20&status=available" },
  { method: "GET", path: "/pets/1" },
  { method: "GET", path: "/inventory" },
  { method: "POST", path: "/pets", body: JSON.stringify({ name: "Rex", status: "lost" }) },
  { method: "GET", path: "/pets?limit=20&status=available", hasKey: false },
];

/** The runtime writes these itself. */
const framing = new Set(["connection", "content-length", "date", "keep-alive", "transfer-encoding"]);

function headersOf({ headers }: Response): [name: string, value: string][] {
  return [...headers].filter(([name]) => !framing.has(name));
}

function respond(server: Running, { method, path, ...rest }: Recorded): Promise<Response> {
  return server.send(method, path, rest);
}

/** Records petstore's responses in a file. */
export async function record(petstore: Running, file: string): Promise<void> {
  const recorded: RecordedResponse[] = [];
  for (const request of requests) {
    const response = await respond(petstore, request);
    const { status } = response;
    recorded.push({ request, status, headers: headersOf(response), body: await response.text() });
  }
  await Bun.write(file, JSON.stringify(recorded));
}

/** Whether the raw server responds with the status and the headers that were recorded, and no other. */
export async function replaysResponses(raw: Running, file: string): Promise<boolean> {
  const recorded = (await Bun.file(file).json()) as RecordedResponse[];
  for (const { request, status, headers } of recorded) {
    const response = await respond(raw, request);
    await response.arrayBuffer();
    if (response.status !== status || !Bun.deepEquals(headersOf(response), headers)) return false;
  }
  return true;
}
