import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { type Fragment, fragment, type Part, template } from "../../src/store/engine.ts";
import { statementsOn } from "../../src/store/sqlite/sqlite-connection.ts";
import { statementCompiler } from "../../src/store/statement-compiler.ts";

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

test("the 500 statements that were used last stay prepared", () => {
  using database = new Database(":memory:", { safeIntegers: true });
  const prepared: string[] = [];
  const { prepare } = database;
  database.prepare = ((text: string) => {
    prepared.push(text);
    return prepare.call(database, text);
  }) as typeof prepare;
  const { run, finalize } = statementsOn(database, (error) => error);
  const nth = (number: number) => run<{ n: bigint }>(template(`select ${number} as n`));
  for (let number = 1; number <= 3000; number++) {
    nth(0);
    expect(nth(number)).toEqual([{ n: BigInt(number) }]);
  }
  expect(prepared).toHaveLength(3001);
  for (let number = 2800; number <= 3000; number++) nth(number);
  expect(prepared).toHaveLength(3001);
  expect(nth(1)).toEqual([{ n: 1n }]);
  expect(prepared).toHaveLength(3002);
  finalize();
});
