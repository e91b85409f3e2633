import { Failure } from "../contract/errors/errors.ts";
import { CONSOLE_SHOP, type ConsoleShop } from "../contract/shop/console-shop.ts";
import { basePathOf, siteUrlOf } from "../contract/shop/site-address.ts";
import { once } from "../core/caches/once.ts";
import type { Exchange, Page, Reply } from "../http/pipeline/exchange.ts";
import { contentPolicy, OWN_ORIGIN, type StaticFile, sendFile, textFile } from "../http/responses/static-files.ts";
import { bundleConsole, CONSOLE_PAGE } from "./console-bundle.ts";
import { markup } from "./markup.ts";

const HEADERS = {
  ...contentPolicy(
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ),
  ...OWN_ORIGIN,
};

const TYPES: Readonly<Record<string, string>> = { html: "text/html", js: "text/javascript", css: "text/css" };

/** What the page knows of its shop before any request. Without a name, the shop has no public pages. */
interface Names {
  readonly name: string;
  /** The base URL of the API, ending in `/v1`. Pages are next to it. */
  readonly baseUrl: string;
  readonly shop: ConsoleShop;
}

/** The console and its files below `/console`. Bundled on the first visit. */
export function consolePages(names: Names): Record<string, Page> {
  const load = once(async () => {
    const files = await bundleConsole();
    return new Map(
      files.map(({ name, text }) => [name, textFile(typeOf(name), name === CONSOLE_PAGE ? named(text, names) : text)]),
    );
  });
  const page: Page = { respond: async (request) => respond(await load(), request) };
  return { "/console": page, "/console/*": page };
}

/** Fills in the page: file URLs, base of links, the shop, and the URL of its public pages. */
function named(page: string, { name, baseUrl, shop }: Names): string {
  const home = `${siteUrlOf(baseUrl)}/`;
  const always = markup`<meta name="petstore-address" content="${home}"><meta name="${CONSOLE_SHOP}" content="${JSON.stringify(shop)}">`;
  const { text } =
    markup`<title>${name}</title><meta name="application-name" content="${name}"><link rel="home" href="${home}">`;
  return page
    .replace(/<title>.*?<\/title>/, (title) => (name === "" ? title : text) + always.text)
    .replaceAll('="./', `="${basePathOf(baseUrl)}/console/`);
}

function typeOf(name: string): string {
  const type = TYPES[name.slice(name.lastIndexOf(".") + 1)];
  if (type === undefined) throw new Error(`${name}: the console has no media type for this file`);
  return type;
}

function respond(files: ReadonlyMap<string, StaticFile>, request: Exchange): Reply {
  const name = request.path.replace(/^\/console\/?/, "");
  const file = files.get(name);
  if (file !== undefined) return sendFile(file, request, { headers: HEADERS, isImmutable: name !== CONSOLE_PAGE });
  // A page opened before an upgrade requests files that are gone. Serving the page instead would not be a valid script.
  if (name.includes(".")) throw new Failure("not_found", `The console has no file ${name}; reload the page`);
  const page = files.get(CONSOLE_PAGE);
  if (page === undefined) throw new Error("the bundle of the console has no page");
  return sendFile(page, request, { headers: HEADERS, isImmutable: false });
}
