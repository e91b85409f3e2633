/* All pairs of values of all settings, on SQLite, PostgreSQL and with a standby: the answers are those of a start with the first values. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { tell } from "../support/tell.ts";
import { compare, type Servers, startOnce, startServers, stores } from "./starts.ts";
import { allPairs, first, pairCount } from "./values.ts";

setDefaultTimeout(1_800_000);

let servers: Servers;
beforeAll(async () => {
  servers = await startServers();
});
afterAll(() => servers[Symbol.asyncDispose]());

const combinations = allPairs();

test.each(stores)("all pairs of values on %s", async (store) => {
  const usual = await startOnce(servers, store, first);
  let { requests } = usual;
  let excused = 0;
  const differences: unknown[] = [];
  for (const combination of combinations) {
    const start = await startOnce(servers, store, combination);
    const found = compare(combination, start.answers, usual.answers);
    excused += found.excused;
    differences.push(...found.differences);
    requests += start.requests;
  }
  tell(
    `${store}: ${pairCount()} pairs, ${combinations.length + 1} starts, ${requests} requests, ${differences.length} starts that differ; ${excused} answers that a setting changes`,
  );
  expect(differences).toEqual([]);
});
