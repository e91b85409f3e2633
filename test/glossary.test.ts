/* The words of the project: docs/glossary.md says what they mean, and which names the code no longer uses. */
import { expect, test } from "bun:test";
import { join } from "node:path";

const root = join(import.meta.dir, "..");
const [words = "", retired = "", ofTests = ""] = (await Bun.file(join(root, "docs/glossary.md")).text()).split(
  /## Retired|^Names of test files/m,
);

/** The rows of a table without its head. */
const rowsOf = (text: string) =>
  text
    .split("\n")
    .filter((line) => line.startsWith("| "))
    .slice(2);

test("the glossary has at most sixty words, each once", () => {
  const terms = rowsOf(words).map((row) => row.split("|")[1]?.trim());
  expect(terms.length).toBeGreaterThan(40);
  expect(terms.length).toBeLessThanOrEqual(60);
  expect(new Set(terms).size).toBe(terms.length);
});

test("neither the name of a test file nor that of a test uses a word that the glossary retired there", async () => {
  const retiredWords = [...ofTests.matchAll(/`(\w+)`/g)].map(([, word]) => word);
  expect(retiredWords.length).toBeGreaterThan(2);
  const pattern = new RegExp(`\\b(?:${retiredWords.join("|")})\\b`, "i");
  const found: string[] = [];
  for await (const path of new Bun.Glob("{test,bench}/**/*.{ts,tsx}").scan(root)) {
    if (path.includes("node_modules")) continue;
    if (pattern.test(path)) found.push(path);
    const text = await Bun.file(join(root, path)).text();
    for (const [, name = ""] of text.matchAll(/\b(?:test|it|describe)\(\s*"([^"\n]+)"/g))
      if (pattern.test(name)) found.push(`${path}: ${name}`);
  }
  expect(found).toEqual([]);
});

test("no file of src uses a name that the glossary retired", async () => {
  const names = rowsOf(retired).flatMap((row) =>
    [...(row.split("|")[1] ?? "").matchAll(/`(\w+)(?:\(\))?`/g)].map(([, name]) => name),
  );
  // A word that is also plain English counts as a name only where it is called.
  const pattern = new RegExp(
    names.map((name = "") => (/^[a-z]+$/.test(name) ? `(?<![.\\w$])${name}\\(` : `\\b${name}\\b`)).join("|"),
  );
  expect(names.length).toBeGreaterThan(10);
  const found: string[] = [];
  for await (const path of new Bun.Glob("src/**/*.{ts,tsx}").scan(root)) {
    const lines = (await Bun.file(join(root, path)).text()).split("\n");
    lines.forEach((line, nth) => {
      if (pattern.test(line)) found.push(`${path}:${nth + 1}: ${line.trim()}`);
    });
  }
  expect(found).toEqual([]);
});
