/* The context that use cases get besides their input. */

import { serializer } from "../../contract/json/serializer.ts";
import type { Operation } from "../../contract/operation.ts";
import { photoUrlAt } from "../../contract/pets/photo-address.ts";
import { siteUrlOf } from "../../contract/shop/site-address.ts";
import { MemberTexts } from "../../core/caches/member-texts.ts";
import type { Context, Principal } from "../../core/context.ts";
import { transactOn, type Unit } from "../../core/execute.ts";
import type { Application } from "../application.ts";
import { yieldToRequests } from "../responses/streamed-bodies.ts";
import { entityTag } from "./conditional.ts";
import type { Exchange } from "./exchange.ts";

/** The members that differ between requests. */
type OfRequest = Pick<Context, "principal" | "now" | "store" | "events" | "ifMatch" | "lastEventId">;

/** Creates the context of an operation for one request. */
export type ContextFor = (exchange: Exchange, unit: Unit) => Context;

/** Creates the context factory of each operation. */
export function contextsOf(application: Application): (operation: Operation) => ContextFor {
  // The provisions are among the members of an application; the type of a context names no other.
  const shared: Omit<Context, keyof OfRequest | "tagsOf"> = {
    ...application,
    yieldToRequests,
    consoleUrl: `${siteUrlOf(application.baseUrl)}/console`,
    photoUrl: photoUrlAt(application.baseUrl),
    memberTexts: new MemberTexts(),
    transact: transactOn(application.store),
  };

  return (operation) => {
    const { ifMatch, success } = operation;
    /** Members that all requests share are on the prototype. */
    class OperationContext implements OfRequest {
      readonly principal: Principal;
      readonly now: number;
      readonly store: Context["store"];
      readonly events: Context["events"];
      readonly ifMatch: string | undefined;
      readonly lastEventId: string | undefined;

      constructor(exchange: Exchange, { store, events }: Unit) {
        this.principal = exchange.principal;
        this.now = exchange.now;
        this.store = store;
        this.events = events;
        this.ifMatch = ifMatch && exchange.header("if-match");
        this.lastEventId = success.eventStream && (exchange.header("last-event-id") || undefined);
      }
    }
    Object.assign(OperationContext.prototype, shared, { tagsOf: taggerOf(operation) });
    return (exchange, unit) => new OperationContext(exchange, unit) as OfRequest as Context;
  };
}

/** The tags that `If-Match` may name: that of the resource, and that of a list with only the resource (decision D43). */
function taggerOf({ ifMatch, settings }: Operation): Context["tagsOf"] {
  const serialize = ifMatch === undefined ? () => "" : serializer(ifMatch);
  const serializeSettings = settings && serializer(settings);
  return (resource) => {
    const json = serialize(resource);
    return [entityTag(json, serializeSettings?.(resource)), entityTag(`[${json}]`)];
  };
}
