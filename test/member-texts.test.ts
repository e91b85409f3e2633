/* Which texts of members of pets are kept. */
import { expect, test } from "bun:test";
import { MemberTexts } from "../src/core/member-texts.ts";

test("a text is known at its revision only, and so are the others of that pet", () => {
  const texts = new MemberTexts();
  texts.set("profile", 1n, 5n, "old profile");
  texts.set("photos", 1n, 5n, "old photos");
  expect([texts.get("profile", 1n, 5n), texts.get("photos", 1n, 5n)]).toEqual(["old profile", "old photos"]);
  expect(texts.get("profile", 1n, 6n)).toBeUndefined();
  texts.set("photos", 1n, 6n, "new photos");
  expect(texts.get("photos", 1n, 6n)).toBe("new photos");
  expect([texts.get("profile", 1n, 6n), texts.get("profile", 1n, 5n)]).toEqual([undefined, undefined]);
});

test("texts of more than 16 MiB are forgotten, all at once", () => {
  const texts = new MemberTexts();
  const [text, kept] = ["x".repeat(16 * 1024 - 256), 1024n];
  for (let petId = 1n; petId <= kept; petId++) texts.set("profile", petId, 0n, text);
  expect([texts.get("profile", 1n, 0n), texts.get("profile", kept, 0n)]).toEqual([text, text]);
  texts.set("profile", kept + 1n, 0n, "one more");
  expect([texts.get("profile", 1n, 0n), texts.get("profile", kept, 0n)]).toEqual([undefined, undefined]);
  expect(texts.get("profile", kept + 1n, 0n)).toBe("one more");
});
