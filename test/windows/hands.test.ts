/* Quick hands and every way to use the console: keys, touch, several rows at once, paper, and colours of one's choice. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { finder, foundPets } from "../console/orders.ts";
import {
  button,
  choosePersonal,
  field,
  focused,
  hold,
  link,
  panel,
  region,
  rowLink,
  untilFocused,
  untilNames,
} from "../console/page.ts";
import { edit, setStatus, statusMenu } from "../console/pets.ts";
import { until } from "../support/program.ts";
import { openShop } from "../support/shops.ts";
import { phone, untilLive, visit } from "./page.ts";

setDefaultTimeout(60_000);

describe("the palette", () => {
  test("finds a pet, an order, a category and an action, and Enter right after the last letter takes the right one", async () => {
    const service = await openShop("Rex", "Luna");
    await service.admin.createCategory({ body: { name: "Große Hunde" } });
    await service.admin.placeOrder({ body: { petId: 2n } });
    const page = await visit(service);
    await rowLink(page, "Luna").waitFor();
    const find = async (text: string) => {
      await page.keyboard.press("Control+k");
      await page.getByRole("dialog", { name: "Search" }).getByRole("combobox").waitFor();
      await page.keyboard.type(text);
      await page.keyboard.press("Enter");
      await page.getByRole("dialog").waitFor({ state: "detached" });
    };
    await find("lun");
    await region(page, "Luna").waitFor();
    await find("1");
    await page.getByRole("region", { name: /^Rex| Order 1$/ }).waitFor();
    await find("HUNDE");
    await until(async () => page.url().endsWith("/console/pets?categoryId=1"), "the category's pets");
    await find("add kin");
    await region(page, "Add a kind").waitFor();
    await page.keyboard.press("Control+k");
  });

  test("n adds, ? helps, and Escape closes a panel from anywhere", async () => {
    const page = await visit(await openShop("Rex"));
    await rowLink(page, "Rex").waitFor();
    await page.keyboard.press("n");
    await untilFocused(page, field(page, "Name"));
    await page.keyboard.press("Escape");
    await field(page, "Name").waitFor({ state: "detached" });
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Help and shortcuts" }).waitFor();
    await page.keyboard.press("Escape");
    await rowLink(page, "Rex").click();
    await region(page, "Rex").waitFor();
    await page.getByRole("searchbox").focus();
    await page.keyboard.press("Escape");
    await region(page, "Rex").waitFor({ state: "detached" });
  });
});

test.each(["gallery", "table"] as const)("a %s goes on from what was opened by its address", async (layout) => {
  const page = await visit(await openShop("Rex", "Mia", "Luna"), "/console/pets/2", { layout });
  const tabStop = rowLink(page, "Mia").and(page.locator("[tabindex='0']"));
  await region(page, "Mia").waitFor();
  await tabStop.waitFor();
  await page.keyboard.press("Escape");
  await region(page, "Mia").waitFor({ state: "detached" });
  await tabStop.waitFor();
});

test("several rows chosen with the keyboard change their status together, with one Undo, which stays under Recent", async () => {
  const service = await openShop("Rex", "Mia", "Luna");
  const namesOf = async (status: "available" | "pending") => {
    const { body } = await service.admin.listPets({ query: { status } });
    return (body as readonly { readonly name: string }[]).map(({ name }) => name).join();
  };
  const page = await visit(service);
  await rowLink(page, "Luna").focus();
  for (const key of ["Space", "ArrowDown", "Space"]) await page.keyboard.press(key);
  await page.getByRole("status").filter({ hasText: "2 selected" }).waitFor();
  await button(page.getByRole("toolbar", { name: "Selected rows" }), "State").press("Enter");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.getByText("2 pets: Reserved").waitFor();
  await statusMenu(page, "Mia", "Reserved").waitFor();
  expect(await namesOf("pending")).toBe("Mia,Luna");
  await button(page, "Dismiss").click();
  await choosePersonal(page, "Recent");
  await button(page.getByRole("dialog"), "Undo").click();
  await button(page, "Close").click();
  await page.getByText("2 pets are as they were").waitFor();
  expect(await namesOf("available")).toBe("Rex,Mia,Luna");
});

test("the focus never falls to the page: after completing an order, deleting a pet, or when others delete the open one", async () => {
  const service = await openShop("Rex", "Mia", "Luna");
  await service.admin.placeOrder({ body: { petId: 1n } });
  const page = await visit(service, "/console/orders");
  const inDialog = (name: string) => button(page.getByRole("dialog"), name);
  await link(page, "Rex Order 1").press("Enter");
  await button(panel(page), "Hand over").press("Enter");
  await page.getByText("Handed over Rex, order 1").waitFor();
  await focused(page).waitFor();
  await page.goto(new URL("/console/pets/2", page.url()).href);
  await untilLive(page);
  await edit(page);
  await button(page, "Delete pet").press("Enter");
  await inDialog("Delete").press("Enter");
  await page.getByText("Deleted Mia").waitFor();
  await focused(page).waitFor();
  await rowLink(page, "Luna").press("Enter");
  await edit(page);
  await field(page, "Name").fill("Lunatic");
  await service.admin.deletePet({ params: { petId: 3n } });
  await service.publish();
  await page.getByText("Someone else deleted this pet.").waitFor();
  await focused(page).waitFor();
  await button(page, "Add it again with what I typed").press("Enter");
  expect(await field(page, "Name").inputValue()).toBe("Lunatic");
});

describe("finding", () => {
  test("Enter right after typing opens what that finds", async () => {
    const page = await visit(await openShop("Rex", "Mia"));
    await rowLink(page, "Mia").waitFor();
    const search = await hold(page, "**/v1/pets?*q=rex*");
    await page.getByRole("searchbox").fill("rex ");
    await page.keyboard.press("Enter");
    search.release();
    await untilFocused(page, rowLink(page, "Rex"));
    await untilNames(page, "Rex");
  });

  test("an order's pet says when there are more than are shown, and Escape clears the search before it closes the panel", async () => {
    const service = await openShop();
    await service.stock(40);
    const page = await visit(service, "/console/orders/new");
    await finder(page).fill("Pet");
    await page.getByText("The first 8 pets. Type more to narrow the search.").waitFor();
    expect(await foundPets(page).first().innerText()).toStartWith("Pet 40");
    await page.keyboard.press("Escape");
    expect(await finder(page).inputValue()).toBe("");
    await page.keyboard.press("Escape");
    await finder(page).waitFor({ state: "detached" });
  });
});

describe("what is seen", () => {
  test("a row names its status once, and a tap on it asks before anything changes", async () => {
    const service = await openShop("Rex");
    const page = await visit(service, "/console", phone);
    const row = page.getByRole("row", { name: /Rex/ });
    expect(((await row.textContent()) ?? "").match(/Available|Reserved|Sold/g)).toEqual(["Available"]);
    await statusMenu(page, "Rex").tap();
    await page.getByRole("menuitemradio", { name: "Sold" }).waitFor();
    await page.keyboard.press("Escape");
    await statusMenu(page, "Rex", "Available").waitFor();
    expect(await service.admin.listPets()).toMatchObject({ body: [{ status: "available" }] });
  });

  test("words of category names stay whole at 768 pixels", async () => {
    const service = await openShop("Rex");
    await service.admin.createCategory({ body: { name: "Rabbits and other small mammals" } });
    await service.admin.updatePet({ params: { petId: 1n }, body: { categoryId: 1n } });
    const page = await visit(service, "/console", { viewport: { width: 768, height: 900 } });
    const cell = page.getByRole("cell", { name: "Rabbits and other small mammals" });
    await cell.waitFor();
    const broken = await cell.evaluate((element) => {
      const range = element.ownerDocument.createRange();
      const text = element.querySelector("bdi")?.firstChild;
      return [...(text?.textContent ?? "").matchAll(/\S+/g)].filter(({ 0: word, index }) => {
        range.setStart(text as Node, index);
        range.setEnd(text as Node, index + word.length);
        return range.getClientRects().length > 1;
      }).length;
    });
    expect(broken).toBe(0);
  });

  test("a message leaves after ten seconds, and waits while somebody is at it", async () => {
    const page = await visit(await openShop("Rex"));
    await rowLink(page, "Rex").waitFor();
    await page.clock.install();
    await setStatus(page, "Rex", "Sold");
    await page.getByText("Rex: Sold").waitFor();
    await button(page, "Undo").focus();
    await page.clock.runFor(20_000);
    await page.getByText("Rex: Sold").waitFor();
    await page.getByRole("searchbox").focus();
    await page.clock.runFor(10_500);
    await page.getByText("Rex: Sold").waitFor({ state: "detached" });
  });
});

test("on a phone, the menu lies above the message that something is not saved", async () => {
  const page = await visit(await openShop("Rex"), "/console/pets/1", phone);
  await edit(page);
  await untilFocused(page, field(page, "Name"));
  await page.keyboard.type("Rexy");
  await page.keyboard.press("Escape");
  await page.getByText("Not saved: Rexy").waitFor();
  await choosePersonal(page, "Sign out");
  await page.getByRole("dialog", { name: "Sign out without saving?" }).waitFor();
});

describe("on a phone, a refused form shows why, above its buttons", () => {});
