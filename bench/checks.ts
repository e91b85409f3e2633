/** Checks that a server keeps the contract before it is timed: a fast wrong response is worth nothing. */
import { replaysResponses } from "./limits/recording.ts";
import { numbered, pet, petCount, quantity } from "./pets.ts";
import type { Running } from "./processes.ts";
import type { Server } from "./servers.ts";

/** A request, and its response: the status, and the least that the body must hold. */
type Check = readonly [
  status: number,
  method: string,
  path: string,
  body?: string | undefined,
  expected?: () => object,
];

const entry = (petId: number) => ({ petId, quantity: quantity(petId), status: pet(petId).status });
const changedEntry = { ...entry(7), quantity: 42 };
const created = { id: petCount + 1, name: "Zoë", categoryId: 3, status: "available" };
const someIds = numbered(20, (number) => (number * petCount) / 20);
const firstAvailable = () =>
  numbered(40, pet)
    .filter(({ status }) => status === "available")
    .slice(0, 20);

const list: Check = [200, "GET", "/pets?limit=20&status=available", undefined, firstAvailable];
/** `ids` is petstore's own parameter, so the peers do not have it. */
const listOfIds: Check = [200, "GET", `/pets?ids=${someIds}`, undefined, () => someIds.map(pet)];

/** A refusal that names all of these fields. */
const naming = (...fields: readonly string[]) => ({ status: 400, details: fields.map((field) => ({ field })) });

const reads: readonly Check[] = [
  list,
  [200, "GET", "/pets/1", undefined, () => pet(1)],
  [200, "GET", "/inventory", undefined, () => numbered(petCount, entry)],
];

/** The changes come last, in this order: each check sees what those before it have changed. */
const contract: readonly Check[] = [
  ...reads,
  [200, "GET", "/pets", undefined, () => numbered(20, pet)],
  [400, "GET", "/pets?limit=0"],
  [400, "GET", "/pets?limit=101"],
  [400, "GET", "/pets?limit=x"],
  [400, "GET", "/pets?status=lost"],
  [404, "GET", "/pets/999999999"],
  [404, "PATCH", "/inventory/999999999", '{"quantity":1}'],
  [400, "PATCH", "/inventory/1", '{"quantity":-1}'],
  [400, "PATCH", "/inventory/1", '{"quantity":"1"}'],
  [400, "PATCH", "/inventory/1", "{}"],
  [400, "POST", "/pets", '{"name":"Rex"}'],
  [400, "POST", "/pets", '{"categoryId":1}'],
  [400, "POST", "/pets", '{"name":5,"categoryId":1}'],
  [400, "POST", "/pets", '{"name":"Rex","categoryId":"1"}'],
  [400, "POST", "/pets", '{"name":"Rex","categoryId":1.5}'],
  [400, "POST", "/pets", '{"name":"Rex","categoryId":1,"status":"lost"}'],
  [400, "POST", "/pets", '{"name":"Rex","status":"lost"}', () => naming("categoryId", "status")],
  [400, "POST", "/pets", '{"name":'],
  [200, "PATCH", "/inventory/7", '{"quantity":42}', () => changedEntry],
  [200, "GET", "/inventory", undefined, () => numbered(petCount, (id) => (id === 7 ? changedEntry : entry(id)))],
  [201, "POST", "/pets", '{"name":"Zoë","categoryId":3}', () => created],
  [200, "GET", `/pets/${created.id}`, undefined, () => created],
];

const withoutKey: readonly Check[] = [
  [401, "GET", "/pets"],
  [401, "POST", "/pets", "{}"],
];

function checksOf({ kind, engine }: Server): readonly Check[] {
  if (kind === "limit") return engine === "SQLite" ? reads : [list, listOfIds];
  return kind === "petstore" ? [listOfIds, ...contract] : contract;
}

async function passes({ send }: Running, check: Check, hasKey: boolean): Promise<boolean> {
  const [status, method, path, body, expected] = check;
  const response = await send(method, path, { hasKey, ...(body !== undefined && { body }) });
  const received = (await response.json()) as { code?: unknown; message?: unknown };
  if (response.status !== status) return false;
  if (expected !== undefined) return Bun.deepMatch(expected(), received);
  return (
    typeof received.code === "string" && typeof received.message === "string" && Bun.deepMatch({ status }, received)
  );
}

/** What the server does wrong; nothing for a server that may be timed. `data` is what it was started with. */
export async function wrongResponses(running: Running, data: string): Promise<string[]> {
  const { kind, engine } = running.server;
  const wrong: string[] = [];
  const run = async (check: Check, hasKey: boolean): Promise<void> => {
    const isRight = await passes(running, check, hasKey).catch(() => false);
    const [status, method, path, body = ""] = check;
    if (!isRight) wrong.push(`${method} ${path} ${body} does not return ${status} with the right body`);
  };
  if (kind !== "limit") for (const check of withoutKey) await run(check, false);
  for (const check of checksOf(running.server)) await run(check, true);
  if (kind === "limit" && engine === "SQLite" && !(await replaysResponses(running, data))) {
    wrong.push("the responses are not those of petstore");
  }
  return wrong;
}
