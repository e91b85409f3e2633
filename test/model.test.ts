/* Any sequence of calls to two services on one database returns what a small model predicts. */
import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { INT32_MAX, INT64_MAX, INT64_MIN } from "../src/contract/common.ts";
import { parseJson } from "../src/contract/json.ts";
import type { Order } from "../src/contract/order-schemas.ts";
import type { NewPet, Pet, PetStatus } from "../src/contract/pets.ts";
import { engines, type TestDatabase } from "./support/databases.ts";
import { NOON, openService, type Role, type TestService } from "./support/harness.ts";
import { nextOf } from "./support/pages.ts";
import type { Client } from "./support/typed-client.ts";

/** The contents of the database, as the clients were told. */
interface Model {
  /** By id. */
  readonly pets: Map<bigint, Pet & { quantity: number }>;
  readonly orders: Map<bigint, Order>;
}

/** Two services on one database, as two processes of one service. */
interface Real {
  readonly database: TestDatabase;
  readonly services: Service[];
}

interface Service {
  service: TestService;
  /** The last entity tag of each target and its body. */
  tags: Map<string, { readonly tag: string; readonly body: string }>;
}

type Command = fc.AsyncCommand<Model, Real>;

const SERVICES = 2;
const roles = ["anonymous", "reader", "clerk", "admin", "admin", "admin"] as const;
const statuses = ["available", "pending", "sold"] as const;

const ascending = (a: { id: bigint }, b: { id: bigint }) => (a.id < b.id ? -1 : 1);
const sorted = ({ pets }: Model) => [...pets.values()].toSorted(ascending);
const petOf = ({ id, name, categoryId, status }: Pet): Pet => ({ id, name, categoryId, status });
const entryOf = ({ id, quantity, status }: Pet & { quantity: number }) => ({ petId: id, quantity, status });

/** The id of one of the pets or orders, or an unknown one. */
function pick(things: ReadonlyMap<bigint, unknown>, nth: number): bigint {
  const ids = [...things.keys()];
  return ids[nth % (ids.length + 1)] ?? (ids.at(-1) ?? 0n) + 1_000_000n;
}

function serviceOf({ services }: Real, nth: number): Service {
  const service = services[nth % SERVICES];
  if (service === undefined) throw new Error("there is no such service");
  return service;
}

/** The status that a role without the scope gets; undefined when it has the scope. */
function refusalOf(role: Role, allowed: readonly Role[]): number | undefined {
  if (role === "anonymous") return 401;
  return allowed.includes(role) ? undefined : 403;
}

function add(model: Model, id: bigint, { name, categoryId, status = "available" }: NewPet): void {
  expect(model.pets.has(id)).toBe(false);
  model.pets.set(id, { id, name, categoryId, status, quantity: status === "sold" ? 0 : 1 });
}

function command(name: string, run: (model: Model, real: Real) => Promise<void>): Command {
  return { check: () => true, run, toString: () => name };
}

const nth = fc.nat(30);
const at = fc.nat(SERVICES - 1);
const role = fc.constantFrom(...roles);
const newPet = fc.record(
  {
    name: fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 }).map((text) => `Rex ${text}`),
    categoryId: fc.bigInt({ min: INT64_MIN, max: INT64_MAX }),
    status: fc.constantFrom(...statuses),
  },
  { requiredKeys: ["name", "categoryId"] },
);

/** Creates a pet. */
const creates = fc.tuple(at, role, newPet).map(([where, who, pet]) =>
  command(`${who} creates ${pet.status} at ${where}`, async (model, real) => {
    const { service } = serviceOf(real, where);
    const made = await service[who].createPet({ body: pet });
    const refusal = refusalOf(who, ["admin"]);
    if (refusal !== undefined || !made.ok) return expect(made.status).toBe(refusal ?? 201);
    add(model, made.body.id, pet);
    expect(made.body).toEqual({ id: made.body.id, status: "available", ...pet });
    expect(made.headers.get("Location")).toBe(`${service.base}/pets/${made.body.id}`);
  }),
);

/** Sets a quantity, also of an unknown pet. */
const patches = fc.tuple(at, role, nth, fc.nat(INT32_MAX)).map(([where, who, which, quantity]) =>
  command(`${who} sets #${which} to ${quantity} at ${where}`, async (model, real) => {
    const petId = pick(model.pets, which);
    const set = await serviceOf(real, where).service[who].updateInventory({ params: { petId }, body: { quantity } });
    const refusal = refusalOf(who, ["clerk", "admin"]);
    const pet = model.pets.get(petId);
    if (refusal !== undefined || pet === undefined) return expect(set.status).toBe(refusal ?? 404);
    pet.quantity = quantity;
    expect(set).toMatchObject({ ok: true, body: entryOf(pet) });
  }),
);

interface Listing {
  readonly path: string;
  readonly limit: number;
  /** The whole list, by the model. */
  readonly expected: (model: Model) => readonly unknown[];
}

const limit = fc.integer({ min: 1, max: 100 });
const status = fc.option(fc.constantFrom(...statuses), { nil: undefined });
const has = (wanted: PetStatus | undefined) => (pet: Pet) => wanted === undefined || pet.status === wanted;

/** A list on pages of any size. */
const onPages = (path: string, expected: Listing["expected"]) =>
  limit.map((size): Listing => ({ path: `${path}limit=${size}`, limit: size, expected }));
const entries = (model: Model) => sorted(model).map(entryOf);
const orders = (model: Model) => [...model.orders.values()].toSorted(ascending);

const listing: fc.Arbitrary<Listing> = fc.oneof(
  status.chain((wanted) => {
    const filter = wanted === undefined ? "" : `status=${wanted}&`;
    return onPages(`/v1/pets?${filter}`, (model) => sorted(model).filter(has(wanted)).map(petOf));
  }),
  onPages("/v1/inventory?", entries),
  fc.constant({ path: "/v1/inventory", limit: Number.POSITIVE_INFINITY, expected: entries }),
  onPages("/v1/store/orders?", orders),
  fc.boolean().chain((complete) => {
    const matches = (order: Order) => order.complete === complete;
    return onPages(`/v1/store/orders?complete=${complete}&`, (model) => orders(model).filter(matches));
  }),
);

/** Reads one page as a caching client: with its tag, and with its own body after a 304. */
async function read({ service, tags }: Service, path: string): Promise<{ items: unknown; headers: Headers }> {
  const known = tags.get(path);
  const headers: Record<string, string> = known === undefined ? {} : { "If-None-Match": known.tag };
  const response = await service.send(path, { headers });
  expect([200, 304]).toContain(response.status);
  const text = await response.text();
  if (response.status === 304) expect(text).toBe("");
  const body = response.status === 304 ? (known?.body ?? "") : text;
  const tag = response.headers.get("ETag");
  if (tag === null) throw new Error(`${path} has no ETag`);
  tags.set(path, { tag, body });
  return { items: parseJson(body), headers: response.headers };
}

/** Reads a whole list, page by page. */
const lists = fc.tuple(at, listing).map(([where, { path, limit: size, expected }]) =>
  command(`lists ${path} at ${where}`, async (model, real) => {
    const service = serviceOf(real, where);
    const all = toWire(expected(model));
    let url: string | undefined = path;
    let start = 0;
    for (; url !== undefined; start += size) {
      const { items, headers }: Awaited<ReturnType<typeof read>> = await read(service, url);
      expect(items).toEqual(all.slice(start, start + size));
      url = nextOf({ headers })?.replace("http://shop.test", "");
      expect(url === undefined).toBe(start + size >= all.length);
    }
  }),
);

/** Items with every integer as a bigint. */
function toWire(items: readonly unknown[]): unknown[] {
  return items.map((item) =>
    Object.fromEntries(
      Object.entries(item as object).map(([name, value]) => [name, typeof value === "number" ? BigInt(value) : value]),
    ),
  );
}

/** Lists some pets by their ids. */
const findsByIds = fc.tuple(at, fc.array(nth, { minLength: 1, maxLength: 20 })).map(([where, some]) =>
  command(`lists the ids #${some} at ${where}`, async (model, real) => {
    const ids = some.map((which) => pick(model.pets, which));
    const found = await serviceOf(real, where).service.reader.listPets({ query: { ids, limit: 100 } });
    const expected = sorted(model).filter(({ id }) => ids.includes(id));
    expect(found).toMatchObject({ ok: true, body: expected.map(petOf) });
  }),
);

interface Change {
  readonly where: number;
  readonly pet: NewPet;
  readonly quantity: number;
}

/** Many concurrent writes and reads on both services: each has exactly what was acknowledged. */
const rush = fc
  .array(fc.record({ where: at, pet: newPet, quantity: fc.nat(1000) }), { minLength: 2, maxLength: 12 })
  .map((changes) =>
    command(`${changes.length} create and count at once`, async (model, real) => {
      await Promise.all(changes.map((change) => createAndCount(model, real, change)));
      for (const { service } of real.services) {
        expect(await service.reader.listInventory()).toMatchObject({ ok: true, body: sorted(model).map(entryOf) });
      }
    }),
  );

async function createAndCount(model: Model, real: Real, { where, pet, quantity }: Change): Promise<void> {
  const { admin } = serviceOf(real, where).service;
  const [made, listed] = await Promise.all([admin.createPet({ body: pet }), admin.listPets({ query: { limit: 100 } })]);
  if (!made.ok || !listed.ok) throw new Error(`refused: ${made.status} ${listed.status}`);
  const { id } = made.body;
  add(model, id, pet);
  // The other service returns it as soon as this one has acknowledged it.
  const other: Client = serviceOf(real, where + 1).service.admin;
  const [there, alsoThere] = await Promise.all([
    other.listPets({ query: { ids: [id] } }),
    other.getPet({ params: { petId: id } }),
  ]);
  expect(there.body).toEqual([made.body]);
  expect(alsoThere.body).toEqual(made.body);
  const set = await other.updateInventory({ params: { petId: id }, body: { quantity } });
  expect(set).toMatchObject({ ok: true, body: { petId: id, quantity } });
  model.pets.set(id, { ...made.body, quantity });
}

/** Restarts a service on the same database. Its clients keep their tags. */
const restarts = at.map((where) =>
  command(`restarts ${where}`, async (_model, real) => {
    const service = serviceOf(real, where);
    await service.service[Symbol.asyncDispose]();
    service.service = await openInstance(real.database);
  }),
);

let instances = 0;

/** The tags of each process have their own prefix. */
function openInstance(database: TestDatabase): Promise<TestService> {
  return openService({ instance: `instance-${++instances}` }, database);
}

/** A call that concerns one pet or order, and its effect on the model: returns the status that the service should. */
function acts(
  name: string,
  allowed: readonly Role[],
  things: "pets" | "orders",
  call: (client: Client, id: bigint, amount: number) => Promise<{ readonly status: number; readonly body: unknown }>,
  predict: (model: Model, id: bigint, amount: number, body: unknown) => number,
): fc.Arbitrary<Command> {
  return fc.tuple(at, role, nth, fc.integer({ min: 1, max: 3 })).map(([where, who, which, amount]) =>
    command(`${who} ${name} #${which} (${amount}) at ${where}`, async (model, real) => {
      const id = pick(model[things], which);
      const { status: actual, body } = await call(serviceOf(real, where).service[who], id, amount);
      expect(actual).toBe(refusalOf(who, allowed) ?? predict(model, id, amount, body));
    }),
  );
}

const STAFF = ["clerk", "admin"] as const;

const gets = acts(
  "gets",
  ["reader", "clerk", "admin"],
  "pets",
  (client, petId) => client.getPet({ params: { petId } }),
  ({ pets }, id, _, body) => {
    const pet = pets.get(id);
    if (pet === undefined) return 404;
    expect(body).toEqual(petOf(pet));
    return 200;
  },
);

const changes = acts(
  "changes the stock of",
  STAFF,
  "pets",
  (client, petId, amount) =>
    client.changeStock({ params: { petId }, body: { delta: amount - 2 || 4, reason: "return" } }),
  ({ pets }, id, amount) => {
    const pet = pets.get(id);
    if (pet === undefined) return 404;
    const quantity = pet.quantity + (amount - 2 || 4);
    if (quantity < 0 || quantity > INT32_MAX) return 409;
    pet.quantity = quantity;
    return 201;
  },
);

const places = acts(
  "orders",
  STAFF,
  "pets",
  (client, petId, quantity) => client.placeOrder({ body: { petId, quantity } }),
  ({ pets, orders }, petId, quantity, body) => {
    const pet = pets.get(petId);
    if (pet === undefined) return 404;
    if (pet.status !== "available" || pet.quantity < quantity) return 409;
    pet.quantity -= quantity;
    if (pet.quantity === 0) pet.status = "pending";
    const { id } = body as Order;
    const ordered = { name: pet.name, categoryId: pet.categoryId };
    orders.set(id, { id, petId, quantity, complete: false, placedAt: new Date(NOON).toISOString(), pet: ordered });
    return 201;
  },
);

const completes = acts(
  "completes",
  STAFF,
  "orders",
  (client, orderId) => client.completeOrder({ params: { orderId } }),
  ({ pets, orders }, id) => {
    const order = orders.get(id);
    if (order === undefined) return 404;
    const pet = pets.get(order.petId);
    const others = [...orders.values()].filter(
      ({ id: other, petId, complete }) => other !== id && petId === order.petId && !complete,
    );
    const isGone = pet?.quantity === 0 && others.length === 0;
    if (!order.complete && pet?.status === "pending" && isGone) pet.status = "sold";
    const now = new Date(NOON).toISOString();
    orders.set(id, { shipDate: now, completedAt: now, ...order, complete: true });
    return 200;
  },
);

const cancels = acts(
  "cancels",
  STAFF,
  "orders",
  (client, orderId) => client.cancelOrder({ params: { orderId } }),
  ({ pets, orders }, id) => {
    const order = orders.get(id);
    if (order === undefined) return 404;
    const pet = pets.get(order.petId);
    if (order.complete || pet === undefined || pet.quantity + order.quantity > INT32_MAX) return 409;
    pet.quantity += order.quantity;
    pet.status = "available";
    orders.delete(id);
    return 204;
  },
);

const updates = acts(
  "changes the name and status of",
  ["admin"],
  "pets",
  (client, petId, amount) =>
    client.updatePet({ params: { petId }, body: { name: `Mia ${amount}`, status: statuses[amount - 1] } }),
  ({ pets }, id, amount) => {
    const pet = pets.get(id);
    const wanted = statuses[amount - 1] ?? "sold";
    if (pet === undefined) return 404;
    if (pet.status === "sold" && wanted === "pending") return 409;
    Object.assign(pet, { name: `Mia ${amount}`, status: wanted });
    return 200;
  },
);

const removes = acts(
  "removes",
  ["admin"],
  "pets",
  (client, petId) => client.deletePet({ params: { petId } }),
  ({ pets, orders }, id) => {
    if (!pets.has(id)) return 404;
    if ([...orders.values()].some(({ petId, complete }) => petId === id && !complete)) return 409;
    pets.delete(id);
    return 204;
  },
);

/** The changes of each pet add up to its stock. */
async function expectSums({ pets }: Model, { reader }: TestService): Promise<void> {
  for (const { id, quantity } of pets.values()) {
    const { ok, body } = await reader.listStockChanges({ params: { petId: id }, query: { limit: 100 } });
    expect(ok && body.reduce((sum, { delta }) => sum + delta, 0)).toBe(quantity);
  }
}

const onOne = [changes, places, places, places, completes, cancels, updates, removes];
const commands = [creates, gets, patches, lists, lists, findsByIds, rush, restarts, ...onOne];

describe.each(engines)("on $name", (engine) => {
  test("any sequence of calls and restarts returns what the model predicts", async () => {
    const property = fc.asyncProperty(fc.commands(commands, { maxCommands: 60, size: "max" }), async (some) => {
      await using database = await engine.open();
      const real: Real = { database, services: [] };
      try {
        for (let count = 0; count < SERVICES; count++) {
          real.services.push({ service: await openInstance(database), tags: new Map() });
        }
        const model: Model = { pets: new Map(), orders: new Map() };
        await fc.asyncModelRun(() => ({ model, real }), some);
        await expectSums(model, serviceOf(real, 0).service);
      } finally {
        for (const { service } of real.services) await service[Symbol.asyncDispose]();
      }
    });
    // A run takes six times as long with a database server.
    await fc.assert(property, { numRuns: engine.name === "SQLite" ? 40 : 10 });
  }, 300_000);
});
