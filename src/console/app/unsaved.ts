/* What is typed in this tab and not saved: the page marks it and asks before it is lost. */
import { computed, signal } from "@preact/signals";
import { onNextPerson } from "./session.ts";
import { isUnderWay, reloads } from "./version.ts";

/** What a draft is about. */
export interface Unsaved {
  /** What the person calls it, such as the name of a pet. */
  readonly title: string;
  /** Where its form is. */
  readonly href: string;
}

const STORED = "petstore-unsaved";

type Drafts = Readonly<Record<string, Unsaved>>;

/** The drafts of this tab, by the names of their forms. */
export const unsaved = signal<Drafts>(restore());

// What is typed stays for somebody who signs in again; a sign-out has forgotten it.
onNextPerson(() => {
  unsaved.value = restore();
});

function restore(): Drafts {
  return JSON.parse(sessionStorage.getItem(STORED) ?? "{}");
}

/** Keeps what is not saved. */
export function keepUnsaved(drafts: Drafts): void {
  unsaved.value = drafts;
  sessionStorage.setItem(STORED, JSON.stringify(drafts));
}

const pathOf = (href: string) => href.split("?")[0];

const places = computed(() => Object.values(unsaved.value).map(({ href }) => pathOf(href)));

/** Whether something is typed about what an address opens. */
export function isUnsaved(href: string): boolean {
  return places.value.includes(pathOf(href));
}

/** Whether something would be lost with the tab. */
export function wouldLose(): boolean {
  return places.peek().length > 0 || isUnderWay();
}

// Drafts stay when the page is loaded again and are lost when the tab closes, and the browser does not say which it is.
addEventListener("beforeunload", (event) => {
  if (wouldLose() && !reloads()) event.preventDefault();
});
