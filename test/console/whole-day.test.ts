/* A day at the counter by mouse, by touch and by keyboard. With SHOTS, it prints the presses, letters and seconds of each task. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import type { BrowserContextOptions, Locator, Page } from "playwright-core";
import { openService, type TestService } from "../support/harness.ts";
import { jpeg } from "../support/images.ts";
import { sharedBrowser } from "./browser.ts";
import { field, panel } from "./page.ts";
import { petLink, statusMenu } from "./pets.ts";
import { keepPublishing, shoot, untilLive, visitConsole } from "./visit.ts";

setDefaultTimeout(120_000);

/** More presses than this, and something is in the way. */
const PRESSES_MAX = { mouse: 35, touch: 40, keyboard: 75 };

/** Counts what a person presses: pointers, keys that are no letters, and letters. */
const countInputs = `
  globalThis.inputs = { presses: 0, letters: 0 };
  addEventListener("pointerdown", () => inputs.presses++, true);
  addEventListener("keydown", ({ key, ctrlKey }) => {
    if (key.length === 1 && !ctrlKey) inputs.letters++;
    else if (key !== "Control" && key !== "Shift") inputs.presses++;
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
  touch: {
    options: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
    press: (_page, target) => target.tap(),
  },
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

async function openShop(): Promise<TestService> {
  const service = await openService();
  const { admin } = service;
  for (const name of ["Dogs", "Cats"]) await admin.createCategory({ body: { name } });
  for (const name of ["Bella", "Rex", "Luna", "Zoe", "Max"]) await admin.createPet({ body: { name, categoryId: 1n } });
  await admin.placeOrder({ body: { petId: 1n } });
  await service.publish();
  return service;
}

interface Task {
  readonly task: string;
  readonly presses: number;
  readonly letters: number;
  readonly seconds: number;
}

/** Does the work of a day, and returns what each task took. */
async function workDay(page: Page, name: string, hand: Hand): Promise<readonly Task[]> {
  const tasks: Task[] = [];
  const hasKeys = name === "keyboard";
  const isPhone = name === "touch";
  const press = (target: Locator) => hand.press(page, target);
  const key = (...names: string[]) =>
    names.reduce((before, one) => before.then(() => page.keyboard.press(one)), Promise.resolve());
  const type = (text: string) => page.keyboard.type(text);
  const button = (text: string, within: Page | Locator = page) =>
    within.getByRole("button", { name: text, exact: true });
  const link = (text: string, within: Page | Locator = page) => within.getByRole("link", { name: text, exact: true });
  const said = (text: string) => page.getByRole("status").filter({ hasText: text }).waitFor();
  const dialog = page.getByRole("dialog");

  async function task(title: string, work: () => Promise<unknown>): Promise<void> {
    await page.evaluate("Object.assign(inputs, { presses: 0, letters: 0 })");
    const start = performance.now();
    await work();
    const seconds = Number(((performance.now() - start) / 1000).toFixed(1));
    tasks.push({ task: title, ...(await page.evaluate<Pick<Task, "presses" | "letters">>("inputs")), seconds });
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
      if (isPhone && (await panel(page).isVisible())) await press(button("Close", panel(page)));
      await press(link(view, page.getByRole("navigation", { name: "Views" })));
    }
    await page.getByRole("heading", { name: view, exact: true }).waitFor();
  }
  async function add(text: string): Promise<void> {
    if (hasKeys) await key("n");
    else await press(link(text));
    await field(page, "Name").waitFor();
  }
  /** Chooses from an open menu. */
  async function choose(text: string, role: "menuitem" | "menuitemradio"): Promise<void> {
    if (!hasKeys) return press(page.getByRole(role, { name: text }));
    await type(text.slice(0, 1).toLowerCase());
    await key("Enter");
  }
  async function undo(): Promise<void> {
    await (hasKeys ? key("Control+z") : press(button("Undo")));
  }

  await task("find a pet", async () => {
    await (hasKeys ? key("/") : press(page.getByRole("searchbox")));
    await type("lun");
    await petLink(page, "Bella").waitFor({ state: "detached" });
  });
  await task("reserve it", async () => {
    if (hasKeys) await key("Enter");
    await press(statusMenu(page, "Luna"));
    await choose("Pending", "menuitemradio");
    await said("Luna: Pending");
  });
  await task("take that back", async () => {
    await undo();
    await statusMenu(page, "Luna", "Available").waitFor();
  });
  await task("record an arrival", async () => {
    await press(petLink(page, "Luna"));
    await press(button("One more", panel(page)));
    await said("Luna: stock 2");
  });
  await task("order it", async () => {
    await press(link("Place an order", panel(page)));
    if (hasKeys) await press(field(page, "Quantity"));
    else await press(button("Place order", panel(page)));
    await said("for Luna");
  });
  await task("complete the order", async () => {
    await press(button("Complete order 2 for Luna", panel(page)));
    await press(button("Complete", dialog));
    await said("Completed order");
  });
  await task("print its card", async () => {
    await press(button("Print card", panel(page)));
  });
  await task("cancel another order", async () => {
    if (isPhone) await press(button("Close", panel(page)));
    await press(link("Orders of all pets"));
    await press(link("Order 1"));
    await press(button("Cancel order 1 for Bella", panel(page)));
    await press(button("Cancel order", dialog));
    await said("Cancelled order");
  });
  await task("add a pet with a photo", async () => {
    await go("Pets");
    await add("Add pet");
    await type("Zazu");
    await field(page, "Category").selectOption("Cats");
    await (hasKeys ? key("Enter") : press(button("Add pet", panel(page))));
    await said("Added Zazu");
    const chooser = page.waitForEvent("filechooser");
    await press(panel(page).getByLabel("Add photos"));
    await (await chooser).setFiles({ name: "zazu.jpg", mimeType: "image/jpeg", buffer: Buffer.from(await jpeg()) });
    await said("Added a photo");
  });
  await task("add a category", async () => {
    await go("Categories");
    await add("Add category");
    await type("Birds");
    await (hasKeys ? key("Enter") : press(button("Add category", panel(page))));
    await said("Added the category Birds");
  });
  await task("move two pets to it", async () => {
    await go("Pets");
    await petLink(page, "Max").waitFor();
    if (hasKeys) {
      await key("/", "ArrowDown", "ArrowDown", " ", "ArrowDown", " ");
    } else for (const pet of ["Max", "Zoe"]) await press(page.getByRole("checkbox", { name: `Select ${pet}` }));
    await press(button("Category", page.getByRole("toolbar")));
    await choose("Birds", "menuitem");
    await said("2 pets moved to Birds");
  });
  await task("take that back too", async () => {
    await undo();
    await said("2 pets are as they were");
  });
  await task("see the day", async () => {
    await go("Today");
    await page.getByRole("region", { name: "Orders completed" }).getByText("1", { exact: true }).waitFor();
  });
  return tasks;
}

describe("a whole day", () => {
  test.each(["mouse", "touch", "keyboard"] as const)("by %s, without loading the page again", async (name) => {
    await using service = await openShop();
    await using _publishing = keepPublishing(service);
    const options = { key: service.adminKey, ...hands[name].options };
    await using visit = await visitConsole(await sharedBrowser(), service, options);
    const { page } = visit;
    await untilLive(page);
    await page.evaluate(countInputs);
    await page.evaluate("globalThis.print = () => {}");
    const tasks = await workDay(page, name, hands[name]);
    await shoot(page, `whole-day-${name}`);
    if (process.env["SHOTS"] !== undefined) console.table(tasks);
    expect(await page.evaluate("performance.getEntriesByType('navigation').length")).toBe(1);
    expect(tasks.reduce((sum, { presses }) => sum + presses, 0)).toBeLessThanOrEqual(PRESSES_MAX[name]);
    const { body } = await service.admin.listPets({ query: { name: "Zazu", include: ["photos"] } });
    expect(body).toMatchObject([{ name: "Zazu", status: "available", categoryId: 2n, photos: [{ position: 1 }] }]);
  });
});
