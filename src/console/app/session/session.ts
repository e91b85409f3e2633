/* Who works at this page: the API key, what it may do, and the client that uses it. */
import { batch, signal } from "@preact/signals";
import { Engine } from "../../../client/client-engine.ts";
import { PetstoreError } from "../../../client/error.ts";
import type { CurrentKey, NewKey } from "../../../client/index.ts";
import { Resources } from "../../../client/operations.gen.ts";
import { ROOT_PATH } from "./root-path.ts";
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

/** Whether the service refuses the key that it accepted before: it has expired or is revoked. */
export const isRefused = signal(false);

/** Where the interface is. */
export const BASE_URL = `${location.origin}${ROOT_PATH}/v1`;

/** How many people have worked in this window. */
let person = 0;

/** The requests of one person. What comes after that person has left reaches nobody: the next one sees no outcome of it. */
class OwnEngine extends Engine {
  readonly #apiKey: string;
  readonly #person = person;

  constructor(apiKey: string) {
    super({ baseUrl: BASE_URL, apiKey });
    this.#apiKey = apiKey;
  }

  override async exchange(...request: Parameters<Engine["exchange"]>): ReturnType<Engine["exchange"]> {
    try {
      const response = await super.exchange(...request);
      this.#hear(response.status);
      return response;
    } finally {
      await this.#wait();
    }
  }

  override async *download(...request: Parameters<Engine["download"]>): ReturnType<Engine["download"]> {
    try {
      for await (const part of super.download(...request)) {
        await this.#wait();
        yield part;
      }
    } catch (error) {
      if (PetstoreError.is(error)) this.#hear(error.status);
      throw error;
    } finally {
      await this.#wait();
    }
  }

  #hear(status: number): void {
    if (status === 401 && session.peek()?.apiKey === this.#apiKey) isRefused.value = true;
  }

  /** Never ends once the person has left. */
  async #wait(): Promise<void> {
    if (person !== this.#person) await new Promise(() => {});
  }
}

/** The session; undefined before the sign-in. */
export const session = signal(withClient(restore()));

function withClient(stored: Stored | undefined): Session | undefined {
  return stored && { ...stored, petstore: new Resources(new OwnEngine(stored.apiKey)) };
}

const forgetters: (() => void)[] = [];

/** Calls back before the next person works here: at a sign-out, and when somebody goes on with another key. */
export function onNextPerson(forget: () => void): void {
  forgetters.push(forget);
}

/** Who works here from now on. */
function change(next: Stored | undefined): void {
  batch(() => {
    if (next?.apiKey !== session.peek()?.apiKey) {
      person += 1;
      for (const forget of forgetters) forget();
    }
    isRefused.value = false;
    session.value = withClient(next);
  });
}

/** The client of the session. Only views ask for it, and they are there only with a session. */
export function petstore(): Resources {
  if (session.value === undefined) throw new Error("nobody is signed in");
  return session.value.petstore;
}

/** A client with a key that nobody works with yet. It is a `Petstore` without the verification of webhooks, which a page has no use for. */
export function clientWith(apiKey: string | undefined): Resources {
  return new Resources(new Engine({ baseUrl: BASE_URL, apiKey }));
}

/** Whether the key allows this. Actions that it does not allow are not offered. */
export function can(scope: Scope): boolean {
  const granted = session.value?.key.scopes ?? [];
  return granted.includes("*") || granted.includes(scope);
}

/** Signs in. Rejects with a PetstoreError when the service refuses the key. */
export async function signIn(apiKey: string, isRemembered: boolean): Promise<void> {
  keep(apiKey, await clientWith(apiKey).key.get(), isRemembered);
}

/** Goes on with a key that the service has just accepted or made: in this tab, or remembered by this device. */
export function keep(apiKey: string, key: CurrentKey, isRemembered: boolean): void {
  change({ apiKey, key });
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
  change(undefined);
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
  if (session.value === current && String(key.scopes) !== String(current.key.scopes))
    change({ apiKey: current.apiKey, key });
}

/** The key of this tab, or the one that this device remembers. What it may do is known before the service says it again. */
function restore(): Stored | undefined {
  return readItem(sessionStorage, STORED, isStored) ?? readItem(localStorage, STORED, isStored);
}

type Stored = Pick<Session, "apiKey" | "key">;

function isStored(value: unknown): value is Stored {
  if (!isObject(value) || !isObject(value["key"])) return false;
  const { name, hint, scopes } = value["key"];
  return [value["apiKey"], name, hint].every((text) => typeof text === "string") && Array.isArray(scopes);
}
