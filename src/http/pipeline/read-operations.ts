/* Operations that read. */
import { truncate } from "../../contract/json/json.ts";
import { type EventBatch, type Operation, responseType } from "../../contract/operation.ts";
import { chain } from "../../core/concurrency/maybe-promise.ts";
import type { Unit } from "../../core/execute.ts";
import { handlerOf } from "../../core/index.ts";
import type { Application } from "../application.ts";
import type { EventStreams } from "../responses/event-streams.ts";
import type { Present } from "../responses/presenter.ts";
import type { ResponseCache } from "../responses/response-cache.ts";
import { continuesFeed, type FreshReads } from "../responses/standby-reads.ts";
import { keyCheck } from "./authentication.ts";
import { unlessKnown } from "./conditional.ts";
import type { Exchange, Reply, Step } from "./exchange.ts";
import type { ContextFor } from "./operation-context.ts";
import { inputOf, unknownMembers } from "./request-input.ts";

/** Creates the function that handles an operation that reads. A list is served from the cache while nothing in the store changes. */
export function readerOf(
  operation: Operation,
  { store }: Pick<Application, "store">,
  contextFor: ContextFor,
  present: Present,
  { cache, fresh }: { readonly cache: ResponseCache; readonly fresh: FreshReads },
): Step {
  const handle = handlerOf(operation);
  const read = inputOf(operation);
  // A read adds no events.
  const unit: Unit = { store, events: [] };
  const { paged, timed } = operation.success;
  const isCached = (exchange: Exchange) => {
    if (!paged || timed === true) return false;
    if (timed === undefined) return true;
    // Reading the parameters takes longer than the rest of a cached response: most requests cannot have this one.
    const { target } = exchange;
    return !(target.includes(timed) || target.includes("%")) || exchange.parameters[timed] === undefined;
  };
  const informs = continuesFeed(operation);
  const unitFor = (exchange: Exchange): Unit => {
    if (!informs(exchange)) return { store: fresh.storeFor(exchange), events: [] };
    fresh.informed(exchange);
    return unit;
  };

  return (exchange) => {
    const snapshot = isCached(exchange) && !exchange.isStrict ? cache.current() : undefined;
    const known = snapshot?.get<Reply>(exchange.target);
    if (known !== undefined) return unlessKnown(exchange, known);
    const context = contextFor(exchange, fresh.hasStandbys ? unitFor(exchange) : unit);
    return chain(handle(read(exchange), context), (result) =>
      chain(present(result, exchange), (presented) => {
        const reply = withIgnored(presented, unknownMembers(exchange.parameters, operation.query));
        if (typeof reply.body === "string") snapshot?.set(exchange.target, reply, sizeOf(reply, reply.body));
        return unlessKnown(exchange, reply);
      }),
    );
  };
}

/** Handles the requests of an operation that streams events until either side closes it. */
export function streamerOf(
  operation: Operation,
  application: Application,
  contextFor: ContextFor,
  { streams, fresh }: { readonly streams: EventStreams; readonly fresh: FreshReads },
): Step {
  const handle = handlerOf(operation);
  const read = inputOf(operation);
  const write = streams.writer(operation);
  const unit: Unit = { store: application.store, events: [] };
  // Without these headers, nginx buffers 4 kB of events, and caches may store them.
  const headers = {
    "Content-Type": responseType(operation),
    "Cache-Control": "no-store",
    "X-Accel-Buffering": "no",
  };

  return (exchange) =>
    chain(handle(read(exchange), contextFor(exchange, unit)), (batches) => {
      const events = fresh.informing(exchange, batches as AsyncIterableIterator<EventBatch<unknown>>);
      const body = write(events, exchange, keyCheck(exchange, application));
      return withIgnored({ status: 200, headers, body }, unknownMembers(exchange.parameters, operation.query));
    });
}

const IGNORED_MAX = 10;

/** Lists unknown query parameters, which are usually typos. */
function withIgnored(reply: Reply, unknown: readonly string[]): Reply {
  if (unknown.length === 0) return reply;
  const names = unknown.slice(0, IGNORED_MAX).map((name) => encodeURIComponent(truncate(name, 64)));
  return { ...reply, headers: { ...reply.headers, "X-Ignored-Parameters": names.join(", ") } };
}

function sizeOf({ headers }: Reply, body: string): number {
  return Object.entries(headers).reduce((sum, [name, value]) => sum + name.length + value.length, body.length);
}
