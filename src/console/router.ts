/* The address of the page is its state: the view, what is open in it, and its filters. */
import { signal } from "@preact/signals";

const ROOT = "/console";

/** A place in the console: `/console/pets/12?status=sold` is the view `pets` with `12` open. */
export interface Place {
  readonly view: string;
  /** What is open in the view; empty for nothing. */
  readonly open: string;
  readonly query: URLSearchParams;
}

/** Where the page is. */
export const place = signal<Place>(readPlace());

function readPlace(): Place {
  const [view = "", open = ""] = location.pathname.slice(ROOT.length + 1).split("/");
  return { view, open: decoded(open), query: new URLSearchParams(location.search) };
}

/** A malformed address opens nothing that exists, and the view says so with the text as it is. */
function decoded(open: string): string {
  try {
    return decodeURIComponent(open);
  } catch {
    return open;
  }
}

/** The address of a place. Filters without a value are left out. */
export function hrefOf(view: string, open = "", query: Readonly<Record<string, string | undefined>> = {}): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]));
  const search = given.length === 0 ? "" : `?${new URLSearchParams(given)}`;
  return `${ROOT}/${view}${open && `/${encodeURIComponent(open)}`}${search}`;
}

interface Navigation {
  /** Whether the browser's Back skips the place that is left, as for each letter of a search. */
  readonly isReplacing?: boolean;
  /** What comes back with the place when the browser goes back to it. On the same page of the same list, it stays. */
  readonly state?: unknown;
}

/** Goes to another place. Another view begins at its top. Going where the page already is adds nothing to the history. */
export function navigate(href: string, { isReplacing = false, state = keptState(href) }: Navigation = {}): void {
  const { view } = place.value;
  if (isReplacing || new URL(href, location.href).href === location.href) history.replaceState(state, "", href);
  else history.pushState(state, "", href);
  place.value = readPlace();
  if (place.value.view !== view) scrollTo({ top: 0 });
}

function keptState(href: string): unknown {
  const { pathname, searchParams } = new URL(href, location.href);
  const isSameView = pathname.split("/")[2] === place.value.view;
  return isSameView && searchParams.get("cursor") === place.value.query.get("cursor") ? history.state : null;
}

/** Makes links within the console change the place instead of loading the page again. */
export function followLinks(): void {
  addEventListener("popstate", () => {
    place.value = readPlace();
  });
  document.addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = (event.target as Element).closest("a");
    if (link === null || link.target !== "" || link.hash !== "" || !isOurs(link)) return;
    event.preventDefault();
    navigate(link.href);
  });
}

function isOurs({ origin, pathname }: HTMLAnchorElement): boolean {
  return origin === location.origin && (pathname === ROOT || pathname.startsWith(`${ROOT}/`));
}
