/* Rows of tables as other systems write them (decision D89). */
import { expect } from "bun:test";
import { test } from "../support/databases.ts";
import { bodyOf, openService } from "../support/harness.ts";

test("a photo in a cell that is not read stops no row", async () => {
  await using service = await openService();
  const file = `name,category,Photo\nRex,Dogs,"data:image/jpg;base64,${"A".repeat(300_000)}"\nMia,Cats,\n`;
  const report = await bodyOf(service.admin.createImport({ file, query: { createCategories: true } }));
  expect(report).toMatchObject({ stored: true, added: 2, problems: [] });
});
