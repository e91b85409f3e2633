/* The promises of src/core/invitation-ports.ts, one test for each sentence. They run on each engine. */
import { expect, test } from "bun:test";
import type { NewInvitation } from "../../src/core/invitation-ports.ts";
import type { Store } from "../../src/core/ports.ts";
import type { Open } from "./conformance.ts";

const AT = Date.UTC(2026, 10, 21, 12);
const ALL = { after: 0n, limit: 1000 };

const ben: NewInvitation = {
  name: "Ben",
  hash: "a".repeat(64),
  scopes: ["pets:read", "orders:write"],
  createdAt: AT,
  createdBy: "Maria",
  expiresAt: AT + 10,
};
const CREATOR = "k1";
const cleo: NewInvitation = { ...ben, name: "Cleo", hash: "b".repeat(64), createdBy: undefined };

const insert = (store: Store, invitation: NewInvitation, max = 100) =>
  store.transaction(({ invitations }) => invitations.insert(invitation, max, AT));

export function invitationRules(open: Open): void {
  test("stores an invitation, which is found by its id and its hash", async () => {
    await using opened = await open();
    const { store } = opened;
    const stored = await insert(store, ben);
    expect(stored).toEqual({ ...ben, id: stored?.id ?? 0n });
    expect(await store.invitations.find(stored?.id ?? 0n)).toEqual(stored);
    expect(await store.invitations.findByHash(ben.hash)).toEqual(stored);
    expect(await store.invitations.find(404n)).toBeUndefined();
    expect(await store.invitations.findByHash(cleo.hash)).toBeUndefined();
  });

  test("stores none if as many are pending as may, however many are inserted at once", async () => {
    await using opened = await open();
    const { store } = opened;
    const others = [store, await opened.another()];
    const inserts = Array.from({ length: 10 }, (_, nth) =>
      insert(others[nth % 2] ?? store, { ...ben, hash: String(nth) }, 4),
    );
    expect((await Promise.all(inserts)).filter((stored) => stored !== undefined)).toHaveLength(4);
    // One that has ended is not pending.
    const [first] = await store.invitations.listPending(ALL, AT);
    await store.transaction(({ invitations }) => invitations.withdraw(first?.id ?? 0n, AT));
    expect(await insert(store, ben, 4)).toBeDefined();
  });

  test("lists, uses and withdraws only those that are pending, each by one caller", async () => {
    await using opened = await open();
    const { store } = opened;
    const [one, other] = [(await insert(store, ben))?.id ?? 0n, (await insert(store, cleo))?.id ?? 0n];
    const pending = async (now: number) => (await store.invitations.listPending(ALL, now)).map(({ id }) => id);
    const use = (id: bigint, now = AT) => store.transaction(({ invitations }) => invitations.use(id, now));
    const withdraw = (id: bigint) => store.transaction(({ invitations }) => invitations.withdraw(id, AT));
    expect((await pending(AT + 9)).toSorted()).toEqual([one, other].toSorted());
    expect(await pending(AT + 10)).toEqual([]);
    expect(await use(one, AT + 10)).toBe(false);
    expect((await Promise.all([use(one), use(one), use(one)])).toSorted()).toEqual([false, false, true]);
    expect(await withdraw(one)).toBe(false);
    expect(await pending(AT)).toEqual([other]);
    expect([await withdraw(other), await withdraw(other), await use(other)]).toEqual([true, false, false]);
    expect(await store.invitations.find(one)).toMatchObject({ usedAt: AT });
    expect(await store.invitations.find(other)).toMatchObject({ withdrawnAt: AT });
  });

  test("lists those of a key that are pending at a time, and gives them to another", async () => {
    await using opened = await open();
    const { store } = opened;
    const own = { ...ben, creatorId: CREATOR };
    const first = await insert(store, own);
    const second = await insert(store, { ...own, hash: "c".repeat(64), expiresAt: AT + 20 });
    await insert(store, { ...cleo, creatorId: "k2" });
    await insert(store, { ...cleo, hash: "d".repeat(64) });
    expect(await store.invitations.listPendingOf(CREATOR, AT)).toEqual([first, second] as never);
    expect(await store.invitations.listPendingOf(CREATOR, AT + 10)).toEqual([second] as never);
    await store.transaction(({ invitations }) => invitations.handOver(CREATOR, "k3", AT + 10));
    expect(await store.invitations.listPendingOf("k3", AT)).toEqual([{ ...second, creatorId: "k3" }] as never);
    await store.transaction(({ invitations }) => invitations.handOver("k3", CREATOR, AT));
    await store.transaction(({ invitations }) => invitations.use(second?.id ?? 0n, AT));
    expect(await store.invitations.listPendingOf(CREATOR, AT + 10)).toEqual([]);
  });

  test("deletes those that expired before a time, a few at once", async () => {
    await using opened = await open();
    const { store } = opened;
    for (const [nth, expiresAt] of [1, 2, 3].entries()) await insert(store, { ...ben, hash: String(nth), expiresAt });
    const purge = () => store.transaction(({ invitations }) => invitations.purge(3, 1));
    expect([await purge(), await purge(), await purge()]).toEqual([1, 1, 0]);
    expect(await store.invitations.findByHash("2")).toBeDefined();
  });
}
