import { describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import type { TestService } from "../support/harness.ts";
import { startProxy } from "../support/proxy.ts";
import { openShop, untilTestEnds } from "../support/shops.ts";
import { button, rowLink, untilNames } from "./page.ts";
import { statusMenu } from "./pets.ts";
import { keepPublishing, openPage, signIn, untilLive, visit } from "./visit.ts";

setDefaultTimeout(60_000);

/** A shop whose events are published. */
async function openLive(...names: readonly string[]): Promise<TestService> {
  const service = await openShop(...names);
  keepPublishing(service);
  return service;
}

/** Adds a pet as somebody else does. */
async function addByOthers(service: TestService, name: string): Promise<void> {
  await service.admin.createPet({ body: { name, categoryId: 7n } });
}

const offline = (page: Page) => page.getByRole("status").filter({ hasText: "Offline" });

describe("changes by others", () => {
  test("are said where they cover no control of the list, beside a panel too", async () => {
    const service = await openLive("Rex");
    const page = await visit(service, "/console/pets/1");
    await rowLink(page, "Rex").waitFor();
    await untilLive(page);
    await addByOthers(service, "Bella");
    await button(page, "1 new pet").waitFor();
    const notice = (await button(page, "1 new pet").boundingBox()) ?? { y: 0, height: 0 };
    for (const control of [button(page, "Gallery"), button(page, "Table"), page.getByRole("searchbox")]) {
      const { y = 0, height = 0 } = (await control.boundingBox()) ?? {};
      expect(y + height <= notice.y || notice.y + notice.height <= y).toBe(true);
    }
  });

  test("appear on their own, and move nothing", async () => {
    const service = await openLive("Rex", "Mia");
    const page = await visit(service);
    await rowLink(page, "Rex").waitFor();
    await untilLive(page);
    const before = await rowLink(page, "Mia").boundingBox();
    await service.admin.updatePet({ params: { petId: 1n }, body: { name: "Rexy", status: "pending" } });
    await addByOthers(service, "Bella");
    await statusMenu(page, "Rexy", "Reserved").waitFor();
    await button(page, "1 new pet").waitFor();
    await untilNames(page, "Mia", "Rexy");
    expect(await rowLink(page, "Mia").boundingBox()).toEqual(before);
    await button(page, "1 new pet").click();
    await untilNames(page, "Bella", "Mia", "Rexy");
  });
});

describe("going offline", () => {
  test("is shown, and what happened meanwhile appears as soon as the service is back", async () => {
    const service = await openLive();
    const proxy = untilTestEnds(await startProxy(`http://127.0.0.1:${service.port}`));
    const page = await visit(service, "/console", { port: Number(new URL(proxy.url).port), mayFail: true });
    await untilLive(page);
    // Else Bella may be in the list when it is first read, and no news.
    await page.getByText("There are no pets yet").waitFor();
    await addByOthers(service, "Bella");
    await button(page, "1 new pet").waitFor();
    await page.context().setOffline(true);
    proxy.hangUp();
    await offline(page).waitFor();
    await addByOthers(service, "Luna");
    await page.context().setOffline(false);
    await button(page, "2 new pets").waitFor();
    await page.getByText("Offline").waitFor({ state: "detached" });
  });

  test("is shown too when only the service is away", async () => {
    const service = await openLive();
    const proxy = untilTestEnds(await startProxy(`http://127.0.0.1:${service.port}`));
    const page = await openPage(service, "/console", { port: Number(new URL(proxy.url).port), mayFail: true });
    // One that is only on its way would be opened after the others are cut.
    const opened = page.waitForResponse("**/v1/events/stream*");
    await signIn(page, service.adminKey);
    await opened;
    await page.getByText("There are no pets yet").waitFor();
    await page.route("**/v1/events/stream*", (route) => route.abort());
    proxy.hangUp();
    await offline(page).waitFor();
    await addByOthers(service, "Bella");
    await page.unroute("**/v1/events/stream*");
    await button(page, "1 new pet").waitFor();
    await page.getByText("Offline").waitFor({ state: "detached" });
  });
});
