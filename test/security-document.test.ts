/* Every claim of docs/security.md names tests; each of them exists. */
import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dir, "..");
const document = readFileSync(join(root, "docs/security.md"), "utf8");
const claims = [...document.matchAll(/^ +- `(test\/[^`]+)`: "([^"]+)"(?: \(.+\))?$/gm)].map(
  ([, file = "", name = ""]) => ({
    file,
    name,
  }),
);

function exists({ file, name }: (typeof claims)[number]): boolean {
  const path = join(root, file);
  if (!existsSync(path)) return false;
  // In the document, `%s` stands for an expression of a template.
  const source = readFileSync(path, "utf8").replaceAll(/\$\{\w+\}/g, "%s");
  return [`"${name}"`, `\`${name}\``].some((text) => source.includes(text));
}

describe("docs/security.md", () => {
  test("names only tests that exist", () => {
    expect(claims).toHaveLength([...document.matchAll(/^ +- `test\//gm)].length);
    expect(claims.length).toBeGreaterThan(30);
    expect(claims.filter((claim) => !exists(claim))).toEqual([]);
  });

  test("names a test for each of OWASP's ten risks", () => {
    const risks = document.split(/^(?=\*\*API\d+, |## )/m).filter((part) => part.startsWith("**API"));
    expect(risks.map((risk) => /^\*\*(API\d+), /.exec(risk)?.[1])).toEqual(
      Array.from({ length: 10 }, (_, index) => `API${index + 1}`),
    );
    for (const risk of risks) expect(risk).toMatch(/^ +- `test\//m);
  });
});
