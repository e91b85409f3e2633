import { ALL_SCOPES } from "../../contract/operation.ts";
import type { MaybePromise } from "../concurrency/maybe-promise.ts";
import type { Principal } from "../context.ts";
import type { Store } from "../ports.ts";
import { CONFIGURED_KEY_ID, type DeprecatedCalls, type Key } from "./key-ports.ts";
import { principalOf } from "./key-rules.ts";

/** How stale the keys of a process may be; the API promises one second. */
const REFRESH_MS = 500;

/** How often an unknown key may trigger a refresh: a new key works at once, and a flood of bad ones stays cheap. */
const UNKNOWN_REFRESH_MS = 50;

/** How often a key's last use is written (decision D12). */
const TOUCH_MS = 60_000;

/** How long uses are gathered before they are written. */
const GATHER_MS = 10_000;

/**
 * How long uses wait for another commit, so that their own commit does not empty the response cache. With the pause between two
 * calls of `writeUses`, they are stored within a minute (D51).
 */
const WAIT_MS = 45_000;

interface Entry {
  readonly principal: Principal;
  readonly expiresAt: number;
  touchedAt: number;
}

/** Calls of one deprecated operation, by the id of the key. */
type CallsByKey = Map<string, { -readonly [Member in keyof DeprecatedCalls]: DeprecatedCalls[Member] }>;

/**
 * All usable keys in memory, by the SHA-256 of their text: a lookup by hash takes the same time for every wrong key. Reads the key
 * revision at most every half second, and the keys only when it has changed.
 */
export class Keyring {
  readonly #store: Store;
  readonly #configured: ReadonlyMap<string, Entry>;
  #entries: ReadonlyMap<string, Entry>;
  #revision: bigint | undefined;
  #checkedAt = Number.NEGATIVE_INFINITY;
  #refreshing: Promise<void> | undefined;
  /** How often this process has changed keys. */
  #changes = 0;
  /** Keys whose last use is not written yet. */
  readonly #used = new Set<string>();
  /** Whether one of them was never used before: a person may be waiting to see that it works. */
  #hasFirstUse = false;
  /** Calls of deprecated operations that are not written yet, by operation. */
  readonly #calls = new Map<string, CallsByKey>();
  #writtenAt = Number.NEGATIVE_INFINITY;
  /** The version of the store after uses were written. */
  #writtenVersion: number | undefined;

  /** `configuredHash` belongs to a full-access key that is not in the store (PETSTORE_API_KEY). */
  constructor(store: Store, configuredHash?: string) {
    this.#store = store;
    this.#configured = new Map(configuredHash === undefined ? [] : [[configuredHash, configuredEntry()]]);
    this.#entries = this.#configured;
  }

  /** Returns the owner of the key with this hash, or undefined when there is no such usable key. */
  find(hash: string, now: number): MaybePromise<Principal | undefined> {
    if (now - this.#checkedAt < REFRESH_MS && now >= this.#checkedAt) {
      const known = this.#usable(hash, now);
      if (known !== undefined || now - this.#checkedAt < UNKNOWN_REFRESH_MS) return known;
    }
    const refreshing = (this.#refreshing ??= this.#refresh(now).finally(() => {
      if (this.#refreshing === refreshing) this.#refreshing = undefined;
    }));
    return refreshing.then(() => this.#usable(hash, now));
  }

  /**
   * Reads the keys again for each request from now on, until a read has begun after the last change: this process has just changed
   * some. Call it once the change is stored, before it is acknowledged.
   */
  changed(): void {
    this.#changes += 1;
    this.#checkedAt = Number.NEGATIVE_INFINITY;
    this.#refreshing = undefined;
  }

  #usable(hash: string, now: number): Principal | undefined {
    const entry = this.#entries.get(hash);
    if (entry === undefined || now >= entry.expiresAt) return undefined;
    if (now - entry.touchedAt >= TOUCH_MS) {
      this.#hasFirstUse ||= entry.touchedAt === Number.NEGATIVE_INFINITY;
      entry.touchedAt = now;
      this.#used.add(entry.principal.keyId);
    }
    return entry.principal;
  }

  /** Several may run at once and end in any order: what one has read is used unless something newer is there. */
  async #refresh(now: number): Promise<void> {
    const [changes, before] = [this.#changes, this.#revision];
    const revision = await this.#store.keys.revision();
    if (revision !== this.#revision) {
      // A lower revision than before is no older one: the database has lost changes, as after a failover.
      const isOlder = () => this.#revision !== before && this.#revision !== undefined && revision < this.#revision;
      const keys = isOlder() ? [] : await this.#store.keys.listUsable(now);
      if (isOlder()) return;
      this.#entries = new Map([...this.#configured, ...keys.map((key) => [key.hash, entryOf(key)] as const)]);
      this.#revision = revision;
    }
    if (changes === this.#changes) this.#checkedAt = now;
  }

  /** Counts a call of a deprecated operation, in memory until uses are written. */
  countDeprecated({ keyId }: Principal, operation: string, now: number): void {
    const known = this.#calls.get(operation)?.get(keyId);
    if (known === undefined) this.#add({ keyId, operation, calls: 1, lastAt: now });
    else {
      known.calls += 1;
      known.lastAt = now;
    }
  }

  #add(calls: DeprecatedCalls): void {
    let byKey = this.#calls.get(calls.operation);
    if (byKey === undefined) this.#calls.set(calls.operation, (byKey = new Map()));
    const { keyId, lastAt } = calls;
    const later = byKey.get(keyId);
    byKey.set(keyId, { ...calls, calls: calls.calls + (later?.calls ?? 0), lastAt: later?.lastAt ?? lastAt });
  }

  /**
   * Writes which keys were used, and the calls of deprecated operations: a first use at once, others some time after the last write, and
   * all if this is the last call. If the store fails, the next call writes them.
   */
  async writeUses(now: number, isLast = false): Promise<void> {
    if (this.#used.size === 0 && this.#calls.size === 0) return;
    const version = this.#store.version();
    const isUnchanged = version !== undefined && version === this.#writtenVersion;
    const isEarly = now - this.#writtenAt < (isUnchanged ? WAIT_MS : GATHER_MS);
    if (isEarly && !this.#hasFirstUse && !isLast) return;
    const [ids, calls] = [[...this.#used], [...this.#calls.values()].flatMap((byKey) => [...byKey.values()])];
    this.#used.clear();
    this.#calls.clear();
    try {
      await this.#store.transaction(async ({ keys }) => {
        if (ids.length > 0) await keys.touch(ids, now);
        if (calls.length > 0) await keys.addDeprecatedCalls(calls);
      });
      this.#writtenAt = now;
      this.#hasFirstUse = this.#used.size > 0 && this.#hasFirstUse;
      this.#writtenVersion = this.#store.version();
    } catch (error) {
      for (const id of ids) this.#used.add(id);
      // They count again.
      for (const one of calls) this.#add(one);
      throw error;
    }
  }
}

function entryOf(key: Key): Entry {
  return {
    principal: principalOf(key),
    expiresAt: key.expiresAt ?? Number.POSITIVE_INFINITY,
    touchedAt: key.lastUsedAt ?? Number.NEGATIVE_INFINITY,
  };
}

function configuredEntry(): Entry {
  return {
    principal: {
      keyId: CONFIGURED_KEY_ID,
      isStored: false,
      name: "PETSTORE_API_KEY",
      hint: "env",
      scopes: new Set([ALL_SCOPES]),
      expiresAt: undefined,
    },
    expiresAt: Number.POSITIVE_INFINITY,
    touchedAt: Number.POSITIVE_INFINITY,
  };
}
