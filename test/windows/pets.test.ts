import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { button, focused, hold, link, namesShown, region, rowLink, untilNames } from "../console/page.ts";
import { filterBy, setStatus, statusMenu } from "../console/pets.ts";
import { addPet, NOON, rex } from "../support/harness.ts";
import { until } from "../support/program.ts";
import { openShop } from "../support/shops.ts";
import { phone, untilLive, visit } from "./page.ts";

setDefaultTimeout(60_000);

describe("finding a pet", () => {
  test("kinds have their counts, a filter says how many match, and both say when there are more than a thousand", async () => {
    const service = await openShop();
    await service.stock(1001);
    await addPet(service.store, { ...rex, name: "Mia", status: "sold" });
    const page = await visit(service);
    await link(page, "All 1,001+").waitFor();
    await filterBy(page, "Sold");
    await untilNames(page, "Mia");
    await page.getByText("1 of 1,001+ pets").waitFor();
    expect(page.url()).toEndWith("/console/pets?status=sold");
    await page.reload();
    await untilNames(page, "Mia");
    await page.goBack();
    await rowLink(page, "Pet 1001").waitFor();
  });

  test("the list follows while a name is typed, in any case, and the address keeps the search", async () => {
    const page = await visit(await openShop("Rex", "Rexy", "Mia"));
    await rowLink(page, "Mia").waitFor();
    await page.getByRole("searchbox").pressSequentially("REX");
    // On a busy machine the keys come apart, and "R" is searched for first.
    await page.waitForURL(({ searchParams }) => searchParams.get("name") === "REX");
    await untilNames(page, "Rexy", "Rex");
    await page.reload();
    await untilNames(page, "Rexy", "Rex");
    expect(await page.getByRole("searchbox").inputValue()).toBe("REX");
    await page.getByRole("searchbox").fill("Rexz");
    await page.getByText("No pets match").waitFor();
    await link(page, "Show all pets").click();
    await rowLink(page, "Mia").waitFor();
    expect(await page.getByRole("searchbox").inputValue()).toBe("");
  });

  test("any word of a name finds it, whatever its case and accents, and a space after it changes nothing", async () => {
    const page = await visit(await openShop("Krümel vom Königsforst", "Mia"));
    await rowLink(page, "Mia").waitFor();
    for (const text of ["Königsforst", "krumel", "FORST konigs", "konig kru "]) {
      await page.getByRole("searchbox").fill(text);
      if (text.startsWith("FORST")) await page.getByText("No pets match").waitFor();
      else await untilNames(page, "Krümel vom Königsforst");
    }
  });

  test("a slow answer to an earlier search never replaces a later one", async () => {
    const page = await visit(await openShop("Rex", "Mia"), "/console");
    await rowLink(page, "Mia").waitFor();
    const search = await hold(page, /\bq=R(&|$)/);
    await page.getByRole("searchbox").fill("R");
    await search.asked;
    await page.getByRole("searchbox").fill("M");
    await rowLink(page, "Rex").waitFor({ state: "detached" });
    search.release();
    await page.unrouteAll({ behavior: "wait" });
    expect(await namesShown(page)).toEqual(["Mia"]);
  });

  test("a category narrows the list; a pet's category need not exist, and int64 keeps every digit", async () => {
    const service = await openShop();
    await service.admin.createCategory({ body: { name: "Dogs" } });
    await addPet(service.store, { ...rex, categoryId: 1n });
    await addPet(service.store, { ...rex, name: "Mia", categoryId: 9223372036854775807n });
    const page = await visit(service);
    await page.getByRole("cell", { name: "No. 9223372036854775807" }).waitFor();
    await link(page, "Dogs 1").click();
    await untilNames(page, "Rex");
    await page.goto(page.url().replace("categoryId=1", "categoryId=9223372036854775807"));
    await untilNames(page, "Mia");
  });

  test("pages go forward and back, also after the page was loaded again or a pet was opened", async () => {
    const service = await openShop();
    await service.stock(120);
    const page = await visit(service);
    const [next, previous] = [button(page, "Next"), button(page, "Previous")];
    await rowLink(page, "Pet 120").waitFor();
    expect((await namesShown(page)).length).toBe(50);
    await next.click();
    await rowLink(page, "Pet 70").waitFor();
    await next.click();
    await rowLink(page, "Pet 20").waitFor();
    expect(await next.isDisabled()).toBe(true);
    await rowLink(page, "Pet 20").click();
    await button(page, "Close").click();
    await page.reload();
    await rowLink(page, "Pet 20").waitFor();
    await previous.click();
    await rowLink(page, "Pet 70").waitFor();
    await previous.click();
    await rowLink(page, "Pet 120").waitFor();
    expect(await previous.isDisabled()).toBe(true);
  });

  test("each page says where it is, of 5,000 too, also after the page was loaded again; an address alone does not know", async () => {
    const service = await openShop();
    await service.sql(`
      insert into pets (name, name_key, category_id, status, quantity)
      with recursive numbers (nth) as (select 1 union all select nth + 1 from numbers where nth < 5000)
      select 'Pet ' || nth, 'pet ' || nth, nth % 8, 'available', 1 from numbers`);
    const page = await visit(service);
    const pages = page.getByRole("navigation", { name: "Pages" });
    await pages.getByText("1–50 of 5,000", { exact: true }).waitFor();
    for (let nth = 1; nth < 4; nth++) {
      await button(page, "Next").click();
      await rowLink(page, `Pet ${5000 - 50 * nth}`).waitFor();
    }
    await pages.getByText("151–200 of 5,000").waitFor();
    expect((await namesShown(page)).length).toBe(50);
    await page.reload();
    await pages.getByText("151–200 of 5,000").waitFor();
    await button(page, "Previous").click();
    await pages.getByText("101–150 of 5,000").waitFor();
    const other = await visit(service, page.url().replace(/^.*?(?=\/console)/, ""));
    await rowLink(other, "Pet 4900").waitFor();
    expect(await other.getByRole("navigation", { name: "Pages" }).innerText()).not.toContain("of");
  });

  test("the table says how long each pet waits, and its title sorts by that; what is sold waits no more", async () => {
    const service = await openShop("Rex", "Mia", "Tom");
    service.now = NOON;
    const ago = (days: number) => new Date(NOON - days * 86_400_000).toLocaleDateString("sv");
    for (const [index, days] of [20, 3, 400].entries()) {
      const params = { petId: BigInt(index + 1) };
      await service.admin.updateProfile({ params, body: { arrivedOn: ago(days) } });
    }
    await service.admin.updatePet({ params: { petId: 3n }, body: { status: "sold" } });
    const page = await visit(service);
    await untilNames(page, "Tom", "Mia", "Rex");
    const waiting = page.locator("td.waiting");
    expect(await waiting.allInnerTexts()).toEqual(["–", "3 days", "2 weeks"]);
    await page.getByRole("columnheader", { name: "Waiting" }).getByRole("link").click();
    await untilNames(page, "Tom", "Rex", "Mia");
    expect(await page.getByRole("columnheader", { name: "Waiting" }).getAttribute("aria-sort")).toBe("descending");
  });

  test("a filter that is chosen right after typing keeps the search", async () => {
    const service = await openShop("Rex");
    for (const name of ["Rex", "Mia"]) await addPet(service.store, { ...rex, name, status: "sold" });
    const page = await visit(service);
    await rowLink(page, "Mia").waitFor();
    await page.getByRole("searchbox").fill("re");
    await filterBy(page, "Sold");
    await untilNames(page, "Rex");
    expect(new URL(page.url()).search).toBe("?status=sold&name=re");
  });

  test("each row has how long the pet waits, and the stock of a group, which follow what happens; longest first is one click away", async () => {
    const service = await openShop();
    service.now = NOON - 86_400_000;
    await service.admin.createPet({ body: { name: "Rex", categoryId: 7n } });
    service.now = NOON;
    await service.admin.createPet({ body: { name: "Mia", categoryId: 7n } });
    await service.publish();
    const page = await visit(service);
    await untilLive(page);
    const facts = async (name: string) => {
      const row = page.getByRole("row").filter({ hasText: name });
      const group = await row.getByText("in stock").allInnerTexts();
      return String([...group, ...(await row.getByRole("cell").allInnerTexts()).slice(2, 5)]);
    };
    await rowLink(page, "Mia").waitFor();
    expect(await facts("Mia")).toBe(",,today");
    expect(await facts("Rex")).toBe(",,1 day");
    await service.admin.changeStock({ params: { petId: 1n }, body: { delta: 4, reason: "arrival" } });
    await service.publish();
    await until(async () => (await facts("Rex")) === "5 in stock,,,1 day", "the stock");
    await link(page, "Waiting ↑").click();
    await untilNames(page, "Rex", "Mia");
  });

  test("a failing service is shown with the request's id and can be asked again", async () => {
    const page = await visit(await openShop("Rex"));
    await rowLink(page, "Rex").waitFor();
    await page.route(/\/v1\/(pets|activity)/, (route) =>
      route.fulfill({
        status: 500,
        headers: { "X-Request-Id": "req-500" },
        json: { code: "internal_error", message: "The service failed", status: 500 },
      }),
    );
    for (const path of ["today", "pets"]) {
      await page.goto(new URL(`/console/${path}`, page.url()).href);
      await page.getByText("Details").click();
      await page.getByText("The service failed (Request req-500)").waitFor();
    }
    await page.unrouteAll();
    await button(page, "Try again").click();
    await rowLink(page, "Rex").waitFor();
  });
});

describe("the keyboard alone", () => {
  test("searches, chooses, opens, closes and changes a status", async () => {
    const service = await openShop("Rex", "Rexy", "Mia");
    const page = await visit(service);
    const press = async (key: string, text: string) => {
      await page.keyboard.press(key);
      expect(await focused(page).textContent()).toBe(text);
    };
    await rowLink(page, "Mia").waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("re");
    await rowLink(page, "Mia").waitFor({ state: "detached" });
    await press("ArrowDown", "Rexy");
    await press("ArrowDown", "Rex");
    await press("ArrowDown", "Rex");
    await page.keyboard.press("Enter");
    await region(page, "Rex").waitFor();
    expect(await focused(page).textContent()).toBe("Rex");
    await page.keyboard.press("Escape");
    await region(page, "Rex").waitFor({ state: "detached" });
    expect(await focused(page).getAttribute("data-row")).toBe("1");
    await press("Tab", "Available");
    await page.keyboard.press("Enter");
    await press("ArrowDown", "Reserved");
    await page.keyboard.press("Enter");
    await page.getByText("Rex: Reserved").waitFor();
    expect(await service.admin.listPets({ query: { status: "pending" } })).toMatchObject({ body: [{ name: "Rex" }] });
  });

  test("goes into a list that is shown again, while it is loaded anew", async () => {
    const page = await visit(await openShop("Rex", "Mia"));
    await rowLink(page, "Rex").waitFor();
    await link(page, "Orders").first().click();
    await page.getByRole("heading", { name: "Orders", exact: true }).waitFor();
    const list = await hold(page, "**/v1/pets?**");
    await link(page, "Pets").first().click();
    await list.asked;
    await rowLink(page, "Rex").waitFor();
    for (const key of ["/", "ArrowDown", "ArrowDown"]) await page.keyboard.press(key);
    expect(await focused(page).textContent()).toBe("Rex");
    list.release();
  });
});

describe("on a phone", () => {
  test("the menu of a status lies over the rows below it", async () => {
    const service = await openShop();
    await service.stock(6);
    const page = await visit(service, "/console", phone);
    const menu = page.locator("tbody tr").first().locator(".menu");
    await menu.locator("button").tap();
    await menu.getByRole("menuitemradio", { name: "Reserved" }).tap();
    await menu.getByRole("button", { name: /: Reserved$/ }).waitFor();
  });
});

describe("changing a status", () => {
  test("takes one click, and Undo takes it back, from sold to pending too", async () => {
    const service = await openShop();
    await addPet(service.store, { ...rex, status: "pending" });
    const page = await visit(service);
    await setStatus(page, "Rex", "Sold");
    await page.getByText("Rex: Sold").waitFor();
    await statusMenu(page, "Rex").click();
    expect(await page.getByRole("menuitemradio", { name: "Reserved" }).getAttribute("aria-disabled")).toBe("true");
    await page.keyboard.press("Escape");
    await button(page, "Undo").click();
    await page.getByText("Rex: back to Reserved").waitFor();
    expect(await service.admin.listPets()).toMatchObject({ body: [{ status: "pending" }] });
    await filterBy(page, "Reserved");
    await page.getByText("1 of 1 pets").waitFor();
  });

  test("in quick clicks takes effect in their order", async () => {
    const service = await openShop("Rex");
    const page = await visit(service);
    const sent: unknown[] = [];
    page.on("request", (request) => request.method() === "PATCH" && sent.push(request.postDataJSON()));
    const changes = await hold(page, "**/v1/pets/1");
    for (const status of ["Reserved", "Available", "Sold"]) {
      await setStatus(page, "Rex", status);
      await statusMenu(page, "Rex", status).waitFor();
    }
    changes.release();
    await page.getByText("Rex: Sold").waitFor();
    expect(sent).toEqual([{ status: "pending" }, { status: "available" }, { status: "sold" }]);
    expect(await service.admin.listPets()).toMatchObject({ body: [{ status: "sold" }] });
    await statusMenu(page, "Rex", "Sold").waitFor();
  });

  test("by two people: the later one is told, and sees how the pet is", async () => {
    const service = await openShop("Rex");
    const page = await visit(service);
    await rowLink(page, "Rex").waitFor();
    await service.admin.updatePet({ params: { petId: 1n }, body: { status: "sold" } });
    await setStatus(page, "Rex", "Reserved");
    await page.getByRole("alert").getByText("A sold pet cannot become reserved.").waitFor();
    await statusMenu(page, "Rex", "Sold").waitFor();
  });

  test("in quick clicks is shown at once, and put back to what the service has when it responds to none of them", async () => {
    const page = await visit(await openShop("Rex"), "/console");
    const released = Promise.withResolvers<void>();
    let failed = 0;
    await page.route("**/v1/pets/1", async (route) => {
      await released.promise;
      await route.abort();
      failed++;
    });
    for (const status of ["Reserved", "Sold"]) {
      await setStatus(page, "Rex", status);
      await statusMenu(page, "Rex", status).waitFor();
    }
    released.resolve();
    const isPutBack = async () => failed >= 2 && (await statusMenu(page, "Rex", "Sold").count()) === 0;
    await until(isPutBack, "the end of both changes");
    await statusMenu(page, "Rex", "Available").waitFor();
    await page.getByText("The service does not respond.").waitFor();
  });
});

test("a malformed address is said to be no pet", async () => {
  const page = await visit(await openShop(), "/console/pets");
  await page.goto("/console/pets/%E0%A4%A");
  await page.getByText("There is no pet no. %E0%A4%A").waitFor();
});

test("a status is undone without a condition if the service names no state", async () => {
  const page = await visit(await openShop("Rex"));
  const conditions: (string | undefined)[] = [];
  await page.route("**/v1/pets/1", async (route) => {
    conditions.push(route.request().headers()["if-match"]);
    const json = await (await route.fetch()).json();
    await route.fulfill({ json });
  });
  await setStatus(page, "Rex", "Reserved");
  await button(page, "Undo").click();
  await page.getByText("Rex: back to Available").waitFor();
  expect(conditions).toEqual([undefined, undefined]);
});
