/* What two people do to the same thing, in each form. The rules of one form are in test/windows/forms.test.ts. */
import { expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import { addPet, type TestService } from "../support/harness.ts";
import { openShop } from "../support/shops.ts";
import { button, field, phone, untilFocused } from "./page.ts";
import { edit } from "./pets.ts";
import { openStock } from "./stock.ts";
import { type PageOptions, visit } from "./visit.ts";

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

test("a conflict on a phone is in sight, with its field focused and its buttons whole", async () => {
  const { profile } = subjects;
  const { page } = await clash(profile, phone);
  await untilFocused(page, field(page, profile.label));
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
