/* The cache of the service: what is kept and forgotten, and one load for all who wait. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { Cache } from "../src/core/caches/cache.ts";

test("a value that is used stays, whatever smaller than half of the size is set, and no more is kept than the size and the last value", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 49 }), { maxLength: 200 }), (sizes) => {
      const cache = new Cache<number, number>(100);
      cache.set(-1, 0, 1);
      for (const [key, size] of sizes.entries()) {
        cache.set(key, size, size);
        expect(cache.get(-1)).toBe(0);
        const kept = sizes.slice(0, key + 1).filter((_, earlier) => cache.has(earlier));
        expect(kept.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(100);
        expect(cache.get(key)).toBe(size);
      }
    }),
  );
});

test("what nobody uses is forgotten after as much else as half of the size was set twice", () => {
  const cache = new Cache<string, number>(4);
  cache.set("unused", 0, 1);
  for (const name of ["b", "c"]) cache.set(name, 1, 1);
  expect(cache.has("unused")).toBe(true);
  for (const name of ["d", "e"]) cache.set(name, 1, 1);
  expect(["unused", "b", "c", "d", "e"].map((name) => cache.has(name))).toEqual([false, false, true, true, true]);
});

test("a value that was set again is the newest one, also after the earlier one is old, and gone once it is deleted", () => {
  const cache = new Cache<string, string>(4);
  cache.set("name", "earlier", 1);
  for (const other of ["b", "c"]) cache.set(other, "", 1);
  cache.set("name", "newer", 1);
  expect(cache.get("name")).toBe("newer");
  cache.delete("name");
  expect([cache.has("name"), cache.get("name")]).toEqual([false, undefined]);
});

test("all who ask while a value is loaded get that one; after a failure the next load tries again", async () => {
  const cache = new Cache<string, number>(4);
  const [first, loads] = [Promise.withResolvers<number>(), [] as number[]];
  const load = (value: Promise<number>) =>
    cache.load("name", () => {
      loads.push(loads.length);
      return value;
    });
  const waiting = [load(first.promise), load(Promise.resolve(2))];
  expect(cache.isLoading("name")).toBe(true);
  first.reject(new Error("out of reach"));
  expect((await Promise.allSettled(waiting)).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect([cache.isLoading("name"), await load(Promise.resolve(3)), loads]).toEqual([false, 3, [0, 1]]);
});
