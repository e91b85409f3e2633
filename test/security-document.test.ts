/* docs/security.md claims nothing without a test: each one that it names is there. */
import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dir, "..");
const document = readFileSync(join(root, "docs/security.md"), "utf8");
const claims = [...document.matchAll(/^ +- `(test\/[^`]+)`: "(.+)"$/gm)].map(([, file = "", name = ""]) => ({
  file,
  name,
}));

describe("docs/security.md", () => {
  test("names only tests that exist", () => {
    const isThere = ({ file, name }: (typeof claims)[number]) =>
      existsSync(join(root, file)) && readFileSync(join(root, file), "utf8").includes(`"${name}"`);
    expect(claims.filter((claim) => !isThere(claim))).toEqual([]);
  });

  test("has a test for each of the ten risks of OWASP", () => {
    const risks = document.split(/^(?=\*\*API\d+, |## )/m).filter((part) => part.startsWith("**API"));
    expect(risks.map((risk) => /^\*\*(API\d+), /.exec(risk)?.[1])).toEqual(
      Array.from({ length: 10 }, (_, index) => `API${index + 1}`),
    );
    for (const risk of risks) expect(risk).toMatch(/^ +- `test\//m);
  });
});
