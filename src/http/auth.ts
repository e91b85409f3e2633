import { Failure } from "../contract/errors.ts";
import type { Scope } from "../contract/operation.ts";
import { hasScope, type Principal } from "../core/context.ts";
import type { Keyring } from "../core/keyring.ts";
import type { HttpRequest } from "./message.ts";

const REALM = 'Bearer realm="petstore"';
const INVALID_KEY = "The API key is unknown, expired or revoked";

/** Identifies the client. Every invalid key gets the same response, whatever is wrong with it. */
export async function authenticate(
  request: HttpRequest,
  keyring: Keyring,
  sha256: (text: string) => string,
  now: number,
): Promise<Principal> {
  const credentials = request.header("authorization");
  if (credentials === undefined) throw noKey("the header is missing");
  const key = /^bearer +(\S+)$/i.exec(credentials)?.[1];
  if (key === undefined) throw noKey(/^bearer *$/i.test(credentials) ? "the API key is empty" : "got another scheme");
  const principal = await keyring.find(sha256(key), now);
  if (principal !== undefined) return principal;
  throw new Failure("unauthorized", INVALID_KEY, {
    headers: { "WWW-Authenticate": `${REALM}, error="invalid_token", error_description="${INVALID_KEY}"` },
  });
}

function noKey(problem: string): Failure {
  return new Failure("unauthorized", `Authorization: expected \`Bearer <API_KEY>\`; ${problem}`, {
    headers: { "WWW-Authenticate": REALM },
  });
}

/** Refuses a key without the scope. */
export function authorize(principal: Principal, scope: Scope | undefined): void {
  if (scope === undefined || hasScope(principal, scope)) return;
  const granted = [...principal.scopes].join(", ") || "none";
  throw new Failure("insufficient_scope", `The API key needs the scope ${scope}; it has ${granted}`, {
    headers: { "WWW-Authenticate": `${REALM}, error="insufficient_scope", scope="${scope}"` },
  });
}
