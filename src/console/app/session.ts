/* Who works at this page: the API key, what it may do, and the client that uses it. */
import { signal } from "@preact/signals";
import { Engine } from "../../client/engine.ts";
import type { CurrentKey, Fetch, NewKey } from "../../client/index.ts";
import { Resources } from "../../client/operations.gen.ts";
import { isObject, readItem } from "./storage.ts";

/** What a key may be allowed to do. */
export type Scope = Exclude<NonNullable<NewKey["scopes"]>[number], "*">;

/** A name for a set of scopes. */
export type Role = NonNullable<NewKey["role"]>;

/** A key that the service has accepted. */
export interface Session {
  readonly apiKey: string;
  /** What the service says about the key. */
  readonly key: CurrentKey;
  readonly petstore: Resources;
}

const STORED = "petstore-key";

/** Written by a sign-out, which other tabs hear of. */
const SIGNED_OUT = "petstore-signed-out";

/** The session; undefined before the sign-in. */
export const session = signal<Session | undefined>(restore());

/** Whether the service refuses the key that it accepted before: it has expired or is revoked. */
export const isRefused = signal(false);

/** The client of the session. Only views ask for it, and they are there only with a session. */
export function petstore(): Resources {
  if (session.value === undefined) throw new Error("nobody is signed in");
  return session.value.petstore;
}

/** A client with a key. It is a `Petstore` without the verification of webhooks, which a page has no use for. */
export function clientWith(apiKey: string | undefined, fetch?: Fetch): Resources {
  return new Resources(new Engine({ baseUrl: `${location.origin}/v1`, apiKey, fetch }));
}

/** A client for files: it says how much of one is sent, which a client with a `fetch` of its own cannot. */
export function uploader(): Resources {
  return clientWith(session.value?.apiKey);
}

/** Whether the key allows this. Actions that it does not allow are not offered. */
export function can(scope: Scope): boolean {
  const granted = session.value?.key.scopes ?? [];
  return granted.includes("*") || granted.includes(scope);
}

/** Signs in. Rejects with a PetstoreError when the service refuses the key. */
export async function signIn(apiKey: string, isRemembered: boolean): Promise<void> {
  keep(apiKey, await connect(apiKey).key.get(), isRemembered);
}

/** Goes on with a key that the service has just accepted or made: in this tab, or remembered by this device. */
export function keep(apiKey: string, key: CurrentKey, isRemembered: boolean): void {
  start(apiKey, key);
  const [store, other] = isRemembered ? [localStorage, sessionStorage] : [sessionStorage, localStorage];
  store.setItem(STORED, JSON.stringify({ apiKey, key }));
  other.removeItem(STORED);
}

/** Forgets the key and everything that was typed, also in other tabs with the remembered key. */
export function signOut(): void {
  localStorage.setItem(SIGNED_OUT, String(Number(localStorage.getItem(SIGNED_OUT)) + 1));
  localStorage.removeItem(STORED);
  end();
}

function end(): void {
  sessionStorage.clear();
  isRefused.value = false;
  session.value = undefined;
}

window.addEventListener("storage", ({ storageArea, key, newValue }) => {
  const { apiKey, key: current } = session.value ?? {};
  // A tab with a key of its own is not affected by what happens to the remembered one.
  if (storageArea !== localStorage || apiKey === undefined || sessionStorage.getItem(STORED) !== null) return;
  if (key === SIGNED_OUT || key === null) end();
  // Somebody signed in again in another tab. This one goes on with its key, and with what was typed.
  else if (key === STORED && newValue === null) {
    sessionStorage.setItem(STORED, JSON.stringify({ apiKey, key: current }));
  }
});

/** Asks the service again what the key may do: it may have changed since the key was stored. */
export async function refreshKey(): Promise<void> {
  const current = session.value;
  if (current === undefined) return;
  const key = await current.petstore.key.get();
  if (session.value === current && String(key.scopes) !== String(current.key.scopes)) start(current.apiKey, key);
}

function start(apiKey: string, key: CurrentKey): void {
  isRefused.value = false;
  session.value = { apiKey, key, petstore: connect(apiKey) };
}

/** The key of this tab, or the one that this device remembers. What it may do is known before the service says it again. */
function restore(): Session | undefined {
  const stored = readItem(sessionStorage, STORED, isStored) ?? readItem(localStorage, STORED, isStored);
  return stored && { ...stored, petstore: connect(stored.apiKey) };
}

type Stored = Pick<Session, "apiKey" | "key">;

function isStored(value: unknown): value is Stored {
  if (!isObject(value) || !isObject(value["key"])) return false;
  const { name, hint, scopes } = value["key"];
  return [value["apiKey"], name, hint].every((text) => typeof text === "string") && Array.isArray(scopes);
}

/** A client that notices when the service refuses the key, whichever view sent the request. */
function connect(apiKey: string): Resources {
  return clientWith(apiKey, async (input, init) => {
    const response = await fetch(input, init);
    if (response.status === 401 && session.value?.apiKey === apiKey) isRefused.value = true;
    return response;
  });
}
