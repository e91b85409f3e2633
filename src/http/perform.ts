/* Carries out authorized requests: parses and validates them (400), calls the operation's handler, presents its result. */
import { Failure } from "../contract/errors.ts";
import { preview, truncate } from "../contract/json.ts";
import type { EventBatch, Operation } from "../contract/operation.ts";
import { serializer } from "../contract/serializer.ts";
import type { Context, Principal } from "../core/context.ts";
import { once } from "../core/idempotency.ts";
import { checkOf, handlerOf } from "../core/index.ts";
import type { Repositories, StoredResponse } from "../core/ports.ts";
import type { AppParts } from "./app.ts";
import { keyCheck } from "./auth.ts";
import { ResponseCache } from "./cache.ts";
import { streamCapacity } from "./capacity.ts";
import { entityTag, unlessKnown } from "./conditional.ts";
import { BODY_MAX, parseBody, parseQuery, unknownMembers, validate } from "./input.ts";
import { type HttpRequest, type HttpResponse, isStream } from "./message.ts";
import { presenter } from "./output.ts";
import { EVENT_STREAM_TYPE, type EventStreams } from "./sse.ts";

/** A request whose key may make it, before its query and body are parsed. */
export interface AuthorizedRequest {
  readonly request: HttpRequest;
  readonly principal: Principal;
  /** The time of the request, in epoch milliseconds. */
  readonly now: number;
  /** The client asked that unknown members and parameters be refused. */
  readonly isStrict: boolean;
}

/** Carries out the requests of one operation. */
export type Perform = (authorized: AuthorizedRequest) => Promise<HttpResponse>;

/** Makes what carries out the requests of each operation. */
export function performers(parts: AppParts, eventStreams: EventStreams): (operation: Operation) => Perform {
  const { store, tail, keyring, clock, baseUrl, environment, instance, bodyTimeoutMs } = parts;
  const { sha256, crc32, random, requirePublic } = parts;
  const cache = new ResponseCache(store, parts.metrics.cached);
  const streams = streamCapacity(parts.maxStreams, parts.maxStreamsPerKey);
  parts.metrics.gauge("petstore_http_streams_open", "Streams that clients are reading", () => streams.used);
  const presentation = { baseUrl, instance, cached: () => cache.current() };

  /** An operation that only reads. The response to a list is reused while nothing in the store changes. */
  function reader(operation: Operation): Perform {
    const handle = handlerOf(operation);
    const present = presenter(operation, presentation);
    const contextFor = contexts(operation);
    return async (authorized) => {
      const { request, principal, isStrict } = authorized;
      const snapshot = operation.success.paged && !isStrict ? cache.current() : undefined;
      const key = `${request.path}?${request.query}`;
      const known = snapshot?.get<HttpResponse>(key);
      if (known !== undefined) return unlessKnown(request, known);
      const query = parseQuery(request.query);
      const input = validate(operation, { params: request.params, query, body: undefined, isStrict });
      const presented = await present(await handle(input, contextFor(authorized, store)), query, request.params);
      const response = withIgnored(presented, unknownMembers(query, operation.query));
      if (typeof response.body === "string") snapshot?.set(key, response, sizeOf(response, response.body));
      const sent = unlessKnown(request, response);
      if (!isStream(sent.body)) return sent;
      streams.require(principal.keyId); // 503
      return { ...sent, body: streams.count(principal.keyId, sent.body) };
    };
  }

  /** An operation that sends events until somebody ends it. */
  function streamer(operation: Operation): Perform {
    const handle = handlerOf(operation);
    const write = eventStreams.writer(operation);
    const contextFor = contexts(operation);
    return async (authorized) => {
      const { request, principal, isStrict } = authorized;
      const query = parseQuery(request.query);
      const input = validate(operation, { params: request.params, query, body: undefined, isStrict });
      streams.require(principal.keyId); // 503
      const batches = (await handle(input, contextFor(authorized, store))) as AsyncIterableIterator<
        EventBatch<unknown>
      >;
      const parts = write(batches, request, keyCheck(request, keyring, sha256, clock));
      const response = { status: 200, headers: EVENT_STREAM_TYPE, body: streams.count(principal.keyId, parts) };
      return withIgnored(response, unknownMembers(query, operation.query));
    };
  }

  /** An operation that changes something: in one transaction, and once per Idempotency-Key. */
  function changer(operation: Operation): Perform {
    const handle = handlerOf(operation);
    const check = checkOf(operation);
    const present = presenter(operation, presentation);
    const contextFor = contexts(operation);
    const inProgress = new Set<string>();
    return async (authorized) => {
      const { request, principal, now, isStrict } = authorized;
      const idempotencyKey = operation.idempotencyKey && idempotencyKeyOf(request); // 400
      const id = idempotencyKey && sha256(`${principal.keyId}\n${idempotencyKey}`);
      if (id !== undefined) begin(inProgress, id); // 409
      try {
        const bytes = operation.body ? await request.body(BODY_MAX, bodyTimeoutMs) : NO_BYTES; // 413, 408
        const query = parseQuery(request.query);
        const body = operation.body && parseBody(bytes);
        const input = validate(operation, { params: request.params, query, body, isStrict });
        await check?.(input, contextFor(authorized, store));
        const effect = async (repositories: Repositories) =>
          (await present(
            await handle(input, contextFor(authorized, repositories)),
            query,
            request.params,
          )) as StoredResponse;
        if (id === undefined) return await store.transaction(effect);
        const fingerprint = sha256(
          [operation.id, JSON.stringify(request.params), request.query, Buffer.from(bytes).toString("latin1")].join(
            "\n",
          ),
        );
        const { response, isReplayed } = await once(store, { id, fingerprint }, now, effect);
        return isReplayed
          ? { ...response, headers: { ...response.headers, "Idempotency-Replayed": "true" } }
          : response;
      } finally {
        if (id !== undefined) inProgress.delete(id);
      }
    };
  }

  function contexts(operation: Operation) {
    const serialize = operation.success.schema && serializer(operation.success.schema);
    const tagOf = (resource: unknown) => entityTag(serialize?.(resource) ?? "");
    return ({ request, principal, now }: AuthorizedRequest, repositories: Repositories): Context => ({
      principal,
      now,
      store: repositories,
      environment,
      ifMatch: operation.ifMatch && request.header("if-match"),
      lastEventId: operation.success.eventStream && (request.header("last-event-id") || undefined),
      tail,
      tagOf,
      crc32,
      random,
      requirePublic,
    });
  }

  return (operation) => {
    if (operation.success.eventStream) return streamer(operation);
    return operation.method === "GET" ? reader(operation) : changer(operation);
  };
}

const NO_BYTES = new Uint8Array();

/** draft-ietf-httpapi-idempotency-key-header-07 asks for a quoted string; most clients send it bare. */
function idempotencyKeyOf(request: HttpRequest): string | undefined {
  const header = request.header("idempotency-key");
  if (header === undefined) return undefined;
  const key = /^"(.*)"$/.exec(header)?.[1] ?? header;
  if (/^[!-~]{1,255}$/.test(key)) return key;
  const message = `Idempotency-Key: expected 1 to 255 visible ASCII characters; got ${preview(header)}`;
  throw new Failure("invalid_parameter", message);
}

function begin(inProgress: Set<string>, id: string): void {
  if (inProgress.has(id)) {
    const message = "A request with this Idempotency-Key is still in progress";
    throw new Failure("conflict", message, { headers: { "Retry-After": "1" } });
  }
  inProgress.add(id);
}

const IGNORED_MAX = 10;

/** Names the query parameters that the operation does not have: usually a typo. */
function withIgnored(response: HttpResponse, unknown: readonly string[]): HttpResponse {
  if (unknown.length === 0) return response;
  const names = unknown.slice(0, IGNORED_MAX).map((name) => encodeURIComponent(truncate(name, 64)));
  return { ...response, headers: { ...response.headers, "X-Ignored-Parameters": names.join(", ") } };
}

function sizeOf({ headers }: HttpResponse, body: string): number {
  return Object.entries(headers).reduce((sum, [name, value]) => sum + name.length + value.length, body.length);
}
