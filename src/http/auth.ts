import { Failure } from "../contract/errors.ts";
import type { Scope } from "../contract/operation.ts";
import type { Principal } from "../core/context.ts";
import type { Keyring } from "../core/keyring.ts";

const REALM = 'Bearer realm="petstore"';

/** Answers who sends the request. Every key that is not taken gets the same answer, whatever is wrong with it. */
export async function authenticate(
  request: Request,
  keyring: Keyring,
  sha256: (text: string) => string,
  now: number,
): Promise<Principal> {
  const credentials = request.headers.get("authorization");
  const key = credentials === null ? undefined : /^bearer +(\S+)$/i.exec(credentials)?.[1];
  if (key === undefined) {
    throw new Failure(
      "unauthorized",
      "Authorization: expected `Bearer <API_KEY>`; there is no such header in the request",
      {
        headers: { "WWW-Authenticate": REALM },
      },
    );
  }
  const principal = await keyring.find(sha256(key), now);
  if (principal !== undefined) return principal;
  const message = "The API key is unknown, expired or revoked";
  throw new Failure("unauthorized", message, {
    headers: { "WWW-Authenticate": `${REALM}, error="invalid_token", error_description="${message}"` },
  });
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
