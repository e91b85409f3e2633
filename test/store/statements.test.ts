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

test("rows of a template are a statement for each number of rows", () => {
  const compile = statementCompiler("?");
  const insert = (rows: readonly (readonly bigint[])[]) => {
    const { parts: template, values } = parts`insert into t (a, b) values ${{ rows }} returning ${5n}`;
    return compile(template, values);
  };
  const one = { text: "insert into t (a, b) values (?1, ?2) returning ?3", values: [1n, 2n, 5n] };
  const two = { text: "insert into t (a, b) values (?1, ?2), (?3, ?4) returning ?5", values: [1n, 2n, 3n, 4n, 5n] };
  expect([
    insert([[1n, 2n]]),
    insert([
      [1n, 2n],
      [3n, 4n],
    ]),
    insert([[1n, 2n]]),
  ]).toEqual([one, two, one]);
});
