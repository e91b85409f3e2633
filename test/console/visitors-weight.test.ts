/* What a first visit weighs, with photos as the demo draws them, and that nothing moves while it loads. */
import { expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import { demoPets } from "../../src/commands/demo/demo-pets.ts";
import { bodyOf, openService, type TestService } from "../support/harness.ts";
import { until } from "../support/program.ts";
import { untilTestEnds } from "../support/shops.ts";
import { openPage, type PageOptions } from "./visit.ts";

setDefaultTimeout(120_000);

const PHOTOS = 13;

/** A shop whose list has so many photos, and whose first pet has so many with those of the four others that its page shows. */
async function openPhotographed(): Promise<TestService> {
  const shop = { shopName: "Riverside Pets", shopInquiries: 1, shopContact: "tel:+492215550142" };
  const service = untilTestEnds(await openService({}, undefined, shop));
  await bodyOf(service.admin.createCategory({ body: { name: "Dogs" } }));
  const drawn = demoPets.filter(({ photo }) => photo !== undefined).slice(0, PHOTOS);
  for (const { name, breed, tags, story, photo = "" } of drawn) {
    const profile = { breed, tags: [...tags], description: story };
    const { id } = await bodyOf(service.admin.createPet({ body: { name, categoryId: 1n, profile } }));
    const file = Bun.file(photo);
    // Nine of the first one, and one of each other.
    for (let nth = id === 1n ? 5 : PHOTOS; nth <= PHOTOS; nth++) {
      await bodyOf(service.admin.addPhoto({ params: { petId: id }, file }));
    }
  }
  return service;
}

/** The bytes of all that a first visit fetches, with the headers, and how far things moved. */
async function firstVisit(page: Page, path: string): Promise<{ bytes: number; photos: number; moved: number }> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  const urls = new Map<string, string>();
  let [bytes, photos] = [0, 0];
  session.on("Network.requestWillBeSent", ({ requestId, request }) => urls.set(requestId, request.url));
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const url = urls.get(requestId);
    // What the page before has asked for may end here.
    if (url === undefined || url.startsWith("data:")) return;
    bytes += encodedDataLength;
    if (url.includes("/photos/")) photos += 1;
  });
  await page.goto(new URL(path, page.url()).href, { waitUntil: "networkidle" });
  // On a busy machine, photos further down come late.
  await until(() => photos > 5, "the photos");
  await session.detach();
  return { bytes, photos, moved: await page.evaluate<number>("moved") };
}

const watchMoves = `globalThis.moved = 0;
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) moved += value;
  }).observe({ type: "layout-shift", buffered: true });`;

const screens: [string, limit: number, PageOptions][] = [
  ["laptop", 80_000, {}],
  ["sharp laptop", 160_000, { deviceScaleFactor: 2 }],
  ["phone", 160_000, { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, isMobile: true, hasTouch: true }],
];

test("a first visit of a list or a pet's page with 13 photos takes at most 160 kB, half of it where a point is a pixel, and nothing moves", async () => {
  const service = await openPhotographed();
  for (const [screen, limit, options] of screens) {
    const page = await openPage(service, "/?search=nothing", options);
    await page.addInitScript(watchMoves);
    for (const path of ["/", "/pets/1"]) {
      const { bytes, photos, moved } = await firstVisit(page, path);
      expect({ screen, path, photos, bytes, isLight: bytes <= limit, moved }).toMatchObject({
        isLight: true,
        moved: 0,
      });
    }
  }
});
