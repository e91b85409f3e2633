/* A draft through a reload, a sign-out, a second tab and another person, and what the page says of it. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { PetstoreError } from "../../src/client/index.ts";
import type { Form } from "../../src/console/forms/use-form.ts";
import { Browser, type Window } from "./browser.ts";
import { Shop } from "./shop.ts";
import { openWindow, showHook, signIn } from "./windows.ts";

setDefaultTimeout(60_000);

interface Fields {
  readonly [name: string]: string;
  readonly name: string;
}

const HREF = "/console/pets/1";

/** A form for the name of a pet, whose requests fail as the test says. */
function show(window: Window, fails: { error?: PetstoreError } = {}) {
  return showHook(window, () =>
    window.forms.useForm<Fields, { readonly fields: Fields }>({
      name: "pet-1",
      version: { fields: { name: "Krümel" } },
      describe: ({ name }) => ({ title: name, href: HREF }),
      check: ({ name }) => ({ name: name === "?" ? "refused" : undefined }),
      send: async ({ typed }) => {
        if (fails.error !== undefined) throw fails.error;
        return { fields: typed };
      },
      versionOf: (version) => version,
      read: async () => ({ fields: { name: "Anna" }, tag: "2" }),
    }),
  );
}

/** The states of a draft, and how each comes about. */
const states: Readonly<Record<string, (form: () => Form<Fields>, fails: { error?: PetstoreError }) => void>> = {
  typed: (form) => form().change({ name: "Max" }),
  "refused by the page": (form) => form().change({ name: "?" }),
  "without an answer": (form, fails) => {
    fails.error = new PetstoreError({ code: "connection_failed", message: "", status: 0 });
    form().change({ name: "Max" });
  },
  "in conflict": (form, fails) => {
    fails.error = new PetstoreError({ code: "precondition_failed", message: "", status: 412 });
    form().change({ name: "Max" });
  },
};

async function draft(state: string) {
  const shop = new Shop();
  const browser = new Browser(shop.serve);
  shop.admit("ben");
  const window = await openWindow(browser, shop.admit("anna"), true);
  const fails = {};
  const shown = show(window, fails);
  states[state]?.(() => shown.result, fails);
  await browser.settle();
  if (state !== "typed") shown.result.submit();
  await browser.settle();
  return { browser, window, shown };
}

test.each(Object.keys(states))(
  "a draft that is %s survives a reload, is marked, and the tab asks before it closes",
  async (state) => {
    const { browser, window, shown } = await draft(state);
    const { typed } = shown.result;
    window.close();
    const again = await browser.open(window.tab);
    await again.language.loadViewTexts();
    expect(again.unsaved.isUnsaved(`${HREF}?status=available`)).toBe(true);
    expect(show(again).result.typed).toEqual(typed);
    const closing = new Event("beforeunload", { cancelable: true });
    again.leaveTab(closing);
    expect(closing.defaultPrevented).toBe(true);
  },
);

test.each(Object.keys(states))(
  "a draft that is %s is forgotten by a sign-out, here or in another window",
  async (state) => {
    for (const isHere of [true, false]) {
      const { browser, window } = await draft(state);
      const other = await openWindow(browser, "anna", true);
      (isHere ? window : other).session.signOut();
      await browser.settle();
      expect(window.unsaved.unsaved.value).toEqual({});
      expect(window.tab.text()).not.toContain("Krümel");
      await signIn(browser, window, "ben");
      expect(show(window).result.typed.name).toBe("Krümel");
    }
  },
);

test("a draft is only in its own tab", async () => {
  const { browser } = await draft("without an answer");
  const other = await openWindow(browser, "anna", true);
  expect(other.unsaved.unsaved.value).toEqual({});
  expect(show(other).result.isDraft).toBe(false);
});

test("a form that closes with a draft says so and leads back; one that is saved or discarded does not", async () => {
  const { browser, window, shown } = await draft("without an answer");
  await browser.pass(1_000);
  shown.leave();
  await browser.settle();
  expect(window.notices.notices.value[0]).toMatchObject({ text: "Not saved: Max", action: { text: "Continue" } });
  const again = show(window);
  again.result.discard();
  await browser.settle();
  const { length } = window.notices.notices.value;
  await browser.pass(1_000);
  again.leave();
  await browser.settle();
  expect(window.notices.notices.value.length).toBe(length);
  expect(window.unsaved.isUnsaved(HREF)).toBe(false);
  const closing = new Event("beforeunload", { cancelable: true });
  window.leaveTab(closing);
  expect(closing.defaultPrevented).toBe(false);
});
