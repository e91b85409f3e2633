import { describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Page, Request } from "playwright-core";
import { addPet, openService, rex, type TestService } from "../support/harness.ts";
import { startProxy } from "../support/proxy.ts";
import { sharedBrowser } from "./browser.ts";
import { namesShown, petLink, statusMenu } from "./pets.ts";
import { axeFindings, keepPublishing, shoot, signIn, untilLive, visitConsole } from "./visit.ts";

setDefaultTimeout(60_000);

const browser = await sharedBrowser();

/** Adds a pet as somebody else does. */
async function addByOthers(service: TestService, name: string): Promise<void> {
  await service.admin.createPet({ body: { name, categoryId: 7n } });
}

const newPets = (page: Page, count: string) => page.getByRole("button", { name: `${count} new pet`, exact: false });

const isStream = (request: Request) => new URL(request.url()).pathname === "/v1/events/stream";

/** Makes the page believe that its tab is hidden or seen: headless tabs always are seen. */
async function setVisibility(page: Page, state: "hidden" | "visible"): Promise<void> {
  await page.evaluate((value) => {
    const document = (globalThis as unknown as { document: EventTarget }).document;
    Object.defineProperty(document, "visibilityState", { value, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  }, state);
}

describe("changes by others", () => {
  test("appear on their own, and move nothing", async () => {
    await using service = await openService();
    await using _publishing = keepPublishing(service);
    const pet = await addPet(service.store);
    await addPet(service.store, { ...rex, name: "Mia" });
    await using visit = await visitConsole(browser, service, { key: service.adminKey });
    const { page } = visit;
    await petLink(page, "Rex").waitFor();
    await untilLive(page);
    const before = await petLink(page, "Mia").boundingBox();
    await service.admin.updatePet({ params: { petId: pet.id }, body: { name: "Rexy", status: "pending" } });
    await addByOthers(service, "Bella");
    await petLink(page, "Rexy").waitFor();
    await statusMenu(page, "Rexy", "Pending").waitFor();
    await newPets(page, "1").waitFor();
    expect(await namesShown(page)).toEqual(["Mia", "Rexy"]);
    expect(await petLink(page, "Mia").boundingBox()).toEqual(before);
    expect(await axeFindings(page)).toEqual([]);
    await shoot(page, "newcomers");
    await newPets(page, "1").click();
    await petLink(page, "Bella").waitFor();
    expect(await namesShown(page)).toEqual(["Bella", "Mia", "Rexy"]);
  });

  test("that happen while the tab is hidden appear when it is seen again; meanwhile it holds no connection", async () => {
    await using service = await openService();
    await using _publishing = keepPublishing(service);
    await using visit = await visitConsole(browser, service, { key: service.adminKey });
    const { page } = visit;
    await page.getByText("There are no pets yet").waitFor();
    await untilLive(page);
    await addByOthers(service, "Bella");
    await newPets(page, "1").waitFor();
    const ended = page.waitForEvent("requestfailed", isStream);
    await setVisibility(page, "hidden");
    await ended;
    await addByOthers(service, "Luna");
    const resumed = page.waitForRequest(isStream);
    await setVisibility(page, "visible");
    expect(new URL((await resumed).url()).searchParams.get("after")).toStartWith("evt_2_");
    await newPets(page, "2").waitFor();
  });
});

describe("going offline", () => {
  test("is shown, and what happened meanwhile appears as soon as the service is back", async () => {
    await using service = await openService();
    await using _publishing = keepPublishing(service);
    await using proxy = await startProxy(`http://127.0.0.1:${service.port}`);
    const { port } = new URL(proxy.url);
    await using visit = await visitConsole(browser, { port: Number(port) }, { key: service.adminKey, mayFail: true });
    const { page } = visit;
    await page.getByText("There are no pets yet").waitFor();
    await untilLive(page);
    await addByOthers(service, "Bella");
    await newPets(page, "1").waitFor();
    await page.context().setOffline(true);
    proxy.hangUp();
    await page.getByRole("status").filter({ hasText: "Offline" }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await shoot(page, "offline");
    await addByOthers(service, "Luna");
    await page.context().setOffline(false);
    await newPets(page, "2").waitFor();
    await page.getByText("Offline").waitFor({ state: "detached" });
  });

  test("is shown too when only the service is away", async () => {
    await using service = await openService();
    await using _publishing = keepPublishing(service);
    await using proxy = await startProxy(`http://127.0.0.1:${service.port}`);
    const { port } = new URL(proxy.url);
    await using visit = await visitConsole(browser, { port: Number(port) }, { mayFail: true });
    const { page } = visit;
    // One that is only on its way would be opened after the others are cut.
    const opened = page.waitForResponse("**/v1/events/stream*");
    await signIn(page, service.adminKey);
    await opened;
    await page.getByText("There are no pets yet").waitFor();
    await page.route("**/v1/events/stream*", (route) => route.abort());
    proxy.hangUp();
    await page.getByRole("status").filter({ hasText: "Offline" }).waitFor();
    await addByOthers(service, "Bella");
    await page.unroute("**/v1/events/stream*");
    await newPets(page, "1").waitFor();
    await page.getByText("Offline").waitFor({ state: "detached" });
  });
});
