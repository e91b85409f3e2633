/*
 * The ledger: every operation is made to return each failure that it declares. The table has one provocation for each code; a
 * declared code without one is a compile error. There are no exceptions.
 */
import { describe, expect } from "bun:test";
import { failures } from "../src/contract/errors.ts";
import { type FailureCodeOf, type OperationId, operations } from "../src/contract/index.ts";
import { failuresOf, fillPath, type Operation, scopes } from "../src/contract/operation.ts";
import type { AppParts } from "../src/http/app.ts";
import { test } from "./databases.ts";
import { openService, type TestService } from "./harness.ts";
import { until } from "./program.ts";

/** Makes an operation fail in one way. */
interface Provocation {
  /** Settings of the service. */
  readonly parts?: Partial<AppParts>;
  /** Runs before the request. */
  readonly before?: (service: TestService, operation: Operation) => unknown;
  /** Makes the failing request from one that would succeed. */
  readonly request?: (good: Good, operation: Operation, service: TestService) => Good | Promise<Good>;
  /** Checks the rest of the response. */
  readonly check?: (response: Response, operation: Operation) => void;
}

interface Good {
  readonly path: string;
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body: BodyInit | null;
}

type DeclaredCode = { [Id in OperationId]: FailureCodeOf<Id> }[OperationId];

const withHeaders = (headers: Record<string, string>) => (good: Good) => ({
  ...good,
  headers: { ...good.headers, ...headers },
});
const withBody = (body: BodyInit) => (good: Good) => ({ ...good, body });
const withQuery = (query: string) => (good: Good) => ({ ...good, path: `${good.path}?${query}` });

const neverEnding = () => new ReadableStream({ pull: () => new Promise(() => {}) });

const provocations: { readonly [Code in DeclaredCode]: Provocation } = {
  unauthorized: {
    request: withHeaders({ Authorization: "Bearer pets_live_nobody" }),
    check: ({ headers }) =>
      expect(headers.get("WWW-Authenticate")).toStartWith('Bearer realm="petstore", error="invalid_token"'),
  },
  insufficient_scope: {
    request: async (good, { scope }, service) => {
      const { key } = await service.as(scopes.filter((other) => other !== scope));
      return withHeaders({ Authorization: `Bearer ${key}` })(good);
    },
    check: ({ headers }, { scope }) =>
      expect(headers.get("WWW-Authenticate")).toBe(
        `Bearer realm="petstore", error="insufficient_scope", scope="${scope}"`,
      ),
  },
  invalid_parameter: {
    request: (good) => withQuery("colour=brown")(withHeaders({ Prefer: "handling=strict" })(good)),
  },
  invalid_cursor: { request: withQuery("cursor=made-up") },
  not_acceptable: { request: withHeaders({ Accept: "text/html" }) },
  uri_too_long: { request: withQuery(`colour=${"b".repeat(9000)}`) },
  conflict: {
    // The first request is in progress as long as its body does not end.
    before: async (service, operation) => {
      const headers = { "Idempotency-Key": "again", "Content-Type": "application/json" };
      const body = neverEnding();
      const { path, method } = goodRequest(operation);
      // It fails when the service closes.
      void service.send(path, { method, headers, body }).catch(() => {});
      await until(() => service.inFlight() === 1, "the first request");
    },
    request: withHeaders({ "Idempotency-Key": "again" }),
    check: ({ headers }) => expect(headers.get("Retry-After")).toBe("1"),
  },
  idempotency_key_reused: {
    before: async (service, operation) => {
      const { path, ...good } = goodRequest(operation);
      const headers = { ...good.headers, "Idempotency-Key": "again" };
      await service.send(path, { ...good, headers, body: `${good.body} ` });
    },
    request: withHeaders({ "Idempotency-Key": "again" }),
  },
  precondition_failed: {
    request: withHeaders({ "If-Match": '"another"' }),
    check: ({ headers }) => expect(headers.get("ETag")).toMatch(/^"\w+"$/),
  },
  rate_limited: {
    parts: { rateLimit: 1 },
    before: async (service) => {
      for (let burst = 0; burst < 2; burst++) await service.send("/v1/pets");
    },
    check: ({ headers }) => {
      expect(headers.get("Retry-After")).toBe("1");
      expect(headers.get("RateLimit")).toBe('"default";r=0;t=1');
    },
  },
  internal_error: {
    // A real failure of the real store: its tables are gone under it.
    before: ({ sql }) => sql("alter table pets rename to moved_pets; alter table orders rename to moved_orders"),
  },
  service_unavailable: {
    parts: { maxInFlight: 0 },
    check: ({ headers }) => expect(headers.get("Retry-After")).toBe("1"),
  },
  not_found: {
    request: (good, operation) => ({ ...good, path: `/v1${fillPath(operation.path, unknownParams(operation))}` }),
  },
  gone: {
    before: (service) => {
      service.now = Date.UTC(2030, 11, 5);
    },
  },
  malformed_json: { request: withBody('{"name":') },
  validation_failed: { request: withBody("{}") },
  request_timeout: { parts: { bodyTimeoutMs: 20 }, request: (good) => withBody(neverEnding())(good) },
  payload_too_large: { request: withBody(JSON.stringify({ name: "x".repeat(70_000) })) },
  unsupported_media_type: { request: withHeaders({ "Content-Type": "text/plain" }) },
};

for (const operation of operations) {
  describe(operation.id, () => {
    for (const code of failuresOf(operation)) {
      test(`returns ${failures[code].status} ${code} and changes nothing`, async () => {
        const { parts, before, request, check } = provocations[code as DeclaredCode];
        await using service = await openService(parts);
        await service.store.transaction(({ pets }) =>
          pets.insert({ name: "Rex", categoryId: 7n, status: "available" }, 1),
        );
        await before?.(service, operation);
        const contents = await service.dump();

        const good = goodRequest(operation);
        const { path, ...init } = (await request?.(good, operation, service)) ?? good;
        const response = await service.send(path, init);

        const body = (await response.json()) as Record<string, unknown>;
        expect(body).toMatchObject({ code, status: failures[code].status, message: expect.any(String) });
        expect(response.status).toBe(failures[code].status);
        expect(response.headers.get("Content-Type")).toBe("application/json");
        expect(response.headers.get("X-Request-Id")).toStartWith("request-");
        check?.(response, operation);
        expect(await service.dump()).toEqual(contents);
      });
    }
  });
}

/** Path values that are valid and name nothing: the operation's examples, made longer. */
function unknownParams({ params, examples }: Operation): Record<string, string> {
  const unknown = Object.fromEntries(
    Object.entries(examples.params ?? {}).map(([name, value]) => [name, `${value}404`]),
  );
  expect(params?.safeParse(unknown)).toMatchObject({ success: true });
  return unknown;
}

/** A request that would succeed, made of the operation's own examples. */
function goodRequest({ method, path, examples }: Operation): Good {
  return {
    path: `/v1${fillPath(path, examples.params ?? {})}`,
    method,
    headers: examples.body === undefined ? {} : { "Content-Type": "application/json" },
    body: examples.body === undefined ? null : JSON.stringify(examples.body),
  };
}
