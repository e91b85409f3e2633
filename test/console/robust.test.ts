/* What happens while something loads, fails or is cut. Nothing fails silently. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Request } from "playwright-core";
import { until } from "../support/program.ts";
import { openShop } from "../support/shops.ts";
import { button, field, hold, link, panel, skeleton } from "./page.ts";
import { edit } from "./pets.ts";
import { keepPublishing, openPage, signIn, visit } from "./visit.ts";

setDefaultTimeout(60_000);

describe("live changes", () => {
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
