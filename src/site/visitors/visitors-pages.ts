/* The public pages (decision D54): no key, no script, served from a shared cache. */
import { readInt64 } from "../../contract/common.ts";
import { photoUrlAt } from "../../contract/pets/photo-address.ts";
import { basePathOf, siteUrlOf } from "../../contract/shop/site-address.ts";
import { Slots } from "../../core/concurrency/slots.ts";
import { dayReader } from "../../core/feed/local-days.ts";
import type { Application } from "../../http/application.ts";
import { perIteration } from "../../http/limits/iteration-limit.ts";
import { type Exchange, type FailedPage, isBrowser, type Page, shared } from "../../http/pipeline/exchange.ts";
import { fileResponses, textFile } from "../../http/responses/static-files.ts";
import { atomFeed, petsJson, robots, sitemap } from "./feeds.ts";
import { type FormApplication, formReceiver, type PetToShow } from "./inquiries/inquiry-posts.ts";
import { UnsentForms } from "./inquiries/unsent-forms.ts";
import { Catalogs } from "./list/catalog.ts";
import { isWhole, listReader, parametersOf } from "./list/list-request.ts";
import { listPage } from "./list/pet-list-page.ts";
import { isLanguage, languageReader } from "./page/languages.ts";
import { link, type Shop, type View } from "./page/layout.ts";
import {
  DATA_HEADERS,
  HTML,
  keyOf,
  type MadePage,
  madePage,
  NEVER_CACHED,
  noteMaker,
  pageHeaders,
  redirect,
} from "./page/made-page.ts";
import { withQuery } from "./page/page-addresses.ts";
import { PageCache } from "./page/page-cache.ts";
import { POSTER_STYLE, STYLE } from "./page/visitors-style.ts";
import { pathOf } from "./pet/facts.ts";
import { adoptedPage, type NoteState, petPage } from "./pet/pet-page.ts";
import { ShopData } from "./shop-data.ts";

/** The shop as configured. */
export interface ShopSettings extends Omit<Shop, "origin" | "base"> {
  /** The base URL of the API, ending in `/v1`. The pages have the same origin. */
  readonly baseUrl: string;
  /** The origins that may embed pages. */
  readonly embedOrigins: readonly string[];
}

/** Pages rendered at a time, so that visitors leave capacity for staff and clients. */
const PAGES_IN_PROGRESS_MAX = 64;

/** A page takes a millisecond. Between two, requests of staff and clients go first. */
const PAGES_PER_TURN = 1;

/** Pets per page of the JSON list. */
const JSON_SIZE = 100;
const JSON_TYPE = "application/json";

/** The style sheet's URL contains a hash of its content. */
const IMMUTABLE = { "Cache-Control": "public, max-age=31536000, immutable", Vary: "Accept-Encoding" };

/** A parsed request. */
interface Wanted {
  /** The cache key. */
  readonly key: string;
  make(): Promise<MadePage>;
}

/** The routes for visitors. */
interface ShopWindow {
  /** By path. */
  readonly pages: Record<string, Page>;
  /** Renders the not-found page. */
  readonly notFound?: FailedPage;
}

/** The public pages of a shop. */
export function shopWindow(
  { baseUrl, embedOrigins, ...given }: ShopSettings,
  application: FormApplication & Pick<Application, "store" | "random">,
): ShopWindow {
  const { store, clock } = application;
  const shop: Shop = { ...given, origin: siteUrlOf(baseUrl), base: basePathOf(baseUrl) };
  const dayOf = dayReader(shop.timeZone);
  const myTurn = perIteration(PAGES_PER_TURN);
  const data = new ShopData(store, new Catalogs(store, clock, myTurn, dayOf), photoUrlAt(baseUrl), () =>
    dayOf(clock()),
  );
  const cache = new PageCache<MadePage>(store, clock, ({ isKept }) => isKept);
  const visitors = new Slots({ what: "pages for visitors in progress", max: PAGES_IN_PROGRESS_MAX });
  const style = styleSheet(STYLE);
  const posterStyle = styleSheet(POSTER_STYLE);

  const fixed = { shop, stylePath: shop.base + style.path, posterStylePath: shop.base + posterStyle.path };

  /** `chosen` is the language in the URL. */
  const viewOf = (request: Exchange, chosen: string | null): View => {
    const isChosen = isLanguage(chosen);
    const language = isChosen ? chosen : languageOf(request.wish("accept-language"));
    return { ...fixed, language, isChosen, now: clock(), today: dayOf(clock()) };
  };

  const languageOf = languageReader();
  const listOf = listReader();
  const headers = pageHeaders(embedOrigins);
  const note = noteMaker(headers);
  const viewFor = (request: Exchange) => viewOf(request, new URLSearchParams(request.query).get("lang"));
  const noteFor = (request: Exchange, state: NoteState) => note(viewFor(request), state);

  /** Renders a page unless too many are in progress. Requests that wait for the same page do not count. */
  const inTurn = async (make: () => Promise<MadePage>): Promise<MadePage> =>
    visitors.run("visitor", async () => {
      await myTurn();
      return make();
    });

  /** The visible pet at a URL, or the page to show instead. */
  const find = async (request: Exchange, view: View): Promise<PetToShow | MadePage> => {
    const id = petIn(request.path);
    if (id === undefined) return note(view, "unknown");
    const found = await data.pet(id);
    if (found === "unknown") return note(view, found);
    if (found === "gone") return note(view, found, request.path);
    const { pet, isAdopted, others } = found;
    if (!isAdopted) return { pet, others };
    const isKept = request.path === pathOf(pet);
    return madePage(HTML, adoptedPage(view, pet, others), headers, { isKept, status: 410 });
  };

  const unsent = new UnsentForms(application.random);
  const receive =
    shop.inquiryDays === 0
      ? undefined
      : formReceiver({ ...application, viewOf: viewFor, find, note, turn: myTurn, unsent });

  const pageFor = (want: (request: Exchange) => Wanted | MadePage, form?: Page["receive"]): Page => ({
    receive: form,
    respond(request) {
      const wanted = want(request);
      if ("send" in wanted) return shared(wanted.send(request));
      const page = cache.peek(wanted.key);
      if (page !== undefined) return shared(page.send(request));
      // A flood of made-up URLs must not fill the log.
      const isBusy = visitors.used >= PAGES_IN_PROGRESS_MAX && !cache.isMaking(wanted.key);
      if (isBusy) return shared(noteFor(request, "busy").send(request));
      return cache.get(wanted.key, () => inTurn(wanted.make)).then(({ send }) => send(request));
    },
    failed(request, { code, status, headers }) {
      // Browsers do not send malformed requests, so those get an Error body.
      if (status < 500) return undefined;
      const response = noteFor(request, code === "service_unavailable" ? "busy" : "failed").send(request);
      return { ...response, status, headers: { ...response.headers, ...headers } };
    },
  });

  const notFound: FailedPage = (request) => {
    // Programs get an Error body.
    if (!isBrowser(request)) return undefined;
    const { headers, ...response } = noteFor(request, "unknown").send(request);
    return { ...response, headers: { ...headers, Vary: `Accept, ${headers["Vary"]}` } };
  };

  const pages = {
    "/": pageFor((request) => {
      const wanted = listOf(request.query);
      const { request: list, ignored } = wanted;
      const view = viewOf(request, wanted.language);
      return {
        key: keyOf(view, wanted.name),
        async make() {
          const page = await data.page(list);
          const isLinked = list.search === undefined && ignored.length === 0 && list.page === page.page;
          const isKept = page.isCurrent && isLinked && (page.count > 0 || isWhole(list));
          return madePage(HTML, listPage(view, page, wanted), headers, { isKept });
        },
      };
    }),
    "/pets/*": pageFor((request) => {
      const parameters = new URLSearchParams(request.query);
      const view = viewOf(request, parameters.get("lang"));
      if (petIn(request.path) === undefined) return note(view, "unknown");
      const asking = receive && unsent.shown(parameters, clock());
      const isPoster = parameters.get("poster") === "1";
      return {
        key: keyOf(view, request.path, typeof asking === "object" ? parameters.get("unsent") : asking, isPoster),
        async make() {
          const found = await find(request, view);
          if ("send" in found) return found;
          const { pet, others } = found;
          // The name may have changed, or only the number was typed.
          const path = pathOf(pet);
          if (request.path !== path) return redirect(link(path, view, isPoster ? { poster: "1" } : {}));
          if (isPoster) return madePage(HTML, (await import("./pet/poster-page.ts")).posterPage(view, pet), headers);
          const own = typeof asking === "object" ? { ...headers, ...NEVER_CACHED } : headers;
          return madePage(HTML, petPage(view, pet, others, asking), own, { isKept: asking === undefined });
        },
      };
    }, receive),
    "/pets.json": pageFor((request) => {
      const { request: list, name } = listOf(request.query);
      return {
        key: `json ${name}`,
        async make() {
          const page = await data.page(list, JSON_SIZE);
          const next = `${shop.origin}${withQuery("/pets.json", parametersOf({ ...list, page: page.page + 1 }))}`;
          const links = page.page < page.pages ? { Link: `<${next}>; rel="next"` } : {};
          const isKept = page.isCurrent && list.search === undefined && list.page === page.page && page.count > 0;
          return madePage(JSON_TYPE, petsJson(shop, page), { ...DATA_HEADERS, ...links }, { isKept });
        },
      };
    }),
    "/feed.xml": pageFor((request) => {
      const { page } = listOf(request.query).request;
      return {
        key: `feed ${page}`,
        async make() {
          const found = await data.changes(page);
          const isKept = found.isCurrent && found.page === page;
          return madePage("application/atom+xml", atomFeed(shop, found), DATA_HEADERS, { isKept });
        },
      };
    }),
    "/sitemap.xml": pageFor(() => ({
      key: "sitemap",
      make: async () => madePage("application/xml", sitemap(shop, await data.addresses()), DATA_HEADERS),
    })),
    "/robots.txt": pageFor(() => ({
      key: "robots",
      make: async () => madePage("text/plain", robots(shop), DATA_HEADERS),
    })),
    [style.path]: style.page,
    [posterStyle.path]: posterStyle.page,
  };
  return { pages, notFound };
}

function styleSheet(text: string): { readonly path: string; readonly page: Page } {
  const file = textFile("text/css", withoutSpaces(text));
  const send = fileResponses(file, 200, IMMUTABLE);
  return { path: `/shop-${file.hash}.css`, page: { respond: (request) => shared(send(request)) } };
}

/** Minifies a style sheet. Keeps white space in selectors and values. */
function withoutSpaces(text: string): string {
  return text.replaceAll(/([{};,]|:(?= ))\s+/g, "$1").replaceAll(" {", "{");
}

/** The pet id in a path. */
function petIn(path: string): bigint | undefined {
  const [, digits = ""] = /^\/pets\/(\d{1,19})(?:(?:-|%2d|\/).{0,600})?$/i.exec(path) ?? [];
  return readInt64(digits);
}
