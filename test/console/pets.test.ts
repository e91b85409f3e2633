import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { nextStatuses, petStatuses } from "../../src/contract/pet-status.ts";
import { addPet, openService, rex } from "../support/harness.ts";
import { until } from "../support/program.ts";
import { sharedBrowser } from "./browser.ts";
import { isListInert, namesShown, petLink, setStatus, statusMenu } from "./pets.ts";
import { untilStill } from "./views.ts";
import { axeFindings, shoot, untilLive, visitConsole } from "./visit.ts";

setDefaultTimeout(60_000);

const browser = await sharedBrowser();

describe("finding a pet", () => {
  test("tabs show each status with its count, and say when there are more than a thousand", async () => {
    await using service = await openService();
    await service.stock(1001);
    await addPet(service.store, { ...rex, name: "Mia", status: "sold" });
    await using visit = await visitConsole(browser, service, { key: service.adminKey });
    const { page } = visit;
    const tabs = page.getByRole("navigation", { name: "Pets by status" });
    await tabs.getByRole("link", { name: "Available 1,000+" }).waitFor();
    await tabs.getByRole("link", { name: "Sold 1" }).click();
    await petLink(page, "Pet 1001").waitFor({ state: "detached" });
    expect(await namesShown(page)).toEqual(["Mia"]);
    expect(page.url()).toEndWith("/console/pets?status=sold");
    await page.reload();
    await petLink(page, "Mia").waitFor();
    await page.goBack();
    await petLink(page, "Pet 1001").waitFor();
  });

  test("the list follows while a name is typed, in any case, and the address keeps the search", async () => {
    await using service = await openService();
    for (const name of ["Rex", "Rexy", "Mia"]) await addPet(service.store, { ...rex, name });
    await using visit = await visitConsole(browser, service, { key: service.adminKey });
    const { page } = visit;
    await petLink(page, "Mia").waitFor();
    await page.getByRole("searchbox").pressSequentially("REX");
    // On a busy machine the keys come apart, and "R" is searched for first.
    await page.waitForURL(({ searchParams }) => searchParams.get("name") === "REX");
    await petLink(page, "Mia").waitFor({ state: "detached" });
    expect(await namesShown(page)).toEqual(["Rexy", "Rex"]);
    await page.reload();
    await petLink(page, "Rexy").waitFor();
    expect(await page.getByRole("searchbox").inputValue()).toBe("REX");
    await page.getByRole("searchbox").fill("Rexz");
    await page.getByText("No pets match").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await shoot(page, "no-match");
    await page.getByRole("link", { name: "Show all pets" }).click();
    await petLink(page, "Mia").waitFor();
    expect(await page.getByRole("searchbox").inputValue()).toBe("");
  });

  test("any word of a name finds it, whatever its case and accents, and a space after it changes nothing", async () => {
    await using service = await openService();
    for (const name of ["Krümel vom Königsforst", "Mia"]) await addPet(service.store, { ...rex, name });
    await using visit = await visitConsole(browser, service, { key: service.adminKey });
    const { page } = visit;
    await petLink(page, "Mia").waitFor();
    for (const text of ["Königsforst", "krumel", "FORST konigs", "konig kru "]) {
      await page.getByRole("searchbox").fill(text);
      const isFound = !text.startsWith("FORST");
      if (isFound) await until(async () => String(await namesShown(page)) === "Krümel vom Königsforst", text);
      else await page.getByText("No pets match").waitFor();
    }
  });

  test("a slow answer to an earlier search never replaces a later one", async () => {
    await using service = await openService();
    for (const name of ["Rex", "Mia"]) await addPet(service.store, { ...rex, name });
    await using visit = await visitConsole(browser, service, { key: service.adminKey, mayFail: true });
    const { page } = visit;
    await petLink(page, "Mia").waitFor();
    const held = Promise.withResolvers<void>();
    await page.route(/\bq=R(&|$)/, async (route) => {
      await held.promise;
      await route.continue().catch(() => {});
    });
    const asked = page.waitForRequest(/\bq=R(&|$)/);
    await page.getByRole("searchbox").fill("R");
    await asked;
    await page.getByRole("searchbox").fill("M");
    await petLink(page, "Rex").waitFor({ state: "detached" });
    held.resolve();
    await page.unrouteAll({ behavior: "wait" });
    expect(await namesShown(page)).toEqual(["Mia"]);
  });

  test("a category narrows the list; a pet's category need not exist, and int64 keeps every digit", async () => {
    await using service = await openService();
    await service.admin.createCategory({ body: { name: "Dogs" } });
    await addPet(service.store, { ...rex, categoryId: 1n });
    await addPet(service.store, { ...rex, name: "Mia", categoryId: 9223372036854775807n });
    await using visit = await visitConsole(browser, service, { key: service.adminKey });
    const { page } = visit;
    await page.getByRole("cell", { name: "No. 9223372036854775807" }).waitFor();
    await page.getByLabel("Category").selectOption("Dogs");
    await petLink(page, "Mia").waitFor({ state: "detached" });
    expect(await namesShown(page)).toEqual(["Rex"]);
    await page.goto(page.url().replace("categoryId=1", "categoryId=9223372036854775807"));
    await petLink(page, "Mia").waitFor();
    expect(await namesShown(page)).toEqual(["Mia"]);
  });

  test("pages go forward and back, also after the page was loaded again", async () => {
    await using service = await openService();
    await service.stock(120);
    await using visit = await visitConsole(browser, service, { key: service.adminKey });
    const { page } = visit;
    const [next, previous] = ["Next", "Previous"].map((name) => page.getByRole("button", { name, exact: true }));
    await petLink(page, "Pet 120").waitFor();
    expect((await namesShown(page)).length).toBe(50);
    await next?.click();
    await petLink(page, "Pet 70").waitFor();
    await next?.click();
    await petLink(page, "Pet 20").waitFor();
    expect(await next?.isDisabled()).toBe(true);
    await page.reload();
    await petLink(page, "Pet 20").waitFor();
    await previous?.click();
    await petLink(page, "Pet 70").waitFor();
    await previous?.click();
    await petLink(page, "Pet 120").waitFor();
    expect(await previous?.isDisabled()).toBe(true);
  });

  test("a pet that is opened on a later page does not lose the way back", async () => {
    await using service = await openService();
    await service.stock(120);
    await using visit = await visitConsole(browser, service, { key: service.adminKey });
    const { page } = visit;
    for (const name of ["Pet 70", "Pet 20"]) {
      await page.getByRole("button", { name: "Next", exact: true }).click();
      await petLink(page, name).waitFor();
    }
    await petLink(page, "Pet 20").click();
    await page.getByRole("button", { name: "Close" }).click();
    await page.getByRole("button", { name: "Previous", exact: true }).click();
    await petLink(page, "Pet 70").waitFor();
  });

  test("a tab that is chosen right after typing keeps the search", async () => {
    await using service = await openService();
    for (const name of ["Rex", "Mia"]) await addPet(service.store, { ...rex, name, status: "sold" });
    await addPet(service.store);
    await using visit = await visitConsole(browser, service, { key: service.adminKey });
    const { page } = visit;
    await petLink(page, "Mia").waitFor();
    await page.getByRole("searchbox").fill("re");
    await page.getByRole("navigation", { name: "Pets by status" }).getByRole("link", { name: "Sold" }).click();
    await until(async () => String(await namesShown(page)) === "Rex", "one pet");
    expect(new URL(page.url()).search).toBe("?status=sold&name=re");
  });

  test("each row has the stock and the day it was added, which follow what happens; oldest first is one click away", async () => {
    await using service = await openService();
    service.now = Date.now() - 86_400_000;
    await service.admin.createPet({ body: { name: "Rex", categoryId: 7n } });
    service.now = Date.now();
    await service.admin.createPet({ body: { name: "Mia", categoryId: 7n } });
    await service.publish();
    await using visit = await visitConsole(browser, service, { key: service.adminKey });
    const { page } = visit;
    await untilLive(page);
    const cells = (name: string) =>
      page
        .getByRole("row")
        .filter({ has: page.getByRole("link", { name, exact: true }) })
        .getByRole("cell")
        .allInnerTexts();
    await petLink(page, "Mia").waitFor();
    expect((await cells("Mia")).slice(2, 5)).toEqual(["1", "", "today"]);
    expect((await cells("Rex")).slice(2, 5)).toEqual(["1", "", "yesterday"]);
    await service.admin.changeStock({ params: { petId: 1n }, body: { delta: 4, reason: "arrival" } });
    await service.publish();
    await until(async () => (await cells("Rex"))[2] === "5", "the stock");
    await page.getByRole("link", { name: "Added ↓" }).click();
    await until(async () => String(await namesShown(page)) === "Rex,Mia", "the oldest first");
  });

  test("an empty shop says what to do", async () => {
    await using service = await openService();
    await using visit = await visitConsole(browser, service, { key: service.adminKey });
    const { page } = visit;
    await page.getByText("There are no pets yet").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await shoot(page, "empty");
  });

  test("a failing service is shown with the request's id and can be asked again", async () => {
    await using service = await openService();
    await addPet(service.store);
    await using visit = await visitConsole(browser, service, { key: service.adminKey });
    const { page } = visit;
    await petLink(page, "Rex").waitFor();
    await page.route(/\/v1\/pets/, (route) =>
      route.fulfill({
        status: 500,
        headers: { "X-Request-Id": "req-500" },
        json: { code: "internal_error", message: "The service failed", status: 500 },
      }),
    );
    await page.reload();
    await page.getByText("Details").click();
    await page.getByText("The service failed (Request req-500)").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await shoot(page, "failing");
    await page.unrouteAll();
    await page.getByRole("button", { name: "Try again" }).click();
    await petLink(page, "Rex").waitFor();
  });
});

describe("the keyboard alone", () => {
  test("searches, chooses, opens, closes and changes a status", async () => {
    await using service = await openService();
    for (const name of ["Rex", "Rexy", "Mia"]) await addPet(service.store, { ...rex, name });
    await using visit = await visitConsole(browser, service, { key: service.adminKey });
    const { page } = visit;
    const focused = () => page.evaluate("document.activeElement.textContent");
    await petLink(page, "Mia").waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("re");
    await petLink(page, "Mia").waitFor({ state: "detached" });
    await page.keyboard.press("ArrowDown");
    expect(await focused()).toBe("Rexy");
    await page.keyboard.press("ArrowDown");
    expect(await focused()).toBe("Rex");
    await page.keyboard.press("ArrowDown");
    expect(await focused()).toBe("Rex");
    await page.keyboard.press("Enter");
    await page.getByRole("region", { name: "Rex" }).waitFor();
    expect(await focused()).toBe("Rex");
    await page.keyboard.press("Escape");
    await page.getByRole("region", { name: "Rex" }).waitFor({ state: "detached" });
    expect(await page.evaluate("document.activeElement.dataset.row")).toBe("1");
    await page.keyboard.press("Tab");
    expect(await focused()).toBe("Available");
    await page.keyboard.press("Enter");
    await page.keyboard.press("ArrowDown");
    expect(await focused()).toBe("Pending");
    await page.keyboard.press("Enter");
    await page.getByText("Rex: Pending").waitFor();
    expect(await service.admin.listPets({ query: { status: "pending" } })).toMatchObject({ body: [{ name: "Rex" }] });
  });

  test("skips the navigation", async () => {
    await using service = await openService();
    await using visit = await visitConsole(browser, service, { key: service.adminKey });
    const { page } = visit;
    await page.getByText("There are no pets yet").waitFor();
    await page.reload();
    await page.getByText("There are no pets yet").waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    expect(await page.evaluate("document.activeElement.id")).toBe("view");
  });
});

describe("on a phone", () => {
  test("a card opens the pet over the list, and closing it or going back leads to the card", async () => {
    await using service = await openService();
    for (const name of ["Rex", "Mia"]) await addPet(service.store, { ...rex, name });
    const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
    await using visit = await visitConsole(browser, service, { key: service.adminKey, ...phone });
    const { page } = visit;
    await petLink(page, "Rex").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole("row").filter({ hasText: "Rex" }).getByText("No. 7").tap({ force: true });
    const panel = page.getByRole("region", { name: "Rex" });
    await panel.waitFor();
    expect(await isListInert(page)).toBe(true);
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await panel.waitFor({ state: "detached" });
    await petLink(page, "Rex").press("Enter");
    await panel.waitFor();
    await page.getByRole("button", { name: "Close" }).tap();
    await panel.waitFor({ state: "detached" });
    expect(await page.evaluate("document.activeElement.dataset.row")).toBe("1");
    await petLink(page, "Rex").tap();
    await panel.waitFor();
    await page.goBack();
    await panel.waitFor({ state: "detached" });
    await setStatus(page, "Rex", "Sold");
    await page.getByText("Rex: Sold").waitFor();
  });

  test("whatever can be touched is at least 44 pixels high, links in texts too", async () => {
    await using service = await openService();
    service.now = Date.now();
    for (const name of ["Rex", "Mia"]) await service.admin.createPet({ body: { name, categoryId: 7n } });
    await service.admin.placeOrder({ body: { petId: 1n } });
    await service.publish();
    const phone = { viewport: { width: 360, height: 800 }, isMobile: true, hasTouch: true };
    await using visit = await visitConsole(browser, service, { key: service.adminKey, ...phone });
    const { page } = visit;
    const small = () =>
      page.evaluate(`(() => {
        const touched = (element) => Math.max(element.getBoundingClientRect().height,
          ...["::before", "::after"].map((part) => parseFloat(getComputedStyle(element, part).blockSize) || 0));
        return [...document.querySelectorAll("button, select, summary, input:not([type=checkbox], [type=radio]), label:has([type=radio]), main a")]
          .filter((element) => element.checkVisibility() && touched(element) < 43.5)
          .map((element) => element.outerHTML.slice(0, 80)); })()`);
    for (const path of ["pets", "pets/2", "orders", "orders/1", "today", "categories"]) {
      await page.goto(new URL(`/console/${path}`, page.url()).href);
      await untilStill(page);
      expect({ path, small: await small() }).toEqual({ path, small: [] });
    }
  });
});

describe("changing a status", () => {
  test("takes one click, and Undo takes it back, from sold to pending too", async () => {
    await using service = await openService();
    await addPet(service.store, { ...rex, status: "pending" });
    await using visit = await visitConsole(browser, service, { key: service.adminKey });
    const { page } = visit;
    await setStatus(page, "Rex", "Sold");
    await page.getByText("Rex: Sold").waitFor();
    await statusMenu(page, "Rex").click();
    expect(await page.getByRole("menuitemradio", { name: "Pending" }).getAttribute("aria-disabled")).toBe("true");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("Rex: back to Pending").waitFor();
    expect(await service.admin.listPets()).toMatchObject({ body: [{ status: "pending" }] });
    await page.getByRole("navigation", { name: "Pets by status" }).getByRole("link", { name: "Pending 1" }).waitFor();
  });

  test("in quick clicks takes effect in their order", async () => {
    await using service = await openService();
    await addPet(service.store);
    await using visit = await visitConsole(browser, service, { key: service.adminKey });
    const { page } = visit;
    await petLink(page, "Rex").waitFor();
    const sent: unknown[] = [];
    const held = Promise.withResolvers<void>();
    await page.route("**/v1/pets/1", async (route) => {
      sent.push(route.request().postDataJSON());
      await held.promise;
      await route.continue();
    });
    for (const status of ["Pending", "Available", "Sold"]) {
      await setStatus(page, "Rex", status);
      await statusMenu(page, "Rex", status).waitFor();
    }
    held.resolve();
    await page.getByText("Rex: Sold").waitFor();
    expect(sent).toEqual([{ status: "pending" }, { status: "available" }, { status: "sold" }]);
    expect(await service.admin.listPets()).toMatchObject({ body: [{ status: "sold" }] });
    await statusMenu(page, "Rex", "Sold").waitFor();
  });

  test("by two people: the later one is told, and sees how the pet is", async () => {
    await using service = await openService();
    await addPet(service.store);
    await using visit = await visitConsole(browser, service, { key: service.adminKey });
    const { page } = visit;
    await petLink(page, "Rex").waitFor();
    await service.admin.updatePet({ params: { petId: 1n }, body: { status: "sold" } });
    await setStatus(page, "Rex", "Pending");
    await page.getByRole("alert").getByText("A sold pet cannot become pending.").waitFor();
    await statusMenu(page, "Rex", "Sold").waitFor();
  });

  test("is not undone over the change of another", async () => {
    await using service = await openService();
    await addPet(service.store);
    await using visit = await visitConsole(browser, service, { key: service.adminKey });
    const { page } = visit;
    await setStatus(page, "Rex", "Pending");
    await page.getByRole("button", { name: "Undo" }).waitFor();
    await service.admin.updatePet({ params: { petId: 1n }, body: { status: "sold" } });
    await page.getByRole("button", { name: "Undo" }).click();
    await page
      .getByRole("alert")
      .getByText("Someone else changed this in the meantime. Nothing was overwritten.")
      .waitFor();
    await statusMenu(page, "Rex", "Sold").waitFor();
    expect(await service.admin.listPets()).toMatchObject({ body: [{ status: "sold" }] });
  });

  test("is shown at once and put back when the service does not respond", async () => {
    await using service = await openService();
    await addPet(service.store);
    await using visit = await visitConsole(browser, service, { key: service.adminKey, mayFail: true });
    const { page } = visit;
    await petLink(page, "Rex").waitFor();
    await page.context().setOffline(true);
    await setStatus(page, "Rex", "Sold");
    await statusMenu(page, "Rex", "Sold").waitFor();
    await page.getByText("The service does not respond.").waitFor();
    await statusMenu(page, "Rex", "Available").waitFor();
  });

  test("in quick clicks is put back to what the service has when it responds to none of them", async () => {
    await using service = await openService();
    await addPet(service.store);
    await using visit = await visitConsole(browser, service, { key: service.adminKey, mayFail: true });
    const { page } = visit;
    await petLink(page, "Rex").waitFor();
    const held = Promise.withResolvers<void>();
    let failed = 0;
    await page.route("**/v1/pets/1", async (route) => {
      await held.promise;
      await route.abort();
      failed++;
    });
    for (const status of ["Pending", "Sold"]) {
      await setStatus(page, "Rex", status);
      await statusMenu(page, "Rex", status).waitFor();
    }
    held.resolve();
    await until(async () => {
      return failed >= 2 && (await statusMenu(page, "Rex", "Sold").count()) === 0;
    }, "the end of both changes");
    await statusMenu(page, "Rex", "Available").waitFor();
  });

  test("is undone without a condition if the service names no state", async () => {
    await using service = await openService();
    await addPet(service.store);
    await using visit = await visitConsole(browser, service, { key: service.adminKey });
    const { page } = visit;
    const conditions: (string | undefined)[] = [];
    await page.route("**/v1/pets/1", async (route) => {
      conditions.push((await route.request().allHeaders())["if-match"]);
      const response = await route.fetch();
      const { etag: _, ...headers } = response.headers();
      await route.fulfill({ response, headers });
    });
    await setStatus(page, "Rex", "Pending");
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("Rex: back to Available").waitFor();
    expect(conditions).toEqual([undefined, undefined]);
  });

  test("offers exactly the changes that the service allows", async () => {
    await using service = await openService();
    for (const from of petStatuses) {
      for (const to of petStatuses.filter((status) => status !== from)) {
        const { id } = await addPet(service.store, { ...rex, status: from });
        const { ok } = await service.admin.updatePet({ params: { petId: id }, body: { status: to } });
        expect({ from, to, ok }).toEqual({ from, to, ok: nextStatuses[from].includes(to) });
      }
    }
  });
});

test("on a phone, the menu of a status lies over the rows below it", async () => {
  await using service = await openService();
  await service.stock(6);
  const options = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
  await using visit = await visitConsole(browser, service, { ...options, key: service.adminKey });
  const { page } = visit;
  const menu = page.locator("tbody tr").first().locator(".menu");
  await menu.locator("button").tap();
  await menu.getByRole("menuitemradio", { name: "Pending" }).tap();
  await menu.getByRole("button", { name: /: Pending$/ }).waitFor();
});
