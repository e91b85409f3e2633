import { Failure } from "../contract/errors.ts";
import type { Operation } from "../contract/operation.ts";
import type { Principal } from "../core/context.ts";
import { perform } from "../core/index.ts";
import { type Answer, addHeaders, type Exchange } from "./answer.ts";
import type { AppParts } from "./app.ts";
import { authenticate, authorize } from "./auth.ts";
import { type AnswerCache, keeperOfWhole } from "./cache.ts";
import { type AdmittedRequest, changes } from "./changes.ts";
import { unlessKnown } from "./conditional.ts";
import type { Cors } from "./cors.ts";
import { readQuery, requireJsonAccepted, requireJsonBody, validate } from "./input.ts";
import { lifecycleHeaders, refuseRemoved } from "./lifecycle.ts";
import { successAnswer } from "./output.ts";
import { pathOf, queryOf } from "./target.ts";

/** What every operation is mounted with. */
export interface MountParts extends AppParts {
  readonly cors: Cors;
  /** Takes a request from a key's quota and answers the headers that say what is left. */
  readonly limit: (keyId: string, now: number) => Record<string, string> | undefined;
  readonly cache: AnswerCache;
}

/** Answers the requests for one path. Throws for what is refused. */
export type Endpoint = (request: Request, params: Record<string, string>, exchange: Exchange) => Promise<Answer>;

/** Mounts the operations of one path. The order of the checks is decision D21. */
export function mountPath(path: string, operations: readonly Operation[], parts: MountParts): Endpoint {
  const byMethod = new Map(
    operations.map((operation) => [operation.method as string, mountOperation(operation, parts)]),
  );
  const read = byMethod.get("GET");
  if (read) byMethod.set("HEAD", read);
  const allow = [...byMethod.keys(), "OPTIONS"].join(", ");

  const others: Endpoint = async (request, _params, exchange) => {
    const preflight = parts.cors.preflight(request, allow);
    if (preflight) return { status: 204, headers: { Allow: allow, ...preflight } };
    await identify(request, exchange, parts);
    if (request.method === "OPTIONS") return { status: 204, headers: { Allow: allow } };
    throw new Failure("method_not_allowed", `${path} has the methods ${allow}; got ${request.method}`, {
      headers: { Allow: allow },
    });
  };
  return (request, params, exchange) => (byMethod.get(request.method) ?? others)(request, params, exchange);
}

/** Answers whatever has no path: a key is asked for first, so that without one nothing is learnt about paths. */
export function mountNothing(parts: MountParts): Endpoint {
  return async (request, _params, exchange) => {
    await identify(request, exchange, parts);
    throw new Failure("not_found", `There is nothing at ${pathOf(request.url).slice(0, 200)}`);
  };
}

async function identify(request: Request, exchange: Exchange, { keyring, sha256 }: MountParts): Promise<Principal> {
  const principal = await authenticate(request, keyring, sha256, exchange.now);
  exchange.keyHint = principal.hint;
  return principal;
}

function mountOperation(operation: Operation, parts: MountParts): Endpoint {
  const { baseUrl, referenceUrl, limit } = parts;
  const lifecycle = lifecycleHeaders(operation, baseUrl, referenceUrl);
  const requireNotRemoved = refuseRemoved(operation);
  const answer = operation.method === "GET" ? reads(operation, parts) : changes(operation, parts);

  return async (request, params, exchange) => {
    exchange.operation = operation.id;
    addHeaders(exchange, lifecycle(params));
    const principal = await identify(request, exchange, parts);
    requireNotRemoved(exchange.now);
    authorize(principal, operation.scope);
    addHeaders(exchange, limit(principal.keyId, exchange.now));
    requireJsonAccepted(request);
    const strict = prefersStrict(request);
    if (strict) addHeaders(exchange, STRICT);
    if (operation.body) requireJsonBody(request);
    return answer({ request, exchange, params, principal, strict });
  };
}

/** Answers the requests of an operation that only reads. */
function reads(operation: Operation, parts: MountParts): (admitted: AdmittedRequest) => Promise<Answer> {
  const { store, baseUrl } = parts;
  const answerSuccess = successAnswer(operation, baseUrl);
  const keep = operation.success.paged && kept(operation, parts);
  return async ({ request, exchange: { now }, params, principal, strict }) => {
    const text = queryOf(request.url);
    const answer = async (): Promise<Answer> => {
      const query = readQuery(text);
      const input = validate(operation, { params, query, body: undefined, strict });
      return answerSuccess(await perform(operation, input, { principal, now, store }), query);
    };
    return unlessKnown(request, keep === undefined || strict ? await answer() : await keep(text, answer));
  };
}

/** Answers a list from memory when nothing has changed since it was answered before. */
function kept({ id }: Operation, { cache, metrics, instance }: MountParts) {
  const keepWhenWhole = keeperOfWhole();
  return async (query: string, answer: () => Promise<Answer>): Promise<Answer> => {
    const version = await cache.version();
    if (version === undefined) return answer();
    const name = `${id}?${query}`;
    const known = cache.find(version, name);
    metrics.cached(known !== undefined);
    if (known !== undefined) return known;
    const made = await answer();
    // A list that is streamed has no tag of its bytes before they are sent: its tag is the state it was read from.
    const tagged = { ...made, headers: { ETag: `"${instance}-${version}"`, ...made.headers } };
    return keepWhenWhole(tagged, (whole, size) => void cache.keep(version, name, whole, size));
  };
}

const STRICT = { "Preference-Applied": "handling=strict" };

function prefersStrict(request: Request): boolean {
  const prefer = request.headers.get("prefer");
  return prefer !== null && /(?:^|[,;\s])handling\s*=\s*"?strict"?\s*(?:$|[,;])/i.test(prefer);
}
