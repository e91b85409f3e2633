/*
 * The one model of pets, stock, orders, sales and receipts: what each step of a client makes of the shop, and the status of its response.
 * Tests take steps at the service and in the model, one after the other or several at once.
 */
import * as fc from "fast-check";
import { INT32_MAX, INT64_MAX, INT64_MIN } from "../../src/contract/common.ts";
import type { Order } from "../../src/contract/orders/order-schemas.ts";
import { type NewPet, type Pet, PetStatus } from "../../src/contract/pets/pets.ts";
import { AMOUNT_MAX } from "../../src/contract/values/money.ts";
import type { Role } from "./harness.ts";
import type { Client } from "./typed-client.ts";

/** A pet with its stock, and each change of that as a text: why, how many, and for which order. */
export interface KnownPet extends Pet {
  readonly quantity: number;
  readonly changes: readonly string[];
}

/** A receipt and since when it is void. */
interface KnownReceipt {
  readonly orderIds: readonly bigint[];
  readonly voidedAt?: string;
}

/** What is stored, by id or number, at a time in epoch milliseconds. */
export class Shop {
  readonly pets: Map<bigint, KnownPet>;
  readonly orders: Map<bigint, Order>;
  readonly receipts: Map<string, KnownReceipt>;

  now: number;

  constructor(now: number, { pets, orders, receipts }: Partial<Pick<Shop, "pets" | "orders" | "receipts">> = {}) {
    this.now = now;
    this.pets = new Map(pets);
    this.orders = new Map(orders);
    this.receipts = new Map(receipts);
  }

  /** What is in the maps is replaced, never changed, so a copy of the maps is a copy of all. */
  copy(): Shop {
    return new Shop(this.now, this);
  }

  get time(): string {
    return new Date(this.now).toISOString();
  }

  ofSale(saleId: bigint): Order[] {
    return sorted(this.orders).filter((order) => order.saleId === saleId);
  }

  /** Each sale of which something is left. */
  get sales(): ReadonlyMap<bigint, unknown> {
    return new Map([...this.orders.values()].flatMap(({ saleId }) => (saleId === undefined ? [] : [[saleId, saleId]])));
  }

  isOrdered(petId: bigint): boolean {
    return [...this.orders.values()].some((order) => order.petId === petId && !order.complete);
  }
}

/** Pets or orders in the order of id. */
export function sorted<Thing extends { readonly id: bigint }>(things: ReadonlyMap<bigint, Thing>): Thing[] {
  return [...things.values()].toSorted(({ id: one }, { id: other }) => (one < other ? -1 : 1));
}

/** One request, and its effect on the model. */
export interface Step {
  readonly name: string;
  readonly roles: readonly Role[];
  /** Whether it is of several orders: when others change those meanwhile, it may be refused and change nothing. */
  readonly isOfSale?: boolean;
  readonly call: (client: Client) => Promise<{ readonly status: number; readonly body: unknown }>;
  /** Changes the shop and returns the status; throws a refusal. `body` tells the ids that the service has given. */
  readonly take: (shop: Shop, body: unknown) => number;
}

/** What the model refuses, with this status. */
class Refusal extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`refused with ${status}`);
    this.status = status;
  }
}

/** The shop after a step, and the status of the response: a refused step changes nothing. */
export function taken(shop: Shop, { take }: Step, body: unknown): readonly [shop: Shop, status: number] {
  const next = shop.copy();
  try {
    return [next, take(next, body)];
  } catch (error) {
    if (error instanceof Refusal) return [shop, error.status];
    throw error;
  }
}

function require(condition: boolean, status: number): asserts condition {
  if (!condition) throw new Refusal(status);
}

function find<Thing>(things: ReadonlyMap<bigint, Thing>, id: bigint): Thing {
  const thing = things.get(id);
  require(thing !== undefined, 404);
  return thing;
}

/** Changes the stock of a pet, and its status if there is another one then. */
function count(shop: Shop, petId: bigint, delta: number, why: string, status?: PetStatus): void {
  const pet = find(shop.pets, petId);
  const quantity = pet.quantity + delta;
  require(quantity >= 0 && quantity <= INT32_MAX, 409);
  const changes = delta === 0 ? pet.changes : [...pet.changes, `${why} ${delta}`];
  shop.pets.set(petId, { ...pet, quantity, changes, status: status ?? pet.status });
}

interface Item {
  readonly petId: bigint;
  readonly quantity: number;
  readonly price?: { readonly amount: bigint; readonly currency: string } | undefined;
}

function place(shop: Shop, id: bigint, { petId, quantity, price }: Item, saleId?: bigint): void {
  const { name, categoryId, status, quantity: stock } = find(shop.pets, petId);
  require(status === "available" && stock >= quantity, 409);
  shop.orders.set(id, {
    ...{ id, petId, quantity, complete: false, placedAt: shop.time, pet: { name, categoryId } },
    ...(price && { price }),
    ...(saleId !== undefined && { saleId }),
  });
  count(shop, petId, -quantity, `order_placed ${id}`, stock === quantity ? "pending" : status);
}

/** Completes those that are open, with one receipt. */
function complete(shop: Shop, orders: readonly Order[]): void {
  const { time, pets, receipts } = shop;
  const open = orders.filter((order) => !order.complete);
  if (open.length === 0) return;
  const year = time.slice(0, 4);
  const nth = [...receipts.keys()].filter((number) => number.startsWith(year)).length + 1;
  const receipt = { number: `${year}-${String(nth).padStart(5, "0")}`, at: time };
  receipts.set(receipt.number, { orderIds: open.map(({ id }) => id) });
  for (const order of open)
    shop.orders.set(order.id, { shipDate: time, ...order, complete: true, completedAt: time, receipt });
  for (const { petId } of open) {
    const pet = pets.get(petId);
    if (pet?.status === "pending" && pet.quantity === 0 && !shop.isOrdered(petId))
      pets.set(petId, { ...pet, status: "sold" });
  }
}

const REOPEN_MS = 24 * 3_600_000;

/** Reopens those that are complete, which must be all of a receipt. */
function reopen(shop: Shop, orders: readonly Order[]): void {
  const done = orders.filter((order) => order.complete);
  for (const order of done) {
    const { completedAt = "", shipDate, receipt, ...rest } = order;
    const pet = shop.pets.get(order.petId);
    require(order.returns === undefined && Date.parse(completedAt) >= shop.now - REOPEN_MS && pet !== undefined, 409);
    shop.orders.set(order.id, { ...rest, complete: false, ...(shipDate !== completedAt && { shipDate }) });
    if (pet.status === "sold" && pet.quantity === 0) shop.pets.set(pet.id, { ...pet, status: "pending" });
    const { number = "" } = receipt ?? {};
    const { orderIds = [] } = shop.receipts.get(number) ?? {};
    require(orderIds.every((id) => done.some((one) => one.id === id)), 409);
    shop.receipts.set(number, { orderIds, voidedAt: shop.time });
  }
}

function cancel(shop: Shop, { id, petId, quantity, complete }: Order): void {
  require(!complete, 409);
  shop.orders.delete(id);
  count(shop, petId, quantity, `order_cancelled ${id}`, "available");
}

interface Back {
  readonly quantity?: number | undefined;
  readonly restock: boolean;
  readonly refund?: bigint | undefined;
}

/** Every return has a note, so that more may be paid back than the price. */
const NOTE = "Back";

function giveBack(shop: Shop, order: Order, { quantity, restock, refund: amount }: Back): void {
  const { id, petId, returns = [], refund: before, price } = order;
  const left = returns.reduce((sum, one) => sum - one.quantity, order.quantity);
  require(order.complete && left > 0, 409);
  const all = (amount ?? 0n) + (before?.amount ?? 0n);
  require((quantity ?? left) <= left && all <= AMOUNT_MAX, 400);
  const currency = (price ?? before)?.currency ?? "EUR";
  const back = { at: shop.time, quantity: quantity ?? left, restock, note: NOTE };
  shop.orders.set(id, {
    ...order,
    returns: [...returns, { ...back, ...(amount !== undefined && { refund: { amount, currency } }) }],
    ...(back.quantity === left && { returnedAt: shop.time }),
    ...((before || amount !== undefined) && { refund: { amount: all, currency } }),
  });
  if (!restock) return;
  require(shop.pets.has(petId), 409);
  count(shop, petId, back.quantity, `return ${id}`, "available");
}

const STAFF = ["clerk", "admin"] as const;

const placeOrder = (body: Item): Step => ({
  name: `places an order of ${body.quantity} of pet ${body.petId}`,
  roles: STAFF,
  call: (client) => client.placeOrder({ body }),
  take: (shop, placed) => {
    place(shop, (placed as Order).id, body);
    return 201;
  },
});

const placeSale = (items: readonly Item[]): Step => ({
  name: `places a sale of ${items.map(({ petId, quantity }) => `${quantity} of pet ${petId}`).join(", ")}`,
  roles: STAFF,
  call: (client) => client.placeSale({ body: { items: [...items] } }),
  take: (shop, body) => {
    for (const { petId } of items) find(shop.pets, petId);
    const ids = (body as { orders?: readonly Order[] }).orders?.map(({ id }) => id) ?? [];
    items.forEach((item, nth) => {
      place(shop, ids[nth] ?? BigInt(-nth), item, ids[0]);
    });
    return 201;
  },
});

/** A step of one order. */
const ofOrder =
  (name: "completeOrder" | "reopenOrder" | "cancelOrder", change: (shop: Shop, order: Order) => void, status: number) =>
  (orderId: bigint): Step => ({
    name: `${name} ${orderId}`,
    roles: STAFF,
    call: (client) => client[name]({ params: { orderId } }),
    take: (shop) => {
      change(shop, find(shop.orders, orderId));
      return status;
    },
  });

const returnOrder = (orderId: bigint, back: Back): Step => ({
  name: `returns ${back.quantity ?? "the rest"} of order ${orderId}${back.restock ? "" : " without the pet"}`,
  roles: STAFF,
  call: (client) => {
    const { quantity, restock, refund: amount } = back;
    const refund = amount === undefined ? {} : { refund: { amount } };
    return client.returnOrder({ params: { orderId }, body: { quantity, restock, note: NOTE, ...refund } });
  },
  take: (shop) => {
    giveBack(shop, find(shop.orders, orderId), back);
    return 200;
  },
});

/** A step of the orders of a sale, as they are when it is taken. */
const ofSale =
  (
    name: "completeSale" | "reopenSale" | "cancelSale",
    change: (shop: Shop, orders: readonly Order[]) => void,
    status: number,
  ) =>
  (saleId: bigint): Step => ({
    name: `${name} ${saleId}`,
    roles: STAFF,
    isOfSale: true,
    call: (client) => client[name]({ params: { saleId } }),
    take: (shop) => {
      const orders = shop.ofSale(saleId);
      require(orders.length > 0, 404);
      change(shop, orders);
      return status;
    },
  });

const reopenLast = (shop: Shop, orders: readonly Order[]) => {
  const key = ({ completedAt = "", receipt }: Order) => `${completedAt} ${receipt?.number}`;
  const last = orders
    .filter((order) => order.complete)
    .map(key)
    .toSorted()
    .at(-1);
  reopen(
    shop,
    orders.filter((order) => order.complete && key(order) === last),
  );
};

const cancelOpen = (shop: Shop, orders: readonly Order[]) => {
  const open = orders.filter((order) => !order.complete);
  require(open.length > 0, 409);
  for (const order of open) cancel(shop, order);
};

/** The step that creates a pet. */
export const createPet = (body: NewPet): Step => ({
  name: `creates a pet that is ${body.status}`,
  roles: ["admin"],
  call: (client) => client.createPet({ body }),
  take: ({ pets }, created) => {
    const { id } = created as Pet;
    const { name, categoryId, status = "available" } = body;
    const quantity = status === "sold" ? 0 : 1;
    pets.set(id, { id, name, categoryId, status, quantity, changes: [`created ${quantity}`] });
    return 201;
  },
});

const updatePet = (petId: bigint, body: { name?: string; status: PetStatus }): Step => ({
  name: `makes pet ${petId} ${body.status}${body.name === undefined ? "" : " with another name"}`,
  roles: ["admin"],
  call: (client) => client.updatePet({ params: { petId }, body }),
  take: ({ pets }) => {
    const pet = find(pets, petId);
    require(pet.status !== "sold" || body.status !== "pending", 409);
    pets.set(petId, { ...pet, ...body });
    return 200;
  },
});

const deletePet = (petId: bigint): Step => ({
  name: `removes pet ${petId}`,
  roles: ["admin"],
  call: (client) => client.deletePet({ params: { petId } }),
  take: (shop) => {
    find(shop.pets, petId);
    require(!shop.isOrdered(petId), 409);
    shop.pets.delete(petId);
    return 204;
  },
});

const changeStock = (petId: bigint, delta: number): Step => ({
  name: `changes the stock of pet ${petId} by ${delta}`,
  roles: STAFF,
  call: (client) => client.changeStock({ params: { petId }, body: { delta, reason: "arrival" } }),
  take: (shop) => {
    count(shop, petId, delta, "arrival");
    return 201;
  },
});

/** The step that sets a stock. */
export const setStock = (petId: bigint, quantity: number): Step => ({
  name: `sets the stock of pet ${petId} to ${quantity}`,
  roles: STAFF,
  call: (client) => client.updateInventory({ params: { petId }, body: { quantity } }),
  take: (shop) => {
    count(shop, petId, quantity - find(shop.pets, petId).quantity, "adjustment");
    return 200;
  },
});

/** A step that is not chosen yet: its pets and orders are those that the shop has when it is taken. */
export type Plan = (shop: Shop) => Step;

/** One of the things, or seldom the next id, which no thing has yet. */
function pick(things: ReadonlyMap<bigint, unknown>, nth: number): bigint {
  const ids = [...things.keys()];
  const id = nth === NONE ? undefined : ids[nth % ids.length];
  return id ?? (ids.at(-1) ?? 0n) + 1n;
}

const NONE = 17;

const nth = fc.nat(30);
const few = fc.constantFrom(1, 1, 1, 2, 3);
const amount = fc.oneof(
  { weight: 5, arbitrary: fc.bigInt(0n, 100_000n) },
  fc.bigInt(2n ** 32n - 3n, 2n ** 32n + 3n),
  fc.bigInt(AMOUNT_MAX - 3n, AMOUNT_MAX),
);
const status = fc.constantFrom(...PetStatus.options);
const price = fc.option(fc.record({ amount, currency: fc.constantFrom("EUR", "JPY", "KWD") }), { nil: undefined });
const item = fc.record({ nth, quantity: few, price });
type Wanted = typeof item extends fc.Arbitrary<infer Value> ? Value : never;
const itemOf = ({ pets }: Shop, { nth, quantity, price }: Wanted): Item => ({
  petId: pick(pets, nth),
  quantity,
  ...(price && { price }),
});

const ofPick = (step: (id: bigint) => Step, things: "pets" | "orders" | "sales") =>
  nth.map(
    (which): Plan =>
      (shop) =>
        step(pick(shop[things], which)),
  );

const newPet = fc.record(
  {
    name: fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 }).map((text) => `Rex ${text}`),
    categoryId: fc.bigInt({ min: INT64_MIN, max: INT64_MAX }),
    status,
  },
  { requiredKeys: ["name", "categoryId"] },
);

/** Steps by what they are: a test takes those that it is about, each with its weight. */
export const plans = {
  create: newPet.map(
    (pet): Plan =>
      () =>
        createPet(pet),
  ),
  setStatus: fc.tuple(nth, status).map(
    ([which, status]): Plan =>
      ({ pets }) =>
        updatePet(pick(pets, which), { status }),
  ),
  rename: fc.tuple(nth, status).map(
    ([which, status]): Plan =>
      ({ pets }) =>
        updatePet(pick(pets, which), { name: `Mia ${which}`, status }),
  ),
  remove: ofPick(deletePet, "pets"),
  arrive: fc.tuple(nth, fc.constantFrom(-2, -1, 1, 2)).map(
    ([which, delta]): Plan =>
      ({ pets }) =>
        changeStock(pick(pets, which), delta),
  ),
  set: fc.tuple(nth, fc.oneof(fc.nat(3), fc.nat(INT32_MAX))).map(
    ([which, quantity]): Plan =>
      ({ pets }) =>
        setStock(pick(pets, which), quantity),
  ),
  place: item.map(
    (one): Plan =>
      (shop) =>
        placeOrder(itemOf(shop, one)),
  ),
  complete: ofPick(
    ofOrder("completeOrder", (shop, order) => complete(shop, [order]), 200),
    "orders",
  ),
  reopen: ofPick(
    ofOrder("reopenOrder", (shop, order) => reopen(shop, [order]), 200),
    "orders",
  ),
  cancel: ofPick(ofOrder("cancelOrder", cancel, 204), "orders"),
  giveBack: fc
    .record({
      which: nth,
      quantity: fc.option(few, { nil: undefined }),
      restock: fc.boolean(),
      refund: fc.option(amount, { nil: undefined }),
    })
    .map(
      ({ which, ...back }): Plan =>
        ({ orders }) =>
          returnOrder(pick(orders, which), back),
    ),
  placeSale: fc.array(item, { minLength: 1, maxLength: 3 }).map(
    (some): Plan =>
      (shop) => {
        const items = some.map((one) => itemOf(shop, one));
        return placeSale(items.filter(({ petId }, nth) => items.findIndex((one) => one.petId === petId) === nth));
      },
  ),
  completeSale: ofPick(ofSale("completeSale", complete, 200), "sales"),
  reopenSale: ofPick(ofSale("reopenSale", reopenLast, 200), "sales"),
  cancelSale: ofPick(ofSale("cancelSale", cancelOpen, 204), "sales"),
} as const;
