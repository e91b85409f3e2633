/* What a window says about what was done, and what it does about it. */
import { describe, expect, test } from "bun:test";
import { Browser, TestElement, type Window } from "./browser.ts";
import { Shop } from "./shop.ts";
import { openWindow } from "./windows.ts";

interface Scene {
  readonly shop: Shop;
  readonly browser: Browser;
  readonly window: Window;
}

async function begin(): Promise<Scene> {
  const shop = new Shop();
  const browser = new Browser(shop.serve);
  return { shop, browser, window: await openWindow(browser, shop.admit("anna")) };
}

/** The texts that a person can read under "Recent", the newest first. */
const texts = ({ notices }: Window) => notices.notices.value.map(({ text }) => text);

const photo = (name: string) => new File(["x"], name, { type: "image/jpeg" });

describe("Ctrl Z", () => {
  test("takes back the last change, and then the one before it", async () => {
    const { window } = await begin();
    const undone: string[] = [];
    for (const name of ["one", "two"]) window.notices.announce(name, () => void undone.push(name));
    window.notices.inform("Copied.");
    window.notices.announceFailure(new Error("refused"));
    window.notices.undoLast();
    window.notices.undoLast();
    window.notices.undoLast();
    expect(undone).toEqual(["two", "one"]);
  });

  test("never takes back another change than the last one: what cannot be undone says so", async () => {
    const { window } = await begin();
    const undone: string[] = [];
    window.notices.announce("Rex: Sold", () => void undone.push("Rex: Sold"));
    window.notices.announce("Deleted Mia");
    window.notices.undoLast();
    window.notices.undoLast();
    expect(undone).toEqual([]);
    expect(texts(window)[0]).toBe(window.language.texts.value.common.cannotUndo("Deleted Mia"));
  });
});

test("an Undo acts once, however often it is pressed, and one that has failed stays until the person dismisses it", async () => {
  const { browser, window } = await begin();
  const { notices } = window;
  const outcomes: PromiseWithResolvers<void>[] = [];
  notices.announce("Rex: Sold", () => {
    outcomes.push(Promise.withResolvers<void>());
    return outcomes.at(-1)?.promise;
  });
  const [{ id } = expect.unreachable()] = notices.notices.value;
  const acting = [notices.actOn({ id }), notices.actOn({ id })];
  expect(outcomes.length).toBe(1);
  outcomes[0]?.reject(new Error("refused"));
  await Promise.all(acting);
  expect(notices.notices.value).toMatchObject([{ text: "Rex: Sold", hasFailed: true, isChange: true }]);
  for (let count = 0; count < 20; count++) notices.inform("Copied");
  expect(notices.notices.value.length).toBe(11);
  // The key for Undo tries it again.
  notices.undoLast();
  expect(outcomes.length).toBe(2);
  outcomes[1]?.reject(new Error("refused"));
  await browser.settle();
  notices.dismiss({ id });
  expect(texts(window)).not.toContain("Rex: Sold");
});

describe("when the service is in reach again", () => {
  /** Lets the service go away for longer than a person would not notice. */
  async function goAway({ shop, browser, window }: Scene): Promise<void> {
    await browser.pass(1_000);
    shop.isReachable = false;
    shop.cut();
    await browser.pass(5_000);
    expect(window.live.connection.value).toBe("lost");
  }

  async function comeBack({ shop, browser }: Scene): Promise<void> {
    shop.isReachable = true;
    await browser.pass(60_000);
  }

  test("what failed because it was not no longer says so; other failures stay", async () => {
    const scene = await begin();
    const { window, browser } = scene;
    await goAway(scene);
    const refused = window.notices.attempt(() => Promise.reject(new Error("refused")));
    const lost = window.notices.attempt(async () => void (await window.session.petstore().pets.list()));
    await browser.pass(10_000);
    await Promise.all([refused, lost]);
    const { noResponse, unexpected } = window.language.texts.value.failures;
    expect(texts(window)).toEqual([noResponse, unexpected]);
    await comeBack(scene);
    expect(texts(window)).toEqual([unexpected]);
  });

  test("all photos that failed are sent, without anybody asking, and each is added once", async () => {
    const scene = await begin();
    const { shop, window, browser } = scene;
    await goAway(scene);
    const keys = new Set<string | null>();
    shop.respond = ({ headers }) => {
      keys.add(headers.get("Idempotency-Key"));
      return { id: BigInt(keys.size), petId: 1n, position: keys.size };
    };
    window.uploads.addPhotos(1n, [photo("1.jpg"), photo("2.jpg"), photo("3.jpg")]);
    await browser.pass(20_000);
    expect(window.uploads.uploads.value.map(({ failure }) => failure?.isOutOfReach)).toEqual([true, true, true]);
    await comeBack(scene);
    expect(window.uploads.uploads.value).toEqual([]);
    expect(keys.size).toBe(3);
  });

  test("what could not be loaded is loaded", async () => {
    const scene = await begin();
    const { window, browser } = scene;
    await goAway(scene);
    const shown = window.resource.followResource("pets", {
      load: async (signal) => (await window.session.petstore().pets.list({}, { signal })).items.length,
    });
    await browser.pass(10_000);
    expect(shown.value).toBeUndefined();
    await comeBack(scene);
    expect(shown.value).toBe(0);
  });
});

test("one “Try again” sends every photo that failed for want of a connection", async () => {
  const { shop, window, browser } = await begin();
  shop.respond = () => Promise.reject(new TypeError("no connection"));
  window.uploads.addPhotos(1n, [photo("1.jpg"), photo("2.jpg")]);
  await browser.pass(20_000);
  shop.respond = () => ({ id: 1n, petId: 1n, position: 1 });
  window.uploads.retryUpload(window.uploads.uploads.value[0]?.id);
  await browser.pass(1_000);
  expect(window.uploads.uploads.value).toEqual([]);
});

describe("a new version of the console", () => {
  const underWay: Readonly<Record<string, (scene: Scene) => unknown>> = {
    "photos on their way"({ shop, window }) {
      shop.respond = () => new Promise(() => {});
      window.uploads.addPhotos(1n, [photo("1.jpg")]);
    },
    "a secret that is shown once": ({ window }) => window.shownOnce.showOnce("webhook 1", "whsec_x"),
    "an import": ({ window }) => window.version.stayWhile(() => true),
    "a change without a response"({ shop, window }) {
      shop.respond = () => new Promise(() => {});
      window.petChanges.changeStatus([{ id: 1n, name: "Rex", categoryId: 7n, status: "available" }], "sold");
    },
  };

  test.each(Object.entries(underWay))("waits for a person in a window with %s", async (_, begun) => {
    const scene = await begin();
    const { shop, browser, window } = scene;
    await begun(scene);
    await upgrade(shop, browser, window);
    expect(window.loads).toEqual([]);
    expect(texts(window)[0]).toBe(window.language.texts.value.shell.newVersion);
  });

  test("is loaded at once by a window that nobody works in", async () => {
    const { shop, browser, window } = await begin();
    await upgrade(shop, browser, window);
    expect(window.loads.length).toBe(1);
  });

  async function upgrade(shop: Shop, browser: Browser, window: Window): Promise<void> {
    await browser.pass(1_000);
    window.show(false);
    shop.version = '"2"';
    const checked = window.version.checkVersion();
    await browser.settle();
    await checked;
  }
});

test.each([
  ["a copied picture", [], ["Files"], 1],
  ["a picture copied from a page", [], ["text/html", "Files"], 1],
  ["cells of a spreadsheet, of which there is a picture too", [], ["text/plain", "text/html", "text/rtf", "Files"], 0],
  ["a picture into a field", ["textarea"], ["Files"], 0],
  ["a picture into a dialog", ["dialog"], ["Files"], 0],
])("pasting %s adds this many photos", async (_, around, types, count) => {
  const { window } = await begin();
  const target = new TestElement(...around) as unknown as Element;
  const clipboardData = { types, files: [photo("1.jpg")] } as unknown as DataTransfer;
  expect(window.uploads.pastedPhotos({ target, clipboardData }).length).toBe(count);
});
