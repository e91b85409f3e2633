import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { openSchema, openStore } from "../../src/store/index.ts";
import { BATCH_ROWS } from "../../src/store/rows.ts";
import { NOON } from "../support/harness.ts";
import { type Folder, kinds, openFolder } from "./folder.ts";

/** Imports a text as a file. */
function importText(folder: Folder, url: string, name: string, text: string, ...options: string[]) {
  writeFileSync(folder.file(name), text);
  return folder.petstore(url, "import", name, ...options);
}

/** The pets as an export has them, without the columns of the profile, which are empty. */
async function petsOf(folder: Folder, url: string): Promise<readonly string[]> {
  const { stdout } = await folder.petstore(url, "export", "-", "--format", "csv");
  const lines = stdout.split("\r\n").slice(1, -1);
  return lines.map((line) => line.replace(/,+$/, ""));
}

/** The events since the first import, each as its type, its data and the members that changed. */
async function eventsOf(url: string): Promise<readonly (readonly unknown[])[]> {
  const store = await openStore(url, NOON);
  await store.publishEvents();
  const found = await store.events.list({}, { after: 0n, limit: 100 }, (await store.events.head()).last);
  await store.close();
  return found.map(({ type, data, previous = {} }) => [type, data, previous]);
}

/** The stock changes in the order of their ids. */
async function stockChangesOf(url: string): Promise<readonly string[]> {
  const engine = await openSchema(url, NOON);
  const rows = await engine.sql<Record<string, unknown>>`
    select pet_id, delta, quantity, reason from stock_changes order by id`;
  await engine.close();
  return rows.map(({ pet_id, delta, quantity, reason }) => `pet ${pet_id}: ${delta} -> ${quantity} ${reason}`);
}

const THREE = "name,categoryId,status,quantity\nRex,1,available,1\nMia,2,pending,2\nBo,3,sold,0\n";

for (const [kind, makeUrl] of Object.entries(kinds)) {
  test(`--update changes what a line says and nothing else, with the events and stock changes of it (${kind})`, async () => {
    using folder = openFolder();
    const url = await makeUrl(folder, "a.db");
    await importText(folder, url, "three.csv", THREE);
    const text = "id,name,quantity,status\n1,,5,\n2,Mia II,2,Available\n3,Bo,,SOLD\n";
    const refused = await importText(folder, url, "update.csv", text.replace("id,", "id,categoryId,"));
    expect(refused.exitCode).toBe(1);
    const { stdout } = await importText(folder, url, "update.csv", text, "--update");
    expect(stdout).toBe("Imported update.csv: 3 pets, 0 new, 2 updated, 1 unchanged.\n");
    expect(await petsOf(folder, url)).toEqual(["1,Rex,1,available,5", "2,Mia II,2,available,2", "3,Bo,3,sold,0"]);
    expect((await eventsOf(url)).slice(1)).toEqual([
      ["inventory.updated", { petId: 1n, quantity: 5, status: "available" }, { quantity: 1 }],
      [
        "pet.updated",
        { id: 2n, name: "Mia II", categoryId: 2n, status: "available" },
        { name: "Mia", status: "pending" },
      ],
    ]);
    expect((await stockChangesOf(url)).slice(3)).toEqual(["pet 1: 4 -> 5 imported"]);
    expect(await folder.petstore(url, "doctor")).toMatchObject({ exitCode: 0 });
    // Every line has an id, so nothing can be duplicated.
    const again = await folder.petstore(url, "import", "update.csv", "--update");
    expect(again.stdout).toContain("3 pets, 0 new, 0 updated, 3 unchanged");
    expect(await eventsOf(url)).toHaveLength(3);
  }, 30_000);

  test(`--update adds pets that do not exist, and follows the rules of a status (${kind})`, async () => {
    using folder = openFolder();
    const url = await makeUrl(folder, "a.db");
    await importText(folder, url, "three.csv", THREE);
    const text = "id,name,category id,status\n3,,,pending\n9,Tom,4,\n,Kim,4,\n";
    const checked = await importText(folder, url, "more.csv", text, "--update");
    expect(checked.stderr).toContain("a pet that is sold may become available; got pending. Import an allowed status");
    const { stdout } = await importText(folder, url, "more.csv", text.replace("pending", "available"), "--update");
    expect(stdout).toContain("3 pets, 2 new, 1 updated, 0 unchanged");
    expect((await petsOf(folder, url)).slice(2)).toEqual([
      "3,Bo,3,available,0",
      "9,Tom,4,available,1",
      "10,Kim,4,available,1",
    ]);
    const again = await folder.petstore(url, "import", "more.csv", "--update");
    expect(again.stderr).toContain("was already imported");
    expect(await folder.petstore(url, "doctor")).toMatchObject({ exitCode: 0 });
  }, 30_000);

  test(`--update loses no change that the service makes at the same time (${kind})`, async () => {
    using folder = openFolder();
    const url = await makeUrl(folder, "a.db");
    const ids = Array.from({ length: 3 * BATCH_ROWS }, (_, index) => index + 1);
    const rows = (cells: (id: number) => string) => ids.map((id) => `${cells(id)}\n`).join("");
    await importText(folder, url, "in.csv", `name,categoryId\n${rows((id) => `Rex ${id},1`)}`);
    let isDone = false;
    const text = `id,name\n${rows((id) => `${id},Mia ${id}`)}`;
    const update = importText(folder, url, "names.csv", text, "--update").finally(() => {
      isDone = true;
    });
    const store = await openStore(url, NOON);
    let added = 0;
    for (let petId = 1n; !isDone; petId = (petId % BigInt(ids.length)) + 1n) {
      const change = { petId, delta: 1, reason: "arrival", at: NOON } as const;
      if ((await store.transaction(({ inventory }) => inventory.change(change))) !== undefined) added += 1;
    }
    await store.close();
    expect((await update).stdout).toContain(`0 new, ${ids.length.toLocaleString("en-US")} updated`);
    const pets = (await petsOf(folder, url)).map((line) => line.split(","));
    expect(pets.every(([id, name]) => name === `Mia ${id}`)).toBe(true);
    expect(added).toBeGreaterThan(0);
    expect(pets.reduce((sum, [, , , , quantity]) => sum + Number(quantity), 0)).toBe(ids.length + added);
    expect(await folder.petstore(url, "doctor")).toMatchObject({ exitCode: 0 });
  }, 60_000);

  test(`--create-categories creates each missing category once, whatever the case of its name (${kind})`, async () => {
    using folder = openFolder();
    const url = await makeUrl(folder, "a.db");
    const text = "Name,Category\nRex,Dogs\nMia,Cats\nBo,DOGS\n";
    const refused = await importText(folder, url, "in.csv", text);
    expect(refused.stderr).toContain(
      'column "Category": no category has this name. Correct it, or create it with --create-categories:\n' +
        '  line 2: got "Dogs"\n  line 3: got "Cats"\n  line 4: got "DOGS"\n',
    );
    const { stdout } = await importText(folder, url, "in.csv", text, "--create-categories");
    expect(stdout).toBe("Imported in.csv: 3 pets, 3 new, 0 existing; new categories: 2.\n");
    expect(await petsOf(folder, url)).toEqual(["1,Rex,1,available,1", "2,Mia,2,available,1", "3,Bo,1,available,1"]);
    expect((await eventsOf(url)).slice(0, 2)).toEqual([
      ["category.created", { id: 1n, name: "Dogs" }, {}],
      ["category.created", { id: 2n, name: "Cats" }, {}],
    ]);
    const more = await importText(folder, url, "more.ndjson", '{"name":"Ada","category":"cats"}\n');
    expect(more.stdout).toContain("1 pet, 1 new");
    expect((await petsOf(folder, url))[3]).toBe("4,Ada,2,available,1");
  }, 30_000);
}

test("a line has a category or a categoryId, not both", async () => {
  using folder = openFolder();
  const { stderr } = await importText(folder, folder.url("a.db"), "in.csv", "name,category,categoryId\nRex,Dogs,7\n");
  expect(stderr).toContain('column "category": expected either a category or a categoryId. Remove one of the two');
  const [pet] = await importText(folder, folder.url("a.db"), "or.csv", "name,category,categoryId\nRex,,7\n").then(() =>
    petsOf(folder, folder.url("a.db")),
  );
  expect(pet).toBe("1,Rex,7,available,1");
});

test("--map gives columns other titles, before columns that have the title already", async () => {
  using folder = openFolder();
  const url = folder.url("a.db");
  const text = "Tier;Name;kategorie nr\nRex;Frau Müller;7\n";
  const map = (columns: string, database = url) => importText(folder, database, "in.csv", text, "--map", columns);
  expect(await map("Tier=name,Kategorie-Nr=Category ID")).toMatchObject({
    exitCode: 0,
    stderr: 'petstore: reading UTF-8, separated by semicolons\npetstore: ignoring the column "Name"\n',
  });
  expect(await petsOf(folder, url)).toEqual(["1,Rex,7,available,1"]);
  const wrong: Record<string, readonly [code: number, message: string]> = {
    "Tier=nome": [
      2,
      "--map: expected a title and one of id, name, categoryId, category, status, quantity, breed, sex, birthDate, ",
    ],
    Tier: [2, 'got "Tier"'],
    "Tier=name,Name=name": [2, "--map: two columns cannot both be name"],
    "Art=category": [1, 'line 1: --map: no column has the title "Art". Found: "Tier", "Name", "kategorie nr"'],
  };
  for (const [columns, [code, message]] of Object.entries(wrong)) {
    const { exitCode, stderr } = await map(columns, folder.url("b.db"));
    expect(stderr).toContain(message);
    expect(exitCode).toBe(code);
  }
});

test("an ignored column that may be a misspelled one is reported with the option that uses it", async () => {
  using folder = openFolder();
  const text = "name,categoryId,Quantitiy,Status note\nRex,1,5,ill\n";
  const { stderr } = await importText(folder, folder.url("a.db"), "in.csv", text, "--dry-run");
  expect(stderr.split("\n")).toEqual([
    'petstore: ignoring the columns "Quantitiy", "Status note"',
    'petstore: if this is wrong, add --map "Quantitiy=quantity"',
    'petstore: if this is wrong, add --map "Status note=status"',
    "",
  ]);
});

test("--dry-run shows the first pets as they would be stored and changes nothing", async () => {
  using folder = openFolder();
  const url = folder.url("a.db");
  await importText(folder, url, "three.csv", THREE);
  const text = "id;name;category;status;quantity\n1;;Dogs;;1.250\n2;;;;\n;Kim;Dogs;Sold;\n";
  const { exitCode, stdout } = await importText(
    folder,
    url,
    "in.csv",
    text,
    "--dry-run",
    "--update",
    "--create-categories",
  );
  expect(exitCode).toBe(0);
  expect(stdout.split("\n")).toEqual([
    "in.csv can be imported: 3 pets, 1 new, 1 updated, 1 unchanged; new categories: 1. Nothing was changed (--dry-run).",
    "LINE  ACTION     ID  NAME   CATEGORY    STATUS     QUANTITY",
    '2     update     1   "Rex"  new (Dogs)  available  1250',
    '3     unchanged  2   "Mia"  2           pending    2',
    '4     new        -   "Kim"  new (Dogs)  sold       0',
    "",
  ]);
  expect(await petsOf(folder, url)).toEqual(["1,Rex,1,available,1", "2,Mia,2,pending,2", "3,Bo,3,sold,0"]);
});

test("an integer may have zeros before and after it, and separators of thousands that cannot be decimal marks", async () => {
  using folder = openFolder();
  const cells = (delimiter: string, texts: readonly string[]) =>
    ["name", ...texts.map((_, index) => `pet ${index}`)]
      .map((name, index) => [name, index === 0 ? "categoryId" : `"${texts[index - 1]}"`].join(delimiter))
      .join("\n");
  const both = { "7": 7, "007": 7, "+7": 7, "-7": -7, "7.0": 7, "7,00": 7, " 7 ": 7, "-0": 0, "7.0000": 7 };
  const grouped = { "1 234": 1234, "1'234'567": 1234567, "1.234.567": 1234567, "1.234,00": 1234, "-1,234.0": -1234 };
  const accepted: Record<string, Record<string, number>> = {
    ",": { ...both, ...grouped, "1,000": 1000 },
    ";": { ...both, ...grouped, "1.000": 1000 },
    "\t": { ...both, ...grouped },
  };
  const never = ["1.5", "12.34.56", "1,23", "0,123", "1.234.56", "1 2345", "1e3", "seven", "1.234.00", "0x7", "--7"];
  const refused: Record<string, readonly string[]> = {
    ",": [...never, "1.000"],
    ";": [...never, "1,000"],
    "\t": [...never, "1.000", "1,000"],
  };
  for (const [index, delimiter] of Object.keys(accepted).entries()) {
    const url = folder.url(`${index}.db`);
    const good = accepted[delimiter] ?? {};
    await importText(folder, url, "good.csv", cells(delimiter, Object.keys(good)));
    expect((await petsOf(folder, url)).map((line) => Number(line.split(",")[2]))).toEqual(Object.values(good));
    const bad = refused[delimiter] ?? [];
    const { stderr } = await importText(folder, url, "bad.csv", cells(delimiter, bad));
    for (const [line, text] of bad.entries()) expect(stderr).toContain(`  line ${line + 2}: got "${text}"`);
  }
});

test("a file that is no table of pets is refused with what to do", async () => {
  using folder = openFolder();
  const url = folder.url("a.db");
  const array = await importText(folder, url, "pets.json", '[{"name":"Rex","categoryId":1}]');
  expect(array).toMatchObject({ exitCode: 2 });
  expect(array.stderr).toContain("pets.json is a JSON array. Write one object on each line, as `jq -c .[]` does");
  const stdin = await folder.petstore(url, "import", "-");
  expect(stdin).toMatchObject({ exitCode: 2 });
  expect(stdin.stderr).toContain("import reads its input more than once: save it to a file and import the file");
  const mixed = Buffer.concat([
    Buffer.from("name,categoryId\nJörg,1\nÉtoile,1\nBo"),
    Buffer.from([0xe4]),
    Buffer.from(",1\n"),
  ]);
  writeFileSync(folder.file("mixed.csv"), mixed);
  const broken = await folder.petstore(url, "import", "mixed.csv");
  expect(broken.stderr).toContain(
    "1 of 3 lines cannot be imported. Nothing was imported.\nnot UTF-8. Save the file as UTF-8:\n  line 4\n",
  );
  // Without an ending that is known, the first character shows the format.
  const lines = await importText(folder, url, "pets", '{"name":"Rex","categoryId":1}\n');
  expect(lines.stdout).toContain("1 pet, 1 new");
});

test("an export goes to a file whose ending names the format, or to stdout", async () => {
  using folder = openFolder();
  const url = folder.url("a.db");
  await importText(folder, url, "three.csv", THREE);
  for (const name of ["pets.xlsx", "pets"]) {
    expect(await folder.petstore(url, "export", name)).toEqual({
      exitCode: 2,
      stdout: "",
      stderr: `petstore: ${name}: name a file that ends in .csv or .ndjson, or choose a format with --format\n`,
    });
  }
  expect(await folder.petstore(url, "export", "pets", "--format", "csv")).toMatchObject({ exitCode: 0 });
  expect(await folder.petstore(url, "export", "PETS.CSV")).toMatchObject({ exitCode: 0 });
  expect((await folder.petstore(url, "import", "PETS.CSV")).stdout).toContain("3 pets, 0 new, 3 existing");
  const { stdout } = await folder.petstore(url, "export", "-");
  expect(stdout.split("\n")).toHaveLength(4);
  expect(stdout).toContain('{"id":1,"name":"Rex"');
});

test("a profile is read from the cells of a table as people write them, and a change of it is an event", async () => {
  using folder = openFolder();
  const url = folder.url("a.db");
  const titles = "Id;Name;Category Id;Sex;Birth date;Size;Neutered;Tags;Price;Reference;Microchip";
  const cells =
    "1;Luna;7;Female;2024-05;extra large;yes; calm | good with children ||;150,5 eur; 17 ;276 098 106 123 456";
  writeFileSync(folder.file("in.csv"), `${titles}\n${cells}\n`);
  expect(await folder.petstore(url, "import", "in.csv")).toMatchObject({ exitCode: 0 });
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
  const exported = async () => JSON.parse((await folder.petstore(url, "export")).stdout);
  const luna = { id: 1, name: "Luna", categoryId: 7, status: "available", quantity: 1 };
  expect(await exported()).toEqual({ ...luna, ...profile });
  writeFileSync(folder.file("more.csv"), "id,color,tags,price\n1,black,,99.00 EUR\n");
  expect(await folder.petstore(url, "import", "more.csv", "--update")).toMatchObject({ exitCode: 0 });
  const price = { amount: 9900, currency: "EUR" };
  expect(await exported()).toEqual({ ...luna, ...profile, color: "black", price });
});

test.each([
  ["birthDate", "2999", "expected a year, a month or a day"],
  ["birthDate", "17.05.2024", "expected a year, a month or a day"],
  ["price", "150", "expected an amount and a currency, such as 150.00 EUR"],
  ["price", "1.505 EUR", "expected an amount and a currency, such as 150.00 EUR"],
  ["price", "1 ABC", "expected an amount and a currency, such as 150.00 EUR"],
  ["tags", "calm|CALM", "expected each tag once"],
  ["neutered", "maybe", "expected true or false, or yes or no"],
  ["size", "huge", 'expected one of "small"'],
  ["microchip", "2.76098E+14", "expected 9 to 15 letters and digits"],
])("a cell of %s with %s is refused, and nothing is imported", async (column, cell, message) => {
  using folder = openFolder();
  writeFileSync(folder.file("in.csv"), `name,categoryId,${column}\nLuna,7,"${cell}"\n`);
  const { exitCode, stderr } = await folder.petstore(folder.url("a.db"), "import", "in.csv");
  expect(exitCode).toBe(1);
  expect(stderr).toContain(`column "${column}": ${message}`);
});
