import { Failure } from "../contract/errors.ts";
import type { Operation } from "../contract/operation.ts";
import type { Principal } from "../core/context.ts";
import { perform } from "../core/index.ts";
import type { Version } from "../core/ports.ts";
import type { HttpRequest } from "../http1/message.ts";
import { type Answer, addHeaders, type Exchange } from "./answer.ts";
import type { AppParts } from "./app.ts";
import { authenticate, authorize } from "./auth.ts";
import type { AnswerCache } from "./cache.ts";
import { type AdmittedRequest, changes } from "./changes.ts";
import { unlessKnown } from "./conditional.ts";
import type { Cors } from "./cors.ts";
import { readQuery, requireJsonAccepted, requireJsonBody, validate } from "./input.ts";
import { type Eventual, later } from "./later.ts";
import { lifecycleHeaders, refuseRemoved } from "./lifecycle.ts";
import { successAnswer } from "./output.ts";

/** What every operation is mounted with. */
export interface MountParts extends AppParts {
  readonly cors: Cors;
  /** Takes a request from a key's quota and answers the headers that say what is left. */
  readonly limit: (keyId: string, now: number) => Record<string, string> | undefined;
  readonly cache: AnswerCache;
}

/** Answers the requests for one path. Throws for what is refused. */
export type Endpoint = (
  request: HttpRequest,
  params: Readonly<Record<string, string>>,
  exchange: Exchange,
) => Eventual<Answer>;

/** Mounts the operations of one path. The order of the checks is decision D21. */
export function mountPath(path: string, operations: readonly Operation[], parts: MountParts): Endpoint {
  const byMethod = new Map(
    operations.map((operation) => [operation.method as string, mountOperation(operation, parts)]),
  );
  const read = byMethod.get("GET");
  if (read) byMethod.set("HEAD", read);
  const allow = [...byMethod.keys(), "OPTIONS"].join(", ");

  const others: Endpoint = (request, _params, exchange) => {
    const preflight = parts.cors.preflight(request, allow);
    if (preflight) return { status: 204, headers: { Allow: allow, ...preflight } };
    return later(identify(request, exchange, parts), () => {
      if (request.method === "OPTIONS") return { status: 204, headers: { Allow: allow } };
      throw new Failure("method_not_allowed", `${path} has the methods ${allow}; got ${request.method}`, {
        headers: { Allow: allow },
      });
    });
  };
  return (request, params, exchange) => (byMethod.get(request.method) ?? others)(request, params, exchange);
}

/** Answers whatever has no path: a key is asked for first, so that without one nothing is learnt about paths. */
export function mountNothing(parts: MountParts): Endpoint {
  return (request, _params, exchange) =>
    later(identify(request, exchange, parts), () => {
      throw new Failure("not_found", `There is nothing at ${request.path.slice(0, 200)}`);
    });
}

function identify(request: HttpRequest, exchange: Exchange, { keyring, sha256 }: MountParts): Eventual<Principal> {
  return later(authenticate(request, keyring, sha256, exchange.now), (principal) => {
    exchange.keyHint = principal.hint;
    return principal;
  });
}

function mountOperation(operation: Operation, parts: MountParts): Endpoint {
  const { baseUrl, referenceUrl, limit } = parts;
  const lifecycle = lifecycleHeaders(operation, baseUrl, referenceUrl);
  const requireNotRemoved = refuseRemoved(operation);
  const answer = operation.method === "GET" ? reads(operation, parts) : changes(operation, parts);

  return (request, params, exchange) => {
    exchange.operation = operation.id;
    addHeaders(exchange, lifecycle(params));
    return later(identify(request, exchange, parts), (principal) => {
      requireNotRemoved(exchange.now);
      authorize(principal, operation.scope);
      addHeaders(exchange, limit(principal.keyId, exchange.now));
      requireJsonAccepted(request);
      const strict = prefersStrict(request);
      if (strict) addHeaders(exchange, STRICT);
      if (operation.body) requireJsonBody(request);
      return answer({ request, exchange, params, principal, strict });
    });
  };
}

/** Answers the requests of an operation that only reads. */
function reads(operation: Operation, parts: MountParts): (admitted: AdmittedRequest) => Eventual<Answer> {
  const { store } = parts;
  const answerSuccess = successAnswer(operation, parts);
  const keep = operation.success.paged && kept(parts);
  return ({ request, exchange: { now }, params, principal, strict }) => {
    const answer = async (version?: Version): Promise<Answer> => {
      const query = readQuery(request.query);
      const input = validate(operation, { params, query, body: undefined, strict });
      return answerSuccess(await perform(operation, input, { principal, now, store }), query, version);
    };
    const answered = keep === undefined || strict ? answer() : keep(request, answer);
    return later(answered, (made) => unlessKnown(request, made));
  };
}

/** Answers a list from memory when nothing has changed since it was answered before. */
function kept({ cache, instance }: MountParts) {
  return (request: HttpRequest, answer: (version?: Version) => Promise<Answer>): Eventual<Answer> =>
    later(cache.version(), (version) => {
      if (version === undefined) return answer();
      return cache.answer(version, `${request.path}?${request.query}`, async () => {
        const made = await answer(version);
        // A list that is streamed has no tag of its bytes before they are sent: its tag is the state it was read from.
        return { ...made, headers: { ETag: `"${instance}-${version}"`, ...made.headers } };
      });
    });
}

const STRICT = { "Preference-Applied": "handling=strict" };

function prefersStrict(request: HttpRequest): boolean {
  const prefer = request.header("prefer");
  return prefer !== undefined && /(?:^|[,;\s])handling\s*=\s*"?strict"?\s*(?:$|[,;])/i.test(prefer);
}
