/*
 * The ledger: every operation is made to return each failure that it declares, beside the other tests of its resource. What provokes a
 * code is the same for all operations, or the resource's own; a declared code without a provocation is an error. No exceptions.
 */
import { afterAll, describe, expect, test as onceTest } from "bun:test";
import { type FailureCode, failures } from "../../src/contract/errors/failures.ts";
import { failuresOf } from "../../src/contract/errors/operation-failures.ts";
import { type FailureCodeOf, type OperationId, operations } from "../../src/contract/index.ts";
import { fillPath, type Operation, scopes } from "../../src/contract/operation.ts";
import { KEYS_MAX } from "../../src/core/keys/key-rules.ts";
import type { Application } from "../../src/http/application.ts";
import { test } from "./databases.ts";
import { type ExampleRequest, exampleRequest } from "./examples.ts";
import { holdTransactions, openService, type TestService } from "./harness.ts";
import { until } from "./program.ts";

/** Makes an operation fail in one way. */
export interface Provocation {
  /** The request is refused before it reaches the store: all such requests share a service. */
  readonly isBeforeStore?: true;
  /** The engine makes no difference. */
  readonly isOnAnyEngine?: true;
  /** Settings of the service. */
  readonly parts?: Partial<Application>;
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
/** The request with another body. */
export const withBody = (body: BodyInit) => (good: ExampleRequest) => ({ ...good, body });
/** The request with this query. */
export const withQuery = (query: string) => (good: ExampleRequest) => ({ ...good, path: `${good.path}?${query}` });

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

/** Pet 1 belongs together with another one, Tom. */
export const pairPets = ({ sql }: Pick<TestService, "sql">): Promise<void> =>
  sql(`
    insert into pets (name, name_key, category_id, status, quantity) values ('Tom', 'tom', 7, 'available', 1);
    insert into pet_pairs (pet_id, other_id) values (1, 2), (2, 1)`);

/** A provocation: there are as many keys as may be. */
export const hasTooManyKeys: Provocation = {
  before: ({ sql }) =>
    sql(`
      insert into api_keys (id, name, hint, hash, scopes, created_at)
      with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${KEYS_MAX})
      select cast(n as text), 'many', 'many', cast(n as text), 'pets:read', 0 from numbers`),
};

/** Sends a request that ends with the service at the latest. */
function sendUnawaited(service: TestService, { path, ...init }: ExampleRequest): void {
  void service.send(path, init).catch(() => {});
}

/** The failures that come about in one way for every operation. */
const common: { readonly [Code in DeclaredCode]?: Provocation } = {
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
  request_in_progress: isInProgress,
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
        "inquiries",
        "categories",
        "events",
        "activity",
        "webhooks",
        "key_revision",
        "invitations",
        "import_runs",
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
  malformed_json: { isBeforeStore: true, request: withBody('{"name":') },
  // One of these is a member that has a rule.
  validation_failed: { isBeforeStore: true, request: withBody('{"device":"","restock":"","on":"","from":""}') },
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

/** Provocations of a resource: one for every operation that declares the code, or one for each of them. */
type Own = {
  readonly [Code in DeclaredCode]?: Provocation | { readonly [Id in Declaring<Code>]?: Provocation };
};

type Shared = Map<Provocation["parts"], Promise<TestService>>;

/** Tests every failure of every operation with this tag. */
export function describeFailures(tag: string, own: Own = {}): void {
  /** The services of requests that are refused before they reach the store, by their settings. */
  const shared: Shared = new Map();
  afterAll(async () => {
    for (const service of shared.values()) await (await service)[Symbol.asyncDispose]();
  });
  for (const operation of operations.filter((one) => one.tag === tag)) {
    describe(operation.id, () => {
      for (const code of failuresOf(operation))
        testFailure(operation, code, provocationOf(own, code, operation), shared);
    });
  }
}

function testFailure(operation: Operation, code: FailureCode, provocation: Provocation, shared: Shared): void {
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

function provocationOf(own: Own, code: FailureCode, { id }: Operation): Provocation {
  const some: object = own[code as DeclaredCode] ?? common[code as DeclaredCode] ?? {};
  const found = id in some ? some[id as keyof typeof some] : some;
  // A test without any provocation would send a request that succeeds.
  if (Object.keys(found).length === 0)
    throw new Error(`${id} declares ${code}: say in describeFailures what provokes it`);
  return found;
}

/** Path values that are valid and name nothing: the operation's examples, made longer. */
function unknownParams({ params, examples }: Operation): Record<string, string> {
  const unknown = Object.fromEntries(
    Object.entries(examples.params ?? {}).map(([name, value]) => [name, `${value}404`]),
  );
  expect(params?.safeParse(unknown)).toMatchObject({ success: true });
  return unknown;
}
