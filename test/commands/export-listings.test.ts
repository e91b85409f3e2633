/* `petstore export --for`: what sites on which shelters list their pets take. */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import { runCommand } from "../support/command.ts";
import { FILES, photoOf } from "../support/examples.ts";
import { NOON } from "../support/harness.ts";
import { openShop, refused, testEach, withStore } from "./folder.ts";

const PETFINDER =
  "ID,Internal,AnimalName,PrimaryBreed,SecondaryBreed,Sex,Size,Age,Desc,Type,Status,Shots,Altered,NoDogs,NoCats,NoKids," +
  "Housetrained,Declawed,specialNeeds,Mix,photo1,photo2,photo3,photo4,photo5,photo6,arrival_date,birth_date,primaryColor," +
  "secondaryColor,tertiaryColor,coat_length,adoption_fee,display_adoption_fee,adoption_fee_waived,special_needs_notes," +
  "no_other,no_other_note,tags";

const ADOPT_A_PET =
  "Id,Animal,Breed,Breed2,Purebred,Age,Name,Size,Sex,Description,Status,GoodWKids,GoodWCats,GoodWDogs,SpayedNeutered," +
  "ShotsCurrent,Housetrained,Declawed,SpecialNeeds,HairLength,YouTubeVideoURL";

const rowsOf = (text: string) => parse(text, { columns: true }) as Record<string, string>[];

testEach(
  "--for writes the available and held pets as each site takes them, and names kinds that it does not know",
  async ({ url, run, file }) => {
    await withStore(url, (store) =>
      store.transaction(async ({ categories, pets, profiles, photos }) => {
        for (const name of ["Guinea pigs", "Hunde", "Unicorns"]) await categories.insert({ name });
        const add = (name: string, categoryId: bigint, status: "available" | "pending" | "sold") =>
          pets.insert({ name, categoryId, status }, 1, NOON);
        await add("Pip", 1n, "available");
        await add('Rex "the" dog', 2n, "pending");
        await add("Uni", 3n, "available");
        await add("Gone", 2n, "sold");
        await profiles.put([
          {
            petId: 2n,
            breed: "Beagle Mix",
            sex: "male",
            size: "extra_large",
            birthDate: "2010-05-17",
            neutered: true,
            description: "Line one\n\nLine two",
            tags: ["Good with dogs", "no cats", "calm"],
            price: { amount: 25_050n, currency: "USD" },
            arrivedOn: "2026-01-02",
            reference: "SECRET-1",
            microchip: "276SECRET2",
          },
        ]);
        await photos.insert(photoOf(2n), FILES);
      }),
    );
    const base = ["--base-url", "https://pets.example/v1"];
    const made = await run("export", "--for", "petfinder", ...base, "petfinder.csv");
    expect([made.exitCode, made.stderr.includes("exported 3 pets for petfinder")]).toEqual([0, true]);
    expect(made.stderr).toContain('petfinder has no type for these kinds, whose pets it will refuse: "Unicorns"');
    const text = readFileSync(file("petfinder.csv"), "utf8");
    expect(text.split("\r\n")[0]).toBe(PETFINDER);
    expect(text).not.toMatch(/SECRET|Gone/);
    const [pip, rex, uni] = rowsOf(text);
    expect(pip).toMatchObject({ ID: "1", Type: "Small & Furry", Status: "A", Age: "Adult", Sex: "", NoDogs: "" });
    expect(rex).toMatchObject({
      AnimalName: 'Rex "the" dog',
      PrimaryBreed: "Beagle Mix",
      Sex: "M",
      Size: "XL",
      Age: "Senior",
      Desc: "Line one&#10;&#10;Line two",
      Type: "Dog",
      Status: "H",
      Altered: "1",
      NoDogs: "0",
      NoCats: "1",
      NoKids: "",
      Mix: "1",
      photo1: expect.stringMatching(/^https:\/\/pets\.example\/photos\/[\w-]+-large\.webp$/),
      photo2: "",
      arrival_date: "2026-01-02",
      birth_date: "2010-05-17",
      adoption_fee: "250.50",
      display_adoption_fee: "1",
    });
    expect(uni).toMatchObject({ Type: "" });

    const other = await run("export", "--for", "adopt-a-pet");
    expect(other.stderr).toContain("without PETSTORE_BASE_URL the file has no photos");
    expect(other.stdout.split("\r\n")[0]).toBe(ADOPT_A_PET);
    expect(rowsOf(other.stdout).map(({ Id, Animal, Size, Status }) => [Id, Animal, Size, Status])).toEqual([
      ["1", "Small Animal", "", "Available"],
      ["3", "", "", "Available"],
    ]);
  },
);

test("--for in staging writes the addresses of staging, whose photos are not in production", async () => {
  using shop = openShop();
  await shop.importText("pets.csv", "name,category\nRex,Dogs\n", "--create-categories");
  await withStore(shop.url, (store) => store.transaction(({ photos }) => photos.insert(photoOf(1n), FILES)));
  const production = { DATABASE_URL: shop.url, PETSTORE_BASE_URL: "https://pets.example/v1" };
  const run = (env: Record<string, string>, ...args: string[]) =>
    runCommand(shop.path, { ...production, ...env }, ["export", "--for", "petfinder", ...args]);
  const PETSTORE_ENVIRONMENT = "staging";
  const PETSTORE_STAGING_BASE_URL = "https://staging.example/v1";
  expect((await run({ PETSTORE_ENVIRONMENT, PETSTORE_STAGING_BASE_URL })).stdout).toContain(
    "//staging.example/photos/",
  );
  const flagged = await run(
    { PETSTORE_ENVIRONMENT, PETSTORE_STAGING_BASE_URL },
    "--base-url",
    "https://flag.example/v1",
  );
  expect(flagged.stdout).toContain("//flag.example/photos/");
  const { stdout, stderr } = await run({ PETSTORE_ENVIRONMENT });
  expect(stdout).not.toContain("/photos/");
  expect(stderr).toContain("without PETSTORE_STAGING_BASE_URL the file has no photos");
});

testEach("--for is refused with what it cannot do, and never replaces a file", async ({ run }) => {
  expect(await run("export", "--for", "petfinder", "--what", "orders")).toEqual(
    refused(2, "--for writes pets as CSV: use it without --what, --spreadsheet and --format ndjson"),
  );
  expect(await run("export", "--for", "elsewhere")).toMatchObject({ exitCode: 2 });
});
