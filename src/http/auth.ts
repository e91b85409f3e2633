import { Failure } from "../contract/errors.ts";
import type { Scope } from "../contract/operation.ts";
import { hasScope, type Principal, REALM } from "../core/context.ts";
import { guestOf } from "../core/keys/invitations.ts";
import { INVALID_KEY, refusedKey } from "../core/keys/key-rules.ts";
import type { Keyring } from "../core/keys/keyring.ts";
import type { Repositories } from "../core/ports.ts";
import type { HttpRequest } from "./message.ts";

/* The same for every such request, so they are made once: clients without a key cost little. */
const MISSING = withoutKey("the header is missing");
const EMPTY = withoutKey("the API key is empty");
const OTHER_SCHEME = withoutKey("got another scheme");
const INVALID_INVITATION = refusedKey("The invitation is unknown");

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
  const principal = await keyring.find(sha256(bearerOf(request)), now);
  if (principal === undefined) throw INVALID_KEY;
  return principal;
}

/** Identifies the holder of an invitation, even of one that has ended. Every unknown one takes the same work. */
export async function authenticateGuest(
  request: HttpRequest,
  { invitations }: Pick<Repositories, "invitations">,
  sha256: (text: string) => string,
): Promise<Principal> {
  const invitation = await invitations.findByHash(sha256(bearerOf(request)));
  if (invitation === undefined) throw INVALID_INVITATION;
  return guestOf(invitation);
}

function bearerOf(request: HttpRequest): string {
  const credentials = request.header("authorization");
  if (credentials === undefined) throw MISSING;
  const bearer = KEY.exec(credentials)?.[1];
  if (bearer === undefined) throw /^bearer *$/i.test(credentials) ? EMPTY : OTHER_SCHEME;
  return bearer;
}

/** Makes a check whether the key of an accepted request is still valid, for a response that stays open. */
export function keyCheck(
  request: HttpRequest,
  keyring: Keyring,
  sha256: (text: string) => string,
  clock: () => number,
): () => Promise<boolean> {
  const hash = sha256(bearerOf(request));
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
