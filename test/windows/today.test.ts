import { describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import { axisSteps } from "../../src/console/ui/axis.ts";
import { createInquiry, recordInquiryLimit } from "../../src/core/shop/visitors/inquiry-handlers.ts";
import { secrets } from "../../src/service/runtime.ts";
import { button, field, link, region, sheet } from "../console/page.ts";
import { openForBusiness } from "../console/shop.ts";
import { addPet as addStock, bodyOf, NOON, rex, type TestService } from "../support/harness.ts";
import { jpeg } from "../support/images.ts";
import { openShop } from "../support/shops.ts";
import { keepPublishing, untilLive, visit } from "./page.ts";

setDefaultTimeout(60_000);

const DAY_MS = 86_400_000;

const path = "/console/today";

const feed = (page: Page) => region(page, "What happened");

/** What the stories say, the newest first, without their times. */
async function storiesSaid(page: Page): Promise<readonly string[]> {
  const texts = await feed(page).getByRole("listitem").locator("p").allInnerTexts();
  return texts.map((text) => text.replace(/\s*\n\s*/g, " | "));
}

/** A service whose day is the browser's. */
async function openToday(...names: readonly string[]): Promise<TestService> {
  const service = await openShop(...names);
  service.now = NOON;
  return service;
}

async function addPet({ admin }: TestService, name: string): Promise<void> {
  await bodyOf(admin.createPet({ body: { name, categoryId: 7n } }));
}

/** Opens the view when it follows what happens. */
async function visitLive(service: TestService): Promise<Page> {
  keepPublishing(service);
  const page = await visit(service, path);
  await untilLive(page);
  return page;
}

describe("today", () => {
  test("a return in part says how many came back", async () => {
    const service = await openToday();
    const petId = 1n;
    await addStock(service.store, rex, 5);
    const { id: orderId } = await bodyOf(service.admin.placeOrder({ body: { petId, quantity: 3 } }));
    await bodyOf(service.admin.completeOrder({ params: { orderId } }));
    await bodyOf(service.admin.returnOrder({ params: { orderId }, body: { quantity: 2 } }));
    await service.publish();
    const page = await visit(service, path);
    await feed(page).getByText("2 × Rex came back").waitFor();
  });

  test("has the pick-ups of the day, of which one press hands over a pet, and Undo takes that back", async () => {
    const service = await openToday("Rex", "Mia", "Luna");
    const at = (hours: number) => new Date(new Date(NOON).setHours(hours, 0, 0, 0)).toISOString();
    const later = new Date(NOON + 3 * DAY_MS).toISOString();
    for (const [petId, shipDate] of [
      [1n, at(16)],
      [2n, at(11)],
      [3n, later],
    ] as const)
      await bodyOf(service.admin.placeOrder({ body: { petId, shipDate, customer: { name: `Customer ${petId}` } } }));
    const page = await visitLive(service);
    const pickUps = region(page, "Pick-ups today 2");
    await link(pickUps, "Mia").waitFor();
    expect(await pickUps.getByRole("link").allInnerTexts()).toEqual(["Mia", "Rex"]);
    await button(pickUps, "Hand over Mia").click();
    await page.getByText("Handed over Mia, order 2").waitFor();
    await region(page, "Pick-ups today 1").waitFor();
    await button(page, "Undo").click();
    await region(page, "Pick-ups today 2").waitFor();
    expect((await bodyOf(service.admin.getOrder({ params: { orderId: 2n } }))).complete).toBe(false);
  });

  test("says what waits for somebody: who has not come, and reservations without a day that are old", async () => {
    const service = await openToday("Rex", "Mia", "Luna");
    const place = (petId: bigint, contact: string, shipDate?: string) =>
      bodyOf(service.admin.placeOrder({ body: { petId, shipDate, customer: { name: "Ada", contact } } }));
    service.now -= 9 * DAY_MS;
    await place(1n, "0171 555 01 42");
    service.now = NOON;
    await place(2n, "ada@example.com", new Date(NOON - DAY_MS).toISOString());
    await place(3n, "0171 1");
    const page = await visit(service, path);
    const waiting = region(page, "Waiting for you 2");
    await link(waiting, "Rex has been reserved for 9 days").waitFor();
    await link(waiting, "Mia was not picked up").waitFor();
    expect(await link(waiting, "Call").getAttribute("href")).toBe("tel:01715550142");
    expect(await link(waiting, "Write").getAttribute("href")).toBe("mailto:ada@example.com");
  });

  test("names what pets lack, and leads to each", async () => {
    const service = await openToday();
    const { admin } = service;
    const profile = { description: "Calm", price: { amount: 9000n, currency: "EUR" } };
    for (const name of ["Tilda", "Bear", "Ivy", "Rex"]) await addPet(service, name);
    const file = new Blob([await jpeg()], { type: "image/jpeg" });
    for (const petId of [2n, 3n, 4n]) await admin.addPhoto({ params: { petId }, file, query: {} });
    await admin.updateProfile({ params: { petId: 3n }, body: { description: "Calm" } });
    await admin.updateProfile({ params: { petId: 4n }, body: profile });
    const page = await visit(service, path);
    const shine = region(page, "Make them shine 3");
    await link(shine, "Price of Ivy").waitFor();
    await link(shine, "Write about Bear").waitFor();
    await link(shine, "Photo of Tilda").click();
    await region(page, "Tilda").waitFor();
  });

  test("counts what was handed over this month beside the same days of the last one", async () => {
    const service = await openToday("Rex");
    await service.admin.placeOrder({ body: { petId: 1n } });
    const page = await visitLive(service);
    const adopted = region(page, "Handed over this month");
    await adopted.getByRole("img", { name: /^Handed over this month: 0\. 0 by this day in / }).waitFor();
    await service.admin.completeOrder({ params: { orderId: 1n } });
    await adopted.getByRole("img", { name: /^Handed over this month: 1\. / }).waitFor();
  });
});

test("says that visitors have reached a limit of the form", async () => {
  const service = await openToday("Rex");
  await recordInquiryLimit("day", { store: service.store, now: service.now, sha256: secrets.sha256 });
  const page = await visitLive(service);
  await page.getByText("today's limit of 200 inquiries is reached").waitFor();
});

describe("a question of a visitor", () => {
  /** A shop in which a visitor has asked about Rex. */
  async function openWithQuestion(contact: string): Promise<TestService> {
    const service = await openToday("Rex");
    const inquiry = { name: "Chloé Dubois", contact, message: "Is he used to cats?" };
    await createInquiry(1n, inquiry, { store: service.store, now: service.now, sha256: secrets.sha256 });
    return service;
  }

  test("waits with what was asked until somebody says that it is done, which can be undone", async () => {
    const service = await openWithQuestion("chloe@example.com");
    const page = await visit(service, path);
    const waiting = region(page, "Waiting for you 1");
    await waiting.getByText("Is he used to cats?").waitFor();
    const { protocol, pathname, searchParams } = new URL((await link(waiting, "Answer").getAttribute("href")) ?? "");
    expect([protocol, pathname, ...searchParams]).toEqual([
      "mailto:",
      "chloe@example.com",
      ["subject", expect.stringMatching(/^Your question about \w+ \(no\. 1\)$/)],
      ["body", "\r\n\r\n> Is he used to cats?"],
    ]);
    await button(waiting, "Done: Chloé Dubois asks about Rex").click();
    await page.getByText("The question about Rex is done").waitFor();
    await waiting.waitFor({ state: "detached" });
    await button(page, "Undo").click();
    await waiting.waitFor();
  });

  test("becomes a reservation with the name and the contact, and waits again if that is undone", async () => {
    const service = await openWithQuestion("0171 555 01 42");
    const page = await visit(service, path);
    await link(region(page, "Waiting for you 1"), "Call").waitFor();
    await button(region(page, "Waiting for you 1"), "Reserve").click();
    expect(await field(page, "For whom").inputValue()).toBe("Chloé Dubois");
    await button(sheet(page), "Reserve").click();
    await page.getByText("Reserved Rex, order 1").waitFor();
    const customer = { name: "Chloé Dubois", contact: "0171 555 01 42" };
    expect(await bodyOf(service.admin.getOrder({ params: { orderId: 1n } }))).toMatchObject({ customer });
    await region(page, "Waiting for you 1").waitFor({ state: "detached" });
    await button(page, "Undo").click();
    await region(page, "Waiting for you 1").waitFor();
    await button(page, "Undo").click();
    await page.getByText("Reserved Rex, order 2").waitFor();
    await region(page, "Waiting for you 1").waitFor({ state: "detached" });
  });
});

describe("what happened", () => {
  test("is one line for a sale, whatever it changed, with whom the pet went home with", async () => {
    const service = await openToday();
    await addPet(service, "Felix");
    const { admin } = service;
    const price = { amount: 14_000n, currency: "EUR" };
    await admin.placeOrder({ body: { petId: 1n, price, customer: { name: "Tom Becker" } } });
    await admin.completeOrder({ params: { orderId: 1n } });
    await service.publish();
    const page = await visit(service, path);
    await link(feed(page), "Felix went home with Tom Becker").waitFor();
    expect(await storiesSaid(page)).toEqual([
      "Felix went home with Tom Becker | reserved and handed over by * · €140",
      "Felix was added | by *",
    ]);
  });

  test("is one line for all new pets and one for all photos of a person, and one for an import, which counts its pets", async () => {
    const service = await openToday();
    const { admin } = service;
    for (const name of ["Kiwi", "Peanut", "Coco"]) await addPet(service, name);
    const file = new Blob([await jpeg()], { type: "image/jpeg" });
    for (const petId of [1n, 1n, 2n]) await admin.addPhoto({ params: { petId }, file, query: {} });
    await service.publish();
    const page = await visit(service, path);
    await feed(page).getByText("3 photos of Peanut and Kiwi were added").waitFor();
    expect(await storiesSaid(page)).toEqual([
      "3 photos of Peanut and Kiwi were added | by *",
      "3 pets were added | by * · Coco, Peanut and Kiwi",
    ]);
  });

  test("says what changed, who did it and why", async () => {
    const service = await openToday();
    keepPublishing(service);
    const clerk = await service.as(["pets:write", "inventory:write"]);
    const page = await visitLive(service);
    await feed(page).getByText("No activity yet").waitFor();
    await clerk.client.createPet({ body: { name: "Rex", categoryId: 7n } });
    await clerk.client.updatePet({ params: { petId: 1n }, body: { status: "pending", note: "Reserved by phone" } });
    await clerk.client.updateInventory({ params: { petId: 1n }, body: { quantity: 3 } });
    await feed(page).getByText("Stock changed: 1 → 3").waitFor();
    const by = "by pets:write inventory:write";
    expect(await storiesSaid(page)).toEqual([
      `Rex | Available → Reserved · Stock changed: 1 → 3 · ${by} · Reserved by phone`,
      `Rex was added | ${by}`,
    ]);
  });

  test("goes back 200 events and no further", async () => {
    const service = await openToday();
    await service.stock(1);
    keepPublishing(service);
    const change = (index: number) => service.admin.createCategory({ body: { name: `Kind ${index}` } });
    for (let index = 0; index < 120; index++) await change(index);
    await service.publish();
    const page = await visitLive(service);
    for (let index = 120; index < 321; index++) await change(index);
    await link(feed(page), "Kind 320").waitFor();
    await feed(page).getByRole("button", { name: "Show earlier events" }).click();
    expect(await feed(page).getByRole("listitem").count()).toBe(200);
  });
});

test("a shop in the middle of its business shows all of it on a phone", async () => {
  const service = await openToday();
  await openForBusiness(service, [], 12);
  const page = await visit(service, path, { viewport: { width: 390, height: 844 }, locale: "de-DE" });
  await page.getByRole("region", { name: "Was geschehen ist" }).getByRole("listitem").first().waitFor();
  await page.getByRole("region", { name: /^Ins beste Licht rücken/ }).waitFor();
});

test("the ticks of an axis are whole, round numbers that reach the largest count", () => {
  expect(axisSteps(0)).toEqual([0, 1]);
  expect(axisSteps(3)).toEqual([0, 1, 2, 3]);
  expect(axisSteps(17)).toEqual([0, 5, 10, 15, 20]);
  expect(axisSteps(1234)).toEqual([0, 500, 1000, 1500]);
});

test("waits while somebody works in the list", async () => {
  const service = await openToday();
  await addPet(service, "Rex");
  await service.admin.updateInventory({ params: { petId: 1n }, body: { quantity: 3 } });
  await service.publish();
  const page = await visitLive(service);
  await link(feed(page), "Rex").focus();
  await service.admin.createCategory({ body: { name: "Birds" } });
  await feed(page).getByRole("button", { name: "1 new event" }).waitFor();
  expect(await feed(page).getByRole("listitem").count()).toBe(2);
  await link(page, "Pets").focus();
  await link(feed(page), "Birds").waitFor();
});
