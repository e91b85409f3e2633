/* Answers for any text of a cell, and for a thousand cells at once, over the API and by the command (decision D89). */
import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { openShop } from "../commands/folder.ts";
import { bodyOf, openService } from "../support/harness.ts";
import { petsIn } from "./corpus.ts";

const TEXTS = ['a, "b"', "two\nlines", "x=y", "n:m", "*", '"', "'s", "-5 %", "; rm", "$HOME `x`"];

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

/** A table whose birth dates are these texts. */
const tableOf = (cells: readonly string[]) =>
  `name,category,birthDate\n${cells.map((cell, nth) => `Rex ${nth},Dogs,${quoted(cell)}\n`).join("")}`;

test("any text of a cell has an answer of its own, which the command takes as it is shown", async () => {
  const file = tableOf(TEXTS);
  await using service = await openService();
  const send = (query: object) =>
    bodyOf(service.admin.createImport({ file, query: { createCategories: true, ...query } }));
  const { answers } = await send({});
  const own = answers.filter(({ value }) => value !== undefined);
  expect(own.map(({ value, count }) => [value, count])).toEqual(TEXTS.map((text) => [text, 1]));
  // Each gets another year, so that none takes the answer of another.
  const mapValues = own.map(({ choices }, nth) => choices[0]?.replace(/=-$/, `=${2000 + nth}`)).join();
  expect(await send({ mapValues })).toMatchObject({ stored: true, problems: [] });
  const years = TEXTS.map((_, nth) => String(2000 + nth));
  expect(petsIn(await (await service.send("/v1/pets/export")).text()).map((pet) => pet["birthDate"])).toEqual(years);

  using shop = openShop();
  const { stderr } = await shop.importText("in.csv", file, "--create-categories");
  // A shell reads what is shown.
  const shown = [...stderr.matchAll(/^ {2}(--map-values (?:[^'\s]+|'(?:[^']|'\\'')*')) \(birthDate for/gm)].map(
    ([, flag]) => flag,
  );
  expect(shown).toHaveLength(TEXTS.length);
  const script = shown.map(
    (flag, nth) => `set -- "$@" ${flag?.replace("--map-values ", "").replace(/=-('?)$/, `=${2000 + nth}$1`)}`,
  );
  writeFileSync(shop.file("answers.sh"), `${script.join("\n")}\nIFS=,\nprintf %s "$*"`);
  const said = await new Response(Bun.spawn(["sh", "answers.sh"], { cwd: shop.path }).stdout).text();
  const run = await shop.run("import", "in.csv", "--create-categories", "--map-values", said);
  expect(run).toMatchObject({ exitCode: 0 });
  expect(petsIn((await shop.run("export", "--format", "csv")).stdout).map((pet) => pet["birthDate"])).toEqual(years);
});

test("a thousand different cells of one kind have one answer", async () => {
  const file = tableOf(Array.from({ length: 1000 }, (_, nth) => `spring ${nth}`));
  await using service = await openService();
  const query = { createCategories: true };
  const { answers, problems } = await bodyOf(service.admin.createImport({ file, query }));
  expect(problems).toMatchObject([{ code: "invalid_value", column: "birthDate", count: 1000 }]);
  expect(answers[0]).toEqual({
    problem: "invalid_value",
    column: "birthDate",
    count: 1000,
    option: "mapValues",
    choices: ["birthDate:*=-"],
  });
  const stored = await bodyOf(service.admin.createImport({ file, query: { ...query, mapValues: "birthDate:*=-" } }));
  expect(stored).toMatchObject({ stored: true, added: 1000 });

  using shop = openShop();
  const { stderr } = await shop.importText("in.csv", file, "--create-categories");
  expect(stderr).toContain("\n  --map-values 'birthDate:*=-' (birthDate, 1000 lines)\n");
  const { stdout } = await shop.run("import", "in.csv", "--create-categories", "--map-values", "birthDate:*=-");
  expect(stdout).toContain("1,000 pets, 1,000 new");
});
