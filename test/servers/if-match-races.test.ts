/* Of two changes at once that name the same tag, one is made: the row that is changed is the row that was compared (RFC 9110 13.1.1). */
import { expect } from "bun:test";
import { operations } from "../../src/contract/index.ts";
import { fillPath, type Operation } from "../../src/contract/operation.ts";
import { openDatabase, test } from "../support/databases.ts";
import { exampleRequest } from "../support/examples.ts";
import { openService, type TestService } from "../support/harness.ts";

/** How often each pair of operations meets. */
const ROUNDS = 15;

const conditional = operations.filter(({ ifMatch }) => ifMatch !== undefined);

/** Each operation with each one that compares the same resource; the resource is as the first needs it. */
const pairs = conditional.flatMap((one) =>
  conditional.filter(({ ifMatch }) => ifMatch === one.ifMatch).map((other) => [one.id, other.id, one, other] as const),
);

/** The values of the parameters in a path. */
function parametersIn(path: string, template: string): Record<string, string> {
  const values = path.split("/");
  return Object.fromEntries(
    template.split("/").flatMap((part, nth) => (part.startsWith("{") ? [[part.slice(1, -1), values[nth] ?? ""]] : [])),
  );
}

/** The operation that reads what another one changes: that of the completion of an order reads the order. */
function resourceOf({ path }: Operation): Operation {
  const reads = operations.filter((read) => read.method === "GET" && path.startsWith(read.path));
  const [read] = reads.toSorted((one, other) => other.path.length - one.path.length);
  if (read === undefined) throw new Error(`nothing reads ${path}`);
  return read;
}

/** Sends both at once with the tag of the resource. Returns their statuses, and how many have changed it. */
async function race(service: TestService, one: Operation, other: Operation) {
  const { path, ...init } = await exampleRequest(service.store, one);
  const parameters = parametersIn(path, `/v1${one.path}`);
  const resource = fillPath(resourceOf(one).path, parameters);
  const tag = (await service.send(`/v1${resource}`)).headers.get("ETag") ?? "none";
  const send = async ({ method, path, examples }: Operation) => {
    const body = examples.body === undefined ? null : JSON.stringify(examples.body);
    const headers = { ...init.headers, "Content-Type": "application/json", "If-Match": tag };
    const {
      ok,
      status,
      headers: received,
    } = await service.send(`/v1${fillPath(path, parameters)}`, {
      method,
      body,
      headers,
    });
    return { status, hasChanged: ok && received.get("ETag") !== tag };
  };
  const outcomes = await Promise.all([send(one), send(other)]);
  await free(service, parameters);
  return {
    statuses: outcomes.map(({ status }) => status),
    changes: outcomes.filter(({ hasChanged }) => hasChanged).length,
  };
}

/** Removes what has names that the example of the next round has, too. */
function free({ store }: TestService, { petId, categoryId }: Record<string, string>): Promise<unknown> {
  return store.transaction(async ({ pets, categories }) => {
    if (petId !== undefined) await pets.delete(BigInt(petId));
    if (categoryId !== undefined) await categories.delete(BigInt(categoryId));
  });
}

test.each(pairs)("%s and %s with one tag at once: one is made", async (_one, _other, one, other) => {
  await using database = await openDatabase();
  await using service = await openService({}, database, { databaseConnections: 8 });
  const outcomes: Awaited<ReturnType<typeof race>>[] = [];
  for (let round = 0; round < ROUNDS; round++) outcomes.push(await race(service, one, other));
  expect(outcomes.filter(({ changes }) => changes > 1)).toEqual([]);
  // Not all: the category of a round may be the one that the example's pet has.
  expect(outcomes.filter(({ changes }) => changes === 1).length).toBeGreaterThan(ROUNDS / 2);
});
