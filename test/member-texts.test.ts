/* Which texts of members of pets are kept. */
import { expect, test } from "bun:test";
import { MemberTexts } from "../src/core/caches/member-texts.ts";

test("a text is valid for its revision only, and so are the others of that pet", () => {
  const texts = new MemberTexts();
  texts.set("profile", 1n, 5n, "old profile");
  texts.set("photos", 1n, 5n, "old photos");
  expect([texts.get("profile", 1n, 5n), texts.get("photos", 1n, 5n)]).toEqual(["old profile", "old photos"]);
  expect(texts.get("profile", 1n, 6n)).toBeUndefined();
  texts.set("photos", 1n, 6n, "new photos");
  expect(texts.get("photos", 1n, 6n)).toBe("new photos");
  expect([texts.get("profile", 1n, 6n), texts.get("profile", 1n, 5n)]).toEqual([undefined, undefined]);
});

test("at most 16 MiB of texts are cached: the least recently used go first", () => {
  const texts = new MemberTexts();
  const [text, kept] = ["x".repeat(16 * 1024 - 256), 1024n];
  for (let petId = 1n; petId <= kept; petId++) texts.set("profile", petId, 0n, text);
  expect([texts.get("profile", 1n, 0n), texts.get("profile", kept, 0n)]).toEqual([text, text]);
  for (let petId = kept + 1n; petId <= 2n * kept; petId++) {
    texts.set("profile", petId, 0n, text);
    expect(texts.get("profile", 1n, 0n)).toBe(text);
  }
  const known = Array.from({ length: Number(2n * kept) }, (_, index) => texts.get("profile", BigInt(index + 1), 0n));
  expect(known[Number(kept)]).toBeUndefined();
  expect(known.filter((one) => one !== undefined).length).toBeLessThanOrEqual(Number(kept));
});
