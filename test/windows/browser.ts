/*
 * A browser with several windows, without a browser: each window runs the console's own code below its views, with globals of its
 * own. The clock moves only when a test moves it, so that windows take turns in the same way in every run.
 */
import { join } from "node:path";
import { CONSOLE_SHOP, type ConsoleShop } from "../../src/contract/console-shop.ts";
import { NOON } from "../support/harness.ts";
import { SEED } from "../support/seed.ts";

/** The parts of the console that a window runs. */
type Parts = typeof import("./console-parts.ts");

/** How a service responds to a window. */
export type Serve = (request: Request) => Promise<Response> | Response;

const ORIGIN = "http://shop.test";

/** The code of a window. Its globals are its parameters. */
const code = Bun.build({
  entrypoints: [join(import.meta.dir, "console-parts.ts")],
  target: "browser",
  format: "cjs",
  define: { "process.env.NODE_ENV": '"production"' },
}).then(({ outputs }) => outputs[0]?.text() ?? "");

/** The items of a tab, or of the device, in memory. */
class Items {
  readonly #items: Map<string, string>;
  readonly #changed: (key: string | null, newValue: string | null) => void;

  constructor(
    items = new Map<string, string>(),
    changed: (key: string | null, newValue: string | null) => void = () => {},
  ) {
    this.#items = items;
    this.#changed = changed;
  }

  getItem(name: string): string | null {
    return this.#items.get(name) ?? null;
  }

  setItem(name: string, value: string): void {
    this.#items.set(name, value);
    this.#changed(name, value);
  }

  removeItem(name: string): void {
    if (this.#items.delete(name)) this.#changed(name, null);
  }

  clear(): void {
    this.#items.clear();
    this.#changed(null, null);
  }

  /** All of it, as a test reads it. */
  text(): string {
    return JSON.stringify([...this.#items]);
  }
}

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

interface Opened {
  readonly target: EventTarget;
  readonly device: Items;
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

  /** Opens a window, or loads one again that had this tab. */
  async open(tab = new Items()): Promise<Window> {
    const target = new EventTarget();
    const opened: Opened = {
      target,
      device: new Items(this.device, (key, newValue) => this.#tellOthers(opened, key, newValue)),
    };
    this.#windows.add(opened);
    const document = Object.assign(new EventTarget(), {
      visibilityState: "visible",
      documentElement: { lang: "" },
      hasFocus: () => document.visibilityState === "visible",
      querySelector: (selector: string) => (selector.includes(CONSOLE_SHOP) ? { content: this.#shop } : null),
      createElement: () => ({ getContext: () => ({ drawImage() {}, fillRect() {} }) }),
    });
    const faults: unknown[] = [];
    const loads: string[] = [];
    const reportError = (error: unknown) => void faults.push(error);
    const globals = { ...this.#globalsOf(opened, loads), window: target, document, sessionStorage: tab, reportError };
    const module = { exports: {} as Parts };
    const run = new Function("module", "exports", "globalThis", ...Object.keys(globals), await code);
    run(module, module.exports, globals, ...Object.values(globals));
    return {
      ...module.exports,
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

  #globalsOf(opened: Opened, loads: string[]) {
    const { target } = opened;
    const later = (ms: number, run: () => void) => this.#later(opened, ms, run);
    const [now, random] = [() => this.now, this.#random];
    return {
      location: Object.assign(new URL(`${ORIGIN}/console`), { reload: () => loads.push(ORIGIN) }),
      navigator: { onLine: true, ...this.#device },
      history: { state: null, replaceState() {}, pushState() {} },
      localStorage: opened.device,
      matchMedia: () => new EventTarget(),
      createImageBitmap: async () => ({ width: 10, height: 10, close() {} }),
      setTimeout: (run: () => void, ms = 0) => later(Math.max(0, ms), run),
      clearTimeout: (id: number | undefined) => this.#drop((task) => task.id === id),
      addEventListener: target.addEventListener.bind(target),
      removeEventListener: target.removeEventListener.bind(target),
      fetch: (url: string, init?: RequestInit) => this.#fetch(opened, url, init),
      BroadcastChannel: this.#channelsOf(opened),
      Date: clockOf(now),
      Element: TestElement,
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

  #drop(isOver: (task: Task) => boolean): void {
    this.#tasks = this.#tasks.filter((task) => !isOver(task));
  }

  async #fetch(window: Opened, url: string, init?: RequestInit): Promise<Response> {
    const { promise, resolve } = Promise.withResolvers<void>();
    // A service is never so near that it responds in the same turn.
    this.#later(window, 0, resolve);
    await promise;
    init?.signal?.throwIfAborted();
    return this.#serve(new Request(new URL(url, ORIGIN), init));
  }

  #tellOthers(from: Opened, key: string | null, newValue: string | null): void {
    for (const other of this.#windows) {
      if (other === from) continue;
      const event = Object.assign(new Event("storage"), { storageArea: other.device, key, newValue });
      this.#later(other, 0, () => other.target.dispatchEvent(event));
    }
  }

  #close(window: Opened): void {
    this.#windows.delete(window);
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
      this.now = next.at;
      await this.settle();
    }
    this.now = end;
  }
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
