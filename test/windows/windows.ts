/* A shop with windows in which people work. */
import type { Browser, Window } from "./browser.ts";

/** Opens a window in which somebody signs in. */
export async function openWindow(browser: Browser, apiKey: string, isRemembered = false): Promise<Window> {
  const window = await browser.open();
  await window.language.loadViewTexts();
  await signIn(browser, window, apiKey, isRemembered);
  await browser.pass(500);
  return window;
}

/** Signs in, on the page for it or over the page. */
export async function signIn(browser: Browser, window: Window, apiKey: string, isRemembered = false): Promise<void> {
  const signedIn = window.session.signIn(apiKey, isRemembered);
  await browser.settle();
  await signedIn;
  await browser.settle();
}

/** A component that is shown, of which only what its hook returns matters. */
export interface Shown<Result> {
  /** What the hook has returned last. */
  readonly result: Result;
  /** Shows it again, as when what is around it has changed. */
  again(): void;
  /** Leaves it. */
  leave(): void;
}

/** Shows a component that calls a hook. Nothing of it is drawn, so it needs no document. */
export function showHook<Result>({ preact }: Window, hook: () => Result): Shown<Result> {
  let result: { readonly last: Result } | undefined;
  const root = { childNodes: [], firstChild: null, nodeType: 1 } as unknown as Element;
  let turn = 0;
  function Caller(_: { readonly turn: number }) {
    result = { last: hook() };
    return null;
  }
  const again = () => preact.render(preact.h(Caller, { turn: ++turn }), root);
  again();
  return {
    again,
    get result() {
      if (result === undefined) throw new Error("nothing was shown");
      return result.last;
    },
    leave: () => preact.render(null, root),
  };
}
