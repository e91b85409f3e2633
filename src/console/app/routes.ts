/* The address of the page is its state: the view, what is open in it, and its filters. */
import { signal } from "@preact/signals";
import type { Texts } from "../texts/en.ts";
import { ROOT_PATH } from "./session/root-path.ts";

const ROOT = `${ROOT_PATH}/console`;

/** The name of a view, in the address and in the texts. */
export type ViewName = keyof Texts["views"];

/** A route of the console: `/console/pets/12?status=sold` is the view `pets` with `12` open. */
export interface Route {
  readonly view: string;
  /** What is open in the view; empty for nothing. */
  readonly open: string;
  readonly query: URLSearchParams;
}

/** The route of the page. */
export const route = signal<Route>(readRoute());

/** A page of a list before the one that is shown. */
export interface PageBefore {
  /** Where it begins; empty for the first one. */
  readonly cursor: string;
  /** How many rows it has. */
  readonly rows: number;
}

/** What the browser keeps with an address. */
interface Kept {
  /** The pages before this one. */
  readonly pages?: readonly PageBefore[];
  /** How far the page was scrolled, in pixels. */
  readonly scroll?: number;
}

function kept(): Kept {
  const state: unknown = history.state;
  return typeof state === "object" && state !== null ? state : {};
}

function readRoute(): Route {
  const [view = "", open = ""] = location.pathname.slice(ROOT.length + 1).split("/");
  return { view, open: decoded(open), query: new URLSearchParams(location.search) };
}

/** A malformed address opens nothing that exists, and the view shows the text as it is. */
function decoded(open: string): string {
  try {
    return decodeURIComponent(open);
  } catch {
    return open;
  }
}

/** The address of a route. Filters without a value are left out. */
export function hrefOf(
  view: ViewName,
  open: string | bigint = "",
  query: Readonly<Record<string, string | bigint | undefined>> = {},
): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== "");
  const search = given.length === 0 ? "" : `?${new URLSearchParams(given.map(([name, value]) => [name, `${value}`]))}`;
  return `${ROOT}/${view}${open === "" ? "" : `/${encodeURIComponent(String(open))}`}${search}`;
}

/** The int64 in a text; undefined if it is none. */
export function readId(text: string | null): bigint | undefined {
  return text !== null && /^-?\d{1,19}$/.test(text) ? BigInt(text) : undefined;
}

/** The pages before the current one. */
export function pagesBefore(): readonly PageBefore[] {
  return kept().pages ?? [];
}

interface Navigation {
  /** Whether the browser's Back skips the route that is left, as for each letter of a search. */
  readonly isReplacing?: boolean;
  /** The pages before. On the same page of the same list they stay. */
  readonly pages?: readonly PageBefore[];
}

/** Goes to another route. Another view begins at its top. Going to the current route adds nothing to the history. */
export function navigate(href: string, { isReplacing = false, pages = samePages(href) }: Navigation = {}): void {
  const { view } = route.value;
  history.replaceState({ ...kept(), scroll: scrollY }, "");
  const isHere = new URL(href, location.href).href === location.href;
  history[isReplacing || isHere ? "replaceState" : "pushState"]({ pages }, "", href);
  route.value = readRoute();
  if (route.value.view !== view) scrollTo({ top: 0 });
}

function samePages(href: string): readonly PageBefore[] {
  const { pathname, searchParams } = new URL(href, location.href);
  const isSameView = pathname.slice(ROOT.length + 1).split("/")[0] === route.value.view;
  return isSameView && searchParams.get("cursor") === route.value.query.get("cursor") ? pagesBefore() : [];
}

/** Makes links within the console change the route instead of loading the page again. */
export function followLinks(): void {
  history.scrollRestoration = "manual";
  addEventListener("popstate", () => {
    route.value = readRoute();
    const { scroll } = kept();
    // After the view is drawn: what it shows is still there.
    if (scroll !== undefined) requestAnimationFrame(() => requestAnimationFrame(() => scrollTo({ top: scroll })));
  });
  document.addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = (event.target as Element).closest("a");
    if (link === null || link.target !== "" || link.hash !== "" || !isOurs(link)) return;
    event.preventDefault();
    if (!overPage.open(new URL(link.href))) navigate(link.href);
  });
}

/** What opens an address over the page that is shown, in place of that; `open` returns whether it has. */
export const overPage = { open: (_href: URL): boolean => false };

function isOurs({ origin, pathname }: HTMLAnchorElement): boolean {
  return origin === location.origin && (pathname === ROOT || pathname.startsWith(`${ROOT}/`));
}
