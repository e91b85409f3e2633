/* What is in the shop after a run, compared with what clients were told. */
import { distinctWords } from "../../src/core/shop/name-words.ts";
import type { Fleet, Instance } from "./fleet.ts";
import { PIECES, type Told } from "./load.ts";

interface Pet {
  readonly id: number;
  readonly name: string;
}

/** What is wrong. All of it has to be 0. */
export interface Verdict {
  readonly lost: number;
  readonly doubled: number;
  /** Pets with another stock than their orders and changes leave. */
  readonly miscounted: number;
  /** Pets that a search for a word of their name does not find. */
  readonly unfound: number;
}

/** Reads the whole shop through one instance. */
export async function judge(fleet: Fleet, instance: Instance, told: Told): Promise<Verdict> {
  const pets = await everyPet(fleet, instance, "/pets?limit=100");
  const names = new Map(pets.map(({ id, name }) => [id, name]));
  return {
    lost: [...told.names].filter(([id, name]) => names.get(id) !== name).length,
    doubled: pets.length - new Set(pets.map(({ name }) => name)).size,
    miscounted: await miscounted(fleet, instance, told),
    unfound: (await unfound(fleet, instance, pets)).size,
  };
}

async function everyPet(fleet: Fleet, instance: Instance, path: string): Promise<readonly Pet[]> {
  const pets: Pet[] = [];
  for (let next: string | undefined = path; next !== undefined; ) {
    const { status, headers, body } = await fleet.sendTo(instance, "GET", next);
    if (status !== 200) throw new Error(`${next}: ${status} ${JSON.stringify(body)}`);
    pets.push(...(body as Pet[]));
    const link: string | undefined = /<([^>]*)>; rel="next"/.exec(headers.get("Link") ?? "")?.[1];
    next = link?.slice(link.indexOf("/v1/") + "/v1".length);
  }
  return pets;
}

async function miscounted(fleet: Fleet, instance: Instance, told: Told): Promise<number> {
  const expected = new Map([[told.counter, 1 + told.counted]]);
  for (const [id, { open, complete }] of told.bought) expected.set(id, PIECES - open.size - complete.size);
  let count = 0;
  for (const [id, quantity] of expected) {
    const { body } = await fleet.sendTo(instance, "GET", `/inventory/${id}`);
    if ((body as { quantity: number }).quantity !== quantity) count += 1;
    for (const isComplete of [false, true]) {
      const orders = await everyPet(fleet, instance, `/store/orders?petId=${id}&complete=${isComplete}&limit=100`);
      const bought = told.bought.get(id)?.[isComplete ? "complete" : "open"] ?? new Set();
      if (orders.length !== bought.size || orders.some((order) => !bought.has(order.id))) count += 1;
    }
  }
  return count;
}

/** Searches for every word of every pet's name. */
async function unfound(fleet: Fleet, instance: Instance, pets: readonly Pet[]): Promise<ReadonlySet<number>> {
  const byWord = new Map<string, number[]>();
  for (const { id, name } of pets) {
    for (const word of distinctWords(name)) byWord.set(word, [...(byWord.get(word) ?? []), id]);
  }
  const missing = new Set<number>();
  for (const [word, ids] of byWord) {
    const found = await everyPet(fleet, instance, `/pets?limit=100&q=${encodeURIComponent(word)}`);
    const foundIds = new Set(found.map(({ id }) => id));
    for (const id of ids) if (!foundIds.has(id)) missing.add(id);
  }
  return missing;
}
