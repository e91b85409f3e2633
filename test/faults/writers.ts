/* Clients that create pets while something fails, and record what they were told. */

import { Database } from "bun:sqlite";
import { expect } from "bun:test";
import { copyFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { PetstoreError } from "../../src/client/index.ts";
import { emptyFolder } from "../support/folder.ts";
import { type Program, startProgram, until } from "../support/program.ts";
import { tell } from "../support/tell.ts";
import { type Client, client } from "../support/typed-client.ts";

/** The API key of the services in these tests. */
export const CONFIGURED = "configured-key-of-at-least-32-characters";

/** The environment of a service without a rate limit that logs only errors. */
export const QUIET = { PETSTORE_API_KEY: CONFIGURED, RATE_LIMIT: "0", LOG_LEVEL: "error" } as const;

/** Starts a quiet service with these settings more. */
export function startQuiet(
  settings: Readonly<Record<string, string>> = {},
  options: Omit<NonNullable<Parameters<typeof startProgram>[0]>, "env"> = {},
): Promise<Program> {
  return startProgram({ ...options, env: { ...QUIET, ...settings } });
}

/** Waits until nothing listens on the port of a service any more. */
export async function untilGone({ origin }: Program): Promise<void> {
  const isRefused = () =>
    fetch(`${origin}/healthz`, { headers: { Connection: "close" } }).then(
      () => false,
      () => true,
    );
  await until(isRefused, "the end of the service");
}

/** The value of a metric that has no labels. */
async function metricOf({ origin }: Program, name: string): Promise<number> {
  const text = await (await fetch(`${origin}/metrics`)).text();
  return Number(new RegExp(`^petstore_http_${name} (\\d+)$`, "m").exec(text)?.[1]);
}

/** How many requests are in progress, without the one for the metrics. */
export const inFlight = async (program: Program) => (await metricOf(program, "requests_in_flight")) - 1;

/** How many streams of events are open. */
export const streamsOf = (program: Program) => metricOf(program, "streams_open");

/** What all writers were told. */
export interface Told {
  /** The names of acknowledged pets by id. */
  readonly acknowledged: Map<bigint, string>;
  /** The names of refused pets. */
  readonly refused: Set<string>;
  /** The names of pets that may or may not be stored, as the service said. */
  readonly uncertain: Set<string>;
  /** Failures other than 503 `service_unavailable` with Retry-After. */
  readonly strange: string[];
}

/** A client that does not repeat requests. */
export function once({ origin }: Pick<Program, "origin">): Client {
  return client(`${origin}/v1`, CONFIGURED, { maxRetries: 0 });
}

export function nothingTold(): Told {
  return { acknowledged: new Map(), refused: new Set(), uncertain: new Set(), strange: [] };
}

/** Creates pets one after the other until it is enough or the service is gone. */
export async function keepAdding(
  program: Pick<Program, "origin">,
  writer: string,
  told: Told,
  isEnough = () => false,
): Promise<void> {
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
    }
  } catch (error) {
    if (!(PetstoreError.is(error) && error.code === "connection_failed")) throw error;
  }
}

/** Reads the newest pets until the service is gone, and records each as if it were acknowledged. */
export async function keepLooking(program: Program, { acknowledged }: Told): Promise<void> {
  const { listPets } = once(program);
  let last = [...acknowledged.keys()].reduce((max, id) => (id > max ? id : max), 0n);
  try {
    for (;;) {
      const next = Array.from({ length: 100 }, (_, nth) => last + BigInt(nth + 1));
      const found = await listPets({ query: { ids: next, limit: 100 } });
      if (!found.ok) throw new Error(found.body.message);
      for (const { id, name } of found.body) acknowledged.set(id, name);
      last = found.body.at(-1)?.id ?? last;
    }
  } catch (error) {
    if (!(PetstoreError.is(error) && error.code === "connection_failed")) throw error;
  }
}

/** Checks that the service returns every acknowledged pet as it was sent. */
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

/** Checks the file itself while nobody writes: it is intact and has nothing that was refused. */
export function expectSound(file: string, told: Told): void {
  // A copy: SQLite resolves paths, and a path into another mount namespace must not be resolved here.
  using folder = emptyFolder();
  const copy = join(folder.path, "copy.db");
  for (const part of ["", "-wal"]) if (existsSync(file + part)) copyFileSync(file + part, copy + part);
  using database = new Database(copy);
  expect(database.query("pragma integrity_check").all()).toEqual([{ integrity_check: "ok" }]);
  expectNothingElse(database.query<{ name: string }, []>("select name from pets").all(), told);
}

/** Checks that nothing refused is stored, and nothing twice. */
export function expectNothingElse(stored: readonly { name: string }[], { refused }: Told): void {
  expect(stored.filter(({ name }) => refused.has(name))).toEqual([]);
  expect(new Set(stored.map(({ name }) => name)).size).toBe(stored.length);
}

/** Prints one line about a fault. */
export function report(fault: string, { acknowledged, refused, uncertain }: Told, recoveredMs: number): void {
  const told = `${acknowledged.size} writes acknowledged, ${refused.size + uncertain.size} refused with 503, 0 lost`;
  tell(`  ${fault}: ${told}; back after ${(recoveredMs / 1000).toFixed(2)} s`);
}
