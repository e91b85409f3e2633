import { describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import { button, field, hold, link, region, rowLink, untilNames } from "../console/page.ts";
import { setStatus, statusMenu, untilName } from "../console/pets.ts";
import type { TestService } from "../support/harness.ts";
import { openShop } from "../support/shops.ts";
import { untilLive, visit } from "./page.ts";

setDefaultTimeout(60_000);

/** Opens the list of a shop with a pet named Rex when it follows what happens. */
async function visitLive(service: TestService, path?: string): Promise<Page> {
  const page = await visit(service, path);
  await rowLink(page, "Rex").waitFor();
  await untilLive(page);
  return page;
}

/** Adds a pet with the form. */
async function addHere(page: Page, pet: string): Promise<void> {
  await link(page, "Add pet").click();
  await field(page, "Name").fill(pet);
  await field(page, "Kind").fill("7");
  await button(page, "Add pet").click();
  await rowLink(page, pet).waitFor();
}

/** Changes a pet as somebody else does. */
async function renameByOthers(service: TestService, name: string): Promise<void> {
  await service.admin.updatePet({ params: { petId: 1n }, body: { name } });
  await service.publish();
}

describe("while somebody works in the list", () => {
  test("a pet that others delete keeps its row, and the counts follow", async () => {
    const service = await openShop("Rex", "Mia", "Bella");
    const page = await visitLive(service);
    await link(page, "All 3").waitFor();
    await rowLink(page, "Mia").click();
    await region(page, "Mia").waitFor();
    await service.admin.deletePet({ params: { petId: 2n } });
    await service.publish();
    await page.getByRole("cell", { name: "Deleted" }).waitFor();
    await page.getByText("Someone else deleted this pet.").waitFor();
    await link(page, "All 2").waitFor();
    await untilNames(page, "Bella", "Mia", "Rex");
  });

  test("the counts follow a pet that was added here", async () => {
    const service = await openShop("Rex");
    const page = await visitLive(service);
    await link(page, "All 1").waitFor();
    await addHere(page, "Mia");
    await service.publish();
    await link(page, "All 2").waitFor();
  });

  test("only new pets that belong to the list are counted, and never one's own", async () => {
    const service = await openShop("Rex");
    const page = await visitLive(service, "/console/pets?status=available&name=re");
    await addHere(page, "Rexo");
    for (const pet of [{ name: "Mia" }, { name: "Rey", status: "sold" as const }, { name: "REXY" }, { name: "Remo" }]) {
      await service.admin.createPet({ body: { categoryId: 7n, ...pet } });
    }
    await service.publish();
    await button(page, "2 new pets").click();
    await untilNames(page, "Remo", "REXY", "Rexo", "Rex");
  });

  test("a change by others is shown beside one that is under way, and an older response does not take it back", async () => {
    const service = await openShop("Rex");
    const page = await visitLive(service);
    const change = await hold(page, "**/v1/pets/1", "answers");
    await setStatus(page, "Rex", "Reserved");
    await change.asked;
    await renameByOthers(service, "Rexy");
    await statusMenu(page, "Rexy", "Reserved").waitFor();
    change.release();
    await page.getByText("Rex: Reserved").waitFor();
    await statusMenu(page, "Rexy", "Reserved").waitFor();
  });
});

test("the fields of a form follow others until something is typed, which then stays", async () => {
  const service = await openShop("Rex");
  const page = await visitLive(service, "/console/pets/1");
  await untilName(page, "Rex");
  await renameByOthers(service, "Rexy");
  await untilName(page, "Rexy");
  await field(page, "Name").fill("Max");
  await renameByOthers(service, "Rexo");
  await rowLink(page, "Rexo Not saved").waitFor();
  expect(await field(page, "Name").inputValue()).toBe("Max");
});

test("an event that is older than a click does not overwrite it", async () => {
  const service = await openShop("Rex");
  const page = await visitLive(service);
  await service.admin.updatePet({ params: { petId: 1n }, body: { status: "pending" } });
  await setStatus(page, "Rex", "Sold");
  await page.getByText("Rex: Sold").waitFor();
  // Both events come now: the older one, of which nothing has been seen, and that of the click.
  await service.admin.createPet({ body: { name: "Mia", categoryId: 7n } });
  await page.evaluate(`globalThis.shown = [];
    new MutationObserver(() => shown.push(document.querySelector("td.status").textContent))
      .observe(document.querySelector("table"), { childList: true, characterData: true, subtree: true })`);
  await service.publish();
  await button(page, "1 new pet").waitFor();
  const shown = await page.evaluate<readonly string[]>("shown");
  expect(shown.filter((text) => !text.startsWith("Sold"))).toEqual([]);
  await statusMenu(page, "Rex", "Sold").waitFor();
});
