import { describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import { addPet, openService, rex, type TestService } from "../support/harness.ts";
import { sharedBrowser } from "./browser.ts";
import { field } from "./page.ts";
import { namesShown, petLink, setStatus, statusMenu, untilName } from "./pets.ts";
import { axeFindings, shoot, untilLive, visitConsole } from "./visit.ts";

setDefaultTimeout(60_000);

const browser = await sharedBrowser();

const name = (page: Page) => field(page, "Name");

interface Opened extends AsyncDisposable {
  readonly service: TestService;
  readonly page: Page;
}

/** A shop with these pets, and its list, which follows what happens. */
async function openShop(names: readonly string[] = ["Rex"], path?: string): Promise<Opened> {
  const service = await openService();
  for (const each of names) await addPet(service.store, { ...rex, name: each });
  const visit = await visitConsole(browser, service, { key: service.adminKey, ...(path !== undefined && { path }) });
  await petLink(visit.page, "Rex").waitFor();
  await untilLive(visit.page);
  return {
    service,
    page: visit.page,
    async [Symbol.asyncDispose]() {
      await visit[Symbol.asyncDispose]();
      await service[Symbol.asyncDispose]();
    },
  };
}

/** Adds a pet with the form. */
async function addHere(page: Page, pet: string): Promise<void> {
  await page.getByRole("link", { name: "Add pet" }).click();
  await name(page).fill(pet);
  await field(page, "Category").fill("7");
  await page.getByRole("button", { name: "Add pet" }).click();
}

/** Changes a pet as somebody else does. */
async function renameByOthers(service: TestService, name: string): Promise<void> {
  await service.admin.updatePet({ params: { petId: 1n }, body: { name } });
  await service.publish();
}

describe("while somebody works in the list", () => {
  test("a pet that others delete keeps its row, and the counts follow", async () => {
    await using shop = await openShop(["Rex", "Mia", "Bella"]);
    const { page, service } = shop;
    const tabs = page.getByRole("navigation", { name: "Pets by status" });
    await tabs.getByRole("link", { name: "Available 3" }).waitFor();
    await petLink(page, "Mia").click();
    await page.getByRole("region", { name: "Mia" }).waitFor();
    await service.admin.deletePet({ params: { petId: 2n } });
    await service.publish();
    await page.getByRole("cell", { name: "Deleted" }).waitFor();
    await page.getByText("Someone else deleted this pet.").waitFor();
    await tabs.getByRole("link", { name: "Available 2" }).waitFor();
    expect(await namesShown(page)).toEqual(["Bella", "Mia", "Rex"]);
    expect(await axeFindings(page)).toEqual([]);
    await shoot(page, "deleted-by-others");
  });

  test("the counts follow a pet that was added here", async () => {
    await using shop = await openShop();
    const { page, service } = shop;
    const tabs = page.getByRole("navigation", { name: "Pets by status" });
    await tabs.getByRole("link", { name: "Available 1" }).waitFor();
    await addHere(page, "Mia");
    await petLink(page, "Mia").waitFor();
    await service.publish();
    await tabs.getByRole("link", { name: "Available 2" }).waitFor();
  });

  test("only new pets that belong to the list are counted, and never one's own", async () => {
    await using shop = await openShop(["Rex"], "/console/pets?status=available&name=re");
    const { page, service } = shop;
    await addHere(page, "Rexo");
    await petLink(page, "Rexo").waitFor();
    for (const pet of [{ name: "Mia" }, { name: "Rey", status: "sold" as const }, { name: "REXY" }, { name: "Remo" }]) {
      await service.admin.createPet({ body: { categoryId: 7n, ...pet } });
    }
    await service.publish();
    await page.getByRole("button", { name: "2 new pets" }).click();
    await petLink(page, "REXY").waitFor();
    expect(await namesShown(page)).toEqual(["Remo", "REXY", "Rexo", "Rex"]);
  });

  test("a change by others is shown beside one that is under way, and an older response does not take it back", async () => {
    await using shop = await openShop();
    const { page, service } = shop;
    const held = Promise.withResolvers<void>();
    await page.route("**/v1/pets/1", async (route) => {
      const response = await route.fetch();
      await held.promise;
      await route.fulfill({ response });
    });
    await setStatus(page, "Rex", "Pending");
    await statusMenu(page, "Rex", "Pending").waitFor();
    await service.admin.updatePet({ params: { petId: 1n }, body: { name: "Rexy" } });
    await service.publish();
    await statusMenu(page, "Rexy", "Pending").waitFor();
    held.resolve();
    await page.getByText("Rex: Pending").waitFor();
    await statusMenu(page, "Rexy", "Pending").waitFor();
  });

  test("an event that is older than a click does not overwrite it", async () => {
    await using shop = await openShop();
    const { page, service } = shop;
    await service.admin.updatePet({ params: { petId: 1n }, body: { status: "pending" } });
    await setStatus(page, "Rex", "Sold");
    await page.getByText("Rex: Sold").waitFor();
    // Both events come now: the older one, of which nothing has been seen, and that of the click.
    await service.admin.createPet({ body: { name: "Mia", categoryId: 7n } });
    const shown: string[] = [];
    await page.exposeFunction("seen", (text: string) => shown.push(text));
    await page.evaluate(`new MutationObserver(() => seen(document.querySelector("td.status").textContent))
      .observe(document.querySelector("table"), { childList: true, characterData: true, subtree: true })`);
    await service.publish();
    await page.getByRole("button", { name: "1 new pet" }).waitFor();
    expect(shown.filter((text) => !text.startsWith("Sold"))).toEqual([]);
    await statusMenu(page, "Rex", "Sold").waitFor();
  });
});

describe("while somebody edits a pet", () => {
  test("the fields follow others until something is typed, which then stays", async () => {
    await using shop = await openShop(["Rex"], "/console/pets/1");
    const { page, service } = shop;
    await untilName(page, "Rex");
    await renameByOthers(service, "Rexy");
    await untilName(page, "Rexy");
    await name(page).fill("Max");
    await renameByOthers(service, "Rexo");
    await petLink(page, "Rexo").waitFor();
    expect(await name(page).inputValue()).toBe("Max");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Name: someone else changed it to “Rexo”. You entered “Max”.").waitFor();
    await page.getByRole("button", { name: "Use “Max”" }).click();
    await page.getByText("Saved Max").waitFor();
  });
});
