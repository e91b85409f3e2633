/* What two people do to the same thing, in each form. The rules of one form are in test/windows/forms.test.ts. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import { button, field } from "../console/page.ts";
import { edit } from "../console/pets.ts";
import { openStock } from "../console/stock.ts";
import { addPet, type TestService } from "../support/harness.ts";
import { openShop } from "../support/shops.ts";
import { type PageOptions, visit } from "./page.ts";

setDefaultTimeout(60_000);

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

const subjects = {
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
    open: (page) => openStock(page).then(() => page.getByRole("radio", { name: "Count" }).check()),
    change: ({ admin }, text) => admin.updateInventory({ params: { petId: 1n }, body: { quantity: Number(text) } }),
    read: async ({ admin }) => (await admin.getInventoryEntry({ params: { petId: 1n } })).body,
  },
} satisfies Readonly<Record<string, Subject>>;

const question = (page: Page, theirs: string, mine: string) =>
  page.getByText(`someone else changed it to “${theirs}”. You entered “${mine}”.`);

/** Opens the form of a subject in a new service. */
async function openForm(subject: Subject, options: PageOptions = {}): Promise<{ service: TestService; page: Page }> {
  const service = await openShop();
  await subject.prepare(service);
  const page = await visit(service, subject.path, options);
  await subject.open?.(page);
  return { service, page };
}

/** Opens the form of a subject, types and sends, after somebody else has stored another value. */
async function clash(subject: Subject, options?: PageOptions): Promise<{ service: TestService; page: Page }> {
  const { service, page } = await openForm(subject, options);
  await field(page, subject.label).fill(subject.mine[0]);
  await subject.change(service, subject.theirs[0]);
  await button(page, subject.action).click();
  await question(page, subject.theirs[0], subject.mine[0]).waitFor();
  return { service, page };
}

const isSettled = (page: Page) => button(page, "Discard changes").waitFor({ state: "detached" });

async function requireStored(subject: Subject, service: TestService, value: string): Promise<void> {
  const text = (_: string, part: unknown) => (typeof part === "object" ? part : `${part}`);
  expect(JSON.stringify(await subject.read(service), text)).toContain(`"${value}"`);
}

describe.each(Object.entries<Subject>(subjects))("a conflict about a %s", (_, subject) => {
  const { mine, theirs, label } = subject;

  test("that is edited is about what is typed now, and becomes another when theirs changes once more", async () => {
    const { service, page } = await clash(subject);
    await field(page, label).fill(mine[1]);
    await question(page, theirs[0], mine[1]).waitFor();
    await subject.change(service, theirs[1]);
    await button(page, `Use “${mine[1]}”`).click();
    await question(page, theirs[1], mine[1]).waitFor();
    await button(page, `Keep “${theirs[1]}”`).click();
    await isSettled(page);
    await requireStored(subject, service, theirs[1]);
  });
});

test("another kind of stock change ends a conflict about a count, and records no arrival by itself", async () => {
  const count = subjects["stock count"];
  const { service, page } = await clash(count);
  await page.getByRole("radio", { name: "Arrival" }).check();
  await question(page, "7", "5").waitFor({ state: "detached" });
  await page.getByText("The stock changes from 7 to 12.").waitFor();
  await requireStored(count, service, "7");
  await button(page, "Record arrival").click();
  await isSettled(page);
  await requireStored(count, service, "12");
});
