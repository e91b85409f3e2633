/*
 * The promises of the ports that no client can see, such as transactions, leases and what several processes do at once. They run on
 * each engine. What a client sees is tested in test/api, on each engine too.
 */
import { describe, expect, test } from "bun:test";
import { CONFIGURED_KEY_ID, type Key } from "../../src/core/key-ports.ts";
import type { Repositories, Store, StoreObserver } from "../../src/core/ports.ts";
import type { Slice } from "../../src/core/slice.ts";
import { addPet, adjustment, NOON, rex } from "../support/harness.ts";
import { deliveryRules } from "./delivery-rules.ts";
import { eventRules } from "./event-rules.ts";
import { webhookRules } from "./webhook-rules.ts";

/** A new and empty store. */
export interface Opened extends AsyncDisposable {
  /** Where its data is, for another process. */
  readonly url: string;
  readonly store: Store;
  /** Opens the same data again, as another process does. */
  another(): Promise<Store>;
}

export type Open = (observer?: StoreObserver) => Promise<Opened>;

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

const ascending = (a: bigint, b: bigint) => (a < b ? -1 : a > b ? 1 : 0);

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
  describe(`${name}: events`, () => eventRules(open));
  describe(`${name}: webhooks`, () => webhookRules(open));
  describe(`${name}: deliveries`, () => deliveryRules(open));
  describe(`${name}: keys`, () => keyRules(open));
  describe(`${name}: invitations`, () => invitationRules(open));
  describe(`${name}: idempotency`, () => idempotencyRules(open));
  describe(`${name}: transactions`, () => transactionRules(open));
  describe(`${name}: life`, () => lifeRules(open));
}

function keyRules(open: Open): void {
  test("lists every key in the order of creation, including revoked and expired ones", async () => {
    await using opened = await open();
    const { store } = opened;
    const past: Key = {
      ...till,
      id: "a",
      hash: "c".repeat(64),
      createdAt: 1,
      expiresAt: 2,
      revokedAt: 3,
      lastUsedAt: 4,
    };
    for (const key of [till, kiosk, past]) await store.transaction(({ keys }) => keys.insert(key));
    expect(await store.keys.list()).toEqual([till, kiosk, past]);
    const ids = async (slice: Slice) => (await store.keys.listPage(slice)).map(({ id }) => id);
    const [first, second, third] = await store.keys.listPage(ALL);
    expect([first?.id, second?.id, third?.id]).toEqual(["k2", "k1", "a"]);
    expect(await ids({ ...ALL, after: first?.position ?? 0n })).toEqual(["k1", "a"]);
    expect(await ids({ ...ALL, limit: 1 })).toEqual(["k2"]);
    expect(await ids({ ...ALL, after: third?.position ?? 0n, order: "desc" })).toEqual(["k1", "k2"]);
  });

  test("lists and counts the keys that are neither revoked nor expired at a time", async () => {
    await using opened = await open();
    const { store } = opened;
    const third: Key = { ...till, id: "k3", hash: "c".repeat(64), createdBy: "Maria" };
    for (const key of [{ ...till, expiresAt: 20 }, kiosk, third])
      await store.transaction(({ keys }) => keys.insert(key));
    await store.transaction(({ keys }) => keys.revoke("k1", 5));
    const usable = async (now: number) => (await store.keys.listUsable(now)).map(({ id }) => id);
    expect([await usable(19), await usable(20)]).toEqual([["k2", "k3"], ["k3"]]);
    expect(await store.keys.count(19)).toEqual({ usable: 2, ended: 1 });
    expect(await store.keys.count(20)).toEqual({ usable: 1, ended: 2 });
    expect(await store.keys.find("k3")).toEqual(third);
    expect(await store.keys.find("nobody")).toBeUndefined();
  });

  test("deletes the keys that had ended at a time, a few at once, the first to end first, with their calls", async () => {
    await using opened = await open();
    const { store } = opened;
    const expiring: Key = { ...till, id: "k3", hash: "c".repeat(64), expiresAt: 20 };
    const ids = [kiosk, { ...till, expiresAt: 21 }, expiring];
    for (const key of ids) await store.transaction(({ keys }) => keys.insert(key));
    const calls = (keyId: string) => ({ keyId, operation: "getPet", calls: 1, lastAt: 1 });
    const callers = ["k1", "k2", CONFIGURED_KEY_ID].map(calls);
    await store.transaction(async ({ keys }) => {
      await keys.revoke("k1", 30);
      await keys.addDeprecatedCalls(callers);
    });
    const revision = await store.keys.revision();
    const purge = (endedAt: number, limit = 1) => store.transaction(({ keys }) => keys.purge(endedAt, limit));
    const left = async () => (await store.keys.list()).map(({ id }) => id);
    expect([await purge(19), await left()]).toEqual([0, ["k1", "k2", "k3"]]);
    expect([await purge(20), await left()]).toEqual([1, ["k1", "k2"]]);
    expect([await purge(30), await left()]).toEqual([1, ["k1"]]);
    expect(await store.keys.deprecatedCalls()).toEqual([calls(CONFIGURED_KEY_ID), calls("k1")]);
    expect([await purge(30, 2), await left()]).toEqual([1, []]);
    expect(await store.keys.revision()).toBe(revision);
  });

  test("changes the revision with each insert, change and revocation, in every process", async () => {
    await using opened = await open();
    const { store } = opened;
    const beside = await opened.another();
    const seen = [await beside.keys.revision()];
    const changes: ((repositories: Repositories) => Promise<unknown>)[] = [
      ({ keys }) => keys.insert(kiosk),
      ({ keys }) => keys.insert(till),
      ({ keys }) => keys.update("k1", { ...kiosk, name: "shelf" }),
      ({ keys }) => keys.revoke("k2", 5),
    ];
    for (const change of changes) {
      await store.transaction(change);
      seen.push(await beside.keys.revision());
      expect(await store.keys.revision()).toBe(seen.at(-1) ?? -1n);
    }
    expect(new Set(seen).size).toBe(seen.length);
  });

  test("keeps the revision while nothing changes and when keys are used", async () => {
    await using opened = await open();
    const { store } = opened;
    await store.transaction(({ keys }) => keys.insert(kiosk));
    const revision = await store.keys.revision();
    await store.transaction(({ keys }) => keys.touch(["k1"], 5));
    await addPet(store);
    expect(await store.keys.revision()).toBe(revision);
  });

  test("records when keys were last used", async () => {
    await using opened = await open();
    const { store } = opened;
    const third: Key = { ...till, id: "k3", hash: "c".repeat(64), createdAt: till.createdAt + 1 };
    for (const key of [kiosk, till, third]) await store.transaction(({ keys }) => keys.insert(key));
    await store.transaction(({ keys }) => keys.touch(["k1", "k3", "nobody"], 30));
    expect(await store.keys.list()).toEqual([{ ...kiosk, lastUsedAt: 30 }, till, { ...third, lastUsedAt: 30 }]);
  });

  test("adds to the calls of deprecated operations, by any process, without changing the revision", async () => {
    await using opened = await open();
    const stores = [opened.store, await opened.another()];
    const revision = await opened.store.keys.revision();
    const calls = (keyId: string, lastAt: number) => ({ keyId, operation: "getPet", calls: 2, lastAt });
    const adds = [7, 9, 8].map((at, nth) =>
      (stores[nth % 2] ?? opened.store).transaction(({ keys }) =>
        keys.addDeprecatedCalls([calls("k2", at), calls("k1", 5)]),
      ),
    );
    await Promise.all(adds);
    const stored = [
      { ...calls("k1", 5), calls: 6 },
      { ...calls("k2", 9), calls: 6 },
    ];
    expect(await opened.store.keys.deprecatedCalls()).toEqual(stored);
    expect(await opened.store.keys.deprecatedCalls(["k2", "nobody"])).toEqual(stored.slice(1));
    expect(await opened.store.keys.deprecatedCalls([])).toEqual([]);
    expect(await opened.store.keys.revision()).toBe(revision);
  });

  test("lets exactly one of many callers in any process create the first key", async () => {
    await using opened = await open();
    const stores = [opened.store, await opened.another()];
    const claims = Array.from({ length: 20 }, (_, caller) =>
      (stores[caller % 2] ?? opened.store).transaction(({ keys }) => keys.claimFirst(caller)),
    );
    expect((await Promise.all(claims)).filter((first) => first)).toEqual([true]);
  });

  test("lets nobody create the first key once there is a key", async () => {
    await using opened = await open();
    await opened.store.transaction(({ keys }) => keys.insert(kiosk));
    expect(await opened.store.transaction(({ keys }) => keys.claimFirst(1))).toBe(false);
  });

  test("lets another caller create the first key after a failed transaction", async () => {
    await using opened = await open();
    const { store } = opened;
    await refusal(
      store.transaction(async ({ keys }) => {
        await keys.claimFirst(1);
        throw new Error("no disk");
      }),
    );
    expect(await store.transaction(({ keys }) => keys.claimFirst(2))).toBe(true);
  });
}

function invitationRules(open: Open): void {
  test("stores none if as many are pending as may, however many are inserted at once by any process", async () => {
    await using opened = await open();
    const stores = [opened.store, await opened.another()];
    const ben = { name: "Ben", scopes: ["pets:read"], createdAt: NOON, expiresAt: NOON + 1 } as const;
    const inserts = Array.from({ length: 10 }, (_, nth) =>
      (stores[nth % 2] ?? opened.store).transaction(({ invitations }) =>
        invitations.insert({ ...ben, hash: String(nth) }, 4, NOON),
      ),
    );
    expect((await Promise.all(inserts)).filter((stored) => stored !== undefined)).toHaveLength(4);
  });
}

const request = { id: "c".repeat(64), fingerprint: "d".repeat(64) };
const response = { status: 201, headers: { ETag: '"x"' }, body: '{"name":"Zoë"}' };

function idempotencyRules(open: Open): void {
  test("lets exactly one of many concurrent requests claim a key, in any process", async () => {
    await using opened = await open();
    const stores = [opened.store, await opened.another()];
    const claims = Array.from({ length: 20 }, (_, nth) =>
      (stores[nth % 2] ?? opened.store).transaction(async ({ idempotency }) => {
        const isFirst = await idempotency.claim(request, 5, 0);
        if (isFirst) await idempotency.complete(request, response);
        return isFirst;
      }),
    );
    expect((await Promise.all(claims)).filter((isFirst) => isFirst)).toEqual([true]);
  });

  test("forgets at most the given number of old responses and returns how many", async () => {
    await using opened = await open();
    const { store } = opened;
    for (let at = 1; at <= 5; at++) {
      const claimed = { ...request, id: String(at).repeat(64) };
      await store.transaction(({ idempotency }) => idempotency.claim(claimed, at, 0));
    }
    const purge = (keptSince: number, limit: number) =>
      store.transaction(({ idempotency }) => idempotency.purge(keptSince, limit));
    expect(await purge(4, 2)).toBe(2);
    expect(await purge(4, 2)).toBe(1);
    expect(await purge(4, 2)).toBe(0);
  });
}

function transactionRules(open: Open): void {
  test("keeps nothing of work that throws, and rethrows its error", async () => {
    await using opened = await open();
    const { store } = opened;
    const { id } = await addPet(store, rex, 1);
    const error = new Error("changed my mind");
    const outcome = store.transaction(async ({ pets, inventory, keys }) => {
      await pets.insert(mia, 1, NOON);
      await inventory.change(adjustment(id, 98));
      await keys.insert(kiosk);
      throw error;
    });
    expect(await refusal(outcome)).toBe(error);
    expect(await store.inventory.list(ALL)).toEqual([{ petId: id, quantity: 1, status: "available" }]);
    expect(await store.keys.list()).toEqual([]);
  });

  test("keeps nothing of work whose statement fails, and stays usable", async () => {
    await using opened = await open();
    const { store } = opened;
    const twice = store.transaction(async ({ pets, keys }) => {
      await pets.insert(mia, 1, NOON);
      await keys.insert(kiosk);
      await keys.insert(kiosk);
    });
    expect(await refusal(twice)).toBeInstanceOf(Error);
    expect((await store.pets.list({}, ALL)).items).toEqual([]);
    expect(await addPet(store)).toMatchObject(rex);
  });

  test("resolves when every process can read the change", async () => {
    await using opened = await open();
    const beside = await opened.another();
    for (let round = 0; round < 10; round++) {
      const pet = await addPet(opened.store);
      expect(await beside.pets.find(pet.id)).toEqual(pet);
      expect(await opened.store.pets.find(pet.id)).toEqual(pet);
    }
  });

  test("makes many concurrent transactions durable, each with its own result", async () => {
    await using opened = await open();
    const pets = await Promise.all(
      Array.from({ length: 200 }, (_, index) => addPet(opened.store, { ...rex, name: `Rex ${index}` })),
    );
    expect(pets.map(({ name }) => name)).toEqual(pets.map((_, index) => `Rex ${index}`));
    const stored = (await (await opened.another()).pets.list({}, ALL)).items;
    expect(stored).toEqual(pets.toSorted((a, b) => ascending(a.id, b.id)));
  });

  test("a failing transaction affects no other, and none sees its changes", async () => {
    await using opened = await open();
    const { store } = opened;
    const outcomes = Array.from({ length: 60 }, (_, index) =>
      store.transaction(async ({ pets }) => {
        const mayFail = index % 3 === 0;
        await pets.insert({ ...rex, name: mayFail ? "never" : `Rex ${index}` }, 1, NOON);
        const seen = (await pets.list({}, ALL)).items;
        if (mayFail) throw new Error(`no ${index}`);
        return seen.map(({ name }) => name);
      }),
    );
    const settled = await Promise.allSettled(outcomes);
    for (const [index, outcome] of settled.entries()) {
      if (index % 3 === 0) {
        expect(outcome).toMatchObject({ status: "rejected", reason: { message: `no ${index}` } });
      } else {
        const { value } = outcome as PromiseFulfilledResult<string[]>;
        expect(value).toContain(`Rex ${index}`);
        expect(value).not.toContain("never");
      }
    }
    const kept = (await store.pets.list({}, ALL)).items.map(({ name }) => name);
    expect(kept).toHaveLength(40);
    expect(kept).not.toContain("never");
  });

  test("an insert issued while another transaction awaits survives its rollback", async () => {
    await using opened = await open();
    const { store } = opened;
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
    expect((await store.pets.list({}, ALL)).items).toEqual([pet]);
    expect((await (await opened.another()).pets.list({}, ALL)).items).toEqual([pet]);
  });

  test("shows nothing of a transaction before it is committed", async () => {
    await using opened = await open();
    const { store } = opened;
    const beside = await opened.another();
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

  test("applies exactly one of many concurrent changes with the same condition, in any process", async () => {
    await using opened = await open();
    const stores = [opened.store, await opened.another()];
    const { id } = await addPet(opened.store);
    const changes = Array.from({ length: 40 }, (_, nth) =>
      (stores[nth % 2] ?? opened.store).transaction(({ inventory }) =>
        inventory.change(adjustment(id, 100 + nth), { quantity: 1 }),
      ),
    );
    const applied = (await Promise.all(changes)).filter((change) => change !== undefined);
    expect(applied).toHaveLength(1);
    expect(await opened.store.inventory.find(id)).toMatchObject({ quantity: applied[0]?.quantity ?? 0 });
  });

  test("loses no update when each is conditional and repeated until it applies, in any process", async () => {
    await using opened = await open();
    const stores = [opened.store, await opened.another()];
    const { id } = await addPet(opened.store);
    const increment = async (store: Store) => {
      for (;;) {
        const known = await store.inventory.find(id);
        if (await store.transaction(({ inventory }) => inventory.change(adjustment(id, 1), known))) return;
      }
    };
    await Promise.all(Array.from({ length: 20 }, (_, nth) => increment(stores[nth % 2] ?? opened.store)));
    expect(await opened.store.inventory.list(ALL)).toMatchObject([{ quantity: 21 }]);
  });

  test("a read sees every change acknowledged before it, by any process", async () => {
    await using opened = await open();
    const stores = [opened.store, await opened.another()];
    const { id } = await addPet(opened.store);
    for (let quantity = 2; quantity <= 60; quantity++) {
      const writer = stores[quantity % 2] ?? opened.store;
      await writer.transaction(({ inventory }) => inventory.change(adjustment(id, 1)));
      for (const reader of stores) expect(await reader.inventory.find(id)).toMatchObject({ quantity });
    }
  });

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
}

function lifeRules(open: Open): void {
  test("responds to a ping while it is open and throws when it is closed", async () => {
    await using opened = await open();
    const beside = await opened.another();
    expect(await beside.ping()).toBeUndefined();
    await beside.close();
    expect(await refusal(beside.ping())).toBeInstanceOf(Error);
    expect(await opened.store.ping()).toBeUndefined();
  });

  test("knows how many bytes it takes on disk", async () => {
    await using opened = await open();
    const before = await opened.store.size();
    expect(before).toBeGreaterThan(10_000);
    await opened.store.transaction(async ({ pets }) => {
      for (let index = 0; index < 3000; index++) await pets.insert(rex, 1, NOON);
    });
    expect(await opened.store.size()).toBeGreaterThan(before);
  });

  test("finishes the transactions that have begun when it is closed", async () => {
    await using opened = await open();
    const beside = await opened.another();
    const begun = Array.from({ length: 50 }, () => addPet(beside));
    await beside.close();
    const ids = (await Promise.all(begun)).map(({ id }) => id).toSorted(ascending);
    expect((await opened.store.pets.list({}, ALL)).items.map(({ id }) => id)).toEqual(ids);
  });

  test("keeps everything when it is opened again", async () => {
    await using opened = await open();
    const first = await opened.another();
    const pet = await addPet(first, mia, 6);
    await first.transaction(({ keys }) => keys.insert(kiosk));
    await first.close();
    const again = await opened.another();
    expect((await again.pets.list({}, ALL)).items).toEqual([pet]);
    expect(await again.inventory.list(ALL)).toEqual([{ petId: pet.id, quantity: 6, status: "pending" }]);
    expect(await again.keys.list()).toEqual([kiosk]);
  });
}
