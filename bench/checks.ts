/** Checks that a server responds as the contract says before it is timed: a fast wrong response is worth nothing. */
import { replaysHeaders } from "./limits/recording.ts";
import { numbered, pet, petCount, quantity } from "./pets.ts";
import type { Running } from "./processes.ts";
import type { Server } from "./servers.ts";

interface Check {
  readonly rule: string;
  readonly method?: string;
  readonly path: string;
  readonly body?: string;
  readonly hasKey?: boolean;
  readonly status: number;
  /** What the body must hold at least. Every error must have its status, a code and a message besides. */
  readonly holds?: () => object;
}

const available = () =>
  numbered(2 * 20, pet)
    .filter(({ status }) => status === "available")
    .slice(0, 20);
const everyTwentieth = numbered(20, (number) => (number * petCount) / 20);
const entry = (petId: number) => ({ petId, quantity: quantity(petId), status: pet(petId).status });
const created = { name: "Zoë", categoryId: 3, status: "available" };

const list: Check = {
  rule: "GET /pets filters by status, in ascending order of id",
  path: "/pets?limit=20&status=available",
  status: 200,
  holds: available,
};
/** `ids` is petstore's own parameter, so the peers do not have it. */
const listOfIds: Check = {
  rule: "GET /pets?ids= returns these pets",
  path: `/pets?ids=${everyTwentieth}`,
  status: 200,
  holds: () => everyTwentieth.map(pet),
};

const reads: readonly Check[] = [
  list,
  { rule: "GET /pets/{petId} returns the pet", path: "/pets/1", status: 200, holds: () => pet(1) },
  {
    rule: "GET /inventory returns every entry, in ascending order of petId",
    path: "/inventory",
    status: 200,
    holds: () => numbered(petCount, entry),
  },
];

const failures: readonly Check[] = [
  ...["limit=0", "limit=101", "limit=x", "status=lost"].map((query) => ({
    rule: `GET /pets?${query} is refused`,
    path: `/pets?${query}`,
    status: 400,
  })),
  { rule: "GET /pets without a key is refused", path: "/pets", hasKey: false, status: 401 },
  {
    rule: "POST /pets without a key is refused",
    method: "POST",
    path: "/pets",
    body: "{}",
    hasKey: false,
    status: 401,
  },
  { rule: "GET /pets/{petId} of an unknown pet is 404", path: "/pets/999999999", status: 404 },
  {
    rule: "PATCH /inventory/{petId} of an unknown pet is 404",
    method: "PATCH",
    path: "/inventory/999999999",
    body: '{"quantity":1}',
    status: 404,
  },
  ...[
    '{"name":"Rex"}',
    '{"categoryId":1}',
    '{"name":5,"categoryId":1}',
    '{"name":"Rex","categoryId":"1"}',
    '{"name":"Rex","categoryId":1.5}',
    '{"name":"Rex","categoryId":1,"status":"lost"}',
    '{"name":',
  ].map((body) => ({ rule: `POST /pets refuses ${body}`, method: "POST", path: "/pets", body, status: 400 })),
  ...['{"quantity":-1}', '{"quantity":"1"}', "{}"].map((body) => ({
    rule: `PATCH /inventory/{petId} refuses ${body}`,
    method: "PATCH",
    path: "/inventory/1",
    body,
    status: 400,
  })),
];

/** In this order: each sees what those before it have changed. */
const changes: readonly Check[] = [
  {
    rule: "PATCH /inventory/{petId} changes the quantity",
    method: "PATCH",
    path: "/inventory/7",
    body: '{"quantity":42}',
    status: 200,
    holds: () => ({ ...entry(7), quantity: 42 }),
  },
  {
    rule: "the next inventory has the changed quantity",
    path: "/inventory",
    status: 200,
    holds: () => numbered(petCount, (id) => (id === 7 ? { ...entry(7), quantity: 42 } : entry(id))),
  },
  {
    rule: "POST /pets creates a pet, available by default",
    method: "POST",
    path: "/pets",
    body: '{"name":"Zoë","categoryId":3}',
    status: 201,
    holds: () => created,
  },
  {
    rule: "the created pet can be read",
    path: `/pets/${petCount + 1}`,
    status: 200,
    holds: () => ({ id: petCount + 1, ...created }),
  },
];

function checksOf({ kind, engine }: Server): readonly Check[] {
  if (kind === "limit") return engine === "SQLite" ? reads : [list, listOfIds];
  const own = kind === "petstore" ? [listOfIds] : [];
  const page = {
    rule: "GET /pets returns 20 pets by default",
    path: "/pets",
    status: 200,
    holds: () => numbered(20, pet),
  };
  return [...reads, page, ...own, ...failures, ...changes];
}

async function passes({ send }: Running, { method = "GET", path, status, holds, ...options }: Check): Promise<boolean> {
  const response = await send(method, path, options);
  const body = (await response.json()) as { code?: unknown; message?: unknown };
  if (response.status !== status) return false;
  if (status >= 400) {
    return Bun.deepMatch({ status }, body) && typeof body.code === "string" && typeof body.message === "string";
  }
  return holds === undefined || Bun.deepMatch(holds(), body);
}

/** The rules that the server breaks; none for a server that may be timed. */
export async function brokenRules(running: Running, data: string): Promise<string[]> {
  const { kind, engine } = running.server;
  const broken: string[] = [];
  if (kind === "limit" && engine === "SQLite" && !(await replaysHeaders(running, data))) {
    broken.push("every response has the headers of petstore");
  }
  for (const check of checksOf(running.server)) {
    if (!(await passes(running, check).catch(() => false))) broken.push(check.rule);
  }
  return broken;
}
