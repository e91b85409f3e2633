/* Clients that keep adding animals while something goes wrong, and note what they were told. */
import { Database } from "bun:sqlite";
import { expect } from "bun:test";
import { copyFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { type Client, client } from "../../src/client/client.ts";
import { emptyFolder } from "../folder.ts";
import type { Program } from "../program.ts";

/** The key that the services of these tests are started with. */
export const CONFIGURED = "configured-key-of-at-least-32-characters";

/** How a service is started when its speed is not to be limited, and its log has what went wrong alone. */
export const QUIET = { PETSTORE_API_KEY: CONFIGURED, RATE_LIMIT: "0", LOG_LEVEL: "error" } as const;

/** What all writers were told so far. */
export interface Told {
  /** The names of the animals that were acknowledged, by id. */
  readonly acknowledged: Map<bigint, string>;
  /** The names of those that were refused. */
  readonly refused: Set<string>;
  /** The names of those of which the service said that they may or may not be stored. */
  readonly uncertain: Set<string>;
  /** Every refusal that was not 503 `service_unavailable` with Retry-After. */
  readonly strange: string[];
}

/** A client that shows every refusal: it asks nothing again by itself. */
export function once({ origin }: Program): Client {
  return client(`${origin}/v1`, CONFIGURED, { attempts: 1 });
}

export function nothingTold(): Told {
  return { acknowledged: new Map(), refused: new Set(), uncertain: new Set(), strange: [] };
}

/** Adds animals one after the other until told to stop, or until the service is gone. */
export async function keepAdding(program: Program, writer: string, told: Told, isEnough = () => false): Promise<void> {
  const { createPet } = once(program);
  try {
    for (let count = 0; !isEnough(); count++) {
      const name = `Rex ${writer} ${count}`;
      const added = await createPet({ body: { name, categoryId: 7n, status: "pending" } });
      if (added.ok) {
        expect(told.acknowledged.has(added.body.id)).toBe(false);
        told.acknowledged.set(added.body.id, name);
        continue;
      }
      const isUncertain = added.body.message.includes("it may or may not be stored");
      (isUncertain ? told.uncertain : told.refused).add(name);
      const isExpected = added.body.code === "service_unavailable" && added.headers.get("Retry-After") !== null;
      if (!isExpected) told.strange.push(`${added.status} ${JSON.stringify(added.body)}`);
      await Bun.sleep(5);
    }
  } catch (error) {
    if (!isConnectionLost(error)) throw error;
  }
}

function isConnectionLost(error: unknown): boolean {
  return (
    error instanceof Error &&
    "code" in error &&
    /^(?:ConnectionRefused|ConnectionClosed|ECONN|FailedToOpenSocket)/.test(String(error.code))
  );
}

/** Asks the service for every animal that was acknowledged, and compares it with what the writer sent. */
export async function expectNothingLost(program: Program, { acknowledged }: Told): Promise<void> {
  const ids = [...acknowledged.keys()];
  for (let start = 0; start < ids.length; start += 100) {
    const some = ids.slice(start, start + 100);
    const found = await once(program).listPets({ query: { ids: some, limit: 100 } });
    if (!found.ok) throw new Error(found.body.message);
    const expected = some.toSorted((a, b) => Number(a - b)).map((id) => ({ id, name: acknowledged.get(id) ?? "" }));
    expect(found.body).toEqual(expected.map((pet) => ({ ...pet, categoryId: 7n, status: "pending" })));
  }
}

/** Reads the file itself, while nobody writes: it is sound, and has nothing that was refused. */
export function expectSound(file: string, told: Told): void {
  // A copy, because SQLite resolves the path, and a path into another mount namespace must not be resolved here.
  using folder = emptyFolder();
  const copy = join(folder.path, "copy.db");
  for (const part of ["", "-wal"]) if (existsSync(file + part)) copyFileSync(file + part, copy + part);
  using database = new Database(copy);
  expect(database.query("pragma integrity_check").all()).toEqual([{ integrity_check: "ok" }]);
  expectNothingElse(database.query<{ name: string }, []>("select name from pets").all(), told);
}

/** What is stored has nothing that was refused, and nothing twice. */
export function expectNothingElse(stored: readonly { name: string }[], { refused }: Told): void {
  expect(stored.filter(({ name }) => refused.has(name))).toEqual([]);
  expect(new Set(stored.map(({ name }) => name)).size).toBe(stored.length);
}

/** One line about a fault for whoever runs the tests. */
export function report(fault: string, { acknowledged, refused, uncertain }: Told, recoveredMs: number): void {
  const told = `${acknowledged.size} writes acknowledged, ${refused.size + uncertain.size} refused with 503, 0 lost`;
  console.log(`  ${fault}: ${told}; back after ${(recoveredMs / 1000).toFixed(2)} s`);
}
