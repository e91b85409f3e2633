/* `petstore export` and `petstore import` with the care of pets, by both formats and on both engines. */
import { expect } from "bun:test";
import { readFileSync } from "node:fs";
import { testEach, withStore } from "./folder.ts";

const FILE =
  "name,categoryId,vaccinatedOn,vaccinationDueOn,dewormedOn,grams,weighedOn\n" +
  "Rex,-7,2026-05-17,2027-05-17,2026-06-01,3500,2026-07-01\n" +
  "Mia,-7,,,,,\n";

testEach("what an export says about care is the same after an import into another shop", async (shop) => {
  expect((await shop.importText("in.csv", FILE)).stdout).toContain("2 pets, 2 new");
  for (const name of ["pets.ndjson", "pets.csv"]) {
    expect(await shop.run("export", name)).toMatchObject({ exitCode: 0 });
    const text = readFileSync(shop.file(name), "utf8");
    const other = await shop.another(`other-${name.replace(".", "-")}`);
    expect((await other.importText(name, text)).stdout).toContain("2 pets, 2 new");
    const again = await other.run("export", "--format", name.replace("pets.", ""));
    expect(again.stdout).toBe(text);
    // It is about the pets that are there now, and says nothing new of them.
    expect((await other.importText(`again-${name}`, text, "--update", "--allow-duplicates")).stdout).toContain(
      "0 updated",
    );
    expect(
      (await other.importText(`more-${name}`, text.replace("2026-07-01", "2026-07-02"), "--update")).stdout,
    ).toContain("1 updated");
  }
  const lines = (await shop.run("export", "--format", "ndjson")).stdout.split("\n");
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({ vaccinatedOn: "2026-05-17", grams: 3500 });
});

testEach(
  "the command asks for the unit of a weight, names the lines of refused care, and --undo takes care back",
  async (shop) => {
    const asked = await shop.importText("weights.csv", "name,categoryId,Weight,Vaccinated on\nRex,-7,3.5,2098-01-01\n");
    expect(asked.exitCode).toBe(1);
    expect(asked.stderr).toContain(
      'column "Weight": expected a weight with its unit. Say which one all have with --unit kg',
    );
    expect(asked.stderr).toContain('column "Vaccinated on": expected a day that is not in the future');
    expect(asked.stderr).toContain("--unit kg  or  --unit g  or  --unit lb  or  --unit oz (grams, 1 line)");
    const answers = ["--unit", "kg", "--map-values", "vaccinatedOn:2098-01-01=-"];
    const weights = shop.file("weights.csv");
    expect((await shop.run("import", weights, ...answers)).stdout).toContain("Imported");
    const later = await shop.importText("later.csv", "id,Weight (g),Dewormed\n1,4000,2026-06-01\n", "--update");
    const id = /--undo (\d+)/.exec(later.stdout)?.[1] ?? "";
    const careOf = () => withStore(shop.url, ({ care }) => care.list(1n, { after: 0n, limit: 10 }));
    expect((await careOf()).map(({ grams, what }) => grams ?? what)).toEqual([3500, "Deworming", 4000]);
    expect((await shop.run("import", "--undo", id)).exitCode).toBe(0);
    expect((await careOf()).map(({ grams }) => grams)).toEqual([3500]);
    expect(await shop.doctor()).toMatchObject({ exitCode: 0, failed: [] });
  },
);
