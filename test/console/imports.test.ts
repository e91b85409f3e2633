/* Pets from a file and lists as files, in the browser. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { emptyFolder } from "../support/folder.ts";
import type { TestService } from "../support/harness.ts";
import { openShop } from "../support/shops.ts";
import { button } from "./page.ts";
import { visit } from "./visit.ts";

setDefaultTimeout(60_000);

const path = "/console/imports";

/** The names of all pets. */
async function namesIn({ reader }: TestService): Promise<readonly string[]> {
  return ((await reader.listPets()).body as { name: string }[]).map(({ name }) => name);
}

test("a file is dropped with the mouse anywhere on the page", async () => {
  using folder = emptyFolder();
  const file = `${folder.path}/pets.csv`;
  writeFileSync(file, "name,categoryId\nRex,1\n");
  const service = await openShop();
  const page = await visit(service, path);
  await page.getByText("Choose a file").waitFor();
  const browserEnd = await page.context().newCDPSession(page);
  const data = { items: [], files: [file], dragOperationsMask: 1 };
  for (const type of ["dragEnter", "dragOver", "drop"] as const) {
    await browserEnd.send("Input.dispatchDragEvent", { type, x: 900, y: 700, data });
  }
  await button(page, "Import 1 pet").click();
  await page.getByText("Imported 1 pet", { exact: true }).waitFor();
  expect(await namesIn(service)).toEqual(["Rex"]);
});
