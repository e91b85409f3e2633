/** petstore's own responses, recorded for the raw `Bun.serve` to replay: it sends the same headers and the same bytes. */
import type { Running } from "../processes.ts";

export interface RecordedResponse {
  readonly path: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

/** What the raw server can respond to. */
const paths = ["/pets?limit=20&status=available", "/pets/1", "/inventory"];

/** The runtime writes these itself. */
const framing = new Set(["connection", "content-length", "date", "keep-alive", "transfer-encoding"]);

function headersOf({ headers }: Response): [name: string, value: string][] {
  return [...headers].filter(([name]) => !framing.has(name));
}

/** Records petstore's responses in a file. */
export async function record(petstore: Running, file: string): Promise<void> {
  const recorded: RecordedResponse[] = [];
  for (const path of paths) {
    const response = await petstore.send("GET", path);
    recorded.push({ path: `/v1${path}`, headers: headersOf(response), body: await response.text() });
  }
  await Bun.write(file, JSON.stringify(recorded));
}

/** Whether the raw server sends the headers that were recorded, and no other. */
export async function replaysHeaders(raw: Running, file: string): Promise<boolean> {
  const recorded = (await Bun.file(file).json()) as RecordedResponse[];
  for (const { path, headers } of recorded) {
    const response = await raw.send("GET", path.slice("/v1".length));
    await response.arrayBuffer();
    if (!Bun.deepEquals(headersOf(response), headers)) return false;
  }
  return true;
}
