/* Every setting has values to be tried with; and a tenth of all pairs of them, drawn by a seed, answers as a start without them. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { chance, SEED } from "../support/seed.ts";
import { compare, type Servers, startOnce, startServers, stores } from "./starts.ts";
import { allPairs, first, names, SET_BY_OTHERS, values } from "./values.ts";

setDefaultTimeout(180_000);

let servers: Servers;
beforeAll(async () => {
  servers = await startServers();
});
afterAll(() => servers[Symbol.asyncDispose]());

test("every setting has values in the matrix, two to four that differ", () => {
  const tried: readonly string[] = [...Object.keys(values), ...SET_BY_OTHERS];
  expect(tried.toSorted()).toEqual(names.toSorted());
  for (const some of Object.values(values)) {
    expect(new Set(some).size).toBe(some.length);
    expect(some.length).toBeLessThanOrEqual(4);
  }
});

const random = chance(SEED);
const combinations = allPairs();

/** Of all combinations a tenth: one on each store. */
test.each(stores)("a combination that the seed draws answers on %s as the first values do", async (store) => {
  const usual = await startOnce(servers, store, first);
  const drawn = combinations[random.below(combinations.length)] ?? first;
  expect(compare(drawn, (await startOnce(servers, store, drawn)).answers, usual.answers).differences).toEqual([]);
});
