import { Failure } from "../contract/errors.ts";
import type { Scope } from "../contract/operation.ts";
import { hasScope, type Principal } from "../core/context.ts";
import type { Keyring } from "../core/keyring.ts";
import type { HttpRequest } from "./message.ts";

const REALM = 'Bearer realm="petstore"';
const INVALID_KEY = "The API key is unknown, expired or revoked";

/* The same for every such request, so they are made once: clients without a key cost little. */
const MISSING = withoutKey("the header is missing");
const EMPTY = withoutKey("the API key is empty");
const OTHER_SCHEME = withoutKey("got another scheme");
const INVALID = new Failure("unauthorized", INVALID_KEY, {
  headers: { "WWW-Authenticate": `${REALM}, error="invalid_token", error_description="${INVALID_KEY}"` },
});

function withoutKey(problem: string): Failure {
  return new Failure("unauthorized", `Authorization: expected \`Bearer <API_KEY>\`; ${problem}`, {
    headers: { "WWW-Authenticate": REALM },
  });
}

const KEY = /^bearer +(\S+)$/i;

/** Identifies the client. Every invalid key gets the same response, whatever is wrong with it. */
export async function authenticate(
  request: HttpRequest,
  keyring: Keyring,
  sha256: (text: string) => string,
  now: number,
): Promise<Principal> {
  const credentials = request.header("authorization");
  if (credentials === undefined) throw MISSING;
  const key = KEY.exec(credentials)?.[1];
  if (key === undefined) throw /^bearer *$/i.test(credentials) ? EMPTY : OTHER_SCHEME;
  const principal = await keyring.find(sha256(key), now);
  if (principal === undefined) throw INVALID;
  return principal;
}

/** Makes a check whether the key of an accepted request is still valid, for a response that stays open. */
export function keyCheck(
  request: HttpRequest,
  keyring: Keyring,
  sha256: (text: string) => string,
  clock: () => number,
): () => Promise<boolean> {
  const hash = sha256(KEY.exec(request.header("authorization") ?? "")?.[1] ?? "");
  return async () => (await keyring.find(hash, clock())) !== undefined;
}

/** Refuses a key without the scope. */
export function authorize(principal: Principal, scope: Scope | undefined): void {
  if (scope === undefined || hasScope(principal, scope)) return;
  const granted = [...principal.scopes].join(", ") || "none";
  throw new Failure("insufficient_scope", `The API key needs the scope ${scope}; it has ${granted}`, {
    headers: { "WWW-Authenticate": `${REALM}, error="insufficient_scope", scope="${scope}"` },
  });
}
