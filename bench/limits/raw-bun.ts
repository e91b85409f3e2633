/**
 * The limit on Bun: `Bun.serve` that reads of a request what petstore reads, and replays petstore's responses: as many
 * headers, as long, and the same bytes. It checks nothing and has no data.
 */
import type { RecordedResponse } from "./recording.ts";

const { DATABASE_URL = "", PORT } = process.env;
const [list, pet, inventory, invalid, unauthorized] = ((await Bun.file(DATABASE_URL).json()) as RecordedResponse[]).map(
  ({ body, status, headers }) => ({
    bytes: new TextEncoder().encode(body),
    init: { status, headers: Object.fromEntries(headers) },
  }),
);
if (!list || !pet || !inventory || !invalid || !unauthorized) throw new Error(`${DATABASE_URL} has no responses`);

type Replayed = NonNullable<typeof list>;

const headersRead = ["authorization", "accept", "prefer", "if-none-match", "x-request-id", "content-type"];

const replay = ({ bytes, init }: Replayed) => new Response(bytes, init);

async function receive(request: Request, replayed: Replayed): Promise<Response> {
  request.headers.get("idempotency-key");
  await request.arrayBuffer();
  return replay(replayed);
}

Bun.serve({
  port: Number(PORT),
  hostname: "127.0.0.1",
  fetch(request) {
    const { method, headers, url } = request;
    for (const name of headersRead) headers.get(name);
    if (method === "POST") return receive(request, invalid);
    if (!headers.has("authorization")) return replay(unauthorized);
    return replay(url.includes("/v1/pets?") ? list : url.includes("/v1/pets/") ? pet : inventory);
  },
});
