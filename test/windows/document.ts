/* The document of a simulated window, by happy-dom, and what a browser does with it that happy-dom does not. */
import { type HTMLDialogElement, Window as Simulated } from "happy-dom";
import { Items } from "./items.ts";

/** What a tab keeps when its page is loaded again: its items, and the addresses that Back and Forward lead to. */
export class Tab {
  readonly items = new Items();
  readonly #visited: { href: string; state: unknown }[];
  #at = 0;

  constructor(href: string) {
    this.#visited = [{ href, state: null }];
  }

  get #here() {
    return this.#visited[this.#at] as { href: string; state: unknown };
  }

  /** The address of its page. */
  get href(): string {
    return this.#here.href;
  }

  get state(): unknown {
    return this.#here.state;
  }

  /** Changes the current entry. */
  replace(href: string, state: unknown): void {
    Object.assign(this.#here, { href, state: structuredClone(state) });
  }

  /** Adds an entry. Those that Forward led to are gone. */
  push(href: string, state: unknown): void {
    this.#visited.splice(this.#at + 1, Number.POSITIVE_INFINITY, { href, state: structuredClone(state) });
    this.#at += 1;
  }

  /** Goes back or forward. False where there is nothing. */
  go(steps: number): boolean {
    if (this.#visited[this.#at + steps] === undefined) return false;
    this.#at += steps;
    return true;
  }
}

/** What a window is shown on. */
export interface Screen {
  /** In pixels. */
  readonly width: number;
  readonly height: number;
}

/** A document with what its code needs of the window around it. */
export interface Document {
  readonly document: globalThis.Document;
  /** What code in the window has as its globals, without clock and network. */
  readonly globals: Readonly<Record<string, unknown>>;
  /** What the page has put on the clipboard. */
  readonly copied: readonly string[];
  /** What the page has saved as files. */
  readonly saved: readonly SavedFile[];
  /** How often the page was printed. */
  readonly prints: readonly string[];
  /** Dispatches an event on the window. */
  tell(type: string, facts?: object): void;
  /** Hides the window behind another one, or brings it to the front. */
  show(isVisible: boolean): void;
  /** Goes back or forward. */
  go(steps: number): void;
}

/** A file that the page has saved. */
export interface SavedFile {
  readonly name: string;
  readonly bytes: Promise<ArrayBuffer>;
}

/** Classes that code in a window has from the document. All others are the runtime's, which knows no others in requests. */
const OF_DOCUMENT =
  /^(HTML|SVG)\w*Element$|Event$|^(Element|Node|NodeFilter|Document|MutationObserver|Text|EventTarget|CSSStyleSheet)$/;

/** A canvas that draws nothing. */
const canvasAdapter = {
  getContext: () => ({ drawImage() {}, fillRect() {} }) as never,
  toDataURL: () => "data:,",
  toBlob: (_: unknown, callback: (blob: Blob | null) => void) => callback(new Blob(["drawn"], { type: "image/jpeg" })),
};

/** Opens a document at the address of a tab. */
export function openDocument(tab: Tab, head: string, { width, height }: Screen, reload: () => void): Document {
  const window = new Simulated({
    url: tab.href,
    width,
    height,
    settings: {
      errorCapture: "disabled" as never,
      navigation: { disableMainFrameNavigation: true, disableFallbackToSetURL: true },
      canvasAdapter: canvasAdapter as never,
    },
  });
  const document = window.document as unknown as globalThis.Document;
  document.documentElement.innerHTML = `<head>${head}</head><body><div id="console"></div></body>`;
  let isVisible = true;
  const prints: string[] = [];
  const copied: string[] = [];
  const saved: SavedFile[] = [];
  const { createElement } = document;
  // A file is saved by a link that is nowhere in the document.
  document.createElement = ((name: string) => {
    const element = createElement.call(document, name);
    const save = ({ href, download }: HTMLAnchorElement) =>
      saved.push({ name: download, bytes: fetch(href).then((response) => response.arrayBuffer()) });
    return name === "a" ? Object.assign(element, { click: () => save(element as HTMLAnchorElement) }) : element;
  }) as typeof createElement;
  Object.defineProperties(document, {
    visibilityState: { get: () => (isVisible ? "visible" : "hidden") },
    hasFocus: { value: () => isVisible },
  });
  const tell = (type: string, facts: object = {}) =>
    void window.dispatchEvent(Object.assign(new window.Event(type, { cancelable: true }), facts) as never);
  watchDialogs(window);
  const classes = Object.fromEntries(
    Object.getOwnPropertyNames(window)
      .filter((name) => OF_DOCUMENT.test(name))
      .map((name) => [name, Reflect.get(window, name) as unknown]),
  );
  const show = (next: boolean) => {
    isVisible = next;
    document.dispatchEvent(new window.Event("visibilitychange") as never);
  };
  const address = (url: unknown) => (url === undefined ? tab.href : new URL(String(url), tab.href).href);
  const move = () => window.happyDOM.setURL(tab.href);
  const go = (steps: number) => {
    if (!tab.go(steps)) return;
    move();
    tell("popstate", { state: tab.state });
  };
  const globals = {
    ...classes,
    window,
    self: window,
    document,
    location: new Proxy(window.location, {
      get: (location, name) => (name === "reload" ? reload : Reflect.get(location, name, location)),
      set: (location, name, value) => Reflect.set(location, name, value, location),
    }),
    history: {
      get state() {
        return tab.state;
      },
      scrollRestoration: "auto",
      replaceState(state: unknown, _: string, url?: string) {
        tab.replace(address(url), state);
        move();
      },
      pushState(state: unknown, _: string, url?: string) {
        tab.push(address(url), state);
        move();
      },
      back: () => go(-1),
    },
    clipboard: { writeText: async (text: string) => void copied.push(text) },
    matchMedia: window.matchMedia.bind(window),
    getComputedStyle: window.getComputedStyle.bind(window),
    isSecureContext: true,
    innerWidth: width,
    innerHeight: height,
    scrollTo() {},
    scrollY: 0,
    print: () => void prints.push(document.title),
    addEventListener: window.addEventListener.bind(window),
    removeEventListener: window.removeEventListener.bind(window),
    dispatchEvent: window.dispatchEvent.bind(window),
  };
  return { document, globals, copied, saved, prints, tell, show, go };
}

/** The dialog over the page; nothing outside of it can be reached. */
export function dialogOver(document: globalThis.Document): Element | undefined {
  return [...document.querySelectorAll("dialog[open]")].at(-1);
}

/** A dialog takes the focus, and Escape asks it to close. */
function watchDialogs(window: Simulated): void {
  const { document } = window;
  window.addEventListener("keydown", (event) => {
    const dialog = dialogOver(document as never) as unknown as HTMLDialogElement | undefined;
    if (Reflect.get(event, "key") !== "Escape" || event.defaultPrevented || dialog === undefined) return;
    if (dialog.dispatchEvent(new window.Event("cancel", { cancelable: true }))) dialog.close();
  });
  window.addEventListener("keydown", (event) => {
    const target = event.target as unknown as HTMLElement;
    if (event.defaultPrevented || !target.matches?.("summary")) return;
    if (["Enter", " "].includes(String(Reflect.get(event, "key")))) target.click();
  });
}

const FOCUSABLE = ":is(button, input, select, textarea, a[href], summary, [tabindex]):not([disabled], [tabindex='-1'])";

// happy-dom only sets the attribute. Its classes are those of all windows.
const dialogs = new Simulated().HTMLDialogElement.prototype;
dialogs.showModal = function showModal(this: HTMLDialogElement) {
  this.open = true;
  const target = this.querySelector("[autofocus]") ?? this.querySelector(FOCUSABLE) ?? this;
  (target as unknown as HTMLElement).focus();
};
