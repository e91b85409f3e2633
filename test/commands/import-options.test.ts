import { expect, test } from "bun:test";
import { readdirSync, writeFileSync } from "node:fs";
import { BATCH_ROWS } from "../../src/store/rows.ts";
import { NOON } from "../support/harness.ts";
import { eventsOf, openShop, refused, testEach, withEngine, withStore } from "./folder.ts";

/** The events of the feed, each as its type, its data and the members that changed. */
async function changesOf(url: string): Promise<readonly (readonly unknown[])[]> {
  return (await eventsOf(url)).map(({ type, data, previous = {} }) => [type, data, previous]);
}

/** The stock changes in the order of their ids. */
async function stockChangesOf(url: string): Promise<readonly string[]> {
  const rows = await withEngine(
    url,
    ({ sql }) => sql<Record<string, unknown>>`select pet_id, delta, quantity, reason from stock_changes order by id`,
  );
  return rows.map(({ pet_id, delta, quantity, reason }) => `pet ${pet_id}: ${delta} -> ${quantity} ${reason}`);
}

const THREE = "name,categoryId,status,quantity\nRex,1,available,1\nMia,2,pending,2\nBo,3,sold,0\n";

testEach(
  "--update changes what a line says and nothing else, with the events and stock changes of it",
  async (shop) => {
    await shop.importText("three.csv", THREE);
    const text = "id,name,quantity,status\n1,,5,\n2,Mia II,2,Available\n3,Bo,,SOLD\n";
    const wrong = await shop.importText("update.csv", text.replace("id,", "id,categoryId,"));
    expect(wrong.exitCode).toBe(1);
    const { stdout } = await shop.importText("update.csv", text, "--update");
    expect(stdout).toBe(
      "Imported update.csv: 3 pets, 0 new, 2 updated, 1 unchanged. To undo it: petstore import --undo 2\n",
    );
    expect(await shop.pets()).toEqual(["1,Rex,1,available,5", "2,Mia II,2,available,2", "3,Bo,3,sold,0"]);
    expect((await changesOf(shop.url)).slice(1)).toEqual([
      ["inventory.updated", { petId: 1n, quantity: 5, status: "available" }, { quantity: 1 }],
      [
        "pet.updated",
        { id: 2n, name: "Mia II", categoryId: 2n, status: "available" },
        { name: "Mia", status: "pending" },
      ],
    ]);
    expect((await stockChangesOf(shop.url)).slice(3)).toEqual(["pet 1: 4 -> 5 imported"]);
    expect(await shop.run("doctor")).toMatchObject({ exitCode: 0 });
    // Every line has an id, so nothing can be duplicated.
    const again = await shop.run("import", "update.csv", "--update");
    expect(again.stdout).toContain("3 pets, 0 new, 0 updated, 3 unchanged");
    expect(await changesOf(shop.url)).toHaveLength(3);
  },
);

testEach("--update adds pets that do not exist, and follows the rules of a status", async (shop) => {
  await shop.importText("three.csv", THREE);
  const text = "id,name,category id,status\n3,,,pending\n9,Tom,4,\n,Kim,4,\n";
  const checked = await shop.importText("more.csv", text, "--update");
  expect(checked.stderr).toContain("a pet that is sold may become available; got pending. Import an allowed status");
  const { stdout } = await shop.importText("more.csv", text.replace("pending", "available"), "--update");
  expect(stdout).toContain("3 pets, 2 new, 1 updated, 0 unchanged");
  expect((await shop.pets()).slice(2)).toEqual(["3,Bo,3,available,0", "9,Tom,4,available,1", "10,Kim,4,available,1"]);
  const again = await shop.run("import", "more.csv", "--update");
  expect(again.stderr).toContain("was already imported");
  expect(await shop.run("doctor")).toMatchObject({ exitCode: 0 });
});

testEach("--update loses no change that the service makes at the same time", async (shop) => {
  const ids = Array.from({ length: 3 * BATCH_ROWS }, (_, index) => index + 1);
  const rows = (cells: (id: number) => string) => ids.map((id) => `${cells(id)}\n`).join("");
  await shop.importText("in.csv", `name,categoryId\n${rows((id) => `Rex ${id},1`)}`);
  let isDone = false;
  const text = `id,name\n${rows((id) => `${id},Mia ${id}`)}`;
  const update = shop.importText("names.csv", text, "--update").finally(() => {
    isDone = true;
  });
  let added = 0;
  await withStore(shop.url, async ({ transaction }) => {
    for (let petId = 1n; !isDone; petId = (petId % BigInt(ids.length)) + 1n) {
      const change = { petId, delta: 1, reason: "arrival", at: NOON } as const;
      if ((await transaction(({ inventory }) => inventory.change(change))) !== undefined) added += 1;
    }
  });
  expect((await update).stdout).toContain(`0 new, ${ids.length.toLocaleString("en-US")} updated`);
  const pets = (await shop.pets()).map((line) => line.split(","));
  expect(pets.every(([id, name]) => name === `Mia ${id}`)).toBe(true);
  expect(added).toBeGreaterThan(0);
  expect(pets.reduce((sum, [, , , , quantity]) => sum + Number(quantity), 0)).toBe(ids.length + added);
  expect(await shop.run("doctor")).toMatchObject({ exitCode: 0 });
});

testEach("--create-categories creates each missing category once, whatever the case of its name", async (shop) => {
  const text = "Name,Category\nRex,Dogs\nMia,Cats\nBo,DOGS\n";
  const wrong = await shop.importText("in.csv", text);
  expect(wrong.stderr).toContain(
    'column "Category": no category has this name. Correct it, or create it with --create-categories:\n' +
      '  line 2: got "Dogs"\n  line 3: got "Cats"\n  line 4: got "DOGS"\n',
  );
  const { stdout } = await shop.importText("in.csv", text, "--create-categories");
  expect(stdout).toBe(
    "Imported in.csv: 3 pets, 3 new, 0 existing; new categories: 2. To undo it: petstore import --undo 1\n",
  );
  expect(await shop.pets()).toEqual(["1,Rex,1,available,1", "2,Mia,2,available,1", "3,Bo,1,available,1"]);
  expect((await changesOf(shop.url)).slice(0, 2)).toEqual([
    ["category.created", { id: 1n, name: "Dogs" }, {}],
    ["category.created", { id: 2n, name: "Cats" }, {}],
  ]);
  const more = await shop.importText("more.ndjson", '{"name":"Ada","category":"cats"}\n');
  expect(more.stdout).toContain("1 pet, 1 new");
  expect((await shop.pets())[3]).toBe("4,Ada,2,available,1");
});

test("a line has a category or a categoryId, not both", async () => {
  using shop = openShop();
  const { stderr } = await shop.importText("in.csv", "name,category,categoryId\nRex,Dogs,7\n");
  expect(stderr).toContain('column "category": expected either a category or a categoryId. Remove one of the two');
  await shop.importText("or.csv", "name,category,categoryId\nRex,,7\n");
  expect(await shop.pets()).toEqual(["1,Rex,7,available,1"]);
});

const TIERE = "Tier;Name;kategorie nr\nRex;Frau Müller;7\n";

test("--map gives columns other titles, before columns that have the title already", async () => {
  using shop = openShop();
  expect(await shop.importText("in.csv", TIERE, "--map", "Tier=name,Kategorie-Nr=Category ID")).toMatchObject({
    exitCode: 0,
    stderr: 'petstore: reading UTF-8, separated by semicolons\npetstore: ignoring the column "Name"\n',
  });
  expect(await shop.pets()).toEqual(["1,Rex,7,available,1"]);
});

test.each([
  ["Tier=nome", 2, "--map: expected a title and one of id, name, categoryId, category, status, quantity, breed, sex, "],
  ["Tier", 2, 'got "Tier"'],
  ["Tier=name,Name=name", 2, "--map: expected each column for one title; got name again"],
  ["Art=category", 1, 'line 1: --map: no column has the title "Art". Found: "Tier", "Name", "kategorie nr"'],
] as const)("--map %s is refused", async (columns, exitCode, message) => {
  using shop = openShop();
  expect(await shop.importText("in.csv", TIERE, "--map", columns)).toEqual(refused(exitCode, message));
});

test("ignored columns are named, and none is taken for another one that it looks like", async () => {
  using shop = openShop();
  const text = "name,categoryId,Quantitiy,Status note\nRex,1,5,ill\n";
  const { stderr } = await shop.importText("in.csv", text, "--dry-run");
  expect(stderr).toBe('petstore: ignoring the columns "Quantitiy", "Status note"\n');
});

test("--dry-run shows the first pets as they would be stored and changes nothing", async () => {
  using shop = openShop();
  await shop.importText("three.csv", THREE);
  const text = "id;name;category;status;quantity\n1;;Dogs;;1.250\n2;;;;\n;Kim;Dogs;Sold;\n";
  const options = ["--update", "--create-categories"];
  const { exitCode, stdout } = await shop.importText("in.csv", text, ...options, "--dry-run");
  expect(exitCode).toBe(0);
  expect(stdout.split("\n")).toEqual([
    "in.csv can be imported: 3 pets, 1 new, 1 updated, 1 unchanged; new categories: 1. Nothing was changed (--dry-run).",
    "LINE  ACTION     ID  NAME   CATEGORY    STATUS     QUANTITY",
    '2     update     1   "Rex"  new (Dogs)  available  1250',
    '3     unchanged  2   "Mia"  2           pending    2',
    '4     new        -   "Kim"  new (Dogs)  sold       0',
    "",
  ]);
  expect(await shop.pets()).toEqual(["1,Rex,1,available,1", "2,Mia,2,pending,2", "3,Bo,3,sold,0"]);
  expect(await shop.run("import", "in.csv", ...options)).toMatchObject({ exitCode: 0 });
});

test.each([
  ["an import that fails", ",7", [], 1],
  ["a dry run", "Rex,7", ["--dry-run"], 0],
])("%s makes no database", async (_, line, options, exitCode) => {
  using shop = openShop();
  writeFileSync(shop.file("pets.csv"), `name,categoryId\n${line}\n`);
  const run = await shop.petstore(shop.urlOf("data/petstore.db"), "import", "pets.csv", ...options);
  expect(run).toMatchObject({ exitCode });
  expect(readdirSync(shop.path)).toEqual(["pets.csv"]);
});

const INTEGERS = {
  ...{ "7": 7, "007": 7, "+7": 7, "-7": -7, "7.0": 7, "7,00": 7, " 7 ": 7, "-0": 0, "7.0000": 7 },
  ...{ "1 234": 1234, "1'234'567": 1234567, "1.234.567": 1234567, "1.234,00": 1234, "-1,234.0": -1234 },
};
const NO_INTEGERS = [
  "1.5",
  "12.34.56",
  "1,23",
  "0,123",
  "1.234.56",
  "1 2345",
  "1e3",
  "seven",
  "1.234.00",
  "0x7",
  "--7",
];

test.each([
  ["a comma", ",", { ...INTEGERS, "1,000": 1000 }, [...NO_INTEGERS, "1.000"]],
  ["a semicolon", ";", { ...INTEGERS, "1.000": 1000 }, [...NO_INTEGERS, "1,000"]],
  ["a tab", "\t", INTEGERS, [...NO_INTEGERS, "1.000", "1,000"]],
] as const)(
  "beside %s an integer may have zeros before and after it, and separators of thousands that cannot be decimal marks",
  async (_, delimiter, good, bad) => {
    using shop = openShop();
    const table = (cells: readonly string[]) =>
      [["name", "categoryId"], ...cells.map((cell) => ["Rex", `"${cell}"`])]
        .map((row) => row.join(delimiter))
        .join("\n");
    await shop.importText("good.csv", table(Object.keys(good)));
    expect((await shop.pets()).map((line) => Number(line.split(",")[2]))).toEqual(Object.values(good));
    const { stderr } = await shop.importText("bad.csv", table(bad));
    for (const [line, text] of bad.entries()) expect(stderr).toContain(`  line ${line + 2}: got "${text}"`);
  },
);

test("a file that is no table of pets is refused with what to do", async () => {
  using shop = openShop();
  expect(await shop.importText("pets.json", '[{"name":"Rex","categoryId":1}]')).toEqual(
    refused(2, "pets.json is a JSON array. Write one object on each line, as `jq -c .[]` does"),
  );
  expect(await shop.run("import", "-")).toEqual(
    refused(2, "import reads its input more than once: save it to a file and import the file"),
  );
  const lines = [Buffer.from("name,categoryId\nJörg,1\nÉtoile,1\nBo"), Buffer.from([0xe4]), Buffer.from(",1\n")];
  writeFileSync(shop.file("mixed.csv"), Buffer.concat(lines));
  const message =
    "1 of 3 lines cannot be imported. Nothing was imported.\nnot UTF-8. Save the file as UTF-8:\n  line 4\n";
  expect(await shop.run("import", "mixed.csv")).toEqual(refused(1, message));
  // Without an ending that is known, the first character shows the format.
  const { stdout } = await shop.importText("pets", '{"name":"Rex","categoryId":1}\n');
  expect(stdout).toContain("1 pet, 1 new");
});

test("an export goes to a file whose ending names the format, or to stdout", async () => {
  using shop = openShop();
  await shop.importText("three.csv", THREE);
  for (const name of ["pets.xlsx", "pets"]) {
    const message = `petstore: ${name}: name a file that ends in .csv or .ndjson, or choose a format with --format\n`;
    expect(await shop.run("export", name)).toEqual(refused(2, message));
  }
  expect(await shop.run("export", "pets", "--format", "csv")).toMatchObject({ exitCode: 0 });
  expect(await shop.run("export", "PETS.CSV")).toMatchObject({ exitCode: 0 });
  expect((await shop.run("import", "PETS.CSV")).stdout).toContain("3 pets, 0 new, 3 existing");
  const { stdout } = await shop.run("export", "-");
  expect(stdout.split("\n")).toHaveLength(4);
  expect(stdout).toContain('{"id":1,"name":"Rex"');
});

test("a profile is read from the cells of a table as people write them, and a change of it is an event", async () => {
  using shop = openShop();
  const titles = "Id;Name;Category Id;Sex;Birth date;Size;Neutered;Tags;Price;Reference;Microchip";
  const cells =
    "1;Luna;7;Female;2024-05;extra large;yes; calm | good with children ||;150,5 eur; 17 ;276 098 106 123 456";
  expect(await shop.importText("in.csv", `${titles}\n${cells}\n`)).toMatchObject({ exitCode: 0 });
  const profile = {
    sex: "female",
    birthDate: "2024-05",
    size: "extra_large",
    neutered: true,
    tags: ["calm", "good with children"],
    price: { amount: 15050, currency: "EUR" },
    reference: "17",
    microchip: "276098106123456",
  };
  const exported = async () => JSON.parse((await shop.run("export")).stdout);
  const luna = { id: 1, name: "Luna", categoryId: 7, status: "available", quantity: 1 };
  const { createdAt, ...first } = await exported();
  expect(first).toEqual({ ...luna, ...profile });
  const more = "id,color,tags,price\n1,black,,99.00 EUR\n";
  expect(await shop.importText("more.csv", more, "--update")).toMatchObject({ exitCode: 0 });
  const price = { amount: 9900, currency: "EUR" };
  expect(await exported()).toEqual({ ...luna, ...profile, color: "black", price, createdAt });
});

test.each([
  ["birthDate", "2999", "expected a year, a month or a day"],
  ["birthDate", "spring", "expected a year, a month or a day"],
  ["birthDate", "3/4/2024", "expected dates that show which part is the day. Say it with --dates dmy or mdy"],
  ["price", "150", "expected an amount with its currency. Say which one all have with --currency EUR"],
  ["price", "1.505 EUR", "expected an amount and a currency, such as 150.00 EUR"],
  ["price", "100000000000.01 EUR", "expected an amount and a currency, such as 150.00 EUR, and at most 10000000000000"],
  ["price", "1 ABC", "expected an amount and a currency, such as 150.00 EUR"],
  ["tags", "calm|CALM", "expected each tag once"],
  ["neutered", "maybe", 'expected one of "true", "false". Use one'],
  ["size", "huge", 'expected one of "small"'],
  ["microchip", "2.76098E+14", "a spreadsheet shortened the number"],
])("a cell of %s with %s is refused, and nothing is imported", async (column, cell, message) => {
  using shop = openShop();
  const run = await shop.importText("in.csv", `name,categoryId,${column}\nLuna,7,"${cell}"\n`);
  expect(run).toEqual(refused(1, `column "${column}": ${message}`));
});

test("a file that is none of the system is refused with what its exports have; --map and --map-values come first", async () => {
  using shop = openShop();
  expect(await shop.importText("in.csv", "name,categoryId\nRex,7\n", "--from", "shopify")).toEqual(
    refused(1, 'expected an export of Shopify, with the columns "Title" and "Type" or "Product Category"'),
  );
  expect(await shop.importText("in.ndjson", '{"name":"Rex","categoryId":7}\n', "--from", "asm3")).toEqual(
    refused(2, "--from, --map, --map-status and --map-values are for CSV"),
  );
  const table = "Handle,Title,Type,Vendor,Status\nrex,Rex,Fish,Dogs,archived\n";
  const options = ["--map", "Vendor=category", "--map-values", "status:archived=pending", "--create-categories"];
  expect(await shop.importText("in.csv", table, "--from", "shopify", ...options)).toMatchObject({ exitCode: 0 });
  expect(await shop.pets()).toEqual(["1,Rex,1,pending,1"]);
});
