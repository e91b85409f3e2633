/** The workloads as data: what is sent, over how many connections, and to which servers. */
import { availablePet, numbered, petCount, popularPet } from "./pets.ts";
import {
  authorization,
  create,
  get,
  placeOrder,
  type Request,
  random,
  randomPage,
  send,
  setQuantity,
} from "./requests.ts";
import type { Engine, ServerKind } from "./servers.ts";

export interface Workload {
  readonly id: string;
  readonly title: string;
  /** Only servers on this engine get it. */
  readonly engine: Engine;
  /** Only servers of these kinds get it: the limits, for example, only read. */
  readonly sentTo: readonly ServerKind[];
  readonly connections: number;
  /** How many times the usual time it is measured for. */
  readonly steps: number;
  readonly unit: "requests/s" | "MB/s";
  /** It adds rows by the thousand, so it comes last: the other workloads all see the same store. */
  readonly grows: boolean;
  /** Left out of `--quick`. */
  readonly fullOnly: boolean;
  /** The requests for a store with so many pets, sent in turn; each connection starts at another even place. */
  requests(pets: number): readonly Request[];
}

const list = get("/pets?limit=20&status=available");
const listWithoutKey = { text: list.text.replace(authorization, ""), status: 401 };
const inventory = get("/inventory");

/** An order of every available pet except the popular one, far from the one before. */
function ordersOfDistinctPets(): Request[] {
  const others = petCount / 2 - 1;
  // A prime number, so that all have their turn.
  return numbered(others, (number) => placeOrder(availablePet(1 + ((number * 7919) % others))));
}

/** The mix of a usual day. */
function mix(pets: number): Request[] {
  return random(pets, (id, next) => {
    const share = next(100);
    if (share < 45) return list;
    if (share < 90) return get(`/pets/${id}`);
    return share < 98 ? setQuantity(id, next(1000)) : create(id);
  });
}

const usual = {
  engine: "SQLite",
  sentTo: ["petstore", "peer"],
  connections: 64,
  steps: 1,
  unit: "requests/s",
  grows: false,
  fullOnly: false,
} as const;
const all: readonly ServerKind[] = ["petstore", "peer", "limit"];
// Two connections keep a core busy with bodies of 5 MB; peers take a tenth of a second for one.
const large = { connections: 2, steps: 2, unit: "MB/s" } as const;

export const workloads: readonly Workload[] = [
  { ...usual, id: "W1", title: "GET /pets?limit=20&status=available", sentTo: all, requests: () => [list] },
  {
    ...usual,
    id: "W1x256",
    title: "W1 with more connections",
    sentTo: all,
    connections: 256,
    fullOnly: true,
    requests: () => [list],
  },
  {
    ...usual,
    id: "W2",
    title: "GET /pets/{random id}",
    sentTo: all,
    requests: (pets) => random(pets, (id) => get(`/pets/${id}`)),
  },
  { ...usual, id: "W3", title: "POST /pets, durable", grows: true, requests: () => numbered(1000, create) },
  {
    ...usual,
    id: "W8",
    title: "POST /store/orders of distinct pets, durable",
    sentTo: ["petstore"],
    grows: true,
    requests: ordersOfDistinctPets,
  },
  {
    ...usual,
    id: "W9",
    title: "POST /store/orders of one pet, durable",
    sentTo: ["petstore"],
    grows: true,
    requests: () => [placeOrder(popularPet)],
  },
  {
    ...usual,
    ...large,
    id: "W4u",
    title: "GET /inventory of 100,000, unchanged",
    sentTo: all,
    requests: () => [inventory],
  },
  {
    ...usual,
    ...large,
    id: "W4c",
    title: "GET /inventory of 100,000, a PATCH before each read",
    requests: () => numbered(1000, (id) => [setQuantity(id, id), inventory]).flat(),
  },
  { ...usual, id: "W5", title: "45 % W1, 45 % W2, 8 % PATCH, 2 % POST", requests: mix },
  {
    ...usual,
    id: "W5s",
    title: "W5 on a disk that takes 5 ms more for each sync",
    engine: "SQLite on a slow disk",
    requests: mix,
  },
  {
    ...usual,
    id: "W6a",
    title: "POST /pets with an invalid body, 400",
    sentTo: all,
    requests: () => [send("POST", "/pets", { name: "Rex", status: "lost" }, 400)],
  },
  { ...usual, id: "W6b", title: "GET /pets without a key, 401", sentTo: all, requests: () => [listWithoutKey] },
  {
    ...usual,
    id: "W7",
    title: "GET /pets?limit=20&status=available on PostgreSQL",
    engine: "PostgreSQL",
    sentTo: all,
    requests: () => [list],
  },
  {
    ...usual,
    id: "W7r",
    // Never the same page twice in a run, so that no cache helps.
    title: "GET /pets?ids={20 random ids} on PostgreSQL",
    engine: "PostgreSQL",
    sentTo: all,
    requests: (pets) => randomPage(pets),
  },
  {
    ...usual,
    id: "W8p",
    title: "W8 on PostgreSQL",
    engine: "PostgreSQL",
    sentTo: ["petstore"],
    grows: true,
    requests: ordersOfDistinctPets,
  },
  {
    ...usual,
    id: "W9p",
    title: "W9 on PostgreSQL",
    engine: "PostgreSQL",
    sentTo: ["petstore"],
    grows: true,
    requests: () => [placeOrder(popularPet)],
  },
];
