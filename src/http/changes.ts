import { Failure } from "../contract/errors.ts";
import { brief } from "../contract/json.ts";
import type { Operation } from "../contract/operation.ts";
import { renderer } from "../contract/render.ts";
import type { Principal } from "../core/context.ts";
import { once } from "../core/idempotency.ts";
import { perform } from "../core/index.ts";
import type { Repositories, StoredResponse } from "../core/ports.ts";
import type { HttpRequest } from "../http1/message.ts";
import { type Answer, addHeaders, type Exchange } from "./answer.ts";
import { entityTag, matches } from "./conditional.ts";
import { parseBody, readBody, readQuery, validate } from "./input.ts";
import { type Eventual, later } from "./later.ts";
import type { MountParts } from "./mount.ts";
import { successAnswer } from "./output.ts";

/** A request that its key may make, before its query and body are read. */
export interface AdmittedRequest {
  readonly request: HttpRequest;
  readonly exchange: Exchange;
  readonly params: Readonly<Record<string, string>>;
  readonly principal: Principal;
  readonly strict: boolean;
}

/** Answers the requests of an operation that changes something: in one transaction, and with an Idempotency-Key once. */
export function changes(operation: Operation, parts: MountParts): (change: AdmittedRequest) => Eventual<Answer> {
  const { store, bodyTimeoutMs, cache, sha256 } = parts;
  const answerSuccess = successAnswer(operation, parts);
  const requireMatch = operation.ifMatch && matcher(operation);
  const working = new Set<string>();

  function answer(change: AdmittedRequest, bytes: Uint8Array, idempotencyKey: string | undefined): Promise<Answer> {
    const { request, exchange, params, principal, strict } = change;
    const { now } = exchange;
    const input = validate(operation, { params, query: readQuery(request.query), body: parseBody(bytes), strict });
    const effect = async (facts: Repositories): Promise<StoredResponse> => {
      const context = { principal, now, store: facts, requireMatch: requireMatch?.(request) };
      return answerSuccess(await perform(operation, input, context), {}) as StoredResponse;
    };
    if (idempotencyKey === undefined) return store.transaction(effect);
    const body = Buffer.from(bytes).toString("latin1");
    const asked = [operation.id, JSON.stringify(params), request.query, body].join("\n");
    const identified = { id: sha256(`${principal.keyId}\n${idempotencyKey}`), fingerprint: sha256(asked) };
    return once(store, identified, now, effect).then(({ answer, isReplayed }) => {
      if (isReplayed) addHeaders(exchange, { "Idempotency-Replayed": "true" });
      return answer;
    });
  }

  return (change) => {
    const idempotencyKey = operation.idempotencyKey && idempotencyKeyOf(change.request);
    const name = idempotencyKey && `${change.principal.keyId} ${idempotencyKey}`;
    if (name !== undefined) begin(working, name);
    change.exchange.answered = () => {
      if (name !== undefined) working.delete(name);
      // Before this change is acknowledged: the next request must see it, also in the same turn of the event loop.
      cache.forget();
    };
    return later(readBody(change.request, bodyTimeoutMs), (bytes) => answer(change, bytes, idempotencyKey));
  };
}

/** Draft-ietf-httpapi-idempotency-key-header-07 wants a quoted string; most clients send it bare. */
function idempotencyKeyOf(request: HttpRequest): string | undefined {
  const header = request.header("idempotency-key");
  if (header === undefined) return undefined;
  const key = /^"(.*)"$/.exec(header)?.[1] ?? header;
  if (/^[!-~]{1,255}$/.test(key)) return key;
  throw new Failure(
    "invalid_parameter",
    `Idempotency-Key: expected 1 to 255 visible ASCII characters; got ${brief(header)}`,
  );
}

function begin(working: Set<string>, name: string): void {
  if (working.has(name)) {
    const message = "A request with this Idempotency-Key is being worked on";
    throw new Failure("conflict", message, { headers: { "Retry-After": "1" } });
  }
  working.add(name);
}

/** What If-Match asks for, as a check of the current state; undefined when the request has none. */
function matcher({ success }: Operation) {
  const render = renderer(success.schema);
  return (request: HttpRequest) => {
    const wanted = request.header("if-match");
    if (wanted === undefined) return undefined;
    return (current: unknown): void => {
      const body = render(current);
      const tag = entityTag(body);
      if (matches(wanted, tag)) return;
      const message = `If-Match: expected ${tag}, the tag of the current state ${body}; got ${brief(wanted)}`;
      throw new Failure("precondition_failed", message, { headers: { ETag: tag } });
    };
  };
}
