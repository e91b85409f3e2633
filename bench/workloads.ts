/** The workloads as data: what is sent, over how many connections, and to which servers. */
import { availablePet, numbered, pet, petCount, popularPet, quantity } from "./pets.ts";
import { apiKey, type Engine, type ServerKind } from "./servers.ts";

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

/** One request, written out, and the status of the only right response. */
export interface Request {
  readonly text: string;
  readonly status: number;
}

/** So many requests are written in advance where each is to differ. */
const many = 1 << 17;

// Without the port, so that all servers get the same bytes.
const host = "Host: 127.0.0.1\r\n";
const authorization = `Authorization: Bearer ${apiKey}\r\n`;

function get(path: string): Request {
  return { text: `GET /v1${path} HTTP/1.1\r\n${host}${authorization}\r\n`, status: 200 };
}

function send(method: "POST" | "PATCH", path: string, body: object, status: number): Request {
  const json = JSON.stringify(body);
  const content = `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(json)}\r\n`;
  return { text: `${method} /v1${path} HTTP/1.1\r\n${host}${authorization}${content}\r\n${json}`, status };
}

const list = get("/pets?limit=20&status=available");
const listWithoutKey = { text: list.text.replace(authorization, ""), status: 401 };
const inventory = get("/inventory");

function create(number: number): Request {
  const { name, categoryId, status } = pet(number);
  return send("POST", "/pets", { name, categoryId, status }, 201);
}

/** With another number it is another quantity: one that is the same already changes nothing. */
function setQuantity(petId: number, more: number): Request {
  return send("PATCH", `/inventory/${petId}`, { quantity: quantity(petId) + 1 + more }, 200);
}

function placeOrder(petId: number): Request {
  return send("POST", "/store/orders", { petId }, 201);
}

/** An order of every available pet except the popular one, far from the one before. */
function ordersOfDistinctPets(): Request[] {
  const others = petCount / 2 - 1;
  // A prime number, so that all have their turn.
  return numbered(others, (number) => placeOrder(availablePet(1 + ((number * 7919) % others))));
}

/** Numbers from 0 to below `limit` that look random and are the same in every run (xorshift32). */
function randomNumbers(): (limit: number) => number {
  let state = 2_463_534_242;
  return (limit) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % limit;
  };
}

/** Many requests, each made with the id of a random pet. */
function random(pets: number, make: (id: number, random: (limit: number) => number) => Request): Request[] {
  const next = randomNumbers();
  return numbered(many, () => make(1 + next(pets), next));
}

function randomPage(pets: number): Request[] {
  return random(pets, (id, next) => get(`/pets?ids=${[id, ...numbered(19, () => 1 + next(pets))]}`));
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
    id: "W6a",
    title: "POST /pets with an invalid body, 400",
    requests: () => [send("POST", "/pets", { name: "Rex", status: "lost" }, 400)],
  },
  { ...usual, id: "W6b", title: "GET /pets without a key, 401", requests: () => [listWithoutKey] },
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
    requests: randomPage,
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

const alone = { ...usual, title: "one request at a time", connections: 1 } as const;

/** What `npm run bench:growth` times at each size of the store, on both engines. */
export const growthWorkloads: readonly Workload[] = [
  { ...alone, id: "GET /pets", requests: () => [get("/pets")] },
  { ...alone, id: "GET /pets?status=available", requests: () => [get("/pets?status=available")] },
  { ...alone, id: "GET /pets?ids={20 random ids}", requests: randomPage },
  { ...alone, id: "GET /pets/{petId}", requests: (pets) => random(pets, (id) => get(`/pets/${id}`)) },
  { ...alone, id: "POST /pets", requests: () => numbered(1000, create) },
  {
    ...alone,
    id: "PATCH /inventory/{petId}",
    requests: (pets) => random(pets, (id, next) => setQuantity(id, next(1000))),
  },
];
