/* A day at the counter by mouse, by touch and by keyboard. With SHOTS, it prints the presses of each task. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import type { BrowserContextOptions, Locator, Page } from "playwright-core";
import type { TestService } from "../support/harness.ts";
import { jpeg } from "../support/images.ts";
import { openShop } from "../support/shops.ts";
import { button, field, link, loseAnswers, panel, phone, rowLink, sheet, untilFocused } from "./page.ts";
import { statusMenu } from "./pets.ts";
import { keepPublishing, shoot, untilLive, visit } from "./visit.ts";

setDefaultTimeout(120_000);

/** More presses than this, and something is in the way. */
const PRESSES_MAX = { mouse: 27, touch: 28, keyboard: 57 };

/** Counts what a person presses: pointers, and keys that are no letters. */
const countPresses = `
  globalThis.presses = 0;
  addEventListener("pointerdown", () => presses++, true);
  addEventListener("keydown", ({ key, ctrlKey }) => {
    if ((key.length > 1 || ctrlKey) && key !== "Control" && key !== "Shift") presses++;
  }, true);`;

/** A way to use a page. */
interface Hand {
  readonly options?: BrowserContextOptions;
  /** Presses something that is on the page. */
  press(page: Page, target: Locator): Promise<void>;
}

const hands: Readonly<Record<keyof typeof PRESSES_MAX, Hand>> = {
  // These two check that nothing else is in that place.
  mouse: { press: (_page, target) => target.click() },
  touch: { options: phone, press: (_page, target) => target.tap() },
  keyboard: {
    async press(page, target) {
      await reach(page, target);
      await page.keyboard.press("Enter");
    },
  },
};

/** Goes to something with the Tab key. */
async function reach(page: Page, target: Locator): Promise<void> {
  const wayTo = (element: Element) => {
    const focused = document.activeElement ?? document.body;
    if (focused === element) return undefined;
    const isBefore = element.compareDocumentPosition(focused) & Node.DOCUMENT_POSITION_FOLLOWING;
    return isBefore ? "Shift+Tab" : "Tab";
  };
  const first = await target.evaluate(wayTo);
  for (let way = first; way !== undefined; way = await target.evaluate(wayTo)) {
    if (way !== first) throw new Error(`the Tab key does not reach ${target}`);
    await page.keyboard.press(way);
  }
}

async function openBusyShop(): Promise<TestService> {
  const service = await openShop();
  // What was handed over is that of the browser's month.
  service.now = Date.now();
  const { admin } = service;
  for (const name of ["Dogs", "Cats"]) await admin.createCategory({ body: { name } });
  for (const name of ["Bella", "Rex", "Luna", "Zoe", "Max"]) await admin.createPet({ body: { name, categoryId: 1n } });
  await admin.placeOrder({ body: { petId: 1n } });
  await service.publish();
  return service;
}

/** Does the work of a day, and returns how many presses each task took. */
async function workDay(page: Page, name: string, hand: Hand): Promise<Readonly<Record<string, number>>> {
  const tasks: Record<string, number> = {};
  const hasKeys = name === "keyboard";
  const isPhone = name === "touch";
  const press = (target: Locator) => hand.press(page, target);
  const key = (...names: string[]) =>
    names.reduce((before, one) => before.then(() => page.keyboard.press(one)), Promise.resolve());
  const type = (text: string) => page.keyboard.type(text);
  const said = (text: string) => page.getByRole("status").filter({ hasText: text }).waitFor();
  const dialog = page.getByRole("dialog");

  async function task(title: string, work: () => Promise<unknown>): Promise<void> {
    await page.evaluate("presses = 0");
    await work();
    tasks[title] = await page.evaluate<number>("presses");
  }
  /** Goes to a view. On a phone, a panel covers the navigation. */
  async function go(view: string): Promise<void> {
    if (hasKeys) {
      await key("Control+k");
      await dialog.getByRole("combobox").waitFor();
      await type(view);
      await dialog.getByRole("option", { name: view }).last().waitFor();
      await key("Enter");
    } else {
      if (isPhone && (await panel(page).isVisible())) await press(button(panel(page), "Close"));
      const views = page.getByRole("navigation", { name: "Views" });
      if (await link(views, view).isVisible()) await press(link(views, view));
      else {
        await press(button(views, "More"));
        await press(page.getByRole("menuitemradio", { name: view }));
      }
    }
    await page.getByRole("heading", { name: view, exact: true }).waitFor();
  }
  async function add(text: string): Promise<void> {
    if (hasKeys) await key("n");
    else if (await link(page, text).isVisible()) await press(link(page, text));
    else {
      await press(button(page, "New"));
      await press(page.getByRole("menuitem", { name: text }));
    }
    await field(page, "Name").waitFor();
  }
  /** Chooses from an open menu. */
  async function choose(text: string, role: "menuitem" | "menuitemradio"): Promise<void> {
    if (!hasKeys) return press(page.getByRole(role, { name: text }));
    await type(text.slice(0, 1).toLowerCase());
    await key("Enter");
  }
  async function undo(): Promise<void> {
    await (hasKeys ? key("Control+z") : press(button(page, "Undo")));
  }

  await task("find a pet", async () => {
    await (hasKeys ? key("/") : press(page.getByRole("searchbox")));
    await type("lun");
    await rowLink(page, "Bella").waitFor({ state: "detached" });
  });
  await task("reserve it", async () => {
    if (hasKeys) await key("Enter");
    await press(statusMenu(page, "Luna"));
    await choose("Reserved", "menuitemradio");
    await said("Luna: Reserved");
  });
  await task("take that back", async () => {
    await undo();
    await statusMenu(page, "Luna", "Available").waitFor();
  });
  await task("record an arrival", async () => {
    await press(rowLink(page, "Luna"));
    await press(panel(page).locator("summary").first());
    await press(button(panel(page), "One more"));
    await said("Luna: stock 2");
  });
  await task("order it", async () => {
    await (hasKeys ? key("r") : press(link(panel(page), "Reserve")));
    if (hasKeys) await press(field(page, "Quantity"));
    else await press(button(sheet(page), "Reserve"));
    await said("Reserved Luna");
  });
  await task("complete the order", async () => {
    await press(link(panel(page), "Order 2"));
    await button(panel(page), "Hand over").waitFor();
    await (hasKeys ? key("h") : press(button(panel(page), "Hand over")));
    await said("Handed over Luna");
  });
  await task("print its receipt", async () => {
    await press(button(panel(page), "Receipt"));
  });
  await task("cancel another order", async () => {
    if (isPhone) await press(button(panel(page), "Close"));
    await link(page, "Bella Order 1").waitFor();
    await (hasKeys ? key("k") : press(link(page, "Bella Order 1")));
    await panel(page).getByRole("heading", { name: "Bella" }).waitFor();
    await press(button(panel(page), "Other actions"));
    await choose("Cancel order", "menuitem");
    await said("Cancelled order");
  });
  await task("add a pet with a photo", async () => {
    const chooser = page.waitForEvent("filechooser");
    if (isPhone) {
      await press(button(page, "New"));
      await press(page.getByRole("menuitem", { name: "Photo of a new pet" }));
    } else {
      await go("Pets");
      await add("Add pet");
      await press(panel(page).getByLabel("Add photos"));
    }
    await (await chooser).setFiles({ name: "IMG_7.jpg", mimeType: "image/jpeg", buffer: Buffer.from(await jpeg()) });
    await untilFocused(page, field(page, "Name"));
    await type("Zazu");
    const cats = panel(page).getByRole("radio", { name: "Cats" });
    if (hasKeys) await reach(page, cats).then(() => key(" ", "Enter"));
    else await press(cats).then(() => press(button(panel(page), "Add pet")));
    await said("Added a photo");
  });
  await task("choose two pets for a new kind", async () => {
    if (isPhone) await press(button(panel(page), "Close"));
    if (hasKeys) {
      await key("/", "ArrowDown", "ArrowDown", " ", "ArrowDown", " ");
    } else for (const pet of ["Max", "Zoe"]) await press(page.getByRole("checkbox", { name: `Select ${pet}` }));
    await press(button(page.getByRole("toolbar"), "Kind"));
    await choose("New…", "menuitem");
    await untilFocused(page, dialog.getByLabel("Name of the new kind"));
    await type("Birds");
  });
  await task("add it and move them to it", async () => {
    await (hasKeys ? key("Enter") : press(button(dialog, "Save")));
    await said("2 pets moved to Birds");
  });
  await task("take that back too", async () => {
    await undo();
    await said("2 pets are as they were");
  });
  await task("see the day", async () => {
    await go("Today");
    const month = page.getByRole("region", { name: "Handed over this month" });
    await month.getByText("1", { exact: true }).waitFor();
  });
  return tasks;
}

describe("a whole day", () => {
  test.each(["mouse", "touch", "keyboard"] as const)(
    "by %s, with every answer lost once, ends with what was typed",
    async (name) => {
      const service = await openBusyShop();
      keepPublishing(service);
      const page = await visit(service, "/console", { ...hands[name].options, mayFail: true });
      await loseAnswers(page, "**/v1/**", "once");
      await untilLive(page);
      await page.evaluate(countPresses);
      await page.evaluate("globalThis.print = () => {}");
      const tasks = await workDay(page, name, hands[name]);
      await shoot(page, `whole-day-${name}`);
      if (process.env["SHOTS"] !== undefined) console.table(tasks);
      expect(await page.evaluate("performance.getEntriesByType('navigation').length")).toBe(1);
      expect(Object.values(tasks).reduce((sum, presses) => sum + presses)).toBeLessThanOrEqual(PRESSES_MAX[name]);
      const { body: pets } = await service.admin.listPets({ query: { include: ["photos"], order: "asc" } });
      const dog = { status: "available", categoryId: 1n, photos: [] };
      expect(pets).toMatchObject([
        ...["Bella", "Rex", "Luna", "Zoe", "Max"].map((pet) => ({ name: pet, ...dog })),
        { name: "Zazu", status: "available", categoryId: 2n, photos: [{ position: 1 }] },
      ]);
      expect((pets as readonly unknown[]).length).toBe(6);
      const { body: stock } = await service.admin.listInventory();
      expect((stock as readonly { quantity: number }[]).map(({ quantity }) => quantity)).toEqual([1, 1, 1, 1, 1, 1]);
      expect((await service.admin.listOrders()).body).toMatchObject([
        { id: 2n, petId: 3n, quantity: 1, complete: true },
      ]);
      const { body: kinds } = await service.admin.listCategories();
      expect((kinds as readonly { name: string }[]).map(({ name: kind }) => kind)).toEqual(["Dogs", "Cats", "Birds"]);
    },
  );
});
