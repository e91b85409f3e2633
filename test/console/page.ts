/* What every view has, as tests use it. */
import type { Locator, Page, Route } from "playwright-core";
import { until } from "../support/program.ts";

type Within = Page | Locator;

export const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } as const;

export const button = (within: Within, name: string | RegExp): Locator =>
  within.getByRole("button", { name, exact: true });
export const link = (within: Within, name: string): Locator => within.getByRole("link", { name, exact: true });

/** A part of the page with a name. */
export const region = (within: Within, name: string): Locator => within.getByRole("region", { name, exact: true });

/** The panel beside the list. */
export function panel(page: Page): Locator {
  return page.locator(".side-panel");
}

/** The sheet over the page, in which a pet is reserved. */
export function sheet(page: Page): Locator {
  return page.locator("dialog.sheet");
}

/** A field in the panel or the sheet. */
export function field(page: Page, label: string): Locator {
  return panel(page).or(sheet(page)).getByLabel(label, { exact: true });
}

/** Waits until something has the focus. */
export function untilFocused(page: Page, target: Locator): Promise<void> {
  return target.and(page.locator(":focus")).waitFor();
}

/** What the service said about a form, which a click opens. */
export function detailsOfForm(page: Page): Locator {
  return page.locator("form").getByText("Details");
}

/** The field for a key on the page before the sign-in. */
export function keyField(page: Page): Locator {
  return page.locator("input[type=password]");
}

/** The views on a phone: those with room in the bar, and the button for the others. */
export function tabs(page: Page): Locator {
  return page.locator("nav.views > a:visible, nav.views > .menu > button");
}

/** Chooses something in the menu of the person: language, theme, help, sign-out. */
export async function choosePersonal(page: Page, name: string): Promise<void> {
  await page.locator(".account button.person:visible, nav.views button.more:visible").first().click();
  await page.getByRole("menu").getByText(name, { exact: true }).click();
}

/** The fields for files, of which the browser shows only labels. */
export function fileFields(page: Page): Locator {
  return page.locator("input[type=file]");
}

/** What is shown while something loads. */
export function skeleton(within: Within): Locator {
  return within.locator(".skeleton").first();
}

/** The names in the list of a view, from top to bottom. */
export function namesShown(page: Page): Promise<string[]> {
  return page.locator(".list [data-row]").allTextContents();
}

/** Waits until the list has these names. */
export function untilNames(page: Page, ...names: readonly string[]): Promise<void> {
  return until(async () => String(await namesShown(page)) === String(names), `${names} in the list`);
}

/** The name in a row of a list, which opens what the row is about. */
export function rowLink(page: Page, name: string): Locator {
  return page.locator(".list a[data-row]").and(page.getByRole("link", { name, exact: true }));
}

/** What has the focus. */
export function focused(page: Page): Locator {
  return page.locator(":focus");
}

/** Requests that a test holds back. */
interface Held {
  /** When the first one is on its way. */
  readonly asked: Promise<void>;
  release(): void;
}

/** Holds back requests to an address, or only the answers to them, until they are released. */
export async function hold(
  page: Page,
  address: string | RegExp,
  what: "requests" | "answers" = "requests",
): Promise<Held> {
  let isAsked = false;
  const released = Promise.withResolvers<void>();
  const handle = async (route: Route) => {
    const answer = what === "answers" ? await route.fetch() : undefined;
    isAsked = true;
    await released.promise;
    await (answer === undefined ? route.continue() : route.fulfill({ response: answer }));
  };
  // The page may have given up on it.
  await page.route(address, (route) => handle(route).catch(() => {}));
  return {
    get asked() {
      return until(() => isAsked, "a request");
    },
    release: released.resolve,
  };
}

/** Loses the answers to what the page changes at an address, though the service does it: all of them, or the first one to each change. */
export async function loseAnswers(page: Page, address: string, times: "always" | "once" = "always"): Promise<void> {
  const lost = new Set<string>();
  await page.route(address, async (route) => {
    const request = route.request();
    if (request.method() === "GET") return route.continue();
    const change = `${request.method()} ${request.url()} ${request.headers()["idempotency-key"]}`;
    if (times === "once" && lost.has(change)) return route.continue();
    lost.add(change);
    await route.fetch();
    await route.abort();
  });
}
