/* Handles authorized requests: parses and validates them (400), calls the operation's handler, presents its result. */
import { Failure } from "../contract/errors.ts";
import { preview, truncate } from "../contract/json.ts";
import { type EventBatch, type Input, type Operation, responseType } from "../contract/operation.ts";
import { photoUrlAt } from "../contract/photo-address.ts";
import { serializer } from "../contract/serializer.ts";
import type { Context, Principal } from "../core/context.ts";
import { execute, executeOnce, type Responses, type Unit } from "../core/execute.ts";
import { checkOf, handlerOf } from "../core/index.ts";
import { MemberTexts } from "../core/member-texts.ts";
import type { StoredResponse } from "../core/ports.ts";
import type { AppParts } from "./app-parts.ts";
import { keyCheck } from "./auth.ts";
import { ResponseCache } from "./cache.ts";
import { entityTag, unlessKnown } from "./conditional.ts";
import { fileOf, parseBody, parseQuery, type RawQuery, unknownMembers, validate } from "./input.ts";
import { joiner } from "./joined.ts";
import type { HttpRequest, HttpResponse } from "./message.ts";
import { presenter } from "./output.ts";
import type { EventStreams } from "./sse.ts";

/** An authorized request, before its query and body are parsed. */
export interface AuthorizedRequest {
  readonly request: HttpRequest;
  /** The whole body; empty for an operation without one. */
  readonly body: Uint8Array;
  readonly principal: Principal;
  /** The time of the request, in epoch milliseconds. */
  readonly now: number;
  /** The client wants unknown members and parameters rejected. */
  readonly isStrict: boolean;
}

/** Handles the requests of one operation. */
export type Dispatch = (authorized: AuthorizedRequest) => Promise<HttpResponse>;

/** Creates the function that handles an operation's requests. */
export function dispatchers(parts: AppParts, eventStreams: EventStreams): (operation: Operation) => Dispatch {
  const { store, tail, keyring, clock, baseUrl, environment, instance } = parts;
  const { shopName, sha256, crc32, random, requirePublic, readFile, convertPhoto } = parts;
  const photoUrl = photoUrlAt(baseUrl);
  const memberTexts = new MemberTexts();
  const consoleUrl = new URL("/console", baseUrl).href;
  const cache = new ResponseCache(store, parts.metrics.cached);
  // A read adds no events.
  const reading: Unit = { store, events: [] };
  const presentation = { baseUrl, instance, cached: () => cache.current(), joinPage: joiner() };

  /** An operation that only reads. The response to a list is reused while nothing in the store changes. */
  function reader(operation: Operation): Dispatch {
    const handle = handlerOf(operation);
    const present = presenter(operation, presentation);
    const contextFor = contexts(operation);
    const { paged, timed } = operation.success;
    return async (authorized) => {
      const { request, isStrict } = authorized;
      const snapshot = paged && !timed && !isStrict ? cache.current() : undefined;
      const key = `${request.path}?${request.query}`;
      const known = snapshot?.get<HttpResponse>(key);
      if (known !== undefined) return unlessKnown(request, known);
      const query = parseQuery(request.query);
      const input = validate(operation, { params: request.params, query, body: undefined, isStrict });
      const presented = await present(await handle(input, contextFor(authorized, reading)), query, request.params);
      const response = withIgnored(presented, unknownMembers(query, operation.query));
      if (typeof response.body === "string") snapshot?.set(key, response, sizeOf(response, response.body));
      return unlessKnown(request, response);
    };
  }

  /** An operation that sends events until somebody ends it. */
  function streamer(operation: Operation): Dispatch {
    const handle = handlerOf(operation);
    const write = eventStreams.writer(operation);
    const headers = { "Content-Type": responseType(operation) };
    const contextFor = contexts(operation);
    return async (authorized) => {
      const { request, isStrict } = authorized;
      const query = parseQuery(request.query);
      const input = validate(operation, { params: request.params, query, body: undefined, isStrict });
      const batches = (await handle(input, contextFor(authorized, reading))) as AsyncIterableIterator<
        EventBatch<unknown>
      >;
      const body = write(batches, request, keyCheck(request, keyring, sha256, clock));
      return withIgnored({ status: 200, headers, body }, unknownMembers(query, operation.query));
    };
  }

  /** An operation that changes something: in one transaction, and once per Idempotency-Key. */
  function changer(operation: Operation): Dispatch {
    const handle = handlerOf(operation);
    const check = checkOf(operation);
    const present = presenter(operation, presentation);
    const contextFor = contexts(operation);
    const inProgress = new Set<string>();
    const { shownOnce, notStored = [] } = operation.success;
    const left = Object.fromEntries([shownOnce ?? [], ...notStored].flat().map((name) => [name, undefined]));
    const changesKeys = operation.scope === "keys:manage" || operation.credential === "invitation";

    async function responses(result: unknown, query: RawQuery, params: HttpRequest["params"]): Promise<Responses> {
      const first = (await present(result, query, params)) as StoredResponse;
      if (Object.keys(left).length === 0) return { first, repeated: first };
      const repeated = (await present({ ...(result as object), ...left }, query, params)) as StoredResponse;
      // The tag is that of the resource, which has no secret: a hash of one must not be stored.
      const { headers } = shownOnce === undefined ? first : repeated;
      return { first: { ...first, headers }, repeated: { ...repeated, headers } };
    }

    return async (authorized) => {
      const { request, body: bytes, principal, now, isStrict } = authorized;
      const idempotencyKey = operation.idempotencyKey && idempotencyKeyOf(request); // 400
      const id = idempotencyKey && sha256(`${principal.keyId}\n${idempotencyKey}`);
      if (id !== undefined) begin(inProgress, id); // 409
      try {
        const query = parseQuery(request.query);
        const body = operation.body && parseBody(bytes);
        const valid = validate(operation, { params: request.params, query, body, isStrict });
        const input = (operation.file ? { ...valid, body: fileOf(request, bytes) } : valid) as Input<Operation>;
        const change = {
          store,
          ...(check && { check: () => check(input, contextFor(authorized, reading)) }),
          work: async (unit: Unit) =>
            responses(await handle(input, contextFor(authorized, unit)), query, request.params),
        };
        if (id === undefined) return (await execute(change)).first;
        // A file may be large: joined to the rest it would be in memory twice more.
        const sent = operation.file ? sha256(bytes) : Buffer.from(bytes).toString("latin1");
        const fingerprint = sha256([operation.id, JSON.stringify(request.params), request.query, sent].join("\n"));
        const { response, isReplayed } = await executeOnce(change, { id, fingerprint }, now);
        return isReplayed
          ? { ...response, headers: { ...response.headers, "Idempotency-Replayed": "true" } }
          : response;
      } finally {
        if (changesKeys) keyring.changed();
        if (id !== undefined) inProgress.delete(id);
      }
    };
  }

  function contexts(operation: Operation) {
    const tagsOf = taggerOf(operation);
    return ({ request, principal, now }: AuthorizedRequest, { store, events }: Unit): Context => ({
      principal,
      now,
      store,
      events,
      environment,
      ifMatch: operation.ifMatch && request.header("if-match"),
      lastEventId: operation.success.eventStream && (request.header("last-event-id") || undefined),
      tail,
      tagsOf,
      shopName,
      consoleUrl,
      crc32,
      random,
      sha256,
      requirePublic,
      readFile,
      convertPhoto,
      photoUrl,
      memberTexts,
    });
  }

  return (operation) => {
    if (operation.success.eventStream) return streamer(operation);
    return operation.method === "GET" ? reader(operation) : changer(operation);
  };
}

/** The tags that `If-Match` may have: that of the resource, and that of a list with nothing else (decision D43). */
function taggerOf({ ifMatch, settings }: Operation): Context["tagsOf"] {
  const serialize = ifMatch === undefined ? () => "" : serializer(ifMatch);
  const serializeSettings = settings && serializer(settings);
  return (resource) => {
    const json = serialize(resource);
    return [entityTag(json, serializeSettings?.(resource)), entityTag(`[${json}]`)];
  };
}

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
    throw new Failure("request_in_progress", message, { headers: { "Retry-After": "1" } });
  }
  inProgress.add(id);
}

const IGNORED_MAX = 10;

/** Lists the query parameters that the operation does not have, which are usually typos. */
function withIgnored(response: HttpResponse, unknown: readonly string[]): HttpResponse {
  if (unknown.length === 0) return response;
  const names = unknown.slice(0, IGNORED_MAX).map((name) => encodeURIComponent(truncate(name, 64)));
  return { ...response, headers: { ...response.headers, "X-Ignored-Parameters": names.join(", ") } };
}

function sizeOf({ headers }: HttpResponse, body: string): number {
  return Object.entries(headers).reduce((sum, [name, value]) => sum + name.length + value.length, body.length);
}
