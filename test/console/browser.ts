import type { Browser } from "playwright-core";
import { launchBrowser } from "../support/browser.ts";

let launched: Promise<Browser> | undefined;

/** The browser of all tests in this process. It ends with the process. */
export function sharedBrowser(): Promise<Browser> {
  launched ??= launchBrowser();
  return launched;
}
