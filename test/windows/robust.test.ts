/* What happens while something loads, fails or is cut. Nothing fails silently. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { button, hold, link, rowLink } from "../console/page.ts";
import { stockShown } from "../console/stock.ts";
import { addPet, rex, type TestService } from "../support/harness.ts";
import { until } from "../support/program.ts";
import { openShop } from "../support/shops.ts";
import { keepPublishing, openPage, signIn, untilLive, visit } from "./page.ts";

setDefaultTimeout(60_000);

/** As many changes as somebody makes in three seconds. */
const CHANGES = 30;

async function countUp({ admin }: TestService): Promise<void> {
  for (let index = 0; index < CHANGES; index++) {
    await admin.changeStock({ params: { petId: 1n }, body: { delta: 1, reason: "arrival" } });
    await Bun.sleep(100);
  }
}

describe("live changes", () => {
  test("that arrive while a list loads are in it", async () => {
    const service = await openShop("Rex");
    await service.publish();
    const page = await visit(service);
    await rowLink(page, "Rex").waitFor();
    await untilLive(page);
    const list = await hold(page, "**/v1/pets?*order=asc*", "answers");
    await link(page, "Waiting ↑").click();
    await list.asked;
    await service.admin.updatePet({ params: { petId: 1n }, body: { name: "Rexy" } });
    await service.admin.createPet({ body: { name: "Mia", categoryId: 7n } });
    await service.publish();
    await link(page, "All 2").waitFor();
    list.release();
    await rowLink(page, "Rexy").waitFor();
    await button(page, "1 new pet").waitFor();
  });

  test("of the stock, ten a second, show the right number and cost at most two requests a second", async () => {
    const service = await openShop();
    keepPublishing(service);
    await addPet(service.store);
    const page = await visit(service, "/console/pets/1");
    await page.locator("summary", { hasText: "Stock 1" }).click();
    await stockShown(page).waitFor();
    await untilLive(page);
    await page.getByRole("heading", { name: "History" }).waitFor();
    let requests = 0;
    await page.route("**/v1/**", async (route) => {
      if (!route.request().url().includes("/stream")) requests++;
      await Bun.sleep(150);
      await route.continue();
    });
    const start = performance.now();
    await countUp(service);
    await stockShown(page)
      .getByText(`${CHANGES + 1}`, { exact: true })
      .waitFor();
    const seconds = (performance.now() - start) / 1000;
    expect(requests).toBeLessThanOrEqual(Math.ceil(seconds + 1) * 2);
    await page.unrouteAll({ behavior: "wait" });
  });

  test("end visibly when a proxy sends its page in place of the stream, and come back without anybody's help", async () => {
    const service = await openShop();
    keepPublishing(service);
    const page = await openPage(service);
    await page.route("**/v1/events/stream*", (route) =>
      route.fulfill({ status: 200, contentType: "text/html", body: "<h1>Sign in to the Wi-Fi</h1>" }),
    );
    await signIn(page, service.adminKey);
    await page.getByRole("status").filter({ hasText: "Offline" }).waitFor();
    await page.unrouteAll({ behavior: "wait" });
    await service.admin.createPet({ body: { name: "Mia", categoryId: 7n } });
    await button(page, "1 new pet").waitFor({ timeout: 40_000 });
    await page.getByText("Offline").waitFor({ state: "detached" });
  });
});

describe("what could not be loaded", () => {
  test("the names of the categories are loaded again without anybody's help", async () => {
    const service = await openShop();
    await service.admin.createCategory({ body: { name: "Dogs" } });
    await addPet(service.store, { ...rex, categoryId: 1n });
    const page = await openPage(service, "/console");
    let failed = 0;
    await page.route("**/v1/categories*", async (route) => {
      await route.abort();
      failed++;
    });
    await signIn(page, service.adminKey);
    await page.getByRole("cell", { name: "No. 1" }).waitFor();
    // As often as the client sends it again.
    await until(async () => failed >= 3, "the failure");
    await page.unrouteAll({ behavior: "wait" });
    await page.getByRole("cell", { name: "Dogs" }).waitFor();
  });

  test("a page of a list that no longer exists leads to the first one", async () => {
    const service = await openShop("Rex");
    const path = "/console/pets?cursor=nonsense";
    const page = await visit(service, path);
    await page.getByText("This page of the list no longer exists.").waitFor();
    expect(await button(page, "Try again").count()).toBe(0);
    await link(page, "Go to the first page").click();
    await rowLink(page, "Rex").waitFor();
  });
});

test.each([
  ["orders/99", "There is no order 99"],
  ["categories", "There are no kinds yet"],
  ["categories/99", "There is no kind no. 99"],
  ["pets/404", "There is no pet no. 404"],
  ["pets/rex", "There is no pet no. rex"],
])("at %s, where there is nothing, the page says so", async (place, text) => {
  const page = await visit(await openShop(), `/console/${place}`);
  await page.getByText(text).waitFor();
});

describe("several windows", () => {
  test("Undo over the change of another is refused in words, in German too", async () => {
    const service = await openShop("Rex");
    const page = await visit(service, "/console", { locale: "de-DE" });
    await button(page, "Zustand von Rex: Verfügbar").click();
    await page.getByRole("menuitemradio", { name: "Reserviert" }).click();
    await button(page, "Rückgängig").waitFor();
    await service.admin.updatePet({ params: { petId: 1n }, body: { status: "sold" } });
    await button(page, "Rückgängig").click();
    const alert = page.getByRole("alert").filter({ hasText: "Jemand anderes hat das inzwischen geändert." });
    await alert.waitFor();
    expect(await alert.innerText()).not.toContain("If-Match");
    await button(page, "Zustand von Rex: Verkauft").waitFor();
    expect(await service.admin.listPets()).toMatchObject({ body: [{ status: "sold" }] });
  });
});
