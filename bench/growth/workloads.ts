/** What `npm run bench:growth` times at each size of the store, on both engines, as data. */

import { page } from "../../src/core/pagination.ts";
import { nameKey } from "../../src/core/shop/name-key.ts";
import { searchedWords } from "../../src/core/shop/name-words.ts";
import { create, get, numbersFor, placeOrder, type Request, randomPage, send, setQuantity } from "../requests.ts";
import {
  arrivalOf,
  categories,
  commonTag,
  completing,
  microchipOf,
  monthsOf,
  names,
  orderedPet,
  rareTag,
  referenceOf,
  shopPet,
  spellings,
} from "./shop.ts";

export interface GrowthWorkload {
  readonly id: string;
  /** The requests for a store with so many pets, sent in turn. */
  requests(pets: number): Promise<readonly Request[]>;
}

/** Enough that a run sends few of them twice. */
const count = 4096;

type Next = (limit: number) => number;
type Query = Readonly<Record<string, string | number>>;

/** Unchanged lists come from a cache, except for clients that ask for strict handling: here each list is to be read. */
const strict = "Prefer: handling=strict\r\n";

function workload(id: string, make: (next: Next, pets: number) => Request | Promise<Request>): GrowthWorkload {
  return {
    id,
    async requests(pets) {
      const next = numbersFor(id);
      const made: Request[] = [];
      while (made.length < count) made.push(await make(next, pets));
      return made;
    },
  };
}

const list = (path: string, query: Query = {}): Request => {
  const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString();
  return get(text === "" ? path : `${path}?${text}`, strict);
};

const statuses = ["available", "pending", "sold"];
const status = (next: Next): string => statuses[next(3)] ?? "sold";
const categoryId = (next: Next): number => 1 + next(categories);
const both = (next: Next): Query => ({ status: status(next), categoryId: categoryId(next) });
const common = (next: Next): string => names[next(10)] ?? "";
const usual = (next: Next): string => names[300 + next(1000)] ?? "";
/** One that only one pet has, in small letters. */
const rare = (next: Next, pets: number): string => {
  for (;;) {
    const { name } = shopPet(1 + next(pets), pets);
    if (name.includes(" ")) return name.toLowerCase();
  }
};
const letters = (length: number) => (next: Next) => common(next).slice(0, length);

/** What the cursor of a list of pets is bound to. */
function boundTo({ status, categoryId, name, q, tag }: Query): readonly unknown[] {
  const words = q === undefined ? [] : searchedWords(String(q));
  return ["pets", status, categoryId, name, undefined, ...words, ...(tag === undefined ? [] : [`tag=${tag}`])];
}

/** The query of a page somewhere in the first nine tenths of the pets. */
function deep(filter: Query, next: Next, pets: number): Promise<Query> {
  const from = 1 + next(Math.floor(pets * 0.9));
  return after(from, boundTo(filter), filter, filter["order"] === "desc" ? "desc" : "asc");
}

/** Where a page of a sorted list begins. */
interface SortedPlace {
  readonly sort: "name" | "arrivedOn";
  readonly key: string;
}

/** The query of the page after an id, in a sorted list after a key. `selected` is what the cursor of this list is bound to. */
async function after(
  id: number,
  selected: readonly unknown[],
  filter: Query = {},
  order: "asc" | "desc" = "asc",
  place?: SortedPlace,
): Promise<Query> {
  const crc32 = (text: string) => Bun.hash.crc32(text);
  const filled = await page(
    { limit: 1, order, sort: place?.sort },
    selected,
    { crc32 },
    async () => [BigInt(id), 0n],
    (one) => one,
    () => place?.key,
  );
  return { ...filter, cursor: filled.next ?? "" };
}

/** A list that is sorted by something else than the id, from its first page and from anywhere. */
function sorted(sort: "name" | "arrivedOn", filterOf: (next: Next) => Query = () => ({})): GrowthWorkload[] {
  const filters = new URLSearchParams(Object.keys(filterOf(() => 0)).map((name) => [name, ""]));
  const id = `GET /pets?sort=${sort}${[...filters.keys()].map((name) => `&${name}`).join("")}`;
  const place = (pet: number, pets: number) =>
    sort === "name" ? nameKey(shopPet(pet, pets).name).slice(0, 64) : arrivalOf(pet);
  return [
    workload(id, (next) => list("/pets", { sort, ...filterOf(next) })),
    workload(`${id}, deep`, async (next, pets) => {
      const filter = { sort, ...filterOf(next) };
      const pet = 1 + next(pets);
      return list("/pets", await after(pet, boundTo(filter), filter, "asc", { sort, key: place(pet, pets) }));
    }),
  ];
}

/** The sales of thirty days. */
function report(by: "day" | "category", month: number): Request {
  return list("/reports/sales", { ...daysOf(month), by, timeZone: "UTC" });
}

/** The first and the last day of thirty. */
function daysOf(month: number): Query {
  const dateAfter = (days: number) => new Date(completing(750 * month) + days * 86_400_000).toISOString().slice(0, 10);
  return { from: dateAfter(0), to: dateAfter(29) };
}

/** A list from its first page, and from anywhere. */
function pages(filters: string, filterOf: (next: Next, pets: number) => Query = () => ({})): GrowthWorkload[] {
  const id = filters === "" ? "GET /pets" : `GET /pets?${filters}`;
  return [
    workload(id, (next, pets) => list("/pets", filterOf(next, pets))),
    workload(`${id}, deep`, async (next, pets) => list("/pets", await deep(filterOf(next, pets), next, pets))),
  ];
}

function available(next: Next, pets: number): number {
  for (;;) {
    const id = 1 + next(pets);
    if (shopPet(id, pets).status === "available") return id;
  }
}

/** Enough of a list that pets of ten thousand fill it: of a million, many times as many match. */
const short = { limit: 2 };

/** Two words that many pets have, but hardly any both: what is walked past for a page is bounded, but takes its time. */
const twoWords = "q={common} {common}";

export const growthWorkloads: readonly GrowthWorkload[] = [
  ...pages(""),
  ...pages("order=desc", () => ({ order: "desc" })),
  ...pages("status", (next) => ({ status: status(next) })),
  ...pages("categoryId", (next) => ({ categoryId: categoryId(next) })),
  ...pages("categoryId&status", both),
  ...pages("name={common}", (next) => ({ name: common(next) })),
  ...pages("name={usual}", (next) => ({ name: usual(next) })),
  ...pages("name={usual}&limit=2", (next) => ({ ...short, name: usual(next) })),
  workload("GET /pets?name={rare}", (next, pets) => list("/pets", { name: rare(next, pets) })),
  ...pages("name={one letter}", (next) => ({ name: letters(1)(next) })),
  ...pages("name={two letters}", (next) => ({ name: letters(2)(next) })),
  ...pages("name={common}&order=desc", (next) => ({ name: common(next), order: "desc" })),
  ...pages("name={common}&status", (next) => ({ status: status(next), name: common(next) })),
  ...pages("name={common}&categoryId&status", (next) => ({ ...both(next), name: common(next) })),
  ...pages("name={common}&categoryId", (next) => ({ categoryId: categoryId(next), name: common(next) })),
  ...pages("name={common}&categoryId&limit=2", (next) => ({
    ...short,
    categoryId: categoryId(next),
    name: common(next),
  })),
  ...pages("categoryId={none has it}", () => ({ categoryId: categories + 1 })),
  ...pages("name={common}&categoryId={none has it}", (next) => ({ categoryId: categories + 1, name: common(next) })),
  ...pages("q={common}", (next) => ({ q: common(next) })),
  ...pages("q={usual}", (next) => ({ q: usual(next) })),
  ...pages("q={usual}&limit=2", (next) => ({ ...short, q: usual(next) })),
  workload("GET /pets?q={rare}", (next, pets) => list("/pets", { q: rare(next, pets) })),
  ...pages("q={other spelling}", (next) => ({ q: spellings[next(spellings.length)]?.[1] ?? "" })),
  ...pages("q={one letter}", (next) => ({ q: letters(1)(next) })),
  ...pages("q={common}&order=desc", (next) => ({ q: common(next), order: "desc" })),
  ...pages("q={common}&status", (next) => ({ status: status(next), q: common(next) })),
  ...pages("q={common}&categoryId&status", (next) => ({ ...both(next), q: common(next) })),
  ...pages(twoWords, (next) => ({ q: `${common(next)} ${common(next)}` })),
  ...pages("q={one letter}&name={common}", (next) => ({ q: letters(1)(next), name: common(next) })),
  ...pages("tag={common}", () => ({ tag: commonTag })),
  ...pages("tag={common}&status", (next) => ({ tag: commonTag, status: status(next) })),
  ...pages("tag={common}&categoryId", (next) => ({ tag: commonTag, categoryId: categoryId(next) })),
  ...pages("tag={common}&q={common}", (next) => ({ tag: commonTag, q: common(next) })),
  workload("GET /pets?tag={rare}", (next, pets) => list("/pets", { tag: rareTag(1 + next(pets)) })),
  workload("GET /pets?tag={rare}&status", (next, pets) =>
    list("/pets", { tag: rareTag(1 + next(pets)), status: status(next) }),
  ),
  workload("GET /pets?reference", (next, pets) => list("/pets", { reference: referenceOf(1 + next(pets)) })),
  workload("GET /pets?microchip", (next, pets) => list("/pets", { microchip: microchipOf(1 + next(pets)) })),
  ...sorted("name"),
  ...sorted("name", (next) => ({ status: status(next) })),
  ...sorted("arrivedOn"),
  ...sorted("arrivedOn", (next) => ({ status: status(next) })),
  { id: "GET /pets?ids={20 random ids}", requests: async (pets) => randomPage(pets, count) },
  ...pages("include=quantity,createdAt", () => ({ include: "quantity,createdAt" })),
  ...pages("include=profile,photos", () => ({ include: "profile,photos" })),
  ...pages("status&include=profile,photos", (next) => ({ status: status(next), include: "profile,photos" })),
  ...pages("tag={common}&include=profile,photos", () => ({ tag: commonTag, include: "profile,photos" })),
  workload("GET /pets/{petId}", (next, pets) => get(`/pets/${1 + next(pets)}`)),
  workload("GET /pets/{petId}?include=profile,photos", (next, pets) =>
    get(`/pets/${1 + next(pets)}?include=profile,photos`),
  ),
  workload("GET /inventory/{petId}/changes", (next, pets) => list(`/inventory/${1 + next(pets)}/changes`)),
  workload("GET /store/orders?petId", (next, pets) =>
    list("/store/orders", { petId: orderedPet(1 + next(pets / orderedPet(1))) }),
  ),
  workload("GET /store/orders?complete=false", () => list("/store/orders", { complete: "false" })),
  workload("GET /store/orders", () => list("/store/orders")),
  workload("GET /store/orders, deep", async (next, pets) =>
    list("/store/orders", await after(1 + next(Math.floor(pets * 0.09)), ["orders", undefined, undefined])),
  ),
  workload("GET /store/orders?complete=true&order=desc", () =>
    list("/store/orders", { complete: "true", order: "desc" }),
  ),
  workload("GET /store/sales", () => list("/store/sales")),
  workload("GET /store/sales?q={rare name}", (next) => list("/store/sales", { q: `number${next(997)}` })),
  workload("GET /store/receipts, a month", (next, pets) => list("/store/receipts", daysOf(next(monthsOf(pets))))),
  ...(["day", "category"] as const).map((by) =>
    workload(`GET /reports/sales?by=${by}, a month`, (next, pets) => report(by, next(monthsOf(pets)))),
  ),
  workload("GET /inventory?limit=20", () => list("/inventory", { limit: 20 })),
  workload("GET /inventory?limit=20, deep", async (next, pets) =>
    list("/inventory", await after(1 + next(Math.floor(pets * 0.9)), ["inventory"], { limit: 20 })),
  ),
  workload("GET /webhooks/{webhookId}/deliveries", () => list("/webhooks/1/deliveries")),
  workload("GET /webhooks/{webhookId}/deliveries?state=failed", () =>
    list("/webhooks/1/deliveries", { state: "failed" }),
  ),
  workload("GET /events", () => list("/events")),
  workload("GET /events?petId", (next, pets) => list("/events", { petId: 1 + next(pets) })),
  workload("GET /stats", () => get("/stats")),
  workload("GET /activity", () => get("/activity")),
  workload("POST /pets", (next) => create(1 + next(1000))),
  workload("PATCH /inventory/{petId}", (next, pets) => setQuantity(1 + next(pets), next(1000))),
  workload("POST /inventory/{petId}/changes", (next, pets) =>
    send("POST", `/inventory/${1 + next(pets)}/changes`, { delta: 1, reason: "arrival" }, 201),
  ),
  workload("POST /store/orders", (next, pets) => placeOrder(available(next, pets))),
];
