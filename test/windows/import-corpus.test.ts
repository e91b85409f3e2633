/* Every file of the corpus on the page of imports, with the answers that the page offers. */
import { describe, expect, test } from "bun:test";
import { importSources } from "../../src/contract/imports/import-sources.ts";
import { readPairs } from "../../src/core/imports/written-pairs.ts";
import { blobOf, corpus, petsIn, petsOf } from "../files/corpus.ts";
import { openShop } from "../support/shops.ts";
import { answerQuestions, chooseFile, IMPORTS, startButton } from "./import-page.ts";
import { visit } from "./page.ts";

describe("a file of another system, a shelter or a shop is imported on the page as it is", () => {
  for (const [name, { from, says = {}, answers = {} }] of Object.entries(corpus)) {
    test(name, async () => {
      const service = await openShop();
      const page = await visit(service, IMPORTS);
      await chooseFile(page, name, await blobOf(name).bytes());
      await page.getByLabel("Create kinds that do not exist").check();
      if (from !== undefined) await page.getByLabel("Exported from").selectOption(importSources[from]);
      for (const { from: title = "", to } of readPairs([says["map"] ?? []].flat().join(",")) ?? [])
        await page.getByLabel(title, { exact: true }).selectOption(to);
      const given = Object.values(answers).flat();
      await answerQuestions(page, (choices) => given.find((answer) => choices.includes(answer)));
      // What the console has no words for, it shows in English.
      expect(await page.locator(".import bdi[lang=en]").allInnerTexts()).toEqual([]);
      const pets = petsOf(name);
      await startButton(page).click();
      await page
        .getByText(pets.length === 1 ? "Imported 1 pet" : `Imported ${pets.length} pets`, { exact: true })
        .waitFor();
      expect(petsIn(await (await service.send("/v1/pets/export")).text())).toEqual(pets);
    });
  }
});
