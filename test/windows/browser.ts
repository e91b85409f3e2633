/*
 * A browser with several windows, without a browser: each window runs the console's own code, with globals of its own. It has a
 * document and the whole console, or only what is below the views. The clock moves only when a test moves it, so that windows take
 * turns in the same way in every run.
 */
import { join } from "node:path";
import { CONSOLE_SHOP, type ConsoleShop } from "../../src/contract/shop/console-shop.ts";
import { once } from "../../src/core/caches/once.ts";
import { NOON } from "../support/harness.ts";
import { SEED } from "../support/seed.ts";
import { type Document, openDocument, type Screen, type Tab } from "./document.ts";
import { Items } from "./items.ts";

/** The parts of the console that a window runs. */
type Parts = typeof import("./console-parts.ts");

/** How a service responds to a window. */
export type Serve = (request: Request) => Promise<Response> | Response;

const ORIGIN = "http://shop.test";

/** The time between two pictures of the screen. */
export const FRAME_MS = 16;

/** Code for a window. Its globals are its parameters. */
async function codeOf(entry: string): Promise<string> {
  const { outputs } = await Bun.build({
    entrypoints: [join(import.meta.dir, entry)],
    target: "browser",
    format: "cjs",
    define: { "process.env.NODE_ENV": '"production"' },
    jsx: { development: false },
    // Nothing is drawn.
    plugins: [
      {
        name: "no styles",
        setup: ({ onLoad }) => void onLoad({ filter: /\.css$/ }, () => ({ contents: "", loader: "text" })),
      },
    ],
  });
  return `const module = { exports: {} }, { exports } = module;
${await outputs[0]?.text()}
return module.exports`;
}

const parts = once(() => codeOf("console-parts.ts"));
const whole = once(() => codeOf("../../src/console/main.tsx"));

/** A window, as a test uses it. */
export interface Window extends Parts {
  /** What its tab keeps when it is loaded again. */
  readonly tab: Items;
  /** What the browser would report as an error. */
  readonly faults: readonly unknown[];
  /** How often it has loaded itself again. */
  readonly loads: readonly unknown[];
  /** Hides the window behind another one, or brings it to the front. */
  show(isVisible: boolean): void;
  /** What the browser tells it before its tab closes. */
  leaveTab(event: Event): void;
  /** Ends it without a word, as a browser does that is closed. */
  close(): void;
}

/** A window with the whole console. */
interface Loaded extends Document {
  readonly faults: readonly unknown[];
  /** How often it has asked to be loaded again. */
  readonly loads: readonly string[];
  /** Evaluates an expression in it. */
  evaluate(expression: string): unknown;
  close(): void;
}

interface Opened {
  readonly device: Items;
  /** Ends its requests when it is closed. */
  readonly ended: AbortController;
  tell(type: string, facts?: object): void;
}

interface Task {
  readonly id: number;
  readonly at: number;
  readonly window: Opened;
  readonly run: () => void;
}

interface Channel {
  readonly name: string;
  readonly window: Opened;
  readonly deliver: (data: unknown) => void;
}

/** A browser at a service. */
export class Browser {
  /** The time of all windows, in epoch milliseconds. */
  now = NOON;
  /** What the device remembers. */
  readonly device = new Map<string, string>();
  readonly #serve: Serve;
  /** What the service says in the page. */
  readonly #shop: string;
  /** What the browser says of its device. */
  readonly #device: { readonly platform: string; readonly languages: readonly string[] };
  readonly #windows = new Set<Opened>();
  readonly #channels = new Set<Channel>();
  readonly #random = randomFrom(SEED);
  #tasks: Task[] = [];
  #count = 0;

  constructor(serve: Serve, shop: Partial<ConsoleShop> = {}, { platform = "Linux", locale = "en-GB" } = {}) {
    this.#serve = serve;
    this.#device = { platform, languages: [locale] };
    this.#shop = JSON.stringify({ currency: "EUR", timeZone: "UTC", contact: "", ...shop });
  }

  /** Opens a window without views, or loads one again that had this tab. */
  async open(tab = new Items()): Promise<Window> {
    const target = new EventTarget();
    const opened = this.#register((type, facts) => target.dispatchEvent(Object.assign(new Event(type), facts)));
    const document = Object.assign(new EventTarget(), {
      visibilityState: "visible",
      documentElement: { lang: "" },
      hasFocus: () => document.visibilityState === "visible",
      querySelector: (selector: string) => (selector.includes(CONSOLE_SHOP) ? { content: this.#shop } : null),
      createElement: () => ({ getContext: () => ({ drawImage() {}, fillRect() {} }) }),
    });
    const faults: unknown[] = [];
    const loads: string[] = [];
    const exports = run(await parts(), {
      ...this.#globalsOf(opened, faults),
      location: Object.assign(new URL(`${ORIGIN}/console`), { reload: () => loads.push(ORIGIN) }),
      navigator: { onLine: true, ...this.#device },
      history: { state: null, replaceState() {}, pushState() {} },
      matchMedia: () => new EventTarget(),
      addEventListener: target.addEventListener.bind(target),
      removeEventListener: target.removeEventListener.bind(target),
      Element: TestElement,
      window: target,
      document,
      sessionStorage: tab,
    }) as Parts;
    return {
      ...exports,
      tab,
      faults,
      loads,
      show(isVisible) {
        document.visibilityState = isVisible ? "visible" : "hidden";
        document.dispatchEvent(new Event("visibilitychange"));
      },
      leaveTab: (event) => target.dispatchEvent(event),
      close: () => this.#close(opened),
    };
  }

  /** Loads the whole console into a tab. */
  async load(tab: Tab, screen: Screen): Promise<Loaded> {
    const faults: unknown[] = [];
    const loads: string[] = [];
    const head = `<meta name="petstore-address" content="${ORIGIN}/"><meta name="${CONSOLE_SHOP}"><link rel="home" href="${ORIGIN}/">`;
    const loaded = openDocument(tab, head, screen, () => loads.push(tab.href));
    loaded.document.querySelector(`meta[name="${CONSOLE_SHOP}"]`)?.setAttribute("content", this.#shop);
    const opened = this.#register(loaded.tell);
    const { clipboard, ...globals } = loaded.globals;
    const all = {
      ...this.#globalsOf(opened, faults),
      ...globals,
      navigator: { onLine: true, ...this.#device, clipboard },
      requestAnimationFrame: (draw: (at: number) => void) => this.#later(opened, FRAME_MS, () => draw(this.now)),
      cancelAnimationFrame: (id: number) => this.#drop((task) => task.id === id),
      sessionStorage: tab.items,
    };
    run(await whole(), all);
    const evaluate = (expression: string) =>
      new Function(...Object.keys(all), `return ${expression}`)(...Object.values(all)) as unknown;
    return { ...loaded, faults, loads, evaluate, close: () => this.#close(opened) };
  }

  #register(tell: Opened["tell"]): Opened {
    const opened: Opened = {
      tell,
      ended: new AbortController(),
      device: new Items(this.device, (key, newValue) => this.#tellOthers(opened, key, newValue)),
    };
    this.#windows.add(opened);
    return opened;
  }

  #globalsOf(opened: Opened, faults: unknown[]) {
    const later = (ms: number, run: () => void) => this.#later(opened, ms, run);
    const drop = (id: number | undefined) => this.#drop((task) => task.id === id);
    const [now, random] = [() => this.now, this.#random];
    return {
      localStorage: opened.device,
      createImageBitmap: async () => ({ width: 10, height: 10, close() {} }),
      setTimeout: (run: () => void, ms = 0) => later(Math.max(0, ms), run),
      clearTimeout: drop,
      setInterval: (run: () => void, ms: number) => this.#repeat(opened, ms, run),
      clearInterval: drop,
      fetch: (url: string, init?: RequestInit) => this.#fetch(opened, url, init),
      reportError: (error: unknown) => void faults.push(error),
      BroadcastChannel: this.#channelsOf(opened),
      Date: clockOf(now),
      Math: Object.assign(Object.create(Math), { random }),
      crypto: { getRandomValues: (values: Uint32Array) => values.map(() => random() * 2 ** 32) },
    };
  }

  #channelsOf(window: Opened) {
    const { join, post, leave } = {
      join: (channel: Channel) => void this.#channels.add(channel),
      leave: (channel: Channel) => void this.#channels.delete(channel),
      post: (from: Channel, data: unknown) => {
        const others = [...this.#channels].filter((other) => other !== from && other.name === from.name);
        for (const { window: to, deliver } of others) this.#later(to, 0, () => deliver(structuredClone(data)));
      },
    };
    return class {
      onmessage: ((event: { readonly data: unknown }) => void) | undefined;
      readonly #channel: Channel;

      constructor(name: string) {
        const channel: Channel = {
          name,
          window,
          deliver: (data) => this.#isOpen && this.onmessage?.({ data }),
        };
        this.#channel = channel;
        join(channel);
      }

      #isOpen = true;

      postMessage(data: unknown): void {
        post(this.#channel, data);
      }

      close(): void {
        this.#isOpen = false;
        leave(this.#channel);
      }
    };
  }

  #later(window: Opened, ms: number, run: () => void): number {
    this.#count += 1;
    if (this.#windows.has(window)) this.#tasks.push({ id: this.#count, at: this.now + ms, window, run });
    return this.#count;
  }

  #repeat(window: Opened, ms: number, run: () => void): number {
    const id = this.#later(window, ms, again);
    const browser = this;
    function again() {
      if (browser.#windows.has(window)) browser.#tasks.push({ id, at: browser.now + ms, window, run: again });
      run();
    }
    return id;
  }

  #drop(isOver: (task: Task) => boolean): void {
    this.#tasks = this.#tasks.filter((task) => !isOver(task));
  }

  async #fetch(window: Opened, url: string, init?: RequestInit): Promise<Response> {
    const { promise, resolve } = Promise.withResolvers<void>();
    // A service is never so near that it responds in the same turn.
    this.#later(window, 0, resolve);
    await promise;
    init?.signal?.throwIfAborted();
    const signal = AbortSignal.any([window.ended.signal, ...(init?.signal ? [init.signal] : [])]);
    return this.#serve(new Request(new URL(url, ORIGIN), { ...init, signal }));
  }

  #tellOthers(from: Opened, key: string | null, newValue: string | null): void {
    for (const other of this.#windows) {
      if (other === from) continue;
      this.#later(other, 0, () => other.tell("storage", { storageArea: other.device, key, newValue }));
    }
  }

  #close(window: Opened): void {
    this.#windows.delete(window);
    window.ended.abort();
    this.#drop((task) => task.window === window);
    for (const channel of this.#channels) if (channel.window === window) this.#channels.delete(channel);
  }

  /** Lets everything happen that is due, and all that follows from it. */
  async settle(): Promise<void> {
    for (;;) {
      await turns();
      const [next] = this.#tasks.filter(({ at }) => at <= this.now).sort(inOrder);
      if (next === undefined) return;
      this.#drop((task) => task === next);
      next.run();
    }
  }

  /** Lets time pass. */
  async pass(ms: number): Promise<void> {
    const end = this.now + ms;
    await this.settle();
    for (;;) {
      const [next] = this.#tasks.sort(inOrder);
      if (next === undefined || next.at > end) break;
      this.now = Math.max(this.now, next.at);
      await this.settle();
    }
    this.now = Math.max(this.now, end);
  }
}

/** Code as a function of its globals, made once: windows share what the runtime compiles of it. */
const functions = new Map<string, (...globals: readonly unknown[]) => unknown>();

/** Runs code in a window: its globals are parameters, so that nothing leaks into the process or another window. */
function run(code: string, globals: Readonly<Record<string, unknown>>): unknown {
  const start = functions.get(code) ?? (new Function("globalThis", ...Object.keys(globals), code) as () => unknown);
  functions.set(code, start);
  return start(globals, ...Object.values(globals));
}

const inOrder = (one: Task, other: Task) => one.at - other.at || one.id - other.id;

/** Turns of the runtime's own loop, in which bodies of responses are read. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** An element that something happens to. */
export class TestElement {
  readonly #selectors: readonly string[];

  /** It is in what these selectors find. */
  constructor(...selectors: readonly string[]) {
    this.#selectors = selectors;
  }

  closest(selector: string): TestElement | null {
    const isFound =
      this.#selectors.includes(selector) || selector.split(", ").some((one) => this.#selectors.includes(one));
    return isFound ? this : null;
  }
}

function clockOf(now: () => number): typeof Date {
  return class extends Date {
    constructor(...parts: readonly unknown[]) {
      super(...((parts.length === 0 ? [now()] : parts) as [number]));
    }

    static override now(): number {
      return now();
    }
  } as typeof Date;
}

/** Numbers from 0 to 1 that are the same in every run. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}
