/* Rendered public pages: their headers, and pages without pets. */
import type { Exchange, Reply } from "../../../http/pipeline/exchange.ts";
import { contentPolicy, fileResponses, textFile } from "../../../http/responses/static-files.ts";
import { type NoteState, notePage } from "../pet/pet-page.ts";
import type { View } from "./layout.ts";

/** Fresh for one minute; for ten more, caches may serve it while they revalidate. */
const CACHED = "public, max-age=60, stale-while-revalidate=600";

export type Headers = Readonly<Record<string, string>>;

/** Headers of every page. One URL serves all languages and encodings. Only these origins may embed pages. */
export function pageHeaders(embedOrigins: readonly string[]): Headers {
  const embedded = embedOrigins.length === 0 ? [] : [`frame-ancestors ${embedOrigins.join(" ")}`];
  return {
    ...contentPolicy("style-src 'self'", "img-src 'self' data:", "font-src 'self'", "form-action 'self'", ...embedded),
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "Cache-Control": CACHED,
    Vary: "Accept-Encoding, Accept-Language",
  };
}

/** Headers of data for programs and other websites: one language, readable from every origin. */
export const DATA_HEADERS: Headers = {
  ...contentPolicy(),
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": "ETag, Link",
  "Cache-Control": CACHED,
  "Cross-Origin-Resource-Policy": "cross-origin",
  Vary: "Accept-Encoding",
};

/** Headers of what is for one visitor, or only for now. */
export const NEVER_CACHED = { "Cache-Control": "no-store" };

/** Status and headers of pages without pets. */
const NOTES: Readonly<
  Record<NoteState, { readonly status: number; readonly headers?: Readonly<Record<string, string>> }>
> = {
  unknown: { status: 404 },
  gone: { status: 410 },
  busy: { status: 503, headers: { ...NEVER_CACHED, "Retry-After": "1" } },
  unsent: { status: 400, headers: NEVER_CACHED },
  failed: { status: 500, headers: NEVER_CACHED },
};

export const HTML = "text/html";

/** A rendered page, with variants for revalidation and compression. */
export interface MadePage {
  readonly send: (request: Exchange) => Reply;
  /** Whether the shop links to its URL. Pages at made-up URLs are not cached. */
  readonly isKept: boolean;
}

/** A page with content; by default, one that the shop links to. */
export function madePage(
  type: string,
  content: string,
  headers: Headers,
  { isKept = true, status = 200 } = {},
): MadePage {
  return { send: fileResponses(textFile(type, content), status, headers), isKept };
}

/** Redirects to the current URL of a page. */
export function redirect(location: string): MadePage {
  const response = { status: 301, headers: { Location: location, "Cache-Control": CACHED } };
  return { send: () => response, isKept: false };
}

/** Creates pages without pets. Those that do not contain their URL are few and rendered once. */
export function noteMaker(pageHeaders: Headers): (view: View, state: NoteState, path?: string) => MadePage {
  const known = new Map<string, MadePage>();
  return (view, state, path) => {
    const key = keyOf(view, state);
    const made = path === undefined ? known.get(key) : undefined;
    if (made !== undefined) return made;
    const { status, headers } = NOTES[state];
    const page = textFile(HTML, notePage(view, path ?? "/", state));
    const note = { send: fileResponses(page, status, { ...pageHeaders, ...headers }), isKept: false };
    if (path === undefined) known.set(key, note);
    return note;
  };
}

/** The cache key of a page. Includes whether the language was chosen, since links then keep it. */
export function keyOf({ language, isChosen }: View, ...parts: readonly unknown[]): string {
  return `${language} ${isChosen} ${parts.join(" ")}`;
}
