/* The promises of src/core/ports.ts about changing pets, stock, orders and categories, one test for each sentence. */
import { describe, expect, test } from "bun:test";
import { INT32_MAX, INT64_MAX } from "../../src/contract/common.ts";
import type { Order } from "../../src/contract/orders.ts";
import type { Inventory, OrderSearch, Store } from "../../src/core/ports.ts";
import type { Slice } from "../../src/core/slice.ts";
import { addPet, adjustment, NOON, rex } from "../support/harness.ts";
import { ALL, mia, type Open } from "./conformance.ts";

const AT = new Date(NOON).toISOString();
const both = [{ order: "asc" }, { order: "desc" }] as const;
const DESCENDING = { after: INT64_MAX, limit: 1000, order: "desc" } as const;

export function lifecycleRules(open: Open): void {
  describe("pets", () => petRules(open));
  describe("stock changes", () => stockRules(open));
  describe("orders", () => orderRules(open));
  describe("categories", () => categoryRules(open));
}

/** What a list returns for a slice, computed from all items. */
function sliceOf<Item>(items: readonly Item[], idOf: (item: Item) => bigint, { after, limit, order }: Slice): Item[] {
  const isDescending = order === "desc";
  const rest = items.filter((item) => (isDescending ? idOf(item) < after : idOf(item) > after));
  return rest.toSorted((a, b) => (idOf(a) < idOf(b) !== isDescending ? -1 : 1)).slice(0, limit);
}

/** Slices that start before, inside and after these ids, in both directions. */
function slicesOf(ids: readonly bigint[]): Slice[] {
  return [0n, ...ids, INT64_MAX].flatMap((after) => both.map((order) => ({ after, limit: 2, ...order })));
}

/** Runs work many times at once, on two processes of the store. */
async function rush<Result>(stores: readonly Store[], count: number, work: (store: Store) => Promise<Result>) {
  return Promise.all(Array.from({ length: count }, (_, nth) => work(stores[nth % stores.length] as Store)));
}

function petRules(open: Open): void {
  test("a new pet has one change, with the reason created", async () => {
    await using opened = await open();
    const { inventory } = opened.store;
    for (const quantity of [0, 1, 7]) {
      const { id } = await addPet(opened.store, rex, quantity);
      const [change, ...others] = await inventory.changes(id, ALL);
      expect(others).toEqual([]);
      const { id: _, ...rest } = change ?? { id: 0n };
      expect(rest).toEqual({ petId: id, delta: quantity, quantity, reason: "created", at: AT });
    }
  });

  test("returns the stock of some pets, and when it first changed", async () => {
    await using opened = await open();
    const { store } = opened;
    const [one, two] = [await addPet(store, rex, 0), await addPet(store, rex, 7)];
    const change = { petId: two.id, delta: 1, reason: "arrival", at: Date.parse(AT) + 1 } as const;
    await store.transaction(({ inventory }) => inventory.change(change));
    const ids = [two.id, one.id, two.id + 100n, two.id];
    expect([...(await store.inventory.quantities(ids))].toSorted()).toEqual([
      [one.id, 0],
      [two.id, 8],
    ]);
    expect([...(await store.inventory.firstChanges(ids))].toSorted()).toEqual([
      [one.id, AT],
      [two.id, AT],
    ]);
  });

  test("lists pets and stock in both directions, after an id and up to a limit", async () => {
    await using opened = await open();
    const { store } = opened;
    const pets = await rush([store], 5, (one) => addPet(one));
    const entries = await store.inventory.list(ALL);
    for (const slice of slicesOf(pets.map(({ id }) => id))) {
      expect((await store.pets.list({}, slice)).items).toEqual(sliceOf(pets, ({ id }) => id, slice));
      expect(await store.inventory.list(slice)).toEqual(sliceOf(entries, ({ petId }) => petId, slice));
    }
  });

  test("replaces a pet that is exactly as expected, and no other", async () => {
    await using opened = await open();
    const { store } = opened;
    const other = await addPet(store);
    const pet = await addPet(store, rex, 3);
    const changed = { id: pet.id, name: "Mia", categoryId: -9n, status: "sold" } as const;
    const replace = (expected: typeof pet) => store.transaction(({ pets }) => pets.replace(expected, changed));
    for (const wrong of [{ name: "rex" }, { categoryId: 8n }, { status: "sold" }, { id: pet.id + 9n }] as const) {
      expect(await replace({ ...pet, ...wrong })).toBe(false);
    }
    expect(await store.pets.find(pet.id)).toEqual(pet);
    expect(await replace(pet)).toBe(true);
    expect((await store.pets.list({}, ALL)).items).toEqual([other, changed]);
    expect((await store.pets.list({ name: "mi" }, ALL)).items).toEqual([changed]);
    expect((await store.pets.list({ name: "re" }, ALL)).items).toEqual([other]);
    expect(await store.inventory.find(pet.id)).toEqual({ petId: pet.id, quantity: 3, status: "sold" });
  });

  test("replaces a pet once when many do so at the same time, in any process", async () => {
    await using opened = await open();
    const stores = [opened.store, await opened.another()];
    const pet = await addPet(opened.store);
    const outcomes = await rush(stores, 20, (store) =>
      store.transaction(({ pets }) => pets.replace(pet, { ...pet, name: "Mia" })),
    );
    expect(outcomes.filter((isReplaced) => isReplaced)).toEqual([true]);
  });

  test("changes the status of a pet that has the given one, and if given the stock", async () => {
    await using opened = await open();
    const { store } = opened;
    const { id } = await addPet(store, mia, 2);
    const change = (...status: ["available" | "pending", "sold", number?]) =>
      store.transaction(({ pets }) => pets.changeStatus(id, ...status));
    expect(await change("available", "sold")).toBeUndefined();
    expect(await change("pending", "sold", 0)).toBeUndefined();
    expect(await store.pets.find(id)).toEqual({ ...mia, id });
    expect(await change("pending", "sold", 2)).toEqual({ ...mia, id, status: "sold" });
    expect(await store.pets.find(id)).toEqual({ ...mia, id, status: "sold" });
    expect(await change("pending", "sold")).toBeUndefined();
    expect(await store.inventory.find(id)).toMatchObject({ quantity: 2 });
  });

  test("removes a pet with its stock and the changes of it, once", async () => {
    await using opened = await open();
    const { store } = opened;
    const other = await addPet(store);
    const pet = await addPet(store);
    const { id } = pet;
    await store.transaction(({ inventory }) => inventory.change(adjustment(id, 4)));
    const remove = () => store.transaction(({ pets }) => pets.delete(id));
    expect(await remove()).toEqual(pet);
    expect(await remove()).toBeUndefined();
    expect(await store.pets.find(id)).toBeUndefined();
    expect((await store.pets.list({ name: "rex", ids: [id, other.id] }, ALL)).items).toEqual([other]);
    expect(await store.inventory.find(id)).toBeUndefined();
    expect(await store.inventory.changes(id, ALL)).toEqual([]);
    expect(await store.inventory.changes(other.id, ALL)).toHaveLength(1);
    expect(await store.transaction(({ inventory }) => inventory.change(adjustment(id, 1)))).toBeUndefined();
    expect((await addPet(store)).id).not.toBe(id);
  });

  test("knows whether any pet has a category", async () => {
    await using opened = await open();
    const { pets } = opened.store;
    expect(await pets.isInUse(7n)).toBe(false);
    await addPet(opened.store);
    expect([await pets.isInUse(7n), await pets.isInUse(8n)]).toEqual([true, false]);
  });

  test("counts the pets with a status and the open orders, at most up to a number", async () => {
    await using opened = await open();
    const { store } = opened;
    await rush([store], 3, (one) => addPet(one));
    const { id } = await addPet(store, mia);
    await rush([store], 3, (one) => one.transaction(({ orders }) => orders.insert({ petId: id, quantity: 1 })));
    const counts = [0, 2, 3, 9].map((max) =>
      Promise.all([store.pets.count("available", max), store.orders.countOpen(max)]),
    );
    expect(await Promise.all(counts)).toEqual([0, 2, 3, 3].map((count) => [count, count]));
    expect([await store.pets.count("pending", 9), await store.pets.count("sold", 9)]).toEqual([1, 0]);
    await store.transaction(async ({ orders }) => orders.complete((await orders.list({}, ALL))[0]?.id ?? 0n, NOON));
    expect(await store.orders.countOpen(9)).toBe(2);
  });
}

function stockRules(open: Open): void {
  test("adds to the stock of a pet and returns the change that it records", async () => {
    await using opened = await open();
    const { store } = opened;
    const other = await addPet(store, rex, 4);
    const { id } = await addPet(store, mia);
    const change = { petId: id, reason: "return", note: "Zoë's\n", orderId: 2n ** 60n, at: NOON } as const;
    const steps = [[-1, 0], [INT32_MAX, INT32_MAX], [-INT32_MAX, 0], [5, 5]] as const; // biome-ignore format: pairs
    for (const [delta, quantity] of steps) {
      const made = await store.transaction(({ inventory }) => inventory.change({ ...change, delta }));
      const recorded = { ...change, id: made?.id ?? 0n, delta, quantity, at: AT };
      expect(made).toEqual({ ...recorded, status: mia.status });
      expect(await store.inventory.find(id)).toEqual({ petId: id, quantity, status: mia.status });
      expect(await store.inventory.changes(id, { ...DESCENDING, limit: 1 })).toEqual([recorded]);
    }
    expect(await store.inventory.find(other.id)).toMatchObject({ quantity: 4 });
    expect(await store.pets.find(id)).toEqual({ ...mia, id });
  });

  test("changes nothing out of bounds, of an unknown pet, or of an entry that is not as expected", async () => {
    await using opened = await open();
    const { store } = opened;
    const { id } = await addPet(store, mia, 4);
    const refused: Parameters<Inventory["change"]>[] = [
      [adjustment(id + 9n, 1)],
      [adjustment(id, -5)],
      [adjustment(id, -INT32_MAX)],
      [adjustment(id, INT32_MAX - 3)],
      [adjustment(id, INT32_MAX)],
      [adjustment(id, 1), { quantity: 5 }],
      [adjustment(id, 1), { status: "available" }],
      [adjustment(id, 1), { quantity: 4, status: "sold" }],
    ];
    for (const given of refused) {
      expect(await store.transaction(({ inventory }) => inventory.change(...given))).toBeUndefined();
    }
    expect(await store.inventory.list(ALL)).toEqual([{ petId: id, quantity: 4, status: mia.status }]);
    expect(await store.inventory.changes(id, ALL)).toHaveLength(1);
    const expected = { petId: id, quantity: 4, status: mia.status };
    expect(await store.transaction(({ inventory }) => inventory.change(adjustment(id, 1), expected))).toMatchObject({
      quantity: 5,
    });
  });

  test("never takes more than there is, whatever the concurrency, in any process", async () => {
    await using opened = await open();
    const stores = [opened.store, await opened.another()];
    const { id } = await addPet(opened.store, rex, 25);
    const taken = await rush(stores, 60, (store) =>
      store.transaction(({ inventory }) => inventory.change(adjustment(id, -1))),
    );
    const quantities = taken.flatMap((change) => change?.quantity ?? []).toSorted((a, b) => a - b);
    expect(quantities).toEqual(Array.from({ length: 25 }, (_, nth) => nth));
    expect(await opened.store.inventory.changes(id, ALL)).toHaveLength(26);
  });

  test("lists the changes of one pet in both directions, after an id and up to a limit", async () => {
    await using opened = await open();
    const { store } = opened;
    const { id } = await addPet(store);
    const other = await addPet(store);
    for (const petId of [id, other.id, id, id]) {
      await store.transaction(({ inventory }) => inventory.change(adjustment(petId, 1)));
    }
    const changes = await store.inventory.changes(id, ALL);
    expect(changes.map(({ quantity }) => quantity)).toEqual([1, 2, 3, 4]);
    for (const slice of slicesOf(changes.map((change) => change.id))) {
      expect(await store.inventory.changes(id, slice)).toEqual(sliceOf(changes, (change) => change.id, slice));
    }
  });
}

const place = (store: Store, order: Omit<Order, "id" | "complete">) =>
  store.transaction(({ orders }) => orders.insert(order));

function orderRules(open: Open): void {
  test("stores an open order and returns it with a new positive id", async () => {
    await using opened = await open();
    const { store } = opened;
    const without = await place(store, { petId: 5n, quantity: INT32_MAX });
    expect(without).toEqual({ id: without.id, petId: 5n, quantity: INT32_MAX, complete: false });
    const shipped = await place(store, { petId: 5n, quantity: 1, shipDate: "2026-12-01T10:30:00.25+01:00" });
    expect(shipped).toMatchObject({ shipDate: "2026-12-01T09:30:00.250Z" });
    expect(new Set([without.id, shipped.id, 0n]).size).toBe(3);
    for (const order of [without, shipped]) expect(await store.orders.find(order.id)).toEqual(order);
    expect(await store.orders.find(INT64_MAX)).toBeUndefined();
  });

  test("lists the orders that match every given filter, in both directions", async () => {
    await using opened = await open();
    const { store } = opened;
    for (const petId of [5n, 6n, 5n, 6n, 5n, 5n]) await place(store, { petId, quantity: 1 });
    const ids = (await store.orders.list({}, ALL)).map(({ id }) => id);
    for (const id of [ids[1], ids[2], ids[4]]) await store.transaction(({ orders }) => orders.complete(id ?? 0n, NOON));
    const all = await store.orders.list({}, ALL);
    expect(all.map(({ complete }) => complete)).toEqual([false, true, true, false, true, false]);
    for (const petId of [undefined, 5n, 6n, 7n]) {
      for (const complete of [undefined, true, false]) {
        const matching = all.filter(
          (order) =>
            petId === (petId && order.petId) && complete === (complete === undefined ? complete : order.complete),
        );
        for (const slice of slicesOf(ids)) {
          const found = await store.orders.list({ petId, complete }, slice);
          expect(found).toEqual(sliceOf(matching, ({ id }) => id, slice));
        }
      }
    }
  });

  test("completes an open order once, shipped now unless it has a ship date", async () => {
    await using opened = await open();
    const { store } = opened;
    const open1 = await place(store, { petId: 5n, quantity: 2 });
    const shipped = await place(store, { petId: 5n, quantity: 2, shipDate: "2026-12-01T09:30:00.000Z" });
    const complete = (id: bigint, at: number) => store.transaction(({ orders }) => orders.complete(id, at));
    expect(await complete(open1.id, NOON)).toEqual({ ...open1, shipDate: AT, complete: true, completedAt: AT });
    expect(await complete(shipped.id, NOON)).toEqual({ ...shipped, complete: true, completedAt: AT });
    expect(await complete(open1.id, 5)).toBeUndefined();
    expect(await complete(INT64_MAX, 5)).toBeUndefined();
    expect(await store.orders.find(open1.id)).toEqual({ ...open1, shipDate: AT, complete: true, completedAt: AT });
  });

  test("replaces an order that is exactly as expected, and nothing of a former customer stays", async () => {
    await using opened = await open();
    const { store } = opened;
    const price = { amount: INT64_MAX, currency: "EUR" };
    const details = { customer: { name: "Zoë Krämer", contact: "1" }, note: "By car", price, placedAt: AT };
    const order = await place(store, { petId: 5n, quantity: 2, ...details });
    expect(order).toMatchObject(details);
    const find = async (word: string) => (await store.orders.search({ words: [word] }, ALL)).items;
    const replace = (expected: Order, next: Order) => store.transaction(({ orders }) => orders.replace(expected, next));
    const { customer: _, ...anonymous } = order;
    for (const wrong of [anonymous, { ...order, note: "by car" }, { ...order, price: { ...price, amount: 1n } }]) {
      expect(await replace(wrong, anonymous)).toBe(false);
    }
    expect(await find("kra")).toEqual([order]);
    const renamed = { ...order, customer: { name: "Ada" } };
    expect(await replace(order, renamed)).toBe(true);
    expect([await find("kra"), await find("ad")]).toEqual([[], [renamed]]);
    expect(await replace(renamed, anonymous)).toBe(true);
    expect([await find("ad"), await store.orders.find(order.id)]).toEqual([[], anonymous]);
  });

  test("searches by words, time, pet and completion together, in both directions", async () => {
    await using opened = await open();
    const { store } = opened;
    const names = ["Ada Krause", "Bo Krause", undefined, "Ada Lund", "Krause"];
    for (const [nth, name] of names.entries()) {
      const placedAt = new Date(NOON + nth).toISOString();
      await place(store, { petId: BigInt(5 + (nth % 2)), quantity: 1, placedAt, ...(name && { customer: { name } }) });
    }
    const all = await store.orders.list({}, ALL);
    const ids = all.map(({ id }) => id);
    await store.transaction(({ orders }) => orders.complete(ids[0] ?? 0n, NOON));
    const nthOf = async (filter: Partial<OrderSearch>, slice: Slice = ALL) =>
      (await store.orders.search({ words: [], ...filter }, slice)).items.map(({ id }) => ids.indexOf(id));
    expect(await nthOf({ words: ["krau"] })).toEqual([0, 1, 4]);
    expect(await nthOf({ words: ["krau"] }, DESCENDING)).toEqual([4, 1, 0]);
    expect(await nthOf({ words: ["krau"] }, { after: ids[0] ?? 0n, limit: 1 })).toEqual([1]);
    expect(await nthOf({ words: ["krau", "bo"] })).toEqual([1]);
    expect(await nthOf({ words: ["krau"], placedAfter: NOON + 1, placedBefore: NOON + 4 })).toEqual([1]);
    expect(await nthOf({ placedAfter: NOON + 3 })).toEqual([3, 4]);
    expect(await nthOf({ placedBefore: NOON })).toEqual([]);
    expect(await nthOf({ placedAfter: NOON, petId: 5n })).toEqual([0, 2, 4]);
    expect(await nthOf({ placedAfter: NOON, complete: true })).toEqual([0]);
  });

  test("removes an open order once and returns it", async () => {
    await using opened = await open();
    const { store } = opened;
    const [kept, removed] = [
      await place(store, { petId: 5n, quantity: 1 }),
      await place(store, { petId: 5n, quantity: 2 }),
    ];
    await store.transaction(({ orders }) => orders.complete(kept.id, NOON));
    const remove = (id: bigint) => store.transaction(({ orders }) => orders.deleteOpen(id));
    expect(await remove(removed.id)).toEqual(removed);
    expect(await remove(removed.id)).toBeUndefined();
    expect(await remove(kept.id)).toBeUndefined();
    expect(await store.orders.list({}, ALL)).toMatchObject([{ id: kept.id }]);
    expect((await place(store, { petId: 5n, quantity: 1 })).id).not.toBe(removed.id);
  });

  test("completes or removes an order, never both, when many try at the same time, in any process", async () => {
    await using opened = await open();
    const stores = [opened.store, await opened.another()];
    for (let round = 0; round < 5; round++) {
      const { id } = await place(opened.store, { petId: 5n, quantity: 1 });
      const outcomes = await Promise.all([
        rush(stores, 6, (store) => store.transaction(({ orders }) => orders.complete(id, NOON))),
        rush(stores.toReversed(), 6, (store) => store.transaction(({ orders }) => orders.deleteOpen(id))),
      ]);
      const [order, ...others] = outcomes.flat().filter((outcome) => outcome !== undefined);
      expect(others).toEqual([]);
      expect(await opened.store.orders.find(id)).toEqual(order?.complete ? order : undefined);
    }
  });
}

function categoryRules(open: Open): void {
  const create = (store: Store, name: string, description?: string) =>
    store.transaction(({ categories }) =>
      categories.insert({ name, ...(description !== undefined && { description }) }),
    );

  test("stores a category and returns it with a new positive id", async () => {
    await using opened = await open();
    const { categories } = opened.store;
    const dogs = await create(opened.store, "Dogs", "All breeds");
    const cats = await create(opened.store, " Cats");
    if (dogs === undefined || cats === undefined) throw new Error("refused");
    expect(dogs).toEqual({ id: dogs.id, name: "Dogs", description: "All breeds" });
    expect(cats).toEqual({ id: cats.id, name: " Cats" });
    for (const category of [dogs, cats]) expect(await categories.find(category.id)).toEqual(category);
    expect(await categories.find(INT64_MAX)).toBeUndefined();
    for (const slice of slicesOf([dogs.id, cats.id])) {
      expect(await categories.list(slice)).toEqual(sliceOf([dogs, cats], ({ id }) => id, slice));
    }
  });

  test("stores a name once, whatever its case and form", async () => {
    await using opened = await open();
    const { store } = opened;
    const { id = 0n } = (await create(store, "Zoë & co")) ?? {};
    for (const name of ["Zoë & co", "ZOË & CO", "zoe\u0308 & co", "Ｚoë & co"]) {
      expect(await create(store, name)).toBeUndefined();
      expect(await store.categories.isTaken(name, id)).toBe(false);
      expect(await store.categories.isTaken(name, id + 1n)).toBe(true);
    }
    expect(await store.categories.isTaken("Zoe & co", 0n)).toBe(false);
    expect(await store.categories.list(ALL)).toHaveLength(1);
  });

  test("stores a name once when many try at the same time, in any process", async () => {
    await using opened = await open();
    const stores = [opened.store, await opened.another()];
    const made = await rush(stores, 20, (store) => create(store, "Dogs"));
    expect(made.filter((category) => category !== undefined)).toHaveLength(1);
  });

  test("replaces a category that is exactly as expected, and no other", async () => {
    await using opened = await open();
    const { store } = opened;
    const dogs = await create(store, "Dogs");
    if (dogs === undefined) throw new Error("refused");
    const replace = (expected: typeof dogs, category: typeof dogs) =>
      store.transaction(({ categories }) => categories.replace(expected, category));
    const described = { ...dogs, name: "DOGS", description: "All breeds" };
    expect(await replace({ ...dogs, name: "dogs" }, described)).toBe(false);
    expect(await replace({ ...dogs, description: "x" }, described)).toBe(false);
    expect(await replace({ ...dogs, id: dogs.id + 1n }, described)).toBe(false);
    expect(await replace(dogs, described)).toBe(true);
    expect(await store.categories.find(dogs.id)).toEqual(described);
    expect(await replace(dogs, dogs)).toBe(false);
    expect(await replace(described, { ...dogs, name: "Cats" })).toBe(true);
    expect(await store.categories.list(ALL)).toEqual([{ id: dogs.id, name: "Cats" }]);
    expect(await store.categories.isTaken("dogs", 0n)).toBe(false);
  });

  test("removes a category once; its name is free again, and its id is not", async () => {
    await using opened = await open();
    const { store } = opened;
    const dogs = await create(store, "Dogs");
    const { id = 0n } = dogs ?? {};
    const remove = () => store.transaction(({ categories }) => categories.delete(id));
    expect([await remove(), await remove()]).toEqual([dogs, undefined]);
    expect(await store.categories.find(id)).toBeUndefined();
    expect(await create(store, "dogs")).not.toMatchObject({ id });
  });
}
