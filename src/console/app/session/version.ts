/* Whether the service has a newer console than this page. */

import { texts } from "../formats/language.ts";
import { inform } from "../notices.ts";
import { ROOT_PATH } from "./root-path.ts";
import { session } from "./session.ts";

let version: string | undefined;

const reasons = new Set<() => boolean>();

/** Keeps the window from loading itself again while something is under way that would be lost. Returns a function that ends that. */
export function stayWhile(isUnderWay: () => boolean): () => void {
  reasons.add(isUnderWay);
  return () => void reasons.delete(isUnderWay);
}

/** Whether something is under way that would be lost with the window. */
export function isUnderWay(): boolean {
  return [...reasons].some((isIt) => isIt());
}

/** Compares the page with the one that the service has now. A window that nobody works in loads itself again. */
export async function checkVersion(): Promise<void> {
  const response = await head();
  const now = response?.ok ? (response.headers.get("ETag") ?? undefined) : undefined;
  version ??= now;
  if (now === undefined || now === version || session.value === undefined) return;
  version = now;
  // What was typed is kept.
  if (document.hasFocus() || isUnderWay())
    inform(texts.value.shell.newVersion, { text: texts.value.common.reload, act: reload });
  else reload();
}

/** Asks for the page as the service has it. */
async function head() {
  return fetch(`${ROOT_PATH}/console`, { method: "HEAD" }).catch(() => undefined);
}

/** Whether the service responds. */
export async function isInReach(): Promise<boolean> {
  return (await head())?.ok ?? false;
}

let isReloading = false;

/** Whether the page loads itself again, which keeps what was typed. */
export const reloads = () => isReloading;

function reload(): void {
  isReloading = true;
  location.reload();
}
