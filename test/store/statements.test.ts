import { expect, test } from "bun:test";
import { type Fragment, fragment, type Part, statementCompiler } from "../../src/store/engine.ts";

const parts = (template: TemplateStringsArray, ...values: readonly Part[]): Fragment => fragment(template, ...values);
const both = (one: Part, other: Part) => parts`select ${one}, ${other}`;
const now = fragment`now(${1n})`;

test("a template with a value and a fragment in swapped holes is two statements", () => {
  const compile = statementCompiler("$");
  const texts = [both(2n, now), both(now, 2n), both(2n, now)].map(({ parts, values }) => compile(parts, values).text);
  expect(texts).toEqual(["select $1, now($2)", "select now($1), $2", "select $1, now($2)"]);
});
