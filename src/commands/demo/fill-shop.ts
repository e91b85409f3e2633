/* Plays a year of a shop through its API in order of time: pets arrive, are photographed, reserved and handed over. */
import type { Petstore } from "../../client/index.ts";
import { type DemoOrder, doneOrders, openOrders } from "./demo-orders.ts";
import { type DemoPet, demoPets, kinds } from "./demo-pets.ts";

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** What `fillShop` needs. */
export interface Filling {
  /** Two people who alternate. */
  readonly people: readonly [Petstore, Petstore];
  /** The end of the year, in epoch milliseconds. */
  readonly now: number;
  readonly setClock: (at: number) => void;
  /** Publishes the changes so far to the feed. */
  readonly publish: () => Promise<void>;
  readonly report: (done: number, all: number) => void;
}

/** An action and its time. */
interface Step {
  readonly at: number;
  readonly act: (staff: Petstore) => Promise<unknown>;
}

export async function fillShop({ people, now, setClock, publish, report }: Filling): Promise<void> {
  const [owner] = people;
  const categoryIds = new Map<string, bigint>();
  setClock(now - 365 * DAY_MS);
  for (const name of kinds) categoryIds.set(name, (await owner.categories.create({ name })).id);
  const ids = new Map<string, bigint>();
  const steps = stepsOf(now, categoryIds, ids).toSorted((one, other) => one.at - other.at);
  for (const [index, { at, act }] of steps.entries()) {
    setClock(at);
    await act(people[index % 3 === 0 ? 0 : 1]);
    await publish();
    report(index + 1, steps.length);
  }
  setClock(now);
}

function stepsOf(now: number, categories: ReadonlyMap<string, bigint>, ids: Map<string, bigint>): readonly Step[] {
  const idOf = (pet: string) => ids.get(pet) ?? 0n;
  const arrivals = demoPets.flatMap((pet, index): readonly Step[] => {
    // The newest arrived this morning; nothing happens in the future.
    const at = now - pet.daysHere * DAY_MS - (10 + index) * MINUTE_MS;
    return [
      {
        at,
        act: async (staff) => ids.set(pet.name, (await staff.pets.create(newPet(pet, categories, now))).id),
      },
      ...(pet.quantity === 1 ? [] : [arrival(pet, at + MINUTE_MS, idOf)]),
      ...(pet.photo === undefined ? [] : [photo(pet, at + 2 * MINUTE_MS, idOf)]),
    ];
  });
  const done = doneOrders.flatMap((order) => handedOver(order, now, idOf));
  const open = openOrders.map((order, index) => reservation(order, now - index * MINUTE_MS, now, idOf));
  return [...arrivals, ...done, ...open];
}

type IdOf = (pet: string) => bigint;

function newPet(pet: DemoPet, categories: ReadonlyMap<string, bigint>, now: number) {
  const born = new Date(now);
  born.setUTCMonth(born.getUTCMonth() - pet.bornMonthsAgo);
  const number = 1000 + demoPets.indexOf(pet);
  return {
    name: pet.name,
    categoryId: categories.get(pet.kind) ?? 0n,
    profile: {
      breed: pet.breed,
      sex: pet.sex,
      birthDate: born.toISOString().slice(0, pet.bornMonthsAgo > 100 ? 4 : 7),
      color: pet.colour,
      tags: [...pet.tags],
      description: pet.story,
      price: euros(pet.price),
      reference: `RP-${number}`,
      size: pet.kind === "Dogs" ? ("medium" as const) : undefined,
      neutered: pet.kind === "Cats" ? true : undefined,
      microchip: pet.kind === "Dogs" || pet.kind === "Cats" ? `27609810234${number}` : undefined,
    },
  };
}

function arrival({ name, quantity }: DemoPet, at: number, idOf: IdOf): Step {
  const change = { delta: quantity - 1, reason: "arrival", note: "From the breeder" } as const;
  return { at, act: (staff) => staff.inventory.change(idOf(name), change) };
}

function photo({ name, photo: path = "" }: DemoPet, at: number, idOf: IdOf): Step {
  return { at, act: (staff) => staff.pets.photos.add(idOf(name), Bun.file(path), { alt: `${name}, drawn` }) };
}

function orderOf({ pet, quantity, customer, note }: DemoOrder, idOf: IdOf) {
  const one = demoPets.find(({ name }) => name === pet)?.price;
  return { petId: idOf(pet), quantity, customer, note, price: euros(one, quantity) };
}

/** The price of this many; undefined if the pet has none. */
function euros(price: number | undefined, quantity = 1) {
  return price === undefined ? undefined : { amount: BigInt(100 * price * quantity), currency: "EUR" };
}

function handedOver(order: DemoOrder, now: number, idOf: IdOf): readonly Step[] {
  const at = now - order.daysAgo * DAY_MS - 40 * MINUTE_MS;
  let id = 0n;
  return [
    {
      at,
      act: async (staff) => {
        id = (await staff.orders.place(orderOf(order, idOf))).id;
      },
    },
    // Never later than now.
    { at: Math.min(now, at + (order.doneAfter ?? 0) * DAY_MS) + MINUTE_MS, act: (staff) => staff.orders.complete(id) },
  ];
}

function reservation(order: DemoOrder, shift: number, now: number, idOf: IdOf): Step {
  const { pickUp, daysAgo } = order;
  return {
    at: shift - daysAgo * DAY_MS - 5 * MINUTE_MS,
    async act(staff) {
      const { id } = await staff.orders.place({
        ...orderOf(order, idOf),
        shipDate: pickUp && localTime(now + pickUp.inDays * DAY_MS, pickUp.at),
      });
      if (order.isReady) await staff.orders.update(id, { ready: true });
    },
  };
}

/** A time on the day of a moment, in the shop's time zone. */
function localTime(day: number, time: string): string {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  return new Date(new Date(day).setHours(hour, minute, 0, 0)).toISOString();
}
