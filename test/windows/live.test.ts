/* Several windows of one browser: each shows every event of the shop once, in order, whatever happens to the others. */
import { expect, setDefaultTimeout, test } from "bun:test";
import fc from "fast-check";
import { SEED } from "../support/seed.ts";
import { Browser, type Window } from "./browser.ts";
import { Shop } from "./shop.ts";
import { openWindow as signedIn } from "./windows.ts";

setDefaultTimeout(60_000);

/** A window with what it has shown. */
interface Seen {
  readonly window: Window;
  readonly ids: string[];
  /** How many events there were before. */
  readonly start: number;
}

/** Opens a window and signs in. */
async function openWindow(browser: Browser, { events }: Shop): Promise<Seen> {
  const start = events.length;
  const window = await signedIn(browser, "anna");
  const ids: string[] = [];
  window.changes.onChange((change) => {
    if ("id" in change) ids.push(String(change.id));
  });
  return { window, ids, start };
}

function openShop(): { readonly shop: Shop; readonly browser: Browser } {
  const shop = new Shop();
  shop.admit("anna");
  return { shop, browser: new Browser(shop.serve) };
}

const idsFrom = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, i) => `evt_${first + i}`);

test("a window that was hidden while another was visible shows what it missed", async () => {
  const { shop, browser } = openShop();
  const windows = [await openWindow(browser, shop), await openWindow(browser, shop)];
  shop.happen();
  await browser.pass(100);
  expect(shop.streams).toBe(1);
  for (const { window } of windows) {
    window.show(false);
    await browser.pass(10_000);
    shop.happen();
    shop.happen();
    await browser.pass(100);
    window.show(true);
    await browser.pass(1_000);
  }
  for (const { window, ids } of windows) {
    expect(ids).toEqual(idsFrom(1, 5));
    expect(window.live.latestEvents.value?.map(({ id }) => id)).toEqual(idsFrom(1, 5).toReversed());
  }
  expect(shop.streams).toBe(1);
});

test("what happens while a window reads what it missed is shown once, though it is in the answer and in the stream", async () => {
  const { shop, browser } = openShop();
  const windows = [await openWindow(browser, shop), await openWindow(browser, shop)] as const;
  const [, { window, ids }] = windows;
  shop.happen();
  await browser.pass(100);
  window.show(false);
  await browser.pass(10_000);
  shop.happen();
  await browser.pass(100);
  const answer = Promise.withResolvers<void>();
  shop.hold = answer.promise;
  window.show(true);
  await browser.pass(100);
  shop.happen();
  await browser.pass(100);
  answer.resolve();
  await browser.pass(1_000);
  shop.happen();
  await browser.pass(1_000);
  expect(ids).toEqual(idsFrom(1, 4));
  expect(windows[0].ids).toEqual(idsFrom(1, 4));
});

test("the first event of a shop is shown, though it happens while a window looks for the position of an empty feed", async () => {
  const { shop } = openShop();
  const browser = new Browser(async (request) => {
    const response = await shop.serve(request);
    if (shop.events.length === 0 && new URL(request.url).pathname === "/v1/events") shop.happen();
    return response;
  });
  const window = await signedIn(browser, "anna");
  await browser.pass(1_000);
  shop.happen();
  await browser.pass(1_000);
  expect(window.live.latestEvents.value?.map(({ id }) => id)).toEqual(["evt_2", "evt_1"]);
});

test("after a gap in the feed, nothing is missed that happens before the window knows its position again", async () => {
  const { shop, browser } = openShop();
  const { window } = await openWindow(browser, shop);
  shop.respond = () => [shop.events.length];
  const shown = window.resource.followResource("pets", {
    load: async (signal) => {
      const { items } = await window.session.petstore().pets.list({}, { signal });
      return Number(items[0]);
    },
  });
  await browser.pass(1_000);
  shop.isReachable = false;
  shop.cut();
  for (let count = 0; count < 3; count++) shop.happen();
  shop.purgedTo = 2;
  shop.isReachable = true;
  // The stream is refused: the events after the last one that the window has seen are gone.
  while (window.live.latestEvents.value !== undefined) await browser.pass(50);
  await browser.pass(500);
  shop.happen();
  await browser.pass(10_000);
  expect(shown.value).toBe(4);
});

test("a window is connected again within seconds after the service is back, however long it was away", async () => {
  const { shop, browser } = openShop();
  const { window } = await openWindow(browser, shop);
  for (const away of [10_000, 120_000, 600_000]) {
    await browser.pass(1_000);
    shop.isReachable = false;
    shop.cut();
    await browser.pass(away);
    expect(window.live.connection.value).toBe("lost");
    shop.isReachable = true;
    await browser.pass(4_000);
    expect(window.live.connection.value).toBe("connected");
  }
});

/** What can happen to windows; each number chooses one of those that are open. */
const commands = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant("happen" as const), count: fc.integer({ min: 1, max: 3 }) }),
    fc.record({ kind: fc.constantFrom("hide" as const, "show" as const, "close" as const), which: fc.nat(4) }),
    fc.record({ kind: fc.constantFrom("open" as const, "cut" as const, "away" as const, "back" as const) }),
    fc.record({ kind: fc.constant("pass" as const), ms: fc.constantFrom(0, 20, 100, 400, 3_000, 8_000) }),
  ),
  { maxLength: 25 },
);

test("every window shows each event once and in order, whatever happens; one reads for all, and none that is hidden", async () => {
  const property = fc.asyncProperty(commands, async (script) => {
    const { shop, browser } = openShop();
    const windows: Seen[] = [await openWindow(browser, shop), await openWindow(browser, shop)];
    const closed = new Set<Seen>();
    for (const command of script) {
      const target = "which" in command ? windows[command.which % windows.length] : undefined;
      if (command.kind === "happen") for (let event = 0; event < command.count; event++) shop.happen();
      else if (command.kind === "pass") await browser.pass(command.ms);
      else if (command.kind === "hide") target?.window.show(false);
      else if (command.kind === "show") target?.window.show(true);
      else if (command.kind === "cut") shop.cut();
      else if (command.kind === "open" && shop.isReachable) windows.push(await openWindow(browser, shop));
      else if (command.kind === "close" && target !== undefined) {
        target.window.close();
        closed.add(target);
      } else shop.isReachable = command.kind !== "away";
      await browser.settle();
    }
    shop.isReachable = true;
    const open = windows.filter((window) => !closed.has(window));
    for (const { window } of open) window.show(true);
    for (let part = 0; part < 9; part++) {
      await browser.pass(10_000);
      shop.keepAlive();
    }
    for (const { window, ids, start } of open) {
      expect(ids).toEqual(idsFrom(start + 1, shop.events.length));
      expect(window.faults).toEqual([]);
      expect(window.live.connection.value).toBe("connected");
    }
    // The stream of a window that was closed without a word is the service's to end.
    if (closed.size > 0) return;
    expect(shop.streams).toBe(1);
    for (const { window } of open) window.show(false);
    expect(shop.streams).toBe(0);
  });
  await fc.assert(property, { numRuns: 100, seed: SEED });
});
