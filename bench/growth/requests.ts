/* The same as whole requests: what a client waits for, without the network. */
import type { TestService } from "../../test/harness.ts";

/** A request with fresh random parameters, to a service whose animals have the ids 1 to `size`. */
export interface Request {
  readonly name: string;
  readonly isWrite: boolean;
  send(shop: TestService, size: number): Promise<Response>;
}

export const requests: readonly Request[] = [
  { name: "GET /pets", isWrite: false, send: (shop) => shop.send("/v1/pets") },
  {
    name: "GET /pets?status=available",
    isWrite: false,
    send: (shop) => shop.send("/v1/pets?status=available"),
  },
  { name: "GET /pets/{petId}", isWrite: false, send: (shop, size) => shop.send(`/v1/pets/${anyId(size)}`) },
  {
    name: "POST /pets",
    isWrite: true,
    send: (shop) => shop.send("/v1/pets", body("POST", { name: "Rex", categoryId: 7 })),
  },
  {
    name: "PATCH /inventory/{petId}",
    isWrite: true,
    send: (shop, size) =>
      shop.send(`/v1/inventory/${anyId(size)}`, body("PATCH", { quantity: Math.floor(Math.random() * 100) })),
  },
];

function anyId(size: number): number {
  return 1 + Math.floor(Math.random() * size);
}

function body(method: string, value: object): RequestInit {
  return { method, body: JSON.stringify(value), headers: { "Content-Type": "application/json" } };
}
