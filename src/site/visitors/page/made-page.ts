/* Pages for visitors as they are sent: their headers, and those that have no pets. */
import type { Exchange, Reply } from "../../../http/pipeline/exchange.ts";
import { contentPolicy, fileResponses, textFile } from "../../../http/responses/static-files.ts";
import { type NoteState, notePage } from "../pet/pet-page.ts";
import type { View } from "./layout.ts";

/** For a minute nobody asks again, and for ten more a cache may show what it has while it asks. */
const CACHED = "public, max-age=60, stale-while-revalidate=600";

/** The headers of a page. */
export type Headers = Readonly<Record<string, string>>;

/** The headers of every page. Languages and encodings have one address. Pages of these origins may show it in a frame. */
export function pageHeaders(embedOrigins: readonly string[]): Headers {
  const embedded = embedOrigins.length === 0 ? [] : [`frame-ancestors ${embedOrigins.join(" ")}`];
  return {
    ...contentPolicy("style-src 'self'", "img-src 'self' data:", "font-src 'self'", "form-action 'self'", ...embedded),
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "Cache-Control": CACHED,
    Vary: "Accept-Encoding, Accept-Language",
  };
}

/** The headers of what is for programs and other websites: it has one language, and every website may read it. */
export const DATA_HEADERS: Headers = {
  ...contentPolicy(),
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": "ETag, Link",
  "Cache-Control": CACHED,
  "Cross-Origin-Resource-Policy": "cross-origin",
  Vary: "Accept-Encoding",
};

/** The headers of what is for one visitor, or only for now. */
export const NEVER_CACHED = { "Cache-Control": "no-store" };

/** The pages without pets, as they are sent. */
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

/** A page as it is sent to those who may have it already, and to those who accept compression or do not. */
export interface MadePage {
  readonly send: (request: Exchange) => Reply;
  /** It is at an address that the shop links to. A page at an invented address is made, sent and forgotten. */
  readonly isKept: boolean;
}

/** A page with content, by default one that the shop links to. */
export function madePage(
  type: string,
  content: string,
  headers: Headers,
  { isKept = true, status = 200 } = {},
): MadePage {
  return { send: fileResponses(textFile(type, content), status, headers), isKept };
}

/** Sends visitors to where the page is now. */
export function redirect(location: string): MadePage {
  const response = { status: 301, headers: { Location: location, "Cache-Control": CACHED } };
  return { send: () => response, isKept: false };
}

/** Makes pages without pets. Those that do not name their address are few, and made once. */
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

/** Names a page in a cache: who chose a language gets links that keep it. */
export function keyOf({ language, isChosen }: View, ...parts: readonly unknown[]): string {
  return `${language} ${isChosen} ${parts.join(" ")}`;
}
