/* The console in a simulated window, at a real service. Both end with the test. */
import { expect } from "bun:test";
import { join } from "node:path";
import type { Page as BrowserPage } from "playwright-core";
import { emptyFolder } from "../support/folder.ts";
import type { TestService } from "../support/harness.ts";
import { clocks } from "../support/program.ts";
import { untilTestEnds } from "../support/shops.ts";
import type { Browser } from "./browser.ts";
import { type SavedFile, type Screen, Tab } from "./document.ts";
import { innerText } from "./elements.ts";
import { Hands } from "./hands.ts";
import { Elements } from "./locator.ts";
import { type Address, Device, type DeviceOptions, type Handle, matches, ORIGIN, type Sent } from "./network.ts";

export { keepPublishing } from "./network.ts";

type Meant = string | RegExp | ((sent: Sent) => boolean);

const isMeant = (meant: Meant, sent: Sent) => (typeof meant === "function" ? meant(sent) : matches(meant, sent.url()));

type Loaded = Awaited<ReturnType<Browser["load"]>>;

/** How long a test waits for something, in milliseconds of the window's clock. */
const PATIENCE_MS = 30_000;

/** The same by the clock on the wall, for what the service does in its own time, such as sending to a webhook, on a busy machine. */
const PATIENCE_OUTSIDE_MS = 20_000;

const laptop: Screen = { width: 1280, height: 900 };

/** A phone. */
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true } as const;

/** How a page is opened. */
export interface PageOptions extends DeviceOptions {
  readonly key?: string;
  readonly viewport?: Screen;
  /** Whether fingers point, and not a mouse. */
  readonly hasTouch?: boolean;
}

/** A window with the whole console. */
export class WindowPage implements AsyncDisposable {
  readonly device: Device;
  readonly #screen: Screen;
  #tab: Tab;
  #loaded!: Loaded;
  hands!: Hands;

  private constructor(device: Device, path: string, screen: Screen) {
    this.device = device;
    this.#screen = screen;
    this.#tab = new Tab(new URL(path, ORIGIN).href);
  }

  /** Opens a window. */
  static async open(device: Device, path: string, screen: Screen): Promise<WindowPage> {
    const page = new WindowPage(device, path, screen);
    await page.#load();
    return page;
  }

  async #load(): Promise<void> {
    const { browser } = this.device;
    this.#loaded = await browser.load(this.#tab, this.#screen);
    this.hands = new Hands(this.#loaded.document, browser);
    await browser.settle();
  }

  get document(): Document {
    return this.#loaded.document;
  }

  /** What the page has put on the clipboard. */
  get copied(): readonly string[] {
    return this.#loaded.copied;
  }

  readonly keyboard = {
    press: (key: string) => this.hands.press(key),
    type: (text: string) => this.hands.type(text),
  };

  readonly clock = {
    install: async () => {},
    runFor: (ms: number) => this.device.browser.pass(ms),
    fastForward: (ms: number) => this.device.browser.pass(ms),
  };

  setInputFiles = (selector: string, files: Parameters<Elements["setInputFiles"]>[0]) =>
    this.locator(selector).setInputFiles(files);

  /** What belongs to all windows of the person. */
  context = () => ({
    newPage: (path = "/console") => this.newPage(path),
    setOffline: (isOffline: boolean) => this.setOffline(isOffline),
  });

  #all = new Elements(this, "", () => [this.document as unknown as Element]);

  getByRole = this.#all.getByRole.bind(this.#all);
  getByLabel = this.#all.getByLabel.bind(this.#all);
  getByText = this.#all.getByText.bind(this.#all);
  locator = this.#all.locator.bind(this.#all);

  url(): string {
    return this.#tab.href;
  }

  /** Another window of the same person. */
  newPage(path: string): Promise<WindowPage> {
    return WindowPage.open(this.device, path, this.#screen);
  }

  /** Loads the page again. */
  async reload(): Promise<void> {
    this.#leave();
    await this.#load();
  }

  /** Goes to an address as if it had been typed. */
  async goto(href: string): Promise<void> {
    this.#leave();
    this.#tab.push(new URL(href, this.url()).href, null);
    await this.#load();
  }

  async goBack(): Promise<void> {
    this.#loaded.go(-1);
    await this.settle();
  }

  async goForward(): Promise<void> {
    this.#loaded.go(1);
    await this.settle();
  }

  #leave(): void {
    this.#loaded.close();
    expect(this.#loaded.faults).toEqual([]);
  }

  /** Hides the window behind another one, or brings it to the front. */
  async show(isVisible: boolean): Promise<void> {
    this.#loaded.show(isVisible);
    await this.settle();
  }

  /** Cuts the connection, or mends it. */
  async setOffline(isOffline: boolean): Promise<void> {
    this.device.isOffline = isOffline;
    this.#loaded.tell(isOffline ? "offline" : "online");
    await this.settle();
  }

  /** Decides about requests to an address, instead of whatever decided before. */
  async route(address: Address, handle: Handle): Promise<void> {
    this.device.routes.push([address, handle]);
  }

  async unroute(address: Address): Promise<void> {
    const { routes } = this.device;
    routes.splice(0, routes.length, ...routes.filter(([other]) => other !== address));
  }

  async unrouteAll(): Promise<void> {
    this.device.routes.length = 0;
  }

  /** Hears of every request. */
  on(_: "request", hear: (request: Sent) => void): void {
    this.device.sent.add(hear);
  }

  /** The next request that is meant. */
  async waitForRequest(meant: Meant): Promise<Sent> {
    const found: Sent[] = [];
    this.device.sent.add((sent) => void (isMeant(meant, sent) && found.push(sent)));
    await this.until(() => found.length > 0, "a request");
    return found[0] as Sent;
  }

  /** The next answer to a request that is meant. */
  async waitForResponse(meant: Meant): Promise<Response> {
    const found: Response[] = [];
    this.device.answered.add((sent, response) => void (isMeant(meant, sent) && found.push(response)));
    await this.until(() => found.length > 0, "an answer");
    return found[0] as Response;
  }

  /** Evaluates an expression in the page. */
  async evaluate<Result>(expression: string): Promise<Result> {
    return (await this.#loaded.evaluate(expression)) as Result;
  }

  /** Lets everything happen that is due. */
  settle(): Promise<void> {
    return this.device.browser.settle();
  }

  /** Lets time pass until something is so. */
  async until(isSo: () => boolean, what: string): Promise<void> {
    const { browser } = this.device;
    const end = browser.now + PATIENCE_MS;
    const late = performance.now() + PATIENCE_OUTSIDE_MS;
    for (await this.settle(); !isSo(); ) {
      for (const move of clocks) await move();
      if (browser.now > end && performance.now() > late)
        throw new Error(`waited for ${what}; the page says:\n${innerText(this.document.body)}`);
    }
  }

  async waitForURL(address: Address): Promise<void> {
    await this.until(() => matches(address, this.url()), "the address");
  }

  /** The next file that the page saves. */
  async waitForEvent(_: "download") {
    const { saved } = this.#loaded;
    const before = saved.length;
    await this.until(() => saved.length > before, "a file");
    const { name, bytes } = saved[before] as SavedFile;
    const path = async () => {
      const folder = emptyFolder();
      untilTestEnds({ [Symbol.asyncDispose]: async () => folder[Symbol.dispose]() });
      const place = join(folder.path, name);
      await Bun.write(place, await bytes);
      return place;
    };
    return { suggestedFilename: () => name, path };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#leave();
  }
}

/**
 * A page for tests. What is named as in Playwright means the same, so that helpers serve windows and browsers; a window has only those
 * members that its tests need.
 */
export type Page = BrowserPage &
  Pick<WindowPage, "copied" | "device" | "document" | "setOffline" | "settle" | "show" | "until">;

/** Opens a page of the console in a new browser, before the sign-in. */
export async function openPage(service: TestService, path = "/console", options: PageOptions = {}): Promise<Page> {
  const device = untilTestEnds(new Device(service, options));
  const page = await WindowPage.open(device, path, options.viewport ?? laptop);
  return untilTestEnds(page) as unknown as Page;
}

/** Opens the console and signs in, by default with a key that may do everything. */
export async function visit(service: TestService, path = "/console", options: PageOptions = {}): Promise<Page> {
  const page = await openPage(service, path, options);
  await signIn(page, options.key ?? service.adminKey);
  return page;
}

/** Waits until the page knows its place in the feed: it misses no event from then on. */
export async function untilLive(opened: BrowserPage): Promise<void> {
  const page = opened as Page;
  // The history of a pet and the list of today read events too, with a filter.
  const isLive = () => page.device.requests.some((request) => /^GET \/v1\/events\?(?!.*(petId|types))/.test(request));
  await page.until(isLive, "the place in the feed");
}

/** Signs in on the page that asks for a key, in any language. */
export async function signIn(opened: BrowserPage, key: string): Promise<void> {
  const page = opened as Page;
  await page.locator("input[type=password]").fill(key);
  await page.locator("form:has(input[type=password]) button[type=submit]").click();
  await page.locator("nav.views").waitFor();
  // What is loaded once nothing else is to be done, such as keys.
  for (let looks = 0; looks < 10; looks++) await page.device.advance();
}
