/* The examples in the document and in docs/errors.md are what the service sends: one provocation for every code. */
import { expect, test } from "bun:test";
import { type FailureCode, failures } from "../src/contract/errors/failures.ts";
import { exampleBody } from "../src/contract/openapi/error-reference.ts";
import type { Application } from "../src/http/application.ts";
import { addPet, holdTransactions, openService, type TestService } from "./support/harness.ts";
import { pairPets } from "./support/ledger.ts";
import { until } from "./support/program.ts";

const post = (body: BodyInit, headers: Record<string, string> = {}): RequestInit => ({
  method: "POST",
  headers: { "Content-Type": "application/json", ...headers },
  body,
});
const patch = (body: object, headers: Record<string, string> = {}): RequestInit => ({
  ...post(JSON.stringify(body), headers),
  method: "PATCH",
});
const pet = { name: "Pet 1", categoryId: 7n, status: "available" } as const;
const rex = { name: "Rex", categoryId: 7 };
const neverEnding = () => new ReadableStream({ pull: () => new Promise(() => {}) });

type Request = readonly [path: string, init?: RequestInit];

/** How a failure comes about. The service has one pet, with a stock of 3. */
interface Provocation {
  /** Settings of the service. */
  readonly parts?: Partial<Application>;
  readonly before?: (service: TestService) => unknown;
  readonly request: Request | ((service: TestService) => Promise<Request>);
  /** Makes the message that of the default settings. */
  readonly asByDefault?: (message: string) => string;
}

const sending = (path: string, init: RequestInit = {}): Provocation => ({ request: [path, init] });
const sell = ({ admin }: TestService) => admin.updatePet({ params: { petId: 1n }, body: { status: "sold" } });
const again: Request = ["/v1/pets", post(JSON.stringify(rex), { "Idempotency-Key": "again" })];

const provocations: Readonly<Record<FailureCode, Provocation | "has no body">> = {
  malformed_json: sending("/v1/pets", post('{"name":"Rex",}')),
  validation_failed: sending("/v1/pets", post('{"name":"Rex"}')),
  invalid_parameter: sending("/v1/pets?limit=0"),
  invalid_image: sending("/v1/pets/1/photos", post("not an image", { "Content-Type": "image/jpeg" })),
  invalid_cursor: sending("/v1/pets?cursor=x"),
  unauthorized: sending("/v1/pets", { headers: { Authorization: "Bearer x" } }),
  insufficient_scope: {
    request: async (service) => {
      const { key } = await service.as(["pets:read", "inventory:read"]);
      // New keys are known within a second.
      service.now += 1000;
      return ["/v1/pets", post(JSON.stringify(rex), { Authorization: `Bearer ${key}` })];
    },
  },
  not_found: sending("/v1/pets/404"),
  method_not_allowed: sending("/v1/pets", { method: "PUT" }),
  not_acceptable: sending("/v1/pets", { headers: { Accept: "text/html" } }),
  request_timeout: {
    parts: { bodyTimeoutMs: 20 },
    request: ["/v1/pets", post(neverEnding())],
    asByDefault: (message) => message.replace("0.02 s", "10 s"),
  },
  conflict: sending("/v1/inventory/1", patch({ quantity: 5, changeFromQuantity: 1 })),
  invalid_status_transition: { before: sell, request: ["/v1/pets/1", patch({ status: "pending" })] },
  insufficient_stock: sending("/v1/store/orders", post('{"petId":1,"quantity":5}')),
  belongs_together: { before: pairPets, request: ["/v1/store/orders", post('{"petId":1}')] },
  pet_not_available: { before: sell, request: ["/v1/store/orders", post('{"petId":1}')] },
  request_in_progress: {
    before: async (service) => {
      holdTransactions(service);
      // It ends with the service at the latest.
      void service.send(...again).catch(() => {});
      await until(() => service.inFlight() === 1, "the first request");
    },
    request: again,
  },
  gone: {
    before: (service) => {
      service.now = Date.UTC(2030, 11, 5);
    },
    request: ["/v1/pets/1"],
  },
  precondition_failed: sending("/v1/inventory/1", patch({ quantity: 5 }, { "If-Match": '"a81b"' })),
  payload_too_large: sending("/v1/pets", post("x".repeat(70_000))),
  uri_too_long: sending(`/v1/pets?ids=${"1".repeat(9001 - "/v1/pets?ids=".length)}`),
  unsupported_media_type: sending("/v1/pets", post("", { "Content-Type": "text/plain" })),
  idempotency_key_reused: {
    before: ({ send }) => send(...again),
    request: ["/v1/pets", post(JSON.stringify({ ...rex, categoryId: 8 }), { "Idempotency-Key": "again" })],
  },
  rate_limited: {
    parts: { rateLimit: 1000 },
    before: async ({ send }) => {
      for (let burst = 0; burst < 2000; burst += 50) {
        await Promise.all(Array.from({ length: 50 }, () => send("/v1/key", { method: "HEAD" })));
      }
    },
    request: ["/v1/pets"],
  },
  headers_too_large: "has no body",
  internal_error: {
    parts: { newId: () => "4Hx2bLq9" },
    before: ({ sql }) => sql("alter table pets rename to moved_pets"),
    request: ["/v1/pets"],
  },
  service_unavailable: { before: ({ store }) => store.close(), request: ["/readyz"] },
};

for (const code of Object.keys(failures) as FailureCode[]) {
  const provocation = provocations[code];
  if (provocation === "has no body") continue;
  test(`the example of ${code} is what the service sends`, async () => {
    const { parts, before, request, asByDefault = (message) => message } = provocation;
    await using service = await openService(parts);
    await addPet(service.store, pet, 3);
    await before?.(service);
    const response = await service.send(...(typeof request === "function" ? await request(service) : request));
    const body = (await response.json()) as { message: string };
    expect({ ...body, message: asByDefault(body.message) }).toEqual(exampleBody(code) as typeof body);
  });
}
