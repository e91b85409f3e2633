/* The plan of a kind: in its form, applied to a pet in its panel, and to a litter. */
import { expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import { button, loseAnswers, panel, rowLink } from "../console/page.ts";
import { bodyOf, type TestService } from "../support/harness.ts";
import { until } from "../support/program.ts";
import { openShop } from "../support/shops.ts";
import { keepPublishing, untilLive, visit } from "./page.ts";

setDefaultTimeout(60_000);

const plan = [
  { kind: "vaccination", what: "DHPPi", atDays: 56 },
  { kind: "treatment", what: "Worms", atDays: 10 },
] as const;

/** A shop with a kind that has this plan, and one pet of it that was born for each name. */
async function openLitter(...names: string[]): Promise<TestService> {
  const service = await openShop();
  await bodyOf(service.admin.createCategory({ body: { name: "Puppies", carePlan: [...plan] } }));
  for (const name of names) await addPuppy(service, name);
  return service;
}

const addPuppy = ({ admin }: TestService, name: string) =>
  bodyOf(admin.createPet({ body: { name, categoryId: 1n, profile: { birthDate: "2026-11-01" } } }));

const planOf = async ({ admin }: TestService) =>
  (await bodyOf(admin.getCategory({ params: { categoryId: 1n } }))).carePlan;
const dueOf = async ({ admin }: TestService, petId = 1n) =>
  (await bodyOf(admin.listPetCare({ params: { petId } }))).map(({ what, dueOn }) => [what, dueOn]);
const entry = (page: Page, nth: number) => panel(page).getByRole("group", { name: `Entry ${nth}`, exact: true });

const born = [
  ["DHPPi", "2026-12-27"],
  ["Worms", "2026-11-11"],
];

test("a plan is typed with the keyboard, an entry after the other, and what is wrong is said at its field", async () => {
  const service = await openShop();
  await service.admin.createCategory({ body: { name: "Dogs" } });
  const page = await visit(service, "/console/categories/1");
  const add = button(panel(page), "Add entry");
  await add.press("Enter");
  await page.keyboard.type("DHPPi");
  await entry(page, 1).getByLabel("At the age of").focus();
  await page.keyboard.type("8 w");
  await page.keyboard.press("Enter");
  await page.locator(".field-error", { hasText: "Enter a whole number, up to 20 years." }).waitFor();
  expect(await planOf(service)).toBeUndefined();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("8");
  // The next one has the words of the last one, to be typed over.
  await add.press("Enter");
  expect(await entry(page, 2).getByLabel("What").inputValue()).toBe("DHPPi");
  await entry(page, 2).getByLabel("At the age of").focus();
  await page.keyboard.type("12");
  await add.press("Enter");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("Worms");
  await entry(page, 3).getByLabel("Kind of care").selectOption("treatment");
  await entry(page, 3).getByLabel("Unit").selectOption("days");
  await entry(page, 3).getByLabel("At the age of").focus();
  await page.keyboard.type("10");
  await entry(page, 3).getByLabel("Again in days").focus();
  await page.keyboard.type("14");
  await page.keyboard.press("Enter");
  await page.getByText("Saved the kind Dogs").waitFor();
  expect(await planOf(service)).toEqual([
    { kind: "vaccination", what: "DHPPi", atDays: 56 },
    { kind: "vaccination", what: "DHPPi", atDays: 84 },
    { kind: "treatment", what: "Worms", atDays: 10, everyDays: 14 },
  ]);
});

test("an entry is removed from a plan", async () => {
  const service = await openLitter();
  const page = await visit(service, "/console/categories/1");
  await button(panel(page), "Remove DHPPi from the plan").press("Enter");
  await button(panel(page), "Save").click();
  await page.getByText("Saved the kind Puppies").waitFor();
  expect(await planOf(service)).toEqual([plan[1]]);
});

test("a kind whose last entry is removed has no plan", async () => {
  const service = await openLitter();
  await service.admin.updateCategory({ params: { categoryId: 1n }, body: { carePlan: [plan[1]] } });
  const page = await visit(service, "/console/categories/1");
  await button(panel(page), "Remove Worms from the plan").press("Enter");
  await button(panel(page), "Save").click();
  await until(async () => (await planOf(service)) === undefined, "there is no plan");
});

test("two people who change a plan are asked whose version to keep", async () => {
  const service = await openLitter();
  const page = await visit(service, "/console/categories/1");
  await entry(page, 1).getByLabel("At the age of").fill("9");
  await service.admin.updateCategory({ params: { categoryId: 1n }, body: { carePlan: [plan[1]] } });
  await button(panel(page), "Save").click();
  await page.getByText(/someone else changed it to “Worms \(10 days\)”. You entered “DHPPi \(9 weeks\)/).waitFor();
  await button(page, "Keep “Worms (10 days)”").click();
  await until(async () => (await planOf(service))?.length === 1, "theirs is kept");
});

test("the panel of a pet applies the plan once, with an Undo that removes the added entries", async () => {
  const service = await openLitter("Rex");
  const page = await visit(service, "/console/pets/1");
  await button(panel(page), "Apply plan").press("Enter");
  await page.getByText("Planned 2 entries for Rex").waitFor();
  expect(await dueOf(service)).toEqual(born);
  await button(panel(page), "Done: Worms for Rex").waitFor();
  await button(page, "Undo").click();
  await page.getByText("Removed 2 planned entries of Rex").waitFor();
  expect(await dueOf(service)).toEqual([]);
  await button(panel(page), "Apply plan").press("Enter");
  await until(async () => (await dueOf(service)).length === 2, "it is applied again");
  await button(panel(page), "Apply plan").press("Enter");
  await page.getByText("Nothing to add: the whole plan is already there for Rex").waitFor();
  expect(await dueOf(service)).toEqual(born);
});

test("a plan whose answer is lost is applied once, and pressed again it has the Undo of the first press", async () => {
  const service = await openLitter("Rex");
  const page = await visit(service, "/console/pets/1");
  await loseAnswers(page, "**/v1/pets/1/care/plan");
  await button(panel(page), "Apply plan").press("Enter");
  await page.getByText("The service does not respond.").waitFor();
  await page.unrouteAll();
  await button(panel(page), "Apply plan").press("Enter");
  await page.getByText("Planned 2 entries for Rex").waitFor();
  expect(await dueOf(service)).toEqual(born);
  await button(page, "Undo").click();
  await page.getByText("Removed 2 planned entries of Rex").waitFor();
  expect(await dueOf(service)).toEqual([]);
});

test("entries removed since are applied again, although the first response was lost", async () => {
  const service = await openLitter("Rex");
  keepPublishing(service);
  const page = await visit(service, "/console/pets/1");
  await untilLive(page);
  await loseAnswers(page, "**/v1/pets/1/care/plan");
  await button(panel(page), "Apply plan").press("Enter");
  await page.getByText("The service does not respond.").waitFor();
  await page.unrouteAll();
  await button(panel(page), "Remove Worms").click();
  await page.getByText("Worms removed for Rex").waitFor();
  await button(panel(page), "Apply plan").press("Enter");
  await page.getByText("Planned 1 entry for Rex").waitFor();
  expect((await dueOf(service)).toSorted()).toEqual(born);
});

test("a plan that was changed since is applied as it is now, although the first response was lost", async () => {
  const service = await openLitter("Rex");
  keepPublishing(service);
  const page = await visit(service, "/console/pets/1");
  await untilLive(page);
  await loseAnswers(page, "**/v1/pets/1/care/plan");
  await button(panel(page), "Apply plan").press("Enter");
  await page.getByText("The service does not respond.").waitFor();
  await page.unrouteAll();
  const carePlan = [...plan, { kind: "check" as const, what: "Teeth", atDays: 90 }];
  await bodyOf(service.admin.updateCategory({ params: { categoryId: 1n }, body: { name: "Pups", carePlan } }));
  await panel(page).getByText("Pups").first().waitFor();
  await button(panel(page), "Apply plan").press("Enter");
  await page.getByText("Planned 1 entry for Rex").waitFor();
  expect((await dueOf(service)).map(([what]) => what)).toEqual(["DHPPi", "Worms", "Teeth"]);
});

test("a plan that somebody has removed meanwhile is refused in words, and a kind without one has no button", async () => {
  const service = await openLitter("Rex");
  const page = await visit(service, "/console/pets/1");
  await button(panel(page), "Apply plan").waitFor();
  await service.admin.updateCategory({ params: { categoryId: 1n }, body: { carePlan: null } });
  await button(panel(page), "Apply plan").click();
  await page.getByText("The plan was not applied: this kind no longer has one").waitFor();
  await page.reload();
  await panel(page).getByText("Record care").waitFor();
  expect(await button(panel(page), "Apply plan").count()).toBe(0);
});

test("a whole litter gets its plan with one press, and one Undo takes it from all", async () => {
  const names = ["Ajax", "Bo", "Coco", "Dina", "Emil"];
  const service = await openLitter(...names);
  const page = await visit(service, "/console/pets");
  await rowLink(page, "Ajax").waitFor();
  for (const name of names) await page.getByRole("checkbox", { name: `Select ${name}` }).check();
  await button(page.getByRole("toolbar", { name: "Selected rows" }), "Apply plan").press("Enter");
  await page.getByText(/Planned 10 entries for (?:(?:Ajax|Bo|Coco|Dina|Emil)(?:, | and |$)){5}/).waitFor();
  for (const petId of [1n, 2n, 3n, 4n, 5n]) expect(await dueOf(service, petId)).toEqual(born);
  await button(page, "Undo").click();
  await page.getByText("Removed 10 planned entries of").waitFor();
  for (const petId of [1n, 2n, 3n, 4n, 5n]) expect(await dueOf(service, petId)).toEqual([]);
});
