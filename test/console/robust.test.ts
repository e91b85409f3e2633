/* What happens while something loads, fails or is cut. Nothing fails silently. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Request } from "playwright-core";
import { addPet, rex, type TestService } from "../support/harness.ts";
import { until } from "../support/program.ts";
import { openShop } from "../support/shops.ts";
import { button, field, hold, link, panel, rowLink, skeleton } from "./page.ts";
import { edit } from "./pets.ts";
import { stockShown } from "./stock.ts";
import { keepPublishing, openPage, requireAccessible, signIn, untilLive, visit } from "./visit.ts";

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

  test("reach seven windows of one browser over one stream, also after the window that reads it is closed", async () => {
    const service = await openShop();
    keepPublishing(service);
    const page = await openPage(service);
    const open = new Set<Request>();
    const ended = (request: Request) => open.delete(request);
    page.context().on("requestfailed", ended).on("requestfinished", ended);
    page.context().on("request", (request) => {
      if (request.url().includes("/v1/events/stream")) open.add(request);
    });
    // Two windows may both begin to read, until one hears of the other.
    const oneStream = () => until(async () => open.size === 1, "one stream");
    await page.getByLabel("Remember on this device").check();
    await signIn(page, service.adminKey);
    const others = await Promise.all(Array.from({ length: 6 }, () => page.context().newPage()));
    for (const other of others) {
      await other.goto(page.url());
      await other.getByText("There are no pets yet").waitFor();
    }
    const windows = [page, ...others];
    await service.admin.createPet({ body: { name: "Mia", categoryId: 7n } });
    for (const each of windows) await button(each, "1 new pet").waitFor();
    await oneStream();
    await others[0]?.close();
    await others[1]?.close();
    await page.goto("about:blank");
    await service.admin.createPet({ body: { name: "Rex", categoryId: 7n } });
    for (const each of others.slice(2)) await button(each, "2 new pets").waitFor();
    await oneStream();
  });
});

describe("what could not be loaded", () => {
  test("a view that is first opened offline is there, and what it shows comes when the service is back in reach", async () => {
    const page = await visit(await openShop(), "/console", { mayFail: true });
    const isFetched = `performance.getEntriesByType("resource").some(({ name }) => name.includes("/qr-code-"))`;
    await until(() => page.evaluate<boolean>(isFetched), "the code of the last view");
    await page.context().setOffline(true);
    await link(page, "Orders").click();
    await page.getByRole("heading", { name: "Orders" }).waitFor();
    await page.getByText("The service does not respond.").waitFor();
    await page.context().setOffline(false);
    await page.getByText("The service does not respond.").waitFor({ state: "detached" });
  });

  test("a view whose code could not be fetched says so, and comes when the service is back in reach", async () => {
    const service = await openShop();
    const page = await openPage(service, "/console", { mayFail: true });
    await page.route(/orders-view/, (route) => route.abort());
    await signIn(page, service.adminKey);
    await page.context().setOffline(true);
    await link(page, "Orders").click();
    await page.getByText("This view could not be loaded.").waitFor();
    await page.unrouteAll({ behavior: "wait" });
    await page.context().setOffline(false);
    await page.getByRole("heading", { name: "Orders" }).waitFor();
  });

  test("the names of the categories are loaded again without anybody's help", async () => {
    const service = await openShop();
    await service.admin.createCategory({ body: { name: "Dogs" } });
    await addPet(service.store, { ...rex, categoryId: 1n });
    const page = await openPage(service, "/console", { mayFail: true });
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
  await requireAccessible(page);
});

describe("several windows", () => {
  test("a new sign-in in one costs another neither its key nor its draft", async () => {
    const service = await openShop("Rex");
    const page = await openPage(service, "/console/pets/1");
    await page.getByLabel("Remember on this device").check();
    await signIn(page, service.adminKey);
    const other = await page.context().newPage();
    await other.goto(page.url());
    await edit(other);
    await field(other, "Name").fill("Rexy");
    // The first window signs in again, for itself only.
    await page.evaluate(
      `sessionStorage.setItem("petstore-key", localStorage.getItem("petstore-key")); localStorage.removeItem("petstore-key")`,
    );
    await until(() => other.evaluate<boolean>(`sessionStorage.getItem("petstore-key") !== null`), "a key of its own");
    await other.reload();
    await field(other, "Name").waitFor();
    expect(await field(other, "Name").inputValue()).toBe("Rexy");
    await button(other, "Save").click();
    await other.getByText("Saved Rexy").waitFor();
  });

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

/** Effects run late, as on a busy device: Preact runs them after a frame, or after 35 ms. */
const delayEffects = `
  const { setTimeout: later } = globalThis;
  globalThis.requestAnimationFrame = (run) => later(run, 1000);
  globalThis.setTimeout = (run, ms, ...rest) => later(run, ms === 35 ? 1000 : ms, ...rest);`;

test("a part whose code arrives while it is drawn for the first time is shown, however busy the device is", async () => {
  const service = await openShop();
  const page = await openPage(service);
  const part = await hold(page, "**/pets-parts-*.js");
  await signIn(page, service.adminKey);
  await part.asked;
  await page.evaluate(delayEffects);
  await page.evaluate("history.pushState(null, '', '/console/pets/4711x'); dispatchEvent(new Event('popstate'))");
  await skeleton(panel(page)).waitFor();
  part.release();
  await page.getByText("There is no pet no. 4711x").waitFor();
});
