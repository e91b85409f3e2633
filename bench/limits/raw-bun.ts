/**
 * The limit on Bun: `Bun.serve` that reads of a request what petstore reads, and replays petstore's responses: as many
 * headers, as long, and the same bytes. It checks nothing and has no data.
 */
import type { RecordedResponse } from "./recording.ts";

const { DATABASE_URL = "", PORT } = process.env;
const [list, pet, inventory] = ((await Bun.file(DATABASE_URL).json()) as RecordedResponse[]).map(
  ({ body, headers }) => ({
    bytes: new TextEncoder().encode(body),
    headers: Object.fromEntries(headers),
  }),
);
if (!list || !pet || !inventory) throw new Error(`${DATABASE_URL} has no responses`);

const headersRead = ["authorization", "accept", "prefer", "if-none-match", "x-request-id", "content-type"];

function read({ method, headers }: Request): void {
  for (const name of headersRead) headers.get(name);
  if (method === "POST") headers.get("idempotency-key");
}

Bun.serve({
  port: Number(PORT),
  hostname: "127.0.0.1",
  fetch(request) {
    read(request);
    const { url } = request;
    const { bytes, headers } = url.includes("/v1/pets?") ? list : url.includes("/v1/pets/") ? pet : inventory;
    return new Response(bytes, { headers });
  },
});
