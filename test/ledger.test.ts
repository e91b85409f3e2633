/*
 * The ledger: every operation is made to return each failure that it declares. The table has one provocation for each code; a
 * declared code without one is a compile error. There are no exceptions.
 */
import { afterAll, describe, expect, test as onceTest } from "bun:test";
import { type FailureCode, failures } from "../src/contract/failures.ts";
import { type FailureCodeOf, type OperationId, operations } from "../src/contract/index.ts";
import { failuresOf, fillPath, type Operation, scopes } from "../src/contract/operation.ts";
import { PHOTOS_MAX } from "../src/contract/photos.ts";
import { INVITATIONS_MAX } from "../src/core/invitations.ts";
import { KEYS_MAX } from "../src/core/key-rules.ts";
import { WEBHOOKS_MAX } from "../src/core/webhooks.ts";
import type { AppParts } from "../src/http/app-parts.ts";
import { test } from "./support/databases.ts";
import { type ExampleRequest, exampleRequest, FILES, photoOf } from "./support/examples.ts";
import { holdTransactions, NOON, openService, type TestService } from "./support/harness.ts";
import { until } from "./support/program.ts";

/** Makes an operation fail in one way. */
interface Provocation {
  /** The request is refused before it reaches the store: all such requests share a service. */
  readonly isBeforeStore?: true;
  /** The engine makes no difference. */
  readonly isOnAnyEngine?: true;
  /** Settings of the service. */
  readonly parts?: Partial<AppParts>;
  /** Runs before the request. A function that it returns runs after all checks: the service is then as it was. */
  readonly before?: (service: TestService, good: ExampleRequest, operation: Operation) => unknown;
  /** Makes the failing request from one that would succeed. */
  readonly request?: (
    good: ExampleRequest,
    operation: Operation,
    service: TestService,
  ) => ExampleRequest | Promise<ExampleRequest>;
  /** Checks the rest of the response. */
  readonly check?: (response: Response, operation: Operation) => void;
}

type DeclaredCode = { [Id in OperationId]: FailureCodeOf<Id> }[OperationId];
type Declaring<Code> = { [Id in OperationId]: Code extends FailureCodeOf<Id> ? Id : never }[OperationId];

const withHeaders = (headers: Record<string, string>) => (good: ExampleRequest) => ({
  ...good,
  headers: { ...good.headers, ...headers },
});
const withBody = (body: BodyInit) => (good: ExampleRequest) => ({ ...good, body });
const withQuery = (query: string) => (good: ExampleRequest) => ({ ...good, path: `${good.path}?${query}` });

const neverEnding = () => new ReadableStream({ pull: () => new Promise(() => {}) });

/** The first request with the same key waits for its transaction. */
const isInProgress: Provocation = {
  isOnAnyEngine: true,
  before: async (service, good) => {
    const release = holdTransactions(service);
    sendUnawaited(service, withHeaders({ "Idempotency-Key": "again" })(good));
    await until(() => service.inFlight() === 1, "the first request");
    return release;
  },
  request: withHeaders({ "Idempotency-Key": "again" }),
  check: ({ headers }) => expect(headers.get("Retry-After")).toBe("1"),
};

const isSwitchedOff: Provocation = { before: ({ sql }) => sql("update webhooks set active = 0") };

const hasTooManyKeys: Provocation = {
  before: ({ sql }) =>
    sql(`
      insert into api_keys (id, name, hint, hash, scopes, created_at)
      with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${KEYS_MAX})
      select cast(n as text), 'many', 'many', cast(n as text), 'pets:read', 0 from numbers`),
};

const anyInvitation = { name: "Ben", scopes: ["pets:read"], createdAt: 0, expiresAt: NOON + 1 } as const;

const isWithdrawn: Provocation = { before: ({ sql }) => sql("update invitations set withdrawn_at = 1") };

const isRevoked: Provocation = { before: ({ sql }) => sql("update api_keys set revoked_at = 1 where scopes <> '*'") };

/** Sends a request that ends with the service at the latest. */
function sendUnawaited(service: TestService, { path, ...init }: ExampleRequest): void {
  void service.send(path, init).catch(() => {});
}

const anyWebhook = {
  url: "https://receiver.test/",
  types: ["pet.created"],
  description: undefined,
  secret: "whsec_YQ==",
  createdAt: 0,
  fannedOutTo: 0n,
} as const;

const ofOrder = (status: "open" | "complete"): Provocation => ({
  before: ({ sql }) =>
    sql(`
      insert into orders (pet_id, quantity, complete) select 1, 1, 0 from pets where not exists (select 1 from orders);
      update orders set complete = ${status === "complete" ? 1 : 0}`),
});

/** One provocation for every operation that declares the code, or one for each of them. */
type Provocations<Code> = Provocation | { readonly [Id in Declaring<Code>]: Provocation };

const provocations: { readonly [Code in DeclaredCode]: Provocations<Code> } = {
  unauthorized: {
    isBeforeStore: true,
    request: withHeaders({ Authorization: "Bearer pets_live_nobody" }),
    check: ({ headers }) =>
      expect(headers.get("WWW-Authenticate")).toStartWith('Bearer realm="petstore", error="invalid_token"'),
  },
  insufficient_scope: {
    isBeforeStore: true,
    request: async (good, { scope }, service) => {
      const { key } = await service.as(scopes.filter((other) => other !== scope));
      // The keys are read once a second.
      service.now += 1000;
      return withHeaders({ Authorization: `Bearer ${key}` })(good);
    },
    check: ({ headers }, { scope }) =>
      expect(headers.get("WWW-Authenticate")).toBe(
        `Bearer realm="petstore", error="insufficient_scope", scope="${scope}"`,
      ),
  },
  invalid_parameter: {
    isBeforeStore: true,
    request: (good) => withQuery("colour=brown")(withHeaders({ Prefer: "handling=strict" })(good)),
  },
  invalid_cursor: { isBeforeStore: true, request: withQuery("cursor=made-up") },
  not_acceptable: { isBeforeStore: true, request: withHeaders({ Accept: "text/html" }) },
  uri_too_long: { isBeforeStore: true, request: withQuery(`colour=${"b".repeat(9000)}`) },
  conflict: {
    deletePet: ofOrder("open"),
    addPhoto: {
      before: ({ store }) =>
        store.transaction(async ({ photos }) => {
          for (let position = 1; position <= PHOTOS_MAX; position++) await photos.insert(photoOf(1n, position), FILES);
        }),
    },
    updateInventory: { request: withBody('{"quantity":5,"changeFromQuantity":4711}') },
    changeStock: { request: withBody('{"delta":2147483647,"reason":"arrival"}') },
    cancelOrder: ofOrder("complete"),
    createCategory: { before: ({ admin }) => admin.createCategory({ body: { name: "DOGS" } }) },
    updateCategory: { before: ({ admin }) => admin.createCategory({ body: { name: "BIG DOGS" } }) },
    deleteCategory: { before: ({ sql }) => sql("update pets set category_id = (select max(id) from categories)") },
    createWebhook: {
      before: ({ store }) =>
        store.transaction(async ({ webhooks }) => {
          for (let count = 0; count < WEBHOOKS_MAX; count++) await webhooks.insert(anyWebhook, WEBHOOKS_MAX);
        }),
    },
    createKey: hasTooManyKeys,
    createInvitation: {
      before: ({ store }) =>
        store.transaction(async ({ invitations }) => {
          for (let nth = 0; nth < INVITATIONS_MAX; nth++) {
            await invitations.insert({ ...anyInvitation, hash: String(nth) }, INVITATIONS_MAX, 0);
          }
        }),
    },
    redeemInvitation: hasTooManyKeys,
    updateKey: isRevoked,
    deleteKey: {
      before: ({ sql }) => sql("update api_keys set expires_at = 9000000000000 where scopes = '*'"),
      request: (good, _, { adminId }) => ({ ...good, path: `/v1/keys/${adminId}` }),
    },
    rotateKey: isRevoked,
    pingWebhook: isSwitchedOff,
    retryDelivery: isSwitchedOff,
    retryWebhook: isSwitchedOff,
  },
  invalid_image: { request: withBody("not an image") },
  request_in_progress: isInProgress,
  pet_not_available: { before: ({ sql }) => sql("update pets set status = 'sold'") },
  insufficient_stock: {
    placeOrder: { before: ({ sql }) => sql("update pets set quantity = 0") },
    changeStock: { request: withBody('{"delta":-2,"reason":"adjustment"}') },
  },
  invalid_status_transition: {
    before: ({ sql }) => sql("update pets set status = 'sold'"),
  },
  idempotency_key_reused: {
    isOnAnyEngine: true,
    before: async (service, good) => {
      const { path, ...init } = withQuery("another=request")(withHeaders({ "Idempotency-Key": "again" })(good));
      expect(await service.send(path, init)).toMatchObject({ ok: true });
    },
    request: withHeaders({ "Idempotency-Key": "again" }),
  },
  precondition_failed: {
    request: withHeaders({ "If-Match": '"another"' }),
    check: ({ headers }) => expect(headers.get("ETag")).toMatch(/^"[\w.]+"$/),
  },
  rate_limited: {
    isBeforeStore: true,
    parts: { rateLimit: 1 },
    before: async (service, { path, ...init }, { credential }) => {
      // Holders of invitations have a limit of their own.
      if (credential === undefined) for (let burst = 0; burst < 2; burst++) await service.send("/v1/pets");
      else for (let burst = 0; burst < 20; burst++) await service.send(path, init);
    },
    check: ({ headers }) => {
      expect(headers.get("Retry-After")).toBe("1");
      expect(headers.get("RateLimit")).toBe('"default";r=0;t=1');
    },
  },
  internal_error: {
    isOnAnyEngine: true,
    // A real failure of the real store: its tables are gone under it.
    before: async (service, _, { scope }) => {
      const tables = [
        "pets",
        "photos",
        "orders",
        "categories",
        "events",
        "activity",
        "webhooks",
        "key_revision",
        "invitations",
      ];
      const rename = (from: string, to: string) =>
        service.sql(tables.map((table) => `alter table ${from}${table} rename to ${to}${table}`).join(";"));
      await rename("", "moved_");
      // What needs no scope reads the keys alone, and those once a second.
      if (scope === undefined) service.now += 1000;
      return () => rename("moved_", "");
    },
  },
  service_unavailable: {
    isBeforeStore: true,
    parts: { maxInFlight: 0 },
    check: ({ headers }) => expect(headers.get("Retry-After")).toBe("1"),
  },
  not_found: {
    request: (good, operation) =>
      operation.params === undefined
        ? withBody('{"petId":404}')(good)
        : { ...good, path: `/v1${fillPath(operation.path, unknownParams(operation))}` },
  },
  gone: {
    listEvents: { request: withQuery("after=evt_404_never") },
    streamEvents: { request: withQuery("after=evt_404_never") },
    getInvitation: isWithdrawn,
    redeemInvitation: isWithdrawn,
    getPet: {
      before: (service) => {
        service.now = Date.UTC(2030, 11, 5);
      },
    },
  },
  malformed_json: { isBeforeStore: true, request: withBody('{"name":') },
  validation_failed: { isBeforeStore: true, request: withBody('{"device":""}') },
  request_timeout: {
    isBeforeStore: true,
    parts: { bodyTimeoutMs: 20 },
    request: (good) => withBody(neverEnding())(good),
  },
  payload_too_large: {
    isBeforeStore: true,
    request: (good, { file }) => withBody(JSON.stringify({ name: "x".repeat(file?.maxBytes ?? 70_000) }))(good),
  },
  unsupported_media_type: { isBeforeStore: true, request: withHeaders({ "Content-Type": "text/plain" }) },
};

/** The services of requests that are refused before they reach the store, by their settings. */
const shared = new Map<Provocation["parts"], Promise<TestService>>();

afterAll(async () => {
  for (const service of shared.values()) await (await service)[Symbol.asyncDispose]();
});

for (const operation of operations) {
  describe(operation.id, () => {
    for (const code of failuresOf(operation)) {
      const provocation = provocationOf(code as DeclaredCode, operation);
      const rule = `returns ${failures[code].status} ${code} and changes nothing`;
      if (provocation.isBeforeStore) {
        onceTest(rule, async () => {
          const { parts } = provocation;
          const service = shared.get(parts) ?? openService(parts);
          shared.set(parts, service);
          await provoke(await service, operation, code, provocation);
        });
      } else {
        (provocation.isOnAnyEngine ? onceTest : test)(rule, async () => {
          await using service = await openService(provocation.parts);
          await provoke(service, operation, code, provocation);
        });
      }
    }
  });
}

async function provoke(service: TestService, operation: Operation, code: FailureCode, provocation: Provocation) {
  const { before, request, check } = provocation;
  const good = await exampleRequest(service.store, operation);
  const restore = await before?.(service, good, operation);
  await using _ = { [Symbol.asyncDispose]: async () => typeof restore === "function" && (await restore()) };
  const { path, ...init } = (await request?.(good, operation, service)) ?? good;
  const contents = await service.dump();

  const response = await service.send(path, init);

  const text = await response.text();
  expect(text).toEndWith("}\n");
  const body = JSON.parse(text) as Record<string, unknown>;
  expect(body).toMatchObject({ code, status: failures[code].status, message: expect.any(String) });
  expect(response.status).toBe(failures[code].status);
  expect(response.headers.get("Content-Type")).toBe("application/json");
  expect(response.headers.get("X-Request-Id")).toStartWith("request-");
  expect(response.headers.get("X-Stability")).toBe(operation.stability ?? null);
  check?.(response, operation);
  expect(await service.dump()).toEqual(contents);
}

function provocationOf(code: DeclaredCode, { id }: Operation): Provocation {
  const some: Provocations<never> | Readonly<Record<string, Provocation>> = provocations[code];
  return (id in some ? some[id as keyof typeof some] : some) as Provocation;
}

/** Path values that are valid and name nothing: the operation's examples, made longer. */
function unknownParams({ params, examples }: Operation): Record<string, string> {
  const unknown = Object.fromEntries(
    Object.entries(examples.params ?? {}).map(([name, value]) => [name, `${value}404`]),
  );
  expect(params?.safeParse(unknown)).toMatchObject({ success: true });
  return unknown;
}
