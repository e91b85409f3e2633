/* Every file of the corpus, imported with the answers that the reports offer, over the API and by the command. */
import { describe, expect, test } from "bun:test";
import { cpSync, readdirSync } from "node:fs";
import { importSourceIds } from "../../src/contract/imports/import-sources.ts";
import type { ImportOption } from "../../src/core/imports/import-ports.ts";
import { flagOf } from "../../src/files/layouts/layout-formats.ts";
import { sources } from "../../src/files/layouts/sources.ts";
import { openShop } from "../commands/folder.ts";
import { bodyOf, openService } from "../support/harness.ts";
import { type Answers, blobOf, corpus, fileOf, joined, offered, petsIn, petsOf, refusedFiles } from "./corpus.ts";

/** Nobody is asked more often about one file. */
const ROUNDS_MAX = 4;

/** Names of parameters that the command does not have. */
const PARAMETERS = /\b(?:mapValues|mapStatus|createCategories|allowDuplicates|allowOtherPets)\b|`(?:from|map|update)`/;

/** The options of the command for a query. */
function flagsOf(query: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(query).flatMap(([name, value]) => [flagOf(name as ImportOption), value]);
}

test("the corpus has every file of its folder, and each becomes pets or is refused", () => {
  const files = readdirSync(fileOf("")).filter((name) => !name.endsWith(".pets.csv"));
  expect(files.toSorted()).toEqual([...Object.keys(corpus), ...refusedFiles].toSorted());
  for (const name of Object.keys(corpus)) expect([name, petsOf(name).length > 0]).toEqual([name, true]);
});

test("there is a declaration and a file for each system, and no title of one names two columns", () => {
  expect(Object.keys(sources)).toEqual(importSourceIds);
  for (const name of importSourceIds) {
    expect(Object.values(corpus).map(({ from }) => from)).toContain(name);
    const titles = Object.values(sources[name].titles).flat();
    expect(new Set(titles).size).toBe(titles.length);
  }
});

describe("a file of another system, a shelter or a shop is imported as it is", () => {
  for (const [name, file] of Object.entries(corpus)) {
    const { from, looksLike = from, says = {}, asks = [], warnings = {}, layout = [] } = file;
    const known = joined(from === undefined ? {} : { from }, says);
    const pets = petsOf(name);

    test(`${name}, over the API`, async () => {
      await using service = await openService();
      const send = (query: object) =>
        bodyOf(service.admin.createImport({ file: blobOf(name), query: { createCategories: true, ...query } }));
      const suggested = ({ warnings }: Awaited<ReturnType<typeof send>>) =>
        warnings.flatMap(({ code, message }) => (code === "known_system" ? [message.split(": ").at(-1)] : []));
      expect(suggested(await send({ dryRun: true })).map((system) => system?.replace(/ .*/, ""))).toEqual(
        looksLike === undefined ? [] : [looksLike],
      );
      const asked = new Set<string>();
      let answers: Answers = {};
      let report = await send(known);
      for (let round = 1; !report.stored; round++) {
        expect(round).toBeLessThanOrEqual(ROUNDS_MAX);
        for (const { code } of report.problems) asked.add(code);
        answers = joined(answers, offered(report, file));
        report = await send(joined(known, answers));
      }
      expect([...asked]).toEqual([...asks]);
      expect(answers).toEqual(joined(file.answers ?? {}));
      expect(report).toMatchObject({ stored: true, added: pets.length, problems: [] });
      const found = report.warnings.filter(({ code }) => code !== "known_system");
      expect(found.map(({ code, message }) => [code, message.split(": ").at(-1)])).toEqual(Object.entries(warnings));
      expect(petsIn(await (await service.send("/v1/pets/export")).text())).toEqual(pets);
    });

    test(`${name}, by the command`, async () => {
      using shop = openShop();
      cpSync(fileOf(name), shop.file(name));
      const importing = (query: Readonly<Record<string, string>>) =>
        shop.run("import", name, "--create-categories", ...flagsOf(query));
      let answers: Answers = {};
      let run = await importing(known);
      for (let round = 1; run.exitCode !== 0; round++) {
        expect([run.exitCode, round <= ROUNDS_MAX, run.stdout]).toEqual([1, true, ""]);
        expect(run.stderr).not.toMatch(PARAMETERS);
        answers = joined(answers, offeredIn(run.stderr, file.answers ?? {}));
        run = await importing(joined(known, answers));
      }
      expect(answers).toEqual(joined(file.answers ?? {}));
      expect(run.stdout).toContain(
        `Imported ${name}: ${pets.length} ${pets.length === 1 ? "pet" : "pets"}, ${pets.length} new`,
      );
      expect(run.stderr).not.toMatch(PARAMETERS);
      for (const note of layout) expect(run.stderr).toContain(`petstore: ${note}\n`);
      for (const named of Object.values(warnings)) expect(run.stderr).toContain(`: ${named}\n`);
      if (from === undefined && looksLike !== undefined)
        expect(run.stderr).toContain(`understood with \`--from\`: ${looksLike} (`);
      expect(petsIn((await shop.run("export", "--format", "csv")).stdout)).toEqual(pets);
    });
  }
});

/** Those answers that the command offers, as a shell takes them. */
function offeredIn(stderr: string, answers: Answers): Record<string, string[]> {
  const has = (name: string, value: string) => {
    const flag = flagOf(name as ImportOption);
    return [value, `'${value}'`].some((written) =>
      ` ${stderr.replaceAll("\n", " ")} `.includes(` ${flag} ${written} `),
    );
  };
  const some = Object.entries(answers).map(
    ([name, values]) => [name, [values].flat().filter((value) => has(name, value))] as const,
  );
  return Object.fromEntries(some.filter(([, values]) => values.length > 0));
}
