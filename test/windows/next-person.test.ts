/* The next person at the same screen finds nothing of the one before, however the person changes. */
import { describe, expect, test } from "bun:test";
import { Browser, type Window } from "./browser.ts";
import { json, Shop } from "./shop.ts";
import { openWindow, signIn } from "./windows.ts";

interface Scene {
  readonly shop: Shop;
  readonly browser: Browser;
  readonly window: Window;
}

const rex = { id: 1n, name: "Rex", categoryId: 7n, status: "available" } as const;

/** How Anna leaves, and Ben comes. */
const changes: Readonly<Record<string, (scene: Scene) => Promise<void>>> = {
  async "after a sign-out"({ browser, window }) {
    window.session.signOut();
    await browser.settle();
    await signIn(browser, window, "ben");
  },
  async "after a sign-out in another window"({ browser, window }) {
    const other = await openWindow(browser, "anna", true);
    other.session.signOut();
    await browser.settle();
    expect(window.session.session.value).toBeUndefined();
    await signIn(browser, window, "ben");
  },
  async "at the sign-in over the page"({ shop, browser, window }) {
    shop.revoke("anna");
    await browser.pass(3_000);
    expect(window.session.isRefused.value).toBe(true);
    await signIn(browser, window, "ben");
  },
};

/** What Anna does, and what of it there is to see. */
interface Rule {
  act(scene: Scene): unknown;
  seen(window: Window): unknown;
}

const held = Promise.withResolvers<unknown>();

const rules: Readonly<Record<string, Rule>> = {
  "a secret that is shown once": {
    act: ({ window }) => window.shownOnce.showOnce("webhook 1", "whsec_x"),
    seen: ({ shownOnce }) => shownOnce.shownOnce.value,
  },
  "an open question": {
    act: ({ window }) =>
      window.questions.ask({ title: "Delete Doomed?", text: "", action: "Delete", confirm: async () => {} }),
    seen: ({ questions }) => questions.question.value,
  },
  "photos on their way": {
    act({ shop, window }) {
      shop.respond = () => new Promise(() => {});
      window.uploads.addPhotos(1n, [new File(["x"], "rex.jpg", { type: "image/jpeg" })]);
    },
    seen: ({ uploads }) => uploads.uploads.value[0],
  },
  "the latest events": {
    async act({ shop, browser }) {
      shop.happen();
      await browser.settle();
      // Ben's are held back, so that what is shown is Anna's, if anything.
      shop.hold = held.promise;
    },
    seen: ({ live }) => live.latestEvents.value,
  },
  "names of pets": {
    act: ({ window }) => window.names.cachePets([rex]),
    seen: ({ names }) => names.knownPet(1n),
  },
  "what can be undone": {
    act: ({ window }) => window.notices.announce("Sold Rex", () => {}),
    seen: ({ notices }) => notices.notices.value[0],
  },
  "what a view shows": {
    async act({ shop, browser, window }) {
      shop.respond = () => [rex];
      const shown = window.resource.followResource("pets", {
        load: async (signal) => {
          const { items } = await window.session.petstore().pets.list({}, { signal });
          return items[0]?.name;
        },
      });
      Object.assign(window, { shown });
      await browser.settle();
      shop.hold = held.promise;
    },
    seen: (window) => (window as Window & { shown?: { value: unknown } }).shown?.value,
  },
  "a change without a response": {
    async act({ shop, browser, window }) {
      shop.respond = () => new Promise(() => {});
      window.petChanges.changeStatus([rex], "sold");
      await browser.settle();
    },
    seen: ({ changes }) => changes.pending.value[0],
  },
};

async function begin(): Promise<Scene> {
  const shop = new Shop();
  shop.admit("anna");
  shop.admit("ben");
  const browser = new Browser(shop.serve);
  return { shop, browser, window: await openWindow(browser, "anna", true) };
}

describe.each(Object.entries(changes))("%s", (_, change) => {
  test.each(Object.entries(rules))("the next person does not find %s", async (_, { act, seen }) => {
    const scene = await begin();
    await act(scene);
    expect(seen(scene.window)).toBeDefined();
    await change(scene);
    expect(scene.window.session.session.value?.key.name).toBe("ben");
    expect(seen(scene.window)).toBeUndefined();
    expect(scene.window.faults).toEqual([]);
  });

  test("no outcome of what the one before did is announced, and the next one's own changes are sent", async () => {
    const scene = await begin();
    const { shop, browser, window } = scene;
    const answer = Promise.withResolvers<unknown>();
    shop.respond = () => answer.promise;
    window.petChanges.changeStatus([rex], "sold");
    window.uploads.addPhotos(1n, [new File(["x"], "rex.jpg", { type: "image/jpeg" })]);
    await browser.settle();
    await change(scene);
    answer.resolve({ ...rex, status: "sold" });
    await browser.settle();
    expect(window.notices.notices.value).toEqual([]);
    shop.respond = ({ url }) =>
      url.endsWith("/photos") ? json({ id: 1n, petId: 1n, position: 1 }) : { ...rex, status: "pending" };
    window.petChanges.changeStatus([rex], "pending");
    window.uploads.addPhotos(1n, [new File(["x"], "mia.jpg", { type: "image/jpeg" })]);
    await browser.pass(1_000);
    const { pets, photos } = window.language.allTexts.value;
    expect(window.notices.notices.value.map(({ text }) => text)).toEqual([
      photos.added(1),
      pets.statusChanged("Rex", pets.statuses.pending),
    ]);
  });
});
