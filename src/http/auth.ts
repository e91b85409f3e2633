import { Failure } from "../contract/errors.ts";
import type { Scope } from "../contract/operation.ts";
import type { Principal } from "../core/context.ts";
import type { Keyring } from "../core/keyring.ts";
import type { HttpRequest } from "../http1/message.ts";

const REALM = 'Bearer realm="petstore"';

const NOT_TAKEN = "The API key is unknown, expired or revoked";

/* The refusals. They are the same for every request, whatever is wrong with its key: made once, so that strangers cost little. */
const NO_KEY = noKey("there is no such header");
const NO_BEARER = noKey("got another form");
const WRONG_KEY = new Failure("unauthorized", NOT_TAKEN, {
  headers: { "WWW-Authenticate": `${REALM}, error="invalid_token", error_description="${NOT_TAKEN}"` },
});

function noKey(got: string): Failure {
  return new Failure("unauthorized", `Authorization: expected \`Bearer <API_KEY>\`; ${got}`, {
    headers: { "WWW-Authenticate": REALM },
  });
}

/** Answers who sends the request. Every key that is not taken gets the same answer, whatever is wrong with it. */
export function authenticate(
  request: HttpRequest,
  keyring: Keyring,
  sha256: (text: string) => string,
  now: number,
): Principal | Promise<Principal> {
  const credentials = request.header("authorization");
  const key = credentials === undefined ? undefined : /^bearer +(\S+)$/i.exec(credentials)?.[1];
  if (key === undefined) throw credentials === undefined ? NO_KEY : NO_BEARER;
  const found = keyring.find(sha256(key), now);
  // Nearly always the answer is in memory: then nothing is awaited.
  return found instanceof Promise ? found.then(requireTaken) : requireTaken(found);
}

function requireTaken(principal: Principal | undefined): Principal {
  if (principal === undefined) throw WRONG_KEY;
  return principal;
}

/** Refuses a key that does not have the scope. */
export function authorize({ scopes }: Principal, scope: Scope): void {
  if (scopes.has(scope)) return;
  throw new Failure(
    "insufficient_scope",
    `The API key needs the scope ${scope}; it has ${[...scopes].join(", ") || "none"}`,
    {
      headers: { "WWW-Authenticate": `${REALM}, error="insufficient_scope", scope="${scope}"` },
    },
  );
}
