import { describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import { bodyOf, type TestService } from "../support/harness.ts";
import { openShop } from "../support/shops.ts";
import { link, region } from "./page.ts";
import { keepPublishing, untilLive, visit } from "./visit.ts";

setDefaultTimeout(60_000);

const path = "/console/today";

const feed = (page: Page) => region(page, "What happened");

/** A service whose day is the browser's. */
async function openToday(...names: readonly string[]): Promise<TestService> {
  const service = await openShop(...names);
  service.now = Date.now();
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

describe("a question of a visitor", () => {});

describe("what happened", () => {
  test("waits while somebody works in the list", async () => {
    const service = await openToday();
    await addPet(service, "Rex");
    await service.admin.updateInventory({ params: { petId: 1n }, body: { quantity: 3 } });
    await service.publish();
    const page = await visitLive(service);
    await link(feed(page), "Rex").focus();
    const before = await link(feed(page), "Rex").boundingBox();
    await service.admin.createCategory({ body: { name: "Birds" } });
    await feed(page).getByRole("button", { name: "1 new event" }).waitFor();
    expect(await feed(page).getByRole("listitem").count()).toBe(2);
    expect(await link(feed(page), "Rex").boundingBox()).toEqual(before);
    await link(page, "Pets").focus();
    await link(feed(page), "Birds").waitFor();
  });
});
