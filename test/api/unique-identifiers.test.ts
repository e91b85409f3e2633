/* No two pets have the same microchip or reference (decision D58), whatever the door. */
import { expect } from "bun:test";
import { test } from "../support/databases.ts";
import { addPet, bodyOf, expectRefused, openService, refusal, type TestService } from "../support/harness.ts";

const CHIP = "276098106123456";
const LUNA = { name: "Luna", categoryId: 7n, profile: { microchip: CHIP, reference: "A-7" } };

/** Pets with this chip. */
async function pets({ admin }: TestService) {
  return (await bodyOf(admin.listPets({ query: { microchip: CHIP } }))).map(({ id }) => id);
}

/** A pet that has the marks of the first one, as releases before 1.3 allowed. */
async function addTwin({ store }: TestService): Promise<bigint> {
  const { id: petId } = await addPet(store);
  await store.transaction(({ profiles }) => profiles.put([{ petId, ...LUNA.profile }]));
  return petId;
}

test("a second pet with a microchip or a reference is refused, with the pet that has it", async () => {
  await using service = await openService();
  await service.admin.createPet({ body: LUNA });
  const { id } = await bodyOf(service.admin.createPet({ body: { name: "Mia", categoryId: 7n } }));
  const chip = refusal(409, "conflict", `microchip: pet 1 already has "${CHIP}"`);
  const number = refusal(409, "conflict", 'reference: pet 1 already has "A-7"');
  const other = { name: "Bo", categoryId: 7n, profile: { microchip: CHIP } };
  await expectRefused(service, () => service.admin.createPet({ body: other }), { ...chip });
  const update = (body: object) => () => service.admin.updateProfile({ params: { petId: id }, body });
  await expectRefused(service, update({ microchip: CHIP }), chip);
  await expectRefused(service, update({ reference: "A-7" }), number);
  expect(await update({ reference: "a-7" })()).toMatchObject({ status: 200 });
  expect(
    await service.admin.updateProfile({ params: { petId: 1n }, body: { microchip: CHIP, breed: "x" } }),
  ).toMatchObject({
    status: 200,
  });
  await service.admin.deletePet({ params: { petId: 1n } });
  expect(await update({ microchip: CHIP })()).toMatchObject({ status: 200 });
});

test("of many requests with one microchip at once, one wins", async () => {
  await using service = await openService();
  const bodies = Array.from({ length: 12 }, (_, index) => ({ ...LUNA, name: `Luna ${index}` }));
  const answers = await Promise.all(bodies.map((body) => service.admin.createPet({ body })));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 11 }, () => 409)]);
  expect(await pets(service)).toHaveLength(1);
});

test("pets of older releases with the same identifiers may be changed, and one of them may be corrected", async () => {
  await using service = await openService();
  await service.admin.createPet({ body: LUNA });
  const petId = await addTwin(service);
  const update = (body: object) => service.admin.updateProfile({ params: { petId }, body });
  expect(await update({ breed: "Siamese", microchip: CHIP })).toMatchObject({ status: 200 });
  expect(await service.admin.createPet({ body: LUNA })).toMatchObject({ status: 409 });
  expect(await update({ microchip: null, reference: "A-8" })).toMatchObject({ status: 200 });
  expect(await update({ microchip: CHIP })).toMatchObject({ status: 409 });
});

/** What an import says about a table. */
async function importing({ admin }: TestService, file: string, query: object = {}) {
  const { stored, added, updated, problems } = await bodyOf(admin.createImport({ file, query }));
  const found = problems.map(({ code, column, examples }) => [code, column, ...examples.map(({ line }) => line)]);
  return { stored, added, updated, problems: found };
}

const TABLE = `name,categoryId,reference,quantity\nLuna,7,A-7,1\nMia,7,A-8,3\n`;
const done = { stored: true, added: 0, updated: 0, problems: [] };
const refused = { ...done, stored: false };

test("a corrected file never doubles a pet: without `update` its lines are taken, with it they change their pets", async () => {
  await using service = await openService();
  expect(await importing(service, TABLE)).toEqual({ ...done, added: 2 });
  const corrected = TABLE.replace("A-8,3", "A-8,5").replace("Luna,", "Luna II,");
  expect(await importing(service, corrected)).toEqual({ ...refused, problems: [["taken", "reference", 2, 3]] });
  expect(await importing(service, corrected, { update: true })).toEqual({ ...done, updated: 2 });
  expect(await importing(service, `${corrected}Bo,7,A-9,1\n`, { update: true })).toEqual({ ...done, added: 1 });
  expect(await importing(service, corrected, { update: true })).toEqual(done);
  expect((await bodyOf(service.admin.listPets())).map(({ name }) => name)).toEqual(["Luna II", "Mia", "Bo"]);
});

test("`match` names the column that identifies pets, and a file without one cannot change pets", async () => {
  await using service = await openService();
  await importing(service, `name,categoryId,reference,microchip\nLuna,7,A-7,${CHIP}\n`);
  const file = `name,categoryId,reference,microchip\nLuna,7,B-1,${CHIP}\n`;
  expect(await importing(service, file, { update: true })).toEqual({
    ...refused,
    problems: [["taken", "microchip", 2]],
  });
  expect(await importing(service, file, { update: true, match: "microchip" })).toEqual({ ...done, updated: 1 });
  const problems = [["cannot_match", undefined, 1]];
  expect(await importing(service, "name,categoryId\nRex,7\n", { update: true })).toEqual({ ...refused, problems });
  expect(await importing(service, file, { update: true, match: "id" })).toEqual({ ...refused, problems });
  const lines = new Blob(['{"name":"Rex","categoryId":7}\n'], { type: "application/x-ndjson" });
  const { body } = await service.admin.createImport({ file: lines, query: { update: true } });
  expect(body).toMatchObject({ stored: false, problems: [{ code: "cannot_match" }] });
});

test("two lines with one microchip, and an identifier of several pets, are problems", async () => {
  await using service = await openService();
  const twice = `name,categoryId,microchip\nLuna,7,${CHIP}\nMia,7,${CHIP}\n`;
  expect(await importing(service, twice)).toEqual({ ...refused, problems: [["repeated_mark", "microchip", 3]] });
  await service.admin.createPet({ body: LUNA });
  await addTwin(service);
  const once = `microchip,name\n${CHIP},Luna II\n`;
  expect(await importing(service, once, { update: true })).toEqual({
    ...refused,
    problems: [["taken", "microchip", 2]],
  });
});

test("of two imports of one file at once, one is stored", async () => {
  await using service = await openService();
  const answers = await Promise.all([1, 2, 3].map(() => service.admin.createImport({ file: TABLE })));
  expect((await bodyOf(service.admin.listPets())).map(({ name }) => name)).toEqual(["Luna", "Mia"]);
  expect(answers.filter(({ ok, body }) => ok && (body as { stored: boolean }).stored)).toHaveLength(1);
});
