/** The limit on Node: `node:http` with constant bytes, no key, no SQL. */
import { createServer } from "node:http";
import { inventoryBytes, listBytes, petBytes, port } from "./constant-bytes.ts";

function bytesFor(url: string): Uint8Array {
  if (url.startsWith("/v1/pets?")) return listBytes;
  return url.startsWith("/v1/pets/") ? petBytes : inventoryBytes;
}

createServer((request, response) => {
  const bytes = bytesFor(request.url ?? "");
  response.writeHead(200, { "Content-Type": "application/json", "Content-Length": bytes.length });
  response.end(bytes);
}).listen(port, "127.0.0.1");
