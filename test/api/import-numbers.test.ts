/* Whose number is it: another system's number is a reference, and no update changes another animal unasked (decision D87). */
import { expect } from "bun:test";
import { test } from "../support/databases.ts";
import { bodyOf, openService, type TestService } from "../support/harness.ts";
import type { Client } from "../support/typed-client.ts";

type Query = NonNullable<Parameters<Client["createImport"]>[0]>["query"];

const importing = ({ admin }: TestService, file: string, query: Query = {}) =>
  bodyOf(admin.createImport({ file, query: { createCategories: true, ...query } }));

const petsOf = async ({ admin }: TestService) =>
  (await bodyOf(admin.listPets({ query: { include: ["profile"] } }))).map(({ id, name, profile }) => [
    id,
    name,
    profile?.reference,
  ]);

/** A shop whose pets 1 and 2 have descriptions of their own. */
async function shop(): Promise<TestService> {
  const service = await openService();
  await importing(service, "name,category,description\nRex,Dogs,calm\nMia,Cats,lively\n");
  return service;
}

const FOREIGN = "1,Zorro,Birds\n2,Pepper,Fish\n";

test("a number that another system calls its animal's is a reference, in English and German", async () => {
  for (const title of ["Animal ID", "animal_id", "Animal #", "Animal Number", "Tier-ID", "Tiernummer", "Tier-Nr."]) {
    await using service = await shop();
    const report = await importing(service, `${title},Name,Species\n${FOREIGN}`, { update: true });
    expect([title, report.columns[0]?.column, report.added, report.updated]).toEqual([title, "reference", 2, 0]);
    expect(await petsOf(service)).toEqual([
      [1n, "Rex", undefined],
      [2n, "Mia", undefined],
      [3n, "Zorro", "1"],
      [4n, "Pepper", "2"],
    ]);
  }
});

test("an id of a pet with another name and another kind is a question, with and without update, and nothing changes", async () => {
  await using service = await shop();
  const before = await petsOf(service);
  for (const update of [false, true]) {
    const { stored, problems } = await importing(service, `ID,Name,Kind\n${FOREIGN}`, { update });
    expect([stored, problems.map(({ code, column, count }) => [code, column, count])]).toEqual([
      false,
      [["other_pet", "id", 2]],
    ]);
    // No remedy without an answer of its own changes another animal.
    expect(problems[0]?.message.includes("allowOtherPets")).toBe(update);
    expect(problems[0]?.message).not.toMatch(/add update|with update/);
    expect(problems[0]?.examples[0]?.got).toBe('got 1, which is "Rex"');
  }
  expect(await petsOf(service)).toEqual(before);
  expect(await importing(service, `ID,Name,Kind\n${FOREIGN}`, { map: "ID=reference" })).toMatchObject({ added: 2 });
});

test("changes a pet that keeps its name or its kind, and another one only where a person confirms it", async () => {
  await using service = await shop();
  expect(await importing(service, "id,name,category\n1,Rexy,Dogs\n2,Mia,Kittens\n", { update: true })).toMatchObject({
    updated: 2,
  });
  const all = { update: true, allowOtherPets: true };
  expect(await importing(service, `id,name,category\n${FOREIGN}`, all)).toMatchObject({ updated: 2 });
  expect((await petsOf(service)).map(([, name]) => name)).toEqual(["Zorro", "Pepper"]);
});

test("a reference that another animal has is refused without the advice to change that animal", async () => {
  await using service = await shop();
  await importing(service, "name,category,reference\nBo,Dogs,A1\n");
  const other = await importing(service, "name,category,reference\nZorro,Birds,A1\n");
  expect(other.problems[0]).toMatchObject({ code: "taken", message: expect.stringMatching(/Correct one of the two$/) });
  const same = await importing(service, "name,category,reference\nBo,Dogs,A1\n");
  expect(same.problems[0]).toMatchObject({
    code: "taken",
    message: expect.stringMatching(/if it is the same pet, change it with update$/),
  });
});
