/* What two people do to the same thing: nothing is overwritten unasked, and nothing that was discarded comes back. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import { addPet, openService, type TestService } from "../support/harness.ts";
import { sharedBrowser } from "./browser.ts";
import { button, field } from "./page.ts";
import { edit } from "./pets.ts";
import { visitConsole } from "./visit.ts";

setDefaultTimeout(60_000);

const browser = await sharedBrowser();

/** A form with a field that two people change. */
interface Subject {
  readonly path: string;
  readonly label: string;
  /** What the person types, what somebody else stores, and both once more. */
  readonly mine: readonly [string, string];
  readonly theirs: readonly [string, string];
  readonly action: string;
  prepare(service: TestService): Promise<unknown>;
  open?(page: Page): Promise<void>;
  change(service: TestService, value: string): Promise<unknown>;
  /** The value that the service has. */
  read(service: TestService): Promise<unknown>;
}

const names = { label: "Name", mine: ["Max", "Moritz"], theirs: ["Anna", "Ben"], action: "Save" } as const;

const subjects: Readonly<Record<string, Subject>> = {
  pet: {
    ...names,
    path: "/console/pets/1",
    prepare: ({ store }) => addPet(store),
    open: edit,
    change: ({ admin }, name) => admin.updatePet({ params: { petId: 1n }, body: { name } }),
    read: async ({ admin }) => (await admin.listPets()).body,
  },
  profile: {
    path: "/console/pets/1",
    label: "Breed",
    mine: ["Beagle", "Dackel"],
    theirs: ["Boxer", "Mix"],
    action: "Save",
    prepare: ({ store }) => addPet(store),
    open: edit,
    change: ({ admin }, breed) => admin.updateProfile({ params: { petId: 1n }, body: { breed } }),
    read: async ({ admin }) => (await admin.getProfile({ params: { petId: 1n } })).body,
  },
  category: {
    ...names,
    path: "/console/categories/1",
    prepare: ({ admin }) => admin.createCategory({ body: { name: "Dogs" } }),
    change: ({ admin }, name) => admin.updateCategory({ params: { categoryId: 1n }, body: { name } }),
    read: async ({ admin }) => (await admin.listCategories()).body,
  },
  webhook: {
    ...names,
    label: "Description",
    path: "/console/integrations/1",
    prepare: ({ admin }) =>
      admin.createWebhook({ body: { url: "https://shop.example/", types: ["order.placed"], description: "Old" } }),
    change: ({ admin }, description) => admin.updateWebhook({ params: { webhookId: 1n }, body: { description } }),
    read: async ({ admin }) => (await admin.listWebhooks()).body,
  },
  "stock count": {
    path: "/console/pets/1",
    label: "How many there are",
    mine: ["5", "6"],
    theirs: ["7", "8"],
    action: "Set stock",
    prepare: ({ store }) => addPet(store),
    open: (page) => page.getByRole("radio", { name: "Count" }).check(),
    change: ({ admin }, text) => admin.updateInventory({ params: { petId: 1n }, body: { quantity: Number(text) } }),
    read: async ({ admin }) => (await admin.getInventoryEntry({ params: { petId: 1n } })).body,
  },
};

const question = (page: Page, theirs: string, mine: string) =>
  page.getByText(`someone else changed it to “${theirs}”. You entered “${mine}”.`);

async function visit(subject: Subject, service: TestService) {
  await subject.prepare(service);
  const visit = await visitConsole(browser, service, { key: service.adminKey, path: subject.path });
  await subject.open?.(visit.page);
  return visit;
}

/** Types and sends, after somebody else has stored another value. */
async function clash(subject: Subject, service: TestService, page: Page, round: 0 | 1): Promise<void> {
  await field(page, subject.label).fill(subject.mine[round]);
  await subject.change(service, subject.theirs[round]);
  await button(page, subject.action).click();
  await question(page, subject.theirs[round], subject.mine[round]).waitFor();
}

const has = (value: unknown, text: string) =>
  expect(
    JSON.stringify(value, (_, part) => (`${part}` === text ? text : typeof part === "bigint" ? `${part}` : part)),
  ).toContain(text);

describe.each(Object.entries(subjects))("a conflict about a %s", (_, subject) => {
  test("that is discarded leaves nothing behind: theirs stays, and what is typed next is on top of it", async () => {
    await using service = await openService();
    await using visited = await visit(subject, service);
    const { page } = visited;
    await clash(subject, service, page, 0);
    await button(page, "Discard changes").click();
    await question(page, subject.theirs[0], subject.mine[0]).waitFor({ state: "detached" });
    expect(await page.evaluate("JSON.stringify({ ...sessionStorage })")).not.toContain("petstore-draft");
    has(await subject.read(service), subject.theirs[0]);
    await subject.open?.(page);
    await field(page, subject.label).fill(subject.mine[1]);
    await button(page, subject.action).click();
    await button(page, "Discard changes").waitFor({ state: "detached" });
    has(await subject.read(service), subject.mine[1]);
  });

  test("that is loaded again is still one: nothing is sent before somebody decides", async () => {
    await using service = await openService();
    await using visited = await visit(subject, service);
    const { page } = visited;
    await clash(subject, service, page, 0);
    await page.reload();
    await question(page, subject.theirs[0], subject.mine[0]).waitFor();
    await button(page, subject.action).click({ force: true });
    await field(page, subject.label).press("Enter");
    await page.evaluate("new Promise(requestAnimationFrame)");
    has(await subject.read(service), subject.theirs[0]);
    await button(page, `Use “${subject.mine[0]}”`).click();
    await button(page, "Discard changes").waitFor({ state: "detached" });
    has(await subject.read(service), subject.mine[0]);
  });

  test("that is edited is about what is typed now, and becomes another when theirs changes once more", async () => {
    await using service = await openService();
    await using visited = await visit(subject, service);
    const { page } = visited;
    await clash(subject, service, page, 0);
    await field(page, subject.label).fill(subject.mine[1]);
    await question(page, subject.theirs[0], subject.mine[1]).waitFor();
    await subject.change(service, subject.theirs[1]);
    await button(page, `Use “${subject.mine[1]}”`).click();
    await question(page, subject.theirs[1], subject.mine[1]).waitFor();
    await button(page, `Keep “${subject.theirs[1]}”`).click();
    await button(page, "Discard changes").waitFor({ state: "detached" });
    has(await subject.read(service), subject.theirs[1]);
  });
});

test("a conflict on a phone is in sight, with its field focused and its buttons whole", async () => {
  await using service = await openService();
  const { profile } = subjects as { readonly profile: Subject };
  await profile.prepare(service);
  const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
  await using visited = await visitConsole(browser, service, { ...phone, key: service.adminKey, path: profile.path });
  const { page } = visited;
  await profile.open?.(page);
  await clash(profile, service, page, 0);
  expect(await field(page, profile.label).evaluate((element) => element === document.activeElement)).toBe(true);
  for (const text of ["Keep “Boxer”", "Use “Beagle”"]) {
    const isWhole = await button(page, text).evaluate((element) => {
      const box = element.getBoundingClientRect();
      const around = element.closest(".notice")?.getBoundingClientRect();
      if (around === undefined) return false;
      return box.left >= around.left && box.right <= around.right && box.top >= 0 && box.bottom <= innerHeight;
    });
    expect([text, isWhole]).toEqual([text, true]);
  }
});

test("another kind of stock change ends a conflict about a count, and records no arrival by itself", async () => {
  const subject = subjects["stock count"] as Subject;
  await using service = await openService();
  await using visited = await visit(subject, service);
  const { page } = visited;
  await clash(subject, service, page, 0);
  await page.getByRole("radio", { name: "Arrival" }).check();
  await question(page, "7", "5").waitFor({ state: "detached" });
  await page.getByText("The stock changes from 7 to 12.").waitFor();
  has(await subject.read(service), "7");
  await button(page, "Record arrival").click();
  await button(page, "Discard changes").waitFor({ state: "detached" });
  has(await subject.read(service), "12");
});

test("a stored draft of another shape is ignored", async () => {
  await using service = await openService();
  await addPet(service.store);
  await using visited = await visitConsole(browser, service, { key: service.adminKey, path: "/console/pets/1" });
  const { page } = visited;
  await edit(page);
  for (const stored of [
    "no JSON",
    "null",
    "[]",
    '{"typed":{"name":"x"}}',
    '{"base":{"fields":{}},"typed":{}}',
    '{"typed":7}',
  ]) {
    await page.evaluate(
      `for (const name of ["pet-1", "stock-1"]) sessionStorage.setItem("petstore-draft-" + name, ${JSON.stringify(stored)})`,
    );
    await page.reload();
    await field(page, "How many arrived").waitFor();
    await edit(page);
    expect(await field(page, "Name").inputValue()).toBe("Rex");
  }
});
