/** The limit on Bun: `Bun.serve` with constant bytes, no key, no SQL. */
import { inventoryBytes, listBytes, petBytes, port } from "./constant-bytes.ts";

const init = { headers: { "Content-Type": "application/json" } };

Bun.serve({
  port,
  hostname: "127.0.0.1",
  fetch(request) {
    if (request.url.includes("/v1/pets?")) return new Response(listBytes, init);
    if (request.url.includes("/v1/pets/")) return new Response(petBytes, init);
    return new Response(inventoryBytes, init);
  },
});
