/* Two operations on one pet or order on PostgreSQL, the second of which has to wait for the first. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { SQL } from "bun";
import type { Repositories } from "../../src/core/ports.ts";
import { postgres } from "../databases.ts";
import { addPet, adjustment, NOON, openService, refusal, rex } from "../harness.ts";
import { until } from "../program.ts";
import type { Client } from "../typed-client.ts";

setDefaultTimeout(30_000);

const petId = 1n;
const orderId = 1n;
const order = { petId, quantity: 1 };

interface Race {
  readonly name: string;
  /** The first operation, whose transaction stays open until the second waits. */
  readonly first: (repositories: Repositories) => Promise<unknown>;
  readonly second: (client: Client) => Promise<unknown>;
  /** The response to the second. */
  readonly expected: object;
}

const place = async ({ orders, inventory, pets }: Repositories) => {
  await orders.insert(order);
  await inventory.change({ ...adjustment(petId, -1), reason: "order_placed" });
  await pets.changeStatus(petId, "available", "pending", 0);
};
const complete = async ({ orders, pets }: Repositories) => {
  await orders.complete(orderId, NOON);
  await pets.changeStatus(petId, "pending", "sold", 0);
};
const cancel = async ({ orders, inventory }: Repositories) => {
  await orders.deleteOpen(orderId);
  await inventory.change({ ...adjustment(petId, 1), reason: "order_cancelled" });
};

const ofNew: readonly Race[] = [
  {
    name: "a removal that waits for an order is refused",
    first: place,
    second: (client) => client.deletePet({ params: { petId } }),
    expected: refusal(409, "conflict", "open orders"),
  },
  {
    name: "an order that waits for a removal finds no pet",
    first: ({ pets }) => pets.delete(petId),
    second: (client) => client.placeOrder({ body: order }),
    expected: refusal(404, "not_found"),
  },
  {
    name: "an order that waits for the last one finds no stock",
    first: place,
    second: (client) => client.placeOrder({ body: order }),
    expected: refusal(409, "conflict", "pending"),
  },
  {
    name: "a change with If-Match that waits for another is refused",
    first: async ({ pets }) => pets.replace({ id: petId, ...rex }, { id: petId, ...rex, name: "Mia" }),
    second: async (client) => {
      const tag = (await client.getPet({ params: { petId } })).headers.get("ETag") ?? "";
      return client.updatePet({ params: { petId }, body: { name: "Zoë" }, headers: { "If-Match": tag } });
    },
    expected: refusal(412, "precondition_failed"),
  },
  {
    name: "a change without If-Match that waits for another keeps what the other changed",
    first: async ({ pets }) => pets.replace({ id: petId, ...rex }, { id: petId, ...rex, name: "Mia" }),
    second: (client) => client.updatePet({ params: { petId }, body: { status: "sold" } }),
    expected: { status: 200, body: { name: "Mia", status: "sold" } },
  },
];
const ofOrdered: readonly Race[] = [
  {
    name: "a cancellation that waits for the completion is refused",
    first: complete,
    second: (client) => client.cancelOrder({ params: { orderId } }),
    expected: refusal(409, "conflict", "is complete"),
  },
  {
    name: "a completion that waits for the cancellation finds no order",
    first: cancel,
    second: (client) => client.completeOrder({ params: { orderId } }),
    expected: refusal(404, "not_found"),
  },
  {
    name: "a second cancellation finds no order",
    first: cancel,
    second: (client) => client.cancelOrder({ params: { orderId } }),
    expected: refusal(404, "not_found"),
  },
];

async function run({ first, second, expected }: Race, isOrdered: boolean): Promise<void> {
  await using database = await postgres.open();
  await using service = await openService({}, database);
  const beside = new SQL(service.databaseUrl, { max: 1 });
  const isSecondWaiting = async () => {
    const rows: unknown[] = await beside`
      select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    return rows.length > 0;
  };
  await addPet(service.store);
  if (isOrdered) await service.store.transaction(place);
  const isHeld = Promise.withResolvers<void>();
  const isReleased = Promise.withResolvers<void>();
  const held = service.store.transaction(async (repositories) => {
    await first(repositories);
    isHeld.resolve();
    await isReleased.promise;
  });
  await isHeld.promise;
  const waiting = second(service.admin);
  await until(isSecondWaiting, "the second operation waiting");
  isReleased.resolve();
  await held;
  expect(await waiting).toMatchObject(expected);
  await beside.close();
}

test.each(ofNew.map((race) => [race.name, race] as const))("%s", (_, race) => run(race, false));

test.each(ofOrdered.map((race) => [race.name, race] as const))("%s", (_, race) => run(race, true));
