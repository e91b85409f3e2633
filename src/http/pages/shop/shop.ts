/* The page for visitors (decision D54): without a key, without a script, from a cache that a crowd shares. */
import { readInt64 } from "../../../contract/common.ts";
import { photoUrlAt } from "../../../contract/photo-address.ts";
import { profileFilters } from "../../../contract/profiles.ts";
import type { AppParts } from "../../app-parts.ts";
import { capacity } from "../../capacity.ts";
import type { HttpRequest, HttpResponse, Page } from "../../message.ts";
import { sendFile, textFile } from "../static-files.ts";
import { pathOf } from "./facts.ts";
import { atomFeed, robots, sitemap } from "./feeds.ts";
import { link, type Shop, type View } from "./layout.ts";
import { listPage } from "./list-page.ts";
import { type MadePage, PageCache } from "./page-cache.ts";
import { notePage, petPage } from "./pet-page.ts";
import { type ListRequest, ShopData, type ShownCategory } from "./shop-data.ts";
import { STYLE } from "./style.ts";
import { isLanguage, preferredLanguage } from "./texts.ts";

/** The shop as it is configured. */
export interface ShopSettings extends Pick<Shop, "name" | "contact" | "text"> {
  /** The address of the interface, ending in `/v1`: that of the page is on the same origin. */
  readonly baseUrl: string;
}

/** Pages that are made at one time: a crowd of visitors must not take the place of staff and clients. */
const PAGES_IN_PROGRESS_MAX = 64;

const HEADERS = {
  "Content-Security-Policy": [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; "),
  "Referrer-Policy": "strict-origin-when-cross-origin",
};

/** For a minute nobody asks again, and for ten more a cache may show what it has while it asks. */
const CACHED = "public, max-age=60, stale-while-revalidate=600";

const HTML = "text/html";

/** The pages for visitors, by path. Without the name of a shop there are none. */
export function shopPages(
  { name, contact, text, baseUrl }: ShopSettings,
  { store, clock }: Pick<AppParts, "store" | "clock">,
): Record<string, Page> {
  if (name === "") return {};
  const shop: Shop = { name, contact, text, origin: new URL(baseUrl).origin };
  const data = new ShopData(store, photoUrlAt(baseUrl));
  const cache = new PageCache(store, clock);
  // The same for every list, and dearer than the list itself.
  const filters = new PageCache<readonly ShownCategory[]>(store, clock);
  const visitors = capacity("pages for visitors in progress", PAGES_IN_PROGRESS_MAX);
  const style = textFile("text/css", STYLE);
  const stylePath = `/shop-${style.hash}.css`;

  const viewOf = (request: HttpRequest): View => {
    const chosen = new URLSearchParams(request.query).get("lang");
    const isChosen = isLanguage(chosen);
    const language = isChosen ? chosen : preferredLanguage(request.header("accept-language"));
    return { shop, language, isChosen, stylePath, now: clock() };
  };

  /** Makes a page if not too many are being made. Visitors who wait for the same page do not count: they cost nothing. */
  const inTurn = async (make: () => Promise<MadePage>): Promise<MadePage> => {
    const leave = visitors.acquire("visitor");
    try {
      return await make();
    } finally {
      leave();
    }
  };

  /** Makes a page, at most once for all who ask at the same time. */
  const respond = async (request: HttpRequest, key: string, make: () => Promise<MadePage>): Promise<HttpResponse> => {
    const { status, file, location } = await cache.get(key, () => inTurn(make));
    if (location !== undefined) return { status, headers: { Location: location, "Cache-Control": CACHED } };
    const sent = sendFile(file, request, { headers: HEADERS, isImmutable: false });
    const headers = { ...sent.headers, "Cache-Control": CACHED, Vary: "Accept-Encoding, Accept-Language" };
    return { ...sent, status: sent.status === 304 ? 304 : status, headers };
  };

  const html = (status: number, page: string): MadePage => ({ status, file: textFile(HTML, page) });
  const keyOf = (view: View, ...parts: readonly unknown[]) => JSON.stringify([view.language, view.isChosen, ...parts]);

  return {
    "/": (request) => {
      const view = viewOf(request);
      const wanted = listRequest(request.query);
      if (wanted === undefined)
        return respond(request, keyOf(view), async () => html(404, notePage(view, "/", "unknown")));
      const { categoryId, tag, before } = wanted;
      return respond(request, keyOf(view, "list", String(categoryId), tag ?? null, String(before)), async () => {
        const [page, categories] = await Promise.all([
          data.page(wanted),
          filters.get("categories", () => data.categories()),
        ]);
        return html(200, listPage(view, page, categories, wanted));
      });
    },
    "/pets/*": (request) => {
      const view = viewOf(request);
      const [, digits = "", rest = ""] = /^\/pets\/(\d{1,19})(-.{0,600})?$/.exec(request.path) ?? [];
      const id = readInt64(digits);
      if (id === undefined) return respond(request, keyOf(view), async () => html(404, notePage(view, "/", "unknown")));
      return respond(request, keyOf(view, "pet", digits, rest), async () => {
        const pet = await data.pet(id);
        if (pet === "gone") return html(410, notePage(view, request.path, pet));
        if (pet === "unknown") return html(404, notePage(view, "/", pet));
        // The name may have changed, or somebody has typed the number alone.
        const path = pathOf(pet);
        if (request.path !== path) return { ...html(301, ""), location: link(path, view) };
        return html(200, petPage(view, pet));
      });
    },
    "/feed.xml": (request) =>
      respond(request, "feed", async () => {
        const { pets } = await data.page({});
        return { status: 200, file: textFile("application/atom+xml", atomFeed(shop, pets)) };
      }),
    "/sitemap.xml": (request) =>
      respond(request, "sitemap", async () => {
        return { status: 200, file: textFile("application/xml", sitemap(shop, await data.addresses())) };
      }),
    "/robots.txt": (request) =>
      respond(request, "robots", async () => ({ status: 200, file: textFile("text/plain", robots(shop)) })),
    [stylePath]: async (request) => sendFile(style, request, { headers: {}, isImmutable: true }),
  };
}

/** The filters of a list; undefined when they are none. */
function listRequest(query: string): ListRequest | undefined {
  const given = new URLSearchParams(query);
  const [category, tag, before] = ["category", "tag", "before"].map((name) => given.get(name) ?? undefined);
  const [categoryId, beforeId] = [category, before].map((text) => (text === undefined ? undefined : readInt64(text)));
  if (category !== undefined && categoryId === undefined) return undefined;
  if (before !== undefined && (beforeId === undefined || beforeId <= 0n)) return undefined;
  if (tag !== undefined && !profileFilters.tag.safeParse(tag).success) return undefined;
  return { categoryId, tag, before: beforeId };
}
