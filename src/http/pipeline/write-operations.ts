/* Operations that change something: in one transaction, and once for each Idempotency-Key. */
import { Failure } from "../../contract/errors/errors.ts";
import { preview } from "../../contract/json/json.ts";
import { withoutMembers } from "../../contract/json/members.ts";
import type { Input, Operation } from "../../contract/operation.ts";
import { chain, type MaybePromise } from "../../core/concurrency/maybe-promise.ts";
import { type Change, execute, type Unit } from "../../core/execute.ts";
import { executeOnce, type Responses } from "../../core/idempotency.ts";
import { checkOf, followUpOf, handlerOf } from "../../core/index.ts";
import type { StoredResponse } from "../../core/ports.ts";
import type { Application } from "../application.ts";
import type { Present } from "../responses/presenter.ts";
import type { FreshReads } from "../responses/standby-reads.ts";
import type { Exchange, Reply, Step } from "./exchange.ts";
import type { ContextFor } from "./operation-context.ts";
import { inputOf } from "./request-input.ts";

/** Creates the function that handles an operation that changes something. */
export function changerOf(
  operation: Operation,
  { store, keyring, sha256, followMs }: Application,
  contextFor: ContextFor,
  present: Present,
  fresh: FreshReads,
): Step {
  const handle = handlerOf(operation);
  const check = checkOf(operation);
  const followUp = followUpOf(operation);
  const read = inputOf(operation);
  const respond = responsesOf(operation, present);
  const inProgress = new Set<string>();
  const reading: Unit = { store, events: [] };
  const changesKeys = operation.scope === "keys:manage" || operation.credential === "invitation";
  const hasAfter = changesKeys || fresh.hasStandbys;

  /** The fingerprint of a request. Another one with the same Idempotency-Key is refused. */
  function fingerprintOf({ params, query, bytes }: Exchange): string {
    // A file may be large: joining it to the rest would copy it twice.
    const sent = operation.file ? sha256(bytes) : Buffer.from(bytes).toString("latin1");
    return sha256([operation.id, JSON.stringify(params), query, sent].join("\n"));
  }

  async function change(exchange: Exchange, input: Input<Operation>, id: string | undefined): Promise<Reply> {
    let result: unknown;
    const made = {
      store,
      ...(check && { check: () => check(input, contextFor(exchange, reading)) }),
      work: async (unit: Unit) => {
        result = await handle(input, contextFor(exchange, unit));
        return respond(result, exchange);
      },
    };
    const reply = await makeOnce(made, exchange, id);
    // A repeated request has no result.
    if (followUp === undefined || result === undefined) return reply;
    const end = await follow(() => followUp(result, input, contextFor(exchange, reading)), followMs);
    return end === undefined ? reply : present(end, exchange);
  }

  async function makeOnce(made: Change<Responses>, exchange: Exchange, id: string | undefined): Promise<Reply> {
    if (id === undefined) return (await execute(made)).first;
    const { response, isReplayed } = await executeOnce(
      made,
      { id, fingerprint: fingerprintOf(exchange) },
      exchange.now,
    );
    return isReplayed ? { ...response, headers: { ...response.headers, "Idempotency-Replayed": "true" } } : response;
  }

  async function changeOnce(exchange: Exchange, id: string | undefined): Promise<Reply> {
    if (id !== undefined) begin(inProgress, id); // 409
    try {
      const reply = await change(exchange, read(exchange), id);
      // Only after success: failing requests must not make the keyring read again.
      if (changesKeys) keyring.changed();
      return fresh.hasStandbys ? await fresh.placed(reply) : reply;
    } finally {
      fresh.changed(exchange);
      if (id !== undefined) inProgress.delete(id);
    }
  }

  return (exchange) => {
    const key = operation.idempotencyKey && idempotencyKeyOf(exchange); // 400
    if (key !== undefined) return changeOnce(exchange, sha256(`${exchange.principal.keyId}\n${key}`));
    // Errors of the input are thrown synchronously.
    return hasAfter ? changeOnce(exchange, undefined) : change(exchange, read(exchange), undefined);
  };
}

/** Presents the result of a change as the first request and repeated ones get it: a secret is in the first only. */
function responsesOf(
  { success }: Operation,
  present: Present,
): (result: unknown, exchange: Exchange) => Promise<Responses> {
  const { shownOnce, notStored = [] } = success;
  const left = [...(shownOnce === undefined ? [] : [shownOnce]), ...notStored];
  const presentStored = present as (result: unknown, exchange: Exchange) => MaybePromise<StoredResponse>;
  return async (result, exchange) => {
    const first = await presentStored(result, exchange);
    if (left.length === 0) return { first, repeated: () => first };
    const without = () => presentStored(withoutMembers(result as object, left), exchange);
    if (shownOnce === undefined) {
      return { first, repeated: () => chain(without(), (repeated) => ({ ...repeated, headers: first.headers })) };
    }
    // The tag is of the resource without its secret: the hash of a secret must not be stored.
    const repeated = await without();
    return { first: { ...first, headers: repeated.headers }, repeated: () => repeated };
  };
}

/** draft-ietf-httpapi-idempotency-key-header-07 asks for a quoted string; most clients send it bare. */
function idempotencyKeyOf(exchange: Exchange): string | undefined {
  const header = exchange.header("idempotency-key");
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

/** The pause between two checks of work in progress. */
const LOOK_MS = 100;

/** Polls work in progress until it has ended, or for this long at most; then returns undefined. */
async function follow<Result>(look: () => Promise<Result | undefined>, waitMs: number): Promise<Result | undefined> {
  for (let waited = 0; waited < waitMs; waited += LOOK_MS) {
    await Bun.sleep(LOOK_MS);
    const result = await look();
    if (result !== undefined) return result;
  }
  return undefined;
}
