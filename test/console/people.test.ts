/* People and keys: who has access, invitations, and the page on which one is accepted. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { openService } from "../support/harness.ts";
import { untilTestEnds } from "../support/shops.ts";
import { button, phone, region, tabs } from "./page.ts";
import { invite, keysOf, openFirst } from "./people.ts";
import { setStatus } from "./pets.ts";
import { openPage, visit } from "./visit.ts";

setDefaultTimeout(60_000);

const openNow = (...pets: readonly string[]) => openFirst(Date.now(), ...pets);

describe("people and keys", () => {
  test.each([
    ["en-GB", 360, "More", "People"],
    ["de-DE", 360, "Mehr", "Personen"],
    ["en-GB", 390, "More", "People"],
  ])("on a phone (%s, %d px) the owner reaches every view, and no name is cut", async (locale, width, more, people) => {
    const service = await openNow();
    const viewport = { width, height: 844 };
    const page = await visit(service, "/console", { ...phone, locale, viewport });
    const all = tabs(page);
    expect(await all.count()).toBe(5);
    const cut = await all.evaluateAll((shown) =>
      shown
        .filter((tab) => {
          const { width: wide, height } = tab.getBoundingClientRect();
          const name = tab.querySelector("span");
          return wide < 44 || height < 44 || (name !== null && name.scrollWidth > name.clientWidth);
        })
        .map((tab) => tab.textContent),
    );
    expect(cut).toEqual([]);
    await button(page, more).tap();
    const item = page.getByRole("menuitemradio", { name: people });
    expect((await item.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await item.tap();
    await page.getByRole("heading", { name: people, level: 1 }).waitFor();
  });
});

test("the list of people says what to do where only this computer reaches the service", async () => {
  const settings = { baseUrl: "http://127.0.0.1:8080/v1" };
  const page = await visit(untilTestEnds(await openService({}, undefined, settings)), "/console/people");
  await page.locator(".list").getByText("npm start -- --lan").waitFor();
});

describe("an invitation", () => {
  test("on a phone shows whose shop it is and what it allows, and signs the device in by its name", async () => {
    const service = await openNow("Rex");
    const hash = await invite(service, "Ben");
    const page = await openPage(service, `/console${hash}`, phone);
    await page.getByText("Hello Ben!").waitFor();
    await page.getByText(`You get access to the shop at 127.0.0.1:${service.port}.`).waitFor();
    await page.getByText("May do everything in the shop").waitFor();
    await page.getByLabel("Name of this device").fill("tablet");
    await button(page, "Accept and sign in").tap();
    await page.getByRole("navigation", { name: "Views" }).waitFor();
    expect(page.url()).not.toContain("invitation");
    expect(await keysOf(service)).toMatchObject([{}, { name: "Ben, tablet", role: "staff" }]);
    // The history names the person.
    await setStatus(page, "Rex", "Sold");
    await page.getByText("Rex: Sold").waitFor();
    await page.goto(new URL("/console/pets/1", page.url()).href);
    await region(page, "History").getByText("by Ben, tablet").waitFor();
  });
});
