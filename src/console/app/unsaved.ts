/* What is typed in this tab and not saved: the page marks it and asks before it is lost. */
import { computed, signal } from "@preact/signals";
import { onNextPerson } from "./session/session.ts";
import { isUnderWay, reloads } from "./session/version.ts";

/** What a draft is about. */
export interface Unsaved {
  /** What the person calls it, such as the name of a pet. */
  readonly title: string;
  /** Where its form is. */
  readonly href: string;
}

/** Where the tab keeps them. */
export const STORED_UNSAVED = "petstore-unsaved";

type Drafts = Readonly<Record<string, Unsaved>>;

/** The drafts of this tab, by the names of their forms. */
export const unsaved = signal<Drafts>(restore());

// What is typed stays for somebody who signs in again; a sign-out has forgotten it.
onNextPerson(() => {
  unsaved.value = restore();
});

function restore(): Drafts {
  return JSON.parse(sessionStorage.getItem(STORED_UNSAVED) ?? "{}");
}

const pathOf = (href: string) => href.split("?")[0];

const places = computed(() => Object.values(unsaved.value).map(({ href }) => pathOf(href)));

/** Whether something is typed about what an address opens. */
export function isUnsaved(href: string): boolean {
  return places.value.includes(pathOf(href));
}

// Drafts stay when the page is loaded again and are lost when the tab closes, and the browser does not say which it is.
addEventListener("beforeunload", (event) => {
  if (!reloads() && (places.peek().length > 0 || isUnderWay())) event.preventDefault();
});
