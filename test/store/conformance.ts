/*
 * The promises of the ports that no client can see, such as transactions, leases and what several processes do at once. They run on
 * each engine. What a client sees is tested in test/api, on each engine too.
 */
import { describe, expect, test } from "bun:test";
import { CONFIGURED_KEY_ID, type Key } from "../../src/core/keys/key-ports.ts";
import type { Repositories, Store, StoreObserver } from "../../src/core/ports.ts";
import type { Sql } from "../../src/store/engine.ts";
import { openEngine, openStore } from "../../src/store/index.ts";
import { addPet, adjustment, NOON, rex } from "../support/harness.ts";
import { deliveryRules } from "./delivery-rules.ts";
import { eventRules } from "./event-rules.ts";
import { webhookRules } from "./webhook-rules.ts";

type Options = NonNullable<Parameters<typeof openStore>[2]>;

/** A new and empty store. */
export interface Opened extends AsyncDisposable {
  /** Where its data is, for another process. */
  readonly url: string;
  readonly store: Store;
  /** Opens the same data again, as another process does. */
  another(): Promise<Store>;
}

export type Open = (observer?: StoreObserver) => Promise<Opened>;

/** What a rule is checked with. */
export interface Given extends Opened {
  /** The repositories of the store; each call has a transaction of its own. */
  readonly write: Repositories;
  /** Does something so many times at once, each time in a transaction of its own, in two processes by turns. */
  concurrently<Result>(
    times: number,
    work: (repositories: Repositories, nth: number) => Promise<Result>,
  ): Promise<Result[]>;
  /** Changes the data behind the store's back, or reads it. */
  readonly sql: Sql;
}

/** Tests a promise on a new store. */
export type Rule = (promise: string, check: (given: Given) => Promise<void>) => void;

export const ALL = { after: 0n, limit: 1000 };
export const mia = { name: "Mia", categoryId: 9n, status: "pending" } as const;

export const kiosk: Key = {
  id: "k1",
  name: "kiosk",
  hint: "wxyz",
  hash: "a".repeat(64),
  scopes: ["pets:read", "inventory:read"],
  createdAt: 1_800_000_000_000,
  expiresAt: undefined,
  revokedAt: undefined,
  lastUsedAt: undefined,
};
const till: Key = { ...kiosk, id: "k2", name: "till", hash: "b".repeat(64), createdAt: kiosk.createdAt + 1 };
const third: Key = { ...till, id: "k3", hash: "c".repeat(64) };

const ascending = (a: bigint, b: bigint) => (a < b ? -1 : a > b ? 1 : 0);

/** Opens a store on a database; every store that was opened there is closed at the end, and what else there is after them. */
export async function openAt(
  url: string,
  options: Options,
  ofOthers: Options = options,
  end: () => unknown = () => {},
): Promise<Opened> {
  const stores: Store[] = [];
  const openAs = async (how: Options) => {
    const store = await openStore(url, NOON, how);
    stores.push(store);
    return store;
  };
  return {
    url,
    store: await openAs(options),
    another: () => openAs(ofOthers),
    async [Symbol.asyncDispose]() {
      for (const store of stores) await store.close();
      await end();
    },
  };
}

/** Tests promises on stores that are opened like this. */
export function rulesOn(open: Open): Rule {
  return (promise, check) =>
    test(promise, async () => {
      await using opened = await open();
      const { url, store, another } = opened;
      await check({
        ...opened,
        write: eachCommitted(store),
        async concurrently(times, work) {
          const stores = [store, await another()];
          const begin = (nth: number) =>
            (stores[nth % 2] ?? store).transaction((repositories) => work(repositories, nth));
          return Promise.all(Array.from({ length: times }, (_, nth) => begin(nth)));
        },
        async sql(...statement) {
          const engine = await openEngine(url);
          const rows = await engine.transaction(({ sql }) => sql(...statement));
          await engine.close();
          return rows as never;
        },
      });
    });
}

/** The repositories of a store, each of whose calls has a transaction of its own. */
function eachCommitted(store: Store): Repositories {
  type Methods = Record<PropertyKey, (...values: unknown[]) => Promise<unknown>>;
  const repository = (name: keyof Repositories) =>
    new Proxy({} as Methods, {
      get:
        (_, method) =>
        (...values: unknown[]) =>
          store.transaction(async (repositories) => (repositories[name] as unknown as Methods)[method]?.(...values)),
    });
  return new Proxy({} as Repositories, { get: (_, name) => repository(name as keyof Repositories) });
}

/** The value that a promise is rejected with. */
function refusal(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => {
      throw new Error("expected a rejection");
    },
    (error: unknown) => error,
  );
}

/** Keeps a transaction open, awaiting nothing but its repositories, until the event happens. */
async function stayOpen({ pets }: Repositories, event: Promise<unknown>): Promise<void> {
  let happened = false;
  event.finally(() => {
    happened = true;
  });
  for (let round = 0; !happened && round < 10_000; round++) await pets.find(1n);
}

export function storeConformance(name: string, open: Open): void {
  const rule = rulesOn(open);
  describe(`${name}: events`, () => eventRules(rule));
  describe(`${name}: webhooks`, () => webhookRules(rule));
  describe(`${name}: deliveries`, () => deliveryRules(rule));
  describe(`${name}: keys`, () => keyRules(rule));
  describe(`${name}: claims`, () => claimRules(rule));
  describe(`${name}: transactions`, () => transactionRules(rule));
  describe(`${name}: life`, () => lifeRules(rule, open));
}

function keyRules(rule: Rule): void {
  rule(
    "gives each new pet a revision that no pet had before: what was made of one is never shown for another",
    async ({ store }) => {
      await addPet(store);
      await addPet(store);
      const { items } = await store.pets.list({}, { after: 0n, limit: 9 }, "revision");
      expect(new Set([0n, ...items.map(({ revision }) => revision)]).size).toBe(3);
    },
  );

  rule("lists every key in the order of creation, including revoked and expired ones", async ({ store, write }) => {
    const ended = { expiresAt: 2, revokedAt: 3, lastUsedAt: 4 };
    const past: Key = { ...third, ...ended, id: "a", createdAt: 1 };
    for (const key of [till, kiosk, past]) await write.keys.insert(key);
    expect(await store.keys.list()).toEqual([till, kiosk, past]);
  });

  rule("lists and counts the keys that are neither revoked nor expired at a time", async ({ store, write }) => {
    for (const key of [{ ...till, expiresAt: 20 }, kiosk, third]) await write.keys.insert(key);
    await write.keys.revoke("k1", 5);
    const usable = async (now: number) => (await store.keys.listUsable(now)).map(({ id }) => id);
    expect([await usable(19), await usable(20)]).toEqual([["k2", "k3"], ["k3"]]);
    expect(await store.keys.count(19)).toEqual({ usable: 2, ended: 1 });
    expect(await store.keys.count(20)).toEqual({ usable: 1, ended: 2 });
  });

  rule("deletes keys that had ended, a few at once, the first to end first, with their calls", async (given) => {
    const { store, write } = given;
    const keys = [kiosk, { ...till, expiresAt: 21 }, { ...third, expiresAt: 20 }];
    for (const key of keys) await write.keys.insert(key);
    const calls = (keyId: string) => ({ keyId, operation: "getPet", calls: 1, lastAt: 1 });
    await write.keys.revoke("k1", 30);
    await write.keys.addDeprecatedCalls(["k1", "k2", CONFIGURED_KEY_ID].map(calls));
    const left = async () => (await store.keys.list()).map(({ id }) => id);
    expect([await write.keys.purge(19, 1), await left()]).toEqual([0, ["k1", "k2", "k3"]]);
    expect([await write.keys.purge(20, 1), await left()]).toEqual([1, ["k1", "k2"]]);
    expect([await write.keys.purge(30, 1), await left()]).toEqual([1, ["k1"]]);
    expect(await store.keys.deprecatedCalls()).toEqual([calls(CONFIGURED_KEY_ID), calls("k1")]);
    expect([await write.keys.purge(30, 2), await left()]).toEqual([1, []]);
  });

  rule("changes the revision with each insert, change and revocation, in every process", async (given) => {
    const { store, write } = given;
    const beside = await given.another();
    const seen = [await beside.keys.revision()];
    for (const change of [
      () => write.keys.insert(kiosk),
      () => write.keys.insert(till),
      () => write.keys.update("k1", { ...kiosk, name: "shelf" }),
      () => write.keys.revoke("k2", 5),
    ]) {
      await change();
      seen.push(await beside.keys.revision());
      expect(await store.keys.revision()).toBe(seen.at(-1) ?? -1n);
    }
    expect(new Set(seen).size).toBe(seen.length);
  });

  rule("keeps the revision when keys are used or purged, and while they stay as they are", async ({ store, write }) => {
    await write.keys.insert(kiosk);
    await write.keys.insert({ ...till, expiresAt: 20 });
    const revision = await store.keys.revision();
    await write.keys.touch(["k1", "nobody"], 5);
    await write.keys.addDeprecatedCalls([{ keyId: "k1", operation: "getPet", calls: 1, lastAt: 1 }]);
    expect((await store.keys.list()).map(({ lastUsedAt }) => lastUsedAt)).toEqual([5, undefined]);
    expect(await write.keys.purge(20, 1)).toBe(1);
    await addPet(store);
    expect(await store.keys.revision()).toBe(revision);
  });

  rule("adds to the calls of deprecated operations, by any process", async ({ store, concurrently }) => {
    const calls = (keyId: string, lastAt: number) => ({ keyId, operation: "getPet", calls: 2, lastAt });
    await concurrently(3, ({ keys }, nth) =>
      keys.addDeprecatedCalls([calls("k2", [7, 9, 8][nth] ?? 0), calls("k1", 5)]),
    );
    const stored = [calls("k1", 5), calls("k2", 9)].map((added) => ({ ...added, calls: 6 }));
    expect(await store.keys.deprecatedCalls()).toEqual(stored);
    expect(await store.keys.deprecatedCalls(["k2", "nobody"])).toEqual(stored.slice(1));
  });
}

const request = { id: "c".repeat(64), fingerprint: "d".repeat(64) };
const response = { status: 201, headers: { ETag: '"x"' }, body: '{"name":"Zoë"}' };

function claimRules(rule: Rule): void {
  rule("exactly one of many callers in any process may create the first key", async ({ concurrently }) => {
    const claims = await concurrently(20, ({ keys }, caller) => keys.claimFirst(caller));
    expect(claims.filter((isFirst) => isFirst)).toEqual([true]);
  });

  rule("nobody may create the first key once there is a key", async ({ write }) => {
    await write.keys.insert(kiosk);
    expect(await write.keys.claimFirst(1)).toBe(false);
  });

  rule("another caller may create the first key after a failed transaction", async ({ store, write }) => {
    const failing = store.transaction(async ({ keys }) => {
      await keys.claimFirst(1);
      throw new Error("no disk");
    });
    expect(await refusal(failing)).toMatchObject({ message: "no disk" });
    expect(await write.keys.claimFirst(2)).toBe(true);
  });

  rule("no more invitations are stored than may be pending, however many at once", async ({ concurrently }) => {
    const ben = { name: "Ben", scopes: ["pets:read"], createdAt: NOON, expiresAt: NOON + 1 } as const;
    const stored = await concurrently(10, ({ invitations }, nth) =>
      invitations.insert({ ...ben, hash: String(nth) }, 4, NOON),
    );
    expect(stored.filter((invitation) => invitation !== undefined)).toHaveLength(4);
  });

  rule("exactly one of many requests in any process claims an Idempotency-Key", async ({ concurrently }) => {
    const claims = await concurrently(20, async ({ idempotency }) => {
      const isFirst = await idempotency.claim(request, 5, 0);
      if (isFirst) await idempotency.complete(request, response);
      return isFirst;
    });
    expect(claims.filter((isFirst) => isFirst)).toEqual([true]);
  });

  rule("at most so many old responses are forgotten at once", async ({ write }) => {
    for (let at = 1; at <= 5; at++) await write.idempotency.claim({ ...request, id: String(at).repeat(64) }, at, 0);
    for (const purged of [2, 1, 0]) expect(await write.idempotency.purge(4, 2)).toBe(purged);
  });
}

function transactionRules(rule: Rule): void {
  rule("keeps nothing of work that throws, and rethrows its error", async ({ store }) => {
    const { id } = await addPet(store, rex, 1);
    const error = new Error("changed my mind");
    const outcome = store.transaction(async ({ pets, inventory, keys, events }) => {
      const { id: petId } = await pets.insert(mia, 1, NOON);
      await inventory.change(adjustment(id, 98));
      await keys.insert(kiosk);
      await events.append({ type: "pet.created", at: NOON, petId, data: { id: petId, ...mia } });
      throw error;
    });
    expect(await refusal(outcome)).toBe(error);
    await store.publishEvents();
    expect(await store.inventory.list(ALL)).toEqual([{ petId: id, quantity: 1, status: "available" }]);
    expect(await store.keys.list()).toEqual([]);
    expect(await store.events.head()).toEqual({ last: 0n, deleted: 0n });
    expect(await store.events.activity(0, 96, 100_000)).toEqual([]);
  });

  rule("keeps nothing of work whose statement fails, and stays usable", async ({ store }) => {
    const twice = store.transaction(async ({ pets, keys }) => {
      await pets.insert(mia, 1, NOON);
      for (let time = 0; time < 2; time++) await keys.insert(kiosk);
    });
    expect(await refusal(twice)).toBeInstanceOf(Error);
    const pet = await addPet(store);
    expect((await store.pets.list({}, ALL)).items).toEqual([pet]);
  });

  rule("makes many concurrent transactions durable, each with its own result", async ({ store, another }) => {
    const pets = await Promise.all(
      Array.from({ length: 200 }, (_, index) => addPet(store, { ...rex, name: `Rex ${index}` })),
    );
    expect(pets.map(({ name }) => name)).toEqual(pets.map((_, index) => `Rex ${index}`));
    const stored = (await (await another()).pets.list({}, ALL)).items;
    expect(stored).toEqual(pets.toSorted((a, b) => ascending(a.id, b.id)));
  });

  rule("a failing transaction affects no other, and none sees its changes", async ({ store }) => {
    const outcomes = Array.from({ length: 60 }, (_, index) =>
      store.transaction(async ({ pets }) => {
        const isFailing = index % 3 === 0;
        await pets.insert({ ...rex, name: isFailing ? "never" : `Rex ${index}` }, 1, NOON);
        const seen = (await pets.list({}, ALL)).items;
        if (isFailing) throw new Error(`no ${index}`);
        return seen.map(({ name }) => name);
      }),
    );
    const settled = await Promise.allSettled(outcomes);
    for (const [index, outcome] of settled.entries()) {
      const isFailing = index % 3 === 0;
      expect(outcome).toMatchObject(isFailing ? { reason: { message: `no ${index}` } } : { status: "fulfilled" });
      const seen = outcome.status === "fulfilled" ? outcome.value : [];
      expect(seen.includes(`Rex ${index}`)).toBe(!isFailing);
      expect(seen).not.toContain("never");
    }
    const kept = (await store.pets.list({}, ALL)).items.map(({ name }) => name);
    expect(kept).toHaveLength(40);
    expect(kept).not.toContain("never");
  });

  rule("an insert issued while another transaction awaits survives its rollback", async ({ store, another }) => {
    const began = Promise.withResolvers<void>();
    const issued = Promise.withResolvers<void>();
    const rolledBack = store.transaction(async (repositories) => {
      await repositories.pets.insert({ ...rex, name: "never" }, 1, NOON);
      began.resolve();
      await stayOpen(repositories, issued.promise);
      throw new Error("rolled back");
    });
    await began.promise;
    const inserted = addPet(store, mia);
    issued.resolve();
    expect(await refusal(rolledBack)).toMatchObject({ message: "rolled back" });
    const pet = await inserted;
    for (const opened of [store, await another()]) expect((await opened.pets.list({}, ALL)).items).toEqual([pet]);
  });

  rule("shows nothing of a transaction before it is committed", async ({ store, another }) => {
    const beside = await another();
    const { id } = await addPet(store, rex, 1);
    const began = Promise.withResolvers<void>();
    const looked = Promise.withResolvers<void>();
    const committed = store.transaction(async (repositories) => {
      await repositories.pets.insert(mia, 1, NOON);
      await repositories.inventory.change(adjustment(id, 7));
      began.resolve();
      await stayOpen(repositories, looked.promise);
      return (await repositories.inventory.list(ALL)).length;
    });
    await began.promise;
    const seen = await Promise.all([store, beside].map(({ inventory }) => inventory.list(ALL)));
    looked.resolve();
    const before = [{ petId: id, quantity: 1, status: "available" as const }];
    expect(seen).toEqual([before, before]);
    expect(await committed).toBe(2);
    expect(await store.inventory.list(ALL)).toHaveLength(2);
  });

  rule("applies exactly one of many concurrent changes with the same condition", async ({ store, concurrently }) => {
    const { id } = await addPet(store);
    const changes = await concurrently(40, ({ inventory }, nth) =>
      inventory.change(adjustment(id, 100 + nth), { quantity: 1 }),
    );
    const applied = changes.filter((change) => change !== undefined);
    expect(applied).toHaveLength(1);
    expect(await store.inventory.find(id)).toMatchObject({ quantity: applied[0]?.quantity ?? 0 });
  });

  rule("loses no update when each is conditional and repeated until it applies", async ({ store, another }) => {
    const stores = [store, await another()];
    const { id } = await addPet(store);
    const increment = async ({ inventory, transaction }: Store) => {
      for (;;) {
        const known = await inventory.find(id);
        if (await transaction((repositories) => repositories.inventory.change(adjustment(id, 1), known))) return;
      }
    };
    await Promise.all(Array.from({ length: 20 }, (_, nth) => increment(stores[nth % 2] ?? store)));
    expect(await store.inventory.list(ALL)).toMatchObject([{ quantity: 21 }]);
  });

  rule("a read sees every change acknowledged before it, by any process", async ({ store, another }) => {
    const stores = [store, await another()];
    const { id } = await addPet(store);
    for (let quantity = 2; quantity <= 60; quantity++) {
      const writer = stores[quantity % 2] ?? store;
      await writer.transaction(({ inventory }) => inventory.change(adjustment(id, 1)));
      for (const reader of stores) expect(await reader.inventory.find(id)).toMatchObject({ quantity });
    }
  });
}

function lifeRules(rule: Rule, open: Open): void {
  test("reports committed transactions to the observer, without failed ones", async () => {
    let committed = 0;
    const queued: number[] = [];
    await using opened = await open({
      committed: (transactions) => {
        committed += transactions;
      },
      queued: (transactions) => queued.push(transactions),
    });
    const before = committed;
    await Promise.allSettled([
      ...Array.from({ length: 10 }, () => addPet(opened.store)),
      opened.store.transaction(() => Promise.reject(new Error("no"))),
    ]);
    expect(committed - before).toBe(10);
    expect(queued.at(-1)).toBe(0);
  });

  rule("responds to a ping while it is open and throws when it is closed", async ({ store, another }) => {
    const beside = await another();
    expect(await beside.ping()).toBeUndefined();
    await beside.close();
    expect(await refusal(beside.ping())).toBeInstanceOf(Error);
    expect(await store.ping()).toBeUndefined();
  });

  rule("looks up keys however many ask whether it responds", async ({ store }) => {
    const pings = Promise.all(Array.from({ length: 1000 }, () => store.ping()));
    expect(await store.keys.revision()).toBeDefined();
    await pings;
  });

  rule("takes more bytes on disk with more pets", async ({ store }) => {
    const before = await store.size();
    await store.transaction(async ({ pets }) => {
      for (let index = 0; index < 3000; index++) await pets.insert(rex, 1, NOON);
    });
    expect(await store.size()).toBeGreaterThan(before);
  });

  rule("finishes the transactions that have begun when it is closed", async ({ store, another }) => {
    const beside = await another();
    const begun = Array.from({ length: 50 }, () => addPet(beside));
    await beside.close();
    const ids = (await Promise.all(begun)).map(({ id }) => id).toSorted(ascending);
    expect((await store.pets.list({}, ALL)).items.map(({ id }) => id)).toEqual(ids);
  });
}
