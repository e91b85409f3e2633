/* What the service shows only once, such as a secret, until somebody says that it is stored. */
import { signal } from "@preact/signals";
import { onNextPerson } from "./session/session.ts";
import { stayWhile } from "./session/version.ts";

/** Something that is shown once. */
export interface ShownOnce {
  /** What it belongs to, such as a webhook by its id. */
  readonly about: string;
  readonly value: string;
  /** Until when the one before it works too. */
  readonly previousUntil?: string | undefined;
}

/** What is shown, until it is stored. */
export const shownOnce = signal<ShownOnce | undefined>(undefined);

onNextPerson(() => {
  shownOnce.value = undefined;
});

stayWhile(() => shownOnce.peek() !== undefined);

/** Shows a value once. The response to a repeated request has none. */
export function showOnce(about: string, value: string | undefined, previousUntil?: string): void {
  shownOnce.value = value === undefined ? undefined : { about, value, previousUntil };
}
