/* Any steps at two services on one database, one after the other or several at once, return and leave what the model of a shop says. */
import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { parseJson } from "../src/contract/json/json.ts";
import type { Order } from "../src/contract/orders/order-schemas.ts";
import type { StockChange } from "../src/contract/pets/inventory.ts";
import { PetStatus } from "../src/contract/pets/pets.ts";
import { engines, type TestDatabase } from "./support/databases.ts";
import { NOON, openService, type Role, type TestService } from "./support/harness.ts";
import { everyPage, nextOf } from "./support/pages.ts";
import {
  createPet,
  type KnownPet,
  type Plan,
  plans,
  Shop,
  type Step,
  setStock,
  sorted,
  taken,
} from "./support/shop-model.ts";

interface Model {
  shop: Shop;
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
/** How many steps are taken at once at the most. */
const AT_ONCE = 6;
const roles = ["anonymous", "reader", "clerk", ...Array<"admin">(9).fill("admin")] as const;
const at = fc.nat(SERVICES - 1);

function command(name: string, run: (model: Model, real: Real) => Promise<void>): Command {
  return { check: () => true, run, toString: () => name };
}

function serviceOf({ services }: Real, nth: number): Service {
  const service = services[nth % SERVICES];
  if (service === undefined) throw new Error("there is no such service");
  return service;
}

/** The status that a role without the scope gets; undefined when it has the scope. */
function refusalOf(role: Role, { roles }: Step): number | undefined {
  if (role === "anonymous") return 401;
  return roles.includes(role) ? undefined : 403;
}

/** How often clients take each step. */
const weights = {
  place: 6,
  complete: 4,
  giveBack: 2,
  arrive: 3,
  reopen: 2,
  cancel: 3,
  setStatus: 2,
  placeSale: 5,
  completeSale: 3,
  cancelSale: 2,
  reopenSale: 2,
};
const weighted = Object.entries(plans).map(([name, arbitrary]: [string, fc.Arbitrary<Plan>]) => ({
  weight: name in weights ? weights[name as keyof typeof weights] : 1,
  arbitrary,
}));
/** A pet may get a new name after an order has read it and before the order takes its stock: the order remembers the former one. */
const atOnce = weighted.filter(({ arbitrary }) => arbitrary !== plans.rename);

/** The statuses of all responses. */
const seen = new Set<number>();

/** The two newest pets with their newest orders: steps meet there. */
function newest(shop: Shop): Shop {
  const pets = new Map(
    sorted(shop.pets)
      .slice(-2)
      .map((pet) => [pet.id, pet]),
  );
  const orders = sorted(shop.orders)
    .filter(({ petId }) => pets.has(petId))
    .slice(-5);
  return new Shop(shop.now, { pets, orders: new Map(orders.map((order) => [order.id, order])) });
}

/** Takes steps one after the other, each as one of the clients. */
const steps = fc
  .array(fc.tuple(at, fc.constantFrom(...roles), fc.oneof(...weighted)), { minLength: 1, maxLength: 15 })
  .map((some) =>
    command(`${some.length} steps`, async (model, real) => {
      for (const [where, role, plan] of some) {
        const step = plan(newest(model.shop));
        const { status, body } = await step.call(serviceOf(real, where).service[role]);
        seen.add(status);
        const refusal = refusalOf(role, step);
        const [shop, expected] = refusal === undefined ? taken(model.shop, step, body) : [model.shop, refusal];
        expect([step.name, status]).toEqual([step.name, expected]);
        model.shop = shop;
      }
      expect(await read(serviceOf(real, some.length).service)).toEqual(contentsOf(model.shop));
    }),
  );

/** A step that was taken with others, and its response. */
interface Called {
  readonly step: Step;
  readonly status: number;
  readonly body: unknown;
}

/** The shops that the steps leave in some order which explains the response of each. */
function* outcomes(shop: Shop, calls: readonly Called[]): Generator<Shop> {
  if (calls.length === 0) yield shop;
  for (const [nth, { step, status, body }] of calls.entries()) {
    const others = calls.toSpliced(nth, 1);
    const [next, expected] = taken(shop, step, body);
    if (status === expected) yield* outcomes(next, others);
    else if (step.isOfSale && [404, 409].includes(status)) yield* outcomes(shop, others);
  }
}

/** Takes several steps at once, at both services. */
const rushes = fc.array(fc.oneof(...atOnce), { minLength: 2, maxLength: AT_ONCE }).map((some) =>
  command(`${some.length} steps at once`, async (model, real) => {
    const called = some.map(async (plan, nth): Promise<Called> => {
      const step = plan(newest(model.shop));
      return { step, ...(await step.call(serviceOf(real, nth).service.admin)) };
    });
    const calls = await Promise.all(called);
    const stored = await read(serviceOf(real, 0).service);
    const touched = newest(model.shop).pets;
    let histories: readonly string[] | undefined;
    for (const shop of outcomes(model.shop, calls)) {
      if (!Bun.deepEquals(contentsOf(shop), stored)) continue;
      const pets = [...shop.pets.values()].filter(({ id }) => touched.has(id) || !model.shop.pets.has(id));
      histories ??= await readHistories(serviceOf(real, 0).service, pets);
      if (!Bun.deepEquals(pets.map(historyOf), histories)) continue;
      model.shop = shop;
      return;
    }
    const told = calls.map(({ step, status }) => `${step.name}: ${status}`).join(", ");
    throw new Error(`no order of these steps explains them all: ${told}; stored: ${JSON.stringify(stored)}`);
  }),
);

/** Any value with every integer as a text, so that what came as JSON can be compared. */
const plain = (value: unknown) =>
  JSON.parse(JSON.stringify(value, (_, one) => (["number", "bigint"].includes(typeof one) ? `${one}` : one)));

const petOf = ({ id, name, categoryId, status }: KnownPet) => ({ id, name, categoryId, status });
const entryOf = ({ id, quantity, status }: KnownPet) => ({ petId: id, quantity, status });

/** What clients see of a shop. */
function contentsOf({ pets, orders, receipts }: Shop): unknown {
  const issued = [...receipts].map(([number, { orderIds, voidedAt }]) => receiptText(number, orderIds, voidedAt));
  return plain([sorted(pets).map(petOf), sorted(pets).map(entryOf), sorted(orders), issued.toSorted()]);
}

const receiptText = (number: unknown, orderIds: unknown, voidedAt: unknown) =>
  `${number} of ${(orderIds as readonly bigint[]).toSorted()}${voidedAt === undefined ? "" : ` voided ${voidedAt}`}`;

async function read(service: TestService): Promise<unknown> {
  const paths = ["pets", "inventory", "store/orders", "store/receipts"];
  const lists = paths.map((path) => everyPage(service, `/v1/${path}?limit=100`));
  const [pets, entries, orders, receipts = []] = (await Promise.all(lists)).map((pages) =>
    pages.flatMap(({ items }) => items),
  );
  const issued = receipts.map(({ number, orderIds, voidedAt }) => receiptText(number, orderIds, voidedAt));
  return plain([pets, entries, orders, issued.toSorted()]);
}

interface Listing {
  readonly path: string;
  readonly limit: number;
  /** The whole list, by the model. */
  readonly expected: (shop: Shop) => readonly unknown[];
}

const limit = fc.integer({ min: 1, max: 100 });
const status = fc.option(fc.constantFrom(...PetStatus.options), { nil: undefined });

/** A list on pages of any size. */
const onPages = (path: string, expected: Listing["expected"]) =>
  limit.map((size): Listing => ({ path: `${path}limit=${size}`, limit: size, expected }));
const entries = ({ pets }: Shop) => sorted(pets).map(entryOf);

const listing: fc.Arbitrary<Listing> = fc.oneof(
  status.chain((wanted) => {
    const filter = wanted === undefined ? "" : `status=${wanted}&`;
    const has = (pet: KnownPet) => wanted === undefined || pet.status === wanted;
    return onPages(`/v1/pets?${filter}`, ({ pets }) => sorted(pets).filter(has).map(petOf));
  }),
  fc.array(fc.bigInt(1n, 12n), { minLength: 1, maxLength: 20 }).map((ids): Listing => {
    const expected = ({ pets }: Shop) => sorted(pets).filter(({ id }) => ids.includes(id));
    return { path: `/v1/pets?ids=${ids}&limit=100`, limit: 100, expected: (shop: Shop) => expected(shop).map(petOf) };
  }),
  fc.bigInt(1n, 12n).map((id): Listing => {
    const expected = ({ pets }: Shop) => sorted(pets).filter((pet) => pet.id === id);
    return { path: `/v1/pets?ids=${id}`, limit: 1, expected: (shop: Shop) => expected(shop).map(petOf) };
  }),
  onPages("/v1/inventory?", entries),
  fc.constant({ path: "/v1/inventory", limit: Number.POSITIVE_INFINITY, expected: entries }),
  onPages("/v1/store/orders?", ({ orders }) => sorted(orders)),
  fc.boolean().chain((complete) => {
    const matches = (order: Order) => order.complete === complete;
    return onPages(`/v1/store/orders?complete=${complete}&`, ({ orders }) => sorted(orders).filter(matches));
  }),
);

/** Reads one page as a caching client: with its tag, and with its own body after a 304. */
async function readPage({ service, tags }: Service, path: string): Promise<{ items: unknown; headers: Headers }> {
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
    const all = plain(expected(model.shop));
    let url: string | undefined = path;
    let start = 0;
    for (; url !== undefined; start += size) {
      const { items, headers }: Awaited<ReturnType<typeof readPage>> = await readPage(service, url);
      expect(plain(items)).toEqual(all.slice(start, start + size));
      url = nextOf({ headers })?.replace("http://shop.test", "");
      expect(url === undefined).toBe(start + size >= all.length);
    }
  }),
);

/** Some time passes: the clocks of both services are one. */
const waits = fc.constantFrom(1, 20, 24, 25).map((hours) =>
  command(`${hours} hours pass`, async (model, { services }) => {
    model.shop.now += hours * 3_600_000;
    for (const { service } of services) service.now = model.shop.now;
  }),
);

/** Restarts a service on the same database. Its clients keep their tags. */
const restarts = at.map((where) =>
  command(`restarts ${where}`, async ({ shop }, real) => {
    const service = serviceOf(real, where);
    await service.service[Symbol.asyncDispose]();
    service.service = await openInstance(real.database);
    service.service.now = shop.now;
  }),
);

let instances = 0;

/** The tags of each process have their own prefix. */
function openInstance(database: TestDatabase): Promise<TestService> {
  return openService({ instance: `instance-${++instances}` }, database);
}

/** The changes of a pet's stock as a text. */
const historyOf = ({ id, changes }: Pick<KnownPet, "id" | "changes">) => `${id}: ${changes.toSorted().join(", ")}`;

/** The histories of some pets, in each of which the count after a change is the sum of all until it. */
function readHistories(service: TestService, pets: readonly KnownPet[]): Promise<readonly string[]> {
  const read = async ({ id }: KnownPet) => {
    const pages = await everyPage(service, `/v1/inventory/${id}/changes?limit=100`);
    const history = pages.flatMap(({ items }) => items as unknown as StockChange[]);
    let count = 0n;
    for (const { delta, quantity } of history) expect((count += BigInt(delta))).toBe(BigInt(quantity));
    const changes = history.map(({ reason, orderId, delta }) =>
      [reason, ...(orderId ? [orderId] : []), delta].join(" "),
    );
    return historyOf({ id, changes });
  };
  return Promise.all(pets.map(read));
}

/** A shop with three each of two pets. */
async function openShop({ admin }: TestService): Promise<Shop> {
  let shop = new Shop(NOON);
  const pet = { name: "Rex", categoryId: 7n };
  const begin = [
    () => createPet(pet),
    () => createPet(pet),
    ...[0, 1].map((nth) => () => setStock(sorted(shop.pets)[nth]?.id ?? 0n, 3)),
  ];
  for (const next of begin) {
    const step = next();
    const { body } = await step.call(admin);
    [shop] = taken(shop, step, body);
  }
  return shop;
}

const commands = [steps, steps, rushes, rushes, lists, waits, restarts];

describe.each(engines)("on $name", (engine) => {
  test("any steps, some of them at once, return and leave what the model says", async () => {
    const property = fc.asyncProperty(fc.commands(commands, { maxCommands: 60, size: "max" }), async (some) => {
      await using database = await engine.open();
      const real: Real = { database, services: [] };
      try {
        for (let count = 0; count < SERVICES; count++) {
          real.services.push({ service: await openInstance(database), tags: new Map() });
        }
        const model: Model = { shop: await openShop(serviceOf(real, 0).service) };
        await fc.asyncModelRun(() => ({ model, real }), some);
        const pets = sorted(model.shop.pets);
        expect(await readHistories(serviceOf(real, 0).service, pets)).toEqual(pets.map(historyOf));
      } finally {
        for (const { service } of real.services) await service[Symbol.asyncDispose]();
      }
    });
    // A run takes six times as long with a database server.
    await fc.assert(property, { numRuns: engine.name === "SQLite" ? 40 : 10 });
    expect([200, 201, 204, 401, 403, 404, 409].filter((status) => !seen.has(status))).toEqual([]);
  }, 300_000);
});
