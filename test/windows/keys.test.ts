/* Letters and signs are shortcuts only where a person means them (WCAG 2.1.4). */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { SEED } from "../support/seed.ts";
import { Browser, TestElement, type Window } from "./browser.ts";
import { Shop } from "./shop.ts";
import { openWindow } from "./windows.ts";

interface Press {
  readonly key: string;
  readonly target: TestElement;
  readonly ctrlKey?: boolean;
  readonly altKey?: boolean;
  readonly shiftKey?: boolean;
}

const elsewhere = new TestElement();
const row = new TestElement(":is(tr, li):has([data-row])");
const panel = new TestElement(".side-panel");
const field = new TestElement(".side-panel", "input:not([type=checkbox])");
const menu = new TestElement(":is(tr, li):has([data-row])", "[role=menu]");

async function open(): Promise<Window> {
  const shop = new Shop();
  return openWindow(new Browser(shop.serve), shop.admit("anna"));
}

function pressed({ keys }: Window, press: Press): string | undefined {
  const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
  return keys.keyPressed({ ...none, ...press } as unknown as KeyboardEvent);
}

test.each([
  ["e", row, "edit"],
  ["e", panel, "edit"],
  ["e", elsewhere, undefined],
  ["e", field, undefined],
  ["e", menu, undefined],
  ["E", row, "edit"],
  ["n", elsewhere, "add"],
  ["?", elsewhere, "help"],
  ["/", field, undefined],
])("%s acts only where it is meant", async (key, target, name) => {
  expect(pressed(await open(), { key, target })).toBe(name);
});

test("switched off, no letter and no sign is a shortcut anywhere, also after the page was loaded again", async () => {
  const shop = new Shop();
  const browser = new Browser(shop.serve);
  const first = await openWindow(browser, shop.admit("anna"));
  first.keys.switchLetters(false);
  for (const window of [first, await openWindow(browser, "anna")]) {
    const property = fc.property(fc.string({ minLength: 1, maxLength: 1 }), (key) => {
      for (const target of [elsewhere, row, panel, field]) expect(pressed(window, { key, target })).toBeUndefined();
    });
    fc.assert(property, { seed: SEED, examples: [..."/?nejkrhpxst"].map((key) => [key]) });
    expect(pressed(window, { key: "k", target: field, ctrlKey: true })).toBe("find");
    expect(window.keys.keyFor("edit", "Edit")).toEqual({});
  }
});

test("no combination with Alt, or with Ctrl and Shift, is taken from the browser", async () => {
  const window = await open();
  const property = fc.property(fc.constantFrom(..."/?nejkrhpxstz"), (key) => {
    for (const target of [elsewhere, row, field]) {
      expect(pressed(window, { key, target, altKey: true })).toBeUndefined();
      expect(pressed(window, { key, target, ctrlKey: true, shiftKey: true })).toBeUndefined();
      if (!"kz".includes(key)) expect(pressed(window, { key, target, ctrlKey: true })).toBeUndefined();
    }
  });
  fc.assert(property, { seed: SEED });
});

test("every key has a text in the help, and a control says its own", async () => {
  const { keys, language } = await open();
  expect(Object.keys(language.allTexts.value.help.keys).sort()).toEqual(Object.keys(keys.keys).sort());
  expect(keys.keyFor("edit", "Edit")).toEqual({ "aria-keyshortcuts": "e", title: "Edit (e)" });
});

test.each([
  ["MacIntel", "en-GB", "⌘ K"],
  ["MacIntel", "de-DE", "⌘ K"],
  ["Win32", "de-DE", "Strg K"],
  ["Linux x86_64", "en-GB", "Ctrl K"],
])("on %s in %s, the key for the search is called %s", async (platform, locale, text) => {
  const shop = new Shop();
  const window = await openWindow(new Browser(shop.serve, {}, { platform, locale }), shop.admit("anna"));
  await window.language.showFirstLanguage();
  expect(window.keys.keyText(window.keys.keys.find[0])).toBe(text);
});
