/* Authentication and authorization of requests. */
import { Failure } from "../../contract/errors/errors.ts";
import type { Operation } from "../../contract/operation.ts";
import { chain } from "../../core/concurrency/maybe-promise.ts";
import { hasScope, REALM } from "../../core/context.ts";
import { guestOf } from "../../core/keys/invitation-handlers.ts";
import { INVALID_KEY, refusedKey } from "../../core/keys/key-rules.ts";
import type { Application } from "../application.ts";
import type { Exchange, Step } from "./exchange.ts";

type AuthParts = Pick<Application, "keyring" | "store" | "sha256" | "clock">;

/* Created once, so that requests without a key cost little. */
const MISSING = withoutKey("the header is missing");
const EMPTY = withoutKey("the API key is empty");
const OTHER_SCHEME = withoutKey("got another scheme");
const SEVERAL = withoutKey("got more than one key, or a key with blanks");
const INVALID_INVITATION = refusedKey("The invitation is unknown");

function withoutKey(problem: string): Failure {
  return new Failure("unauthorized", `Authorization: expected \`Bearer <API_KEY>\`; ${problem}`, {
    headers: { "WWW-Authenticate": REALM },
  });
}

const KEY = /^bearer +(\S+)$/i;

/** The key in the query, for an operation that accepts one there. Ignored if the request has the header. */
function queryKey(exchange: Exchange, { keyParameter }: Pick<Operation, "keyParameter">): string | undefined {
  if (keyParameter === undefined || exchange.header("authorization") !== undefined) return undefined;
  const value = exchange.parameters[keyParameter];
  return typeof value === "string" ? value : undefined;
}

/** The text of the key, or why there is none. */
function bearerOf(exchange: Exchange): string | Failure {
  const credentials = exchange.header("authorization");
  if (credentials === undefined) return MISSING;
  const bearer = KEY.exec(credentials)?.[1];
  if (bearer !== undefined) return bearer;
  if (!/^bearer(?: |$)/i.test(credentials)) return OTHER_SCHEME;
  return credentials.trim().length === "bearer".length ? EMPTY : SEVERAL;
}

/** Identifies the client by its API key. Every invalid key gets the same response, whatever is wrong with it. */
export function keyOf({ keyring, sha256 }: AuthParts, operation: Pick<Operation, "keyParameter"> = {}): Step {
  return (exchange) => {
    const bearer = queryKey(exchange, operation) ?? bearerOf(exchange);
    if (bearer instanceof Failure) return bearer;
    return chain(keyring.find(sha256(bearer), exchange.now), (principal) => {
      exchange.sender = principal;
      return principal === undefined ? INVALID_KEY : undefined;
    });
  };
}

/** Identifies the holder of an invitation, even of one that has ended. Every unknown one takes the same work. */
export function invitationOf({ store, sha256 }: AuthParts): Step {
  return (exchange) => {
    const bearer = bearerOf(exchange);
    if (bearer instanceof Failure) return bearer;
    return chain(store.invitations.findByHash(sha256(bearer)), (invitation) => {
      if (invitation === undefined) return INVALID_INVITATION;
      exchange.sender = guestOf(invitation);
      return undefined;
    });
  };
}

/** Creates a check whether the key of an accepted request is still valid, for a response that stays open. */
export function keyCheck(exchange: Exchange, { keyring, sha256, clock }: AuthParts): () => Promise<boolean> {
  const bearer = bearerOf(exchange);
  const hash = bearer instanceof Failure ? "" : sha256(bearer);
  return async () => (await keyring.find(hash, clock())) !== undefined;
}

/** Refuses a key without the scope, and a key in the query that has other scopes. */
export function scopeOf(operation: Operation): Step | undefined {
  const { scope } = operation;
  if (scope === undefined) return undefined;
  return (exchange) => {
    const { principal } = exchange;
    const isOpen = queryKey(exchange, operation) !== undefined;
    if (isOpen ? principal.scopes.size === 1 && principal.scopes.has(scope) : hasScope(principal, scope))
      return undefined;
    const granted = [...principal.scopes].join(", ") || "none";
    const needed = `The API key needs the scope ${scope}${isOpen ? " and, in a query, no other" : ""}`;
    return new Failure("insufficient_scope", `${needed}; it has ${granted}`, {
      headers: { "WWW-Authenticate": `${REALM}, error="insufficient_scope", scope="${scope}"` },
    });
  };
}
