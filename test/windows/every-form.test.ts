/*
 * Every form of the console, by its component: each is filled in by the keyboard, refused once, typed into further, loses an answer, is
 * edited and sent again. What is stored is then what was typed, once. A form that is not in the table fails the first test.
 */
import { expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { button, loseAnswers, panel } from "../console/page.ts";
import { edit } from "../console/pets.ts";
import { openStock } from "../console/stock.ts";
import { addPet, bodyOf, rex, type TestService } from "../support/harness.ts";
import { jpeg } from "../support/images.ts";
import { until } from "../support/program.ts";
import { openShop } from "../support/shops.ts";
import { visit } from "./page.ts";

setDefaultTimeout(120_000);

/** A form, and what somebody does with it. Texts are by the labels of their fields. */
interface Row {
  readonly path: string;
  prepare?(service: TestService): Promise<unknown>;
  open?(page: Page): Promise<unknown>;
  /** What is typed first, in the order of the fields. A word without letters, such as a space, checks a box. */
  readonly typed: Readonly<Record<string, string>>;
  /** A field with what is refused in it, the message, and what is typed over it. */
  readonly refused?: readonly [label: string, wrong: string, message: string, right: string];
  /** Where the first answer is lost. Without it, the form does not wait for answers. */
  readonly lost?: string;
  /** What is typed over a field before it is sent again. */
  readonly edited?: readonly [label: string, text: string];
  read(service: TestService): Promise<unknown>;
  /** What is stored in the end. */
  readonly stored: unknown;
}

const AMOUNT = "Enter an amount in this currency, such as 150.00. You entered “1oo”.";
const dogs = ({ admin }: TestService) => admin.createCategory({ body: { name: "Dogs" } });
const photo = async ({ store, admin }: TestService) => {
  await addPet(store);
  const file = new Blob([await jpeg(64, 48)], { type: "image/jpeg" });
  await admin.addPhoto({ params: { petId: 1n }, file, query: {} });
};
const orders = async ({ admin }: TestService) => (await admin.listOrders()).body;
const pets = async ({ admin }: TestService) =>
  (await admin.listPets({ query: { include: ["profile", "quantity"] } })).body;
const soldOrder = async ({ store, admin }: TestService) => {
  await addPet(store);
  const price = { amount: 12_050n, currency: "EUR" };
  await admin.placeOrder({ body: { petId: 1n, price } });
  await admin.completeOrder({ params: { orderId: 1n } });
};
const keyNames = async ({ admin }: TestService) => (await bodyOf(admin.listKeys())).map(({ name }) => name);

const rows: Readonly<Record<string, Row>> = {
  "pets/form/new-pet-form.tsx NewPetForm": {
    path: "/console/pets/new",
    prepare: dogs,
    open: async (page) => {
      await page.getByRole("radio", { name: "Dogs" }).press("Space");
      await panel(page).locator("summary").press("Enter");
    },
    typed: {
      Name: "Krümel",
      "How many": "3",
      Breed: "Beagle",
      Born: "3.4.2021",
      Colour: "black and tan",
      Chip: "276 09 8102 345678",
    },
    refused: ["Price", "1oo", AMOUNT, "250 €"],
    lost: "**/v1/pets",
    edited: ["Name", "Krümel II"],
    read: pets,
    stored: [
      {
        name: "Krümel II",
        quantity: 3,
        profile: {
          breed: "Beagle",
          birthDate: "2021-04-03",
          color: "black and tan",
          microchip: "276098102345678",
          price: { amount: 25_000n, currency: "EUR" },
        },
      },
    ],
  },
  "pets/form/pet-form.tsx usePetForm": {
    path: "/console/pets/1",
    prepare: ({ store }) => addPet(store),
    open: edit,
    typed: { Name: "Max", Breed: "Dackel", Colour: "red" },
    refused: ["Price", "1oo", AMOUNT, "99,50"],
    lost: "**/v1/pets/1*",
    edited: ["Name", "Moritz"],
    read: pets,
    stored: [{ name: "Moritz", profile: { breed: "Dackel", color: "red", price: { amount: 9950n } } }],
  },
  "pets/stock/stock-section.tsx StockForm": {
    path: "/console/pets/1",
    prepare: ({ store }) => addPet(store, rex, 5),
    open: openStock,
    typed: {},
    refused: ["How many arrived", "0", "Enter a whole number from 1.", "3"],
    lost: "**/v1/inventory/1/changes",
    edited: ["Note", "from the North"],
    read: async ({ admin }) =>
      (await bodyOf(admin.listStockChanges({ params: { petId: 1n } }))).map(({ delta, note }) => [delta, note]),
    // The arrival without the note is taken back.
    stored: [
      [5, undefined],
      [3, undefined],
      [-3, undefined],
      [3, "from the North"],
    ],
  },
  "pets/care/pet-care.tsx CareForm": {
    path: "/console/pets/1",
    prepare: ({ store }) => addPet(store),
    open: (page) => panel(page).locator("summary", { hasText: "Record care" }).press("Enter"),
    typed: { What: "DHPPi", Day: "20.11.2026", Batch: "A 4711" },
    refused: ["Again in days", "0", "Enter a number of days from 1 to 3650, or nothing.", "28"],
    lost: "**/v1/pets/1/care",
    edited: ["By whom", "Dr. Weber"],
    read: ({ admin }) => bodyOf(admin.listPetCare({ params: { petId: 1n } })),
    // The entry, once, and the next one that it makes.
    stored: [
      { kind: "vaccination", what: "DHPPi", doneOn: "2026-11-20", everyDays: 28, batch: "A 4711", by: "Dr. Weber" },
      { what: "DHPPi", dueOn: "2026-12-18", everyDays: 28 },
    ],
  },
  "pets/photos/photo-tools.tsx AltForm": {
    path: "/console/pets/1",
    prepare: photo,
    open: (page) => panel(page).getByRole("button", { name: "Photo 1 of 1" }).press("Enter"),
    typed: { "What it shows": "Rex in the snow" },
    lost: "**/photos/*",
    edited: ["What it shows", "Rex in the rain"],
    read: async ({ admin }) => (await admin.listPhotos({ params: { petId: 1n } })).body,
    stored: [{ alt: "Rex in the rain" }],
  },
  "pets/list/many-forms.tsx ManyForm": {
    path: "/console/pets",
    prepare: ({ store }) => addPet(store),
    open: async (page) => {
      await page.getByRole("checkbox", { name: "Select Rex" }).press("Space");
      await button(page.getByRole("toolbar", { name: "Selected rows" }), "Tag").press("Enter");
      await page.getByRole("menuitem", { name: "New tag…" }).press("Enter");
    },
    typed: {},
    refused: ["Tag", "a|b", "At most 20 different tags of up to 50 letters.", "good with cats"],
    read: pets,
    stored: [{ profile: { tags: ["good with cats"] } }],
  },
  "orders/form/order-form.tsx OrderFields": {
    path: "/console/orders/new?petId=1",
    prepare: ({ store }) => addPet(store, rex, 5),
    typed: { "For whom": "Erika Muster", Contact: "erika@example.com" },
    refused: ["Price", "1oo", AMOUNT, "120.50"],
    lost: "**/v1/store/sales",
    edited: ["Contact", "+49 170 1234567"],
    read: orders,
    stored: [{ id: 1n, customer: { name: "Erika Muster", contact: "+49 170 1234567" }, price: { amount: 12_050n } }],
  },
  "orders/panel/order-details.tsx OrderEdit": {
    path: "/console/orders/1",
    prepare: async ({ store, admin }) => {
      await addPet(store);
      await admin.placeOrder({ body: { petId: 1n } });
    },
    open: (page) => button(panel(page), "Edit").press("Enter"),
    typed: { Contact: "erika@example.com", Note: "comes by car" },
    refused: ["For whom", "", "Enter a name, or clear the contact as well.", "Erika"],
    lost: "**/v1/store/orders/1",
    edited: ["Contact", "erika@example.org"],
    read: orders,
    stored: [{ customer: { name: "Erika", contact: "erika@example.org" }, note: "comes by car" }],
  },
  "orders/panel/order-return.tsx ReturnDialog": {
    path: "/console/orders/1",
    prepare: soldOrder,
    open: (page) => button(panel(page), "Take back").press("Enter"),
    typed: {},
    refused: ["Paid back", "1oo", AMOUNT, "100"],
    lost: "**/return",
    edited: ["Why", "Allergie im Haushalt"],
    read: orders,
    stored: [{ note: "Allergie im Haushalt", returns: [{ quantity: 1, refund: { amount: 10_000n } }] }],
  },
  "categories/category-form.tsx CategoryForm": {
    path: "/console/categories/new",
    open: (page) => button(panel(page), "Add entry").press("Enter"),
    typed: { Description: "All that bark", What: "DHPPi", "At the age of": "8", "Again in days": "28" },
    refused: ["Name", "", "This is required.", "Hunde"],
    lost: "**/v1/categories",
    edited: ["Name", "Hunde und Wölfe"],
    read: async ({ admin }) => (await admin.listCategories()).body,
    stored: [
      {
        name: "Hunde und Wölfe",
        description: "All that bark",
        carePlan: [{ kind: "vaccination", what: "DHPPi", atDays: 56, everyDays: 28 }],
      },
    ],
  },
  "integrations/webhook-form.tsx WebhookForm": {
    path: "/console/integrations/new",
    typed: { "Pet added": " ", Description: "For the books" },
    refused: [
      "Address",
      "https://192.168.0.4/hooks",
      "Enter a complete address that starts with https://, of a server on the internet, without a password or an unusual port.",
      "https://shop.example/hooks",
    ],
    lost: "**/v1/webhooks",
    edited: ["Description", "For the accountant"],
    read: async ({ admin }) => (await admin.listWebhooks()).body,
    stored: [{ url: "https://shop.example/hooks", types: ["pet.created"], description: "For the accountant" }],
  },
  "people/key-forms.tsx InviteForm": {
    path: "/console/people/new",
    typed: {},
    refused: ["Who is invited", "", "This is required.", "Anna"],
    lost: "**/v1/invitations",
    edited: ["Who is invited", "Anna Schmidt"],
    read: async ({ admin }) => (await admin.listInvitations()).body,
    stored: [{ name: "Anna Schmidt", role: "staff" }],
  },
  "people/key-forms.tsx MachineForm": {
    path: "/console/people/machine",
    typed: { "See pets": " " },
    refused: ["What it is for", "", "This is required.", "web shop"],
    lost: "**/v1/keys",
    edited: ["What it is for", "web shop in Bonn"],
    read: async (service) => (await keyNames(service)).filter((name) => name.startsWith("web")),
    stored: ["web shop in Bonn"],
  },
  "people/key-forms.tsx KeyForm": {
    path: "/console/people",
    prepare: ({ admin }) => admin.createKey({ body: { name: "Ben", role: "staff" } }),
    open: (page) => page.getByRole("link", { name: "Ben" }).press("Enter"),
    typed: {},
    refused: ["Name", "", "This is required.", "Ben Huber"],
    lost: "**/v1/keys/*",
    edited: ["Name", "Ben Huber, till"],
    read: async (service) => (await keyNames(service)).filter((name) => name.startsWith("Ben")),
    stored: ["Ben Huber, till"],
  },
};

test("has a row for each form that there is", async () => {
  const root = join(import.meta.dir, "../../src/console/views");
  const found = new Set<string>();
  const own = new Set<string>();
  for (const path of new Bun.Glob("**/*.tsx").scanSync(root)) {
    let component = "";
    for (const line of (await Bun.file(join(root, path)).text()).split("\n")) {
      component = /^(?:export )?(?:async )?function (\w+)/.exec(line)?.[1] ?? component;
      if (/(?<!typeof )\buseForm[<(]/.test(line)) found.add(`${path} ${component}`);
      if (/<form\b/.test(line)) own.add(path);
    }
  }
  expect([...found].toSorted()).toEqual(Object.keys(rows).toSorted());
  // A key and an invitation are never kept as a draft, so these are no forms as the others.
  expect([...own].toSorted()).toEqual(["frame/entry/redemption.tsx", "frame/entry/sign-in.tsx"]);
});

const fieldOf = (page: Page, label: string): Locator => page.locator("form").getByLabel(label, { exact: true }).first();

/** Goes to a field and types over what is there, key by key. */
async function type(page: Page, label: string, text: string): Promise<void> {
  const target = fieldOf(page, label);
  await target.focus();
  if (text === " ") return page.keyboard.press("Space");
  await page.keyboard.press("Control+a");
  if (text === "") return page.keyboard.press("Delete");
  await page.keyboard.type(text);
  expect([label, await target.inputValue()]).toEqual([label, text]);
}

/** Sends the form by the keyboard: in a field of several lines, Enter begins the next one. */
async function submit(page: Page): Promise<void> {
  const isText = await page.locator(":focus").evaluate((element) => element.matches("textarea"));
  if (isText) await page.locator("form:has(:focus) button[type=submit]").press("Enter");
  else await page.keyboard.press("Enter");
}

test.each(Object.entries(rows))("%s stores what was typed, once", async (_, row) => {
  const service = await openShop();
  await row.prepare?.(service);
  const page = await visit(service, row.path);
  await row.open?.(page);
  for (const [label, text] of Object.entries(row.typed)) await type(page, label, text);
  if (row.refused !== undefined) {
    const [label, wrong, message, right] = row.refused;
    await type(page, label, wrong);
    await submit(page);
    await page.locator(".field-error", { hasText: message }).waitFor();
    expect(await fieldOf(page, label).getAttribute("aria-invalid")).toBe("true");
    // The focus went to it, once: what is typed elsewhere stays there.
    expect(await page.locator(":focus").getAttribute("aria-invalid")).toBe("true");
    for (const [other, text] of Object.entries(row.typed)) if (text !== " ") await type(page, other, text);
    await type(page, label, right);
  }
  if (row.lost !== undefined) await loseAnswers(page, row.lost);
  await submit(page);
  if (row.lost !== undefined && row.edited !== undefined) {
    await page.locator("form").getByText("The service does not respond.").waitFor();
    await page.unroute(row.lost);
    await type(page, ...row.edited);
    await submit(page);
  }
  const isStored = async () => {
    const stored = await row.read(service);
    try {
      expect(stored).toMatchObject(row.stored as object);
      return true;
    } catch {
      return false;
    }
  };
  await until(isStored, "what was typed").catch(async () =>
    expect(await row.read(service)).toMatchObject(row.stored as object),
  );
  const length = (value: unknown) => (Array.isArray(value) ? value.length : 1);
  expect(length(await row.read(service))).toBe(length(row.stored));
  await until(() => page.evaluate<boolean>(`!/:/.test(sessionStorage.getItem("petstore-unsaved") ?? "")`), "no draft");
});
