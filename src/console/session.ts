/* Who works at this page: the API key, what it may do, and the client that uses it. */
import { signal } from "@preact/signals";
import { type ApiKey, Petstore } from "../client/index.ts";

/** What a key may be allowed to do. */
export type Scope =
  | `${"pets" | "inventory" | "orders" | "categories"}:${"read" | "write"}`
  | "events:read"
  | "webhooks:manage";

/** A key that the service has accepted. */
export interface Session {
  readonly apiKey: string;
  /** What the service says about the key. */
  readonly key: ApiKey;
  readonly petstore: Petstore;
}

const PLACE = "petstore-key";

/** The session; undefined before the sign-in. */
export const session = signal<Session | undefined>(restore());

/** Whether the service refuses the key that it accepted before: it has expired or is revoked. */
export const isRefused = signal(false);

/** The client of the session. Only views ask for it, and they are there only with a session. */
export function petstore(): Petstore {
  if (session.value === undefined) throw new Error("nobody is signed in");
  return session.value.petstore;
}

/** Whether the key allows this. Actions that it does not allow are not offered. */
export function can(scope: Scope): boolean {
  const granted = session.value?.key.scopes ?? [];
  return granted.includes("*") || granted.includes(scope);
}

/** Signs in. Rejects with a PetstoreError when the service refuses the key. */
export async function signIn(apiKey: string, isRemembered: boolean): Promise<void> {
  const key = await connect(apiKey).key.get();
  const [store, other] = isRemembered ? [localStorage, sessionStorage] : [sessionStorage, localStorage];
  // Not removed beforehand: other tabs take that for a sign-out.
  store.setItem(PLACE, JSON.stringify({ apiKey, key }));
  other.removeItem(PLACE);
  start(apiKey, key);
}

/** Forgets the key and everything that was typed. */
export function signOut(): void {
  localStorage.removeItem(PLACE);
  end();
}

function end(): void {
  sessionStorage.clear();
  isRefused.value = false;
  session.value = undefined;
}

// Another tab has signed out. A tab with a key of its own goes on.
window.addEventListener("storage", ({ storageArea, key, newValue }) => {
  const isForgotten = storageArea === localStorage && (key === PLACE || key === null) && newValue === null;
  if (isForgotten && sessionStorage.getItem(PLACE) === null) end();
});

/** Asks the service again what the key may do: it may have changed since the key was stored. */
export async function refreshKey(): Promise<void> {
  const current = session.value;
  if (current === undefined) return;
  const key = await current.petstore.key.get();
  if (session.value === current && String(key.scopes) !== String(current.key.scopes)) start(current.apiKey, key);
}

function start(apiKey: string, key: ApiKey): void {
  isRefused.value = false;
  session.value = { apiKey, key, petstore: connect(apiKey) };
}

/** The key of this tab, or the one that this device remembers. What it may do is known before the service says it again. */
function restore(): Session | undefined {
  const stored = sessionStorage.getItem(PLACE) ?? localStorage.getItem(PLACE);
  if (stored === null) return undefined;
  try {
    const kept: unknown = JSON.parse(stored);
    if (isKept(kept)) return { ...kept, petstore: connect(kept.apiKey) };
  } catch {
    // Not JSON.
  }
  // Not written by this page: a new sign-in replaces it.
  return undefined;
}

/** What a sign-in stores. */
type Kept = Pick<Session, "apiKey" | "key">;

function isKept(value: unknown): value is Kept {
  const { apiKey, key } = (value ?? {}) as Partial<Kept>;
  const texts = [apiKey, key?.name, key?.hint];
  return texts.every((text) => typeof text === "string") && Array.isArray(key?.scopes);
}

/** A client that notices when the service refuses the key, whichever view sent the request. */
function connect(apiKey: string): Petstore {
  return new Petstore({
    baseUrl: new URL("/v1", location.origin).href,
    apiKey,
    fetch: async (input, init) => {
      const response = await fetch(input, init);
      if (response.status === 401 && session.value?.apiKey === apiKey) isRefused.value = true;
      return response;
    },
  });
}
