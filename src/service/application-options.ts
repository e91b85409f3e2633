/* Assembles the application of a process. */

import { operations } from "../contract/index.ts";
import { basePathOf, siteUrlOf } from "../contract/shop/site-address.ts";
import { once } from "../core/caches/once.ts";
import { yieldToEventLoop } from "../core/concurrency/event-loop.ts";
import type { Repositories, Store } from "../core/ports.ts";
import type { ConvertPhoto } from "../core/shop/photos/photo-ports.ts";
import type { Application } from "../http/application.ts";
import { clientAddress } from "../http/requests/client-address.ts";
import { consolePages } from "../site/console.ts";
import { fontPages } from "../site/font.ts";
import { photoPages } from "../site/photo-files.ts";
import { reference } from "../site/reference/pages.ts";
import type { ShopSettings, shopWindow } from "../site/visitors/visitors-pages.ts";
import { type AddressRules, publicUrlCheck } from "./jobs/webhook-address.ts";
import { baseUrlOf } from "./origin.ts";
import { publishedDocument } from "./published-document.ts";
import { secrets } from "./runtime.ts";
import type { Config } from "./settings/settings.ts";

/** How long `ping` waits for the delivery to finish, in milliseconds; documented in the contract. */
const FOLLOW_MS = 5_000;

type FromOutside =
  | "store"
  | "keyring"
  | "tail"
  | "log"
  | "metrics"
  | "closed"
  | "clock"
  | "newId"
  | "instance"
  | "papers";

/** What an application gets besides its configuration. */
export interface Outside extends Pick<Application, FromOutside> {
  readonly rules: AddressRules;
  /** Creates the pages for visitors; undefined without a shop name. */
  readonly visitorsOf: typeof shopWindow | undefined;
}

/** Loads the pages for visitors only if the shop has a name: they are half of all page code. */
export async function visitorsOf({ shopName }: Config): Promise<Outside["visitorsOf"]> {
  return shopName === "" ? undefined : (await import("../site/visitors/visitors-pages.ts")).shopWindow;
}

/** Everything the application consists of, for clients that reach it at an origin. */
export function applicationOf(config: Config, origin: string, { rules, visitorsOf, ...outside }: Outside): Application {
  const baseUrl = baseUrlOf(config, origin);
  // Not cached here: each page caches what it renders.
  const document = () => publishedDocument({ baseUrl, stagingBaseUrl: config.stagingBaseUrl || undefined });
  const clientOf = clientAddress(config.trustProxy);
  const bodyTimeoutMs = config.bodyTimeoutSeconds * 1000;
  const shop = shopOf(config, baseUrl);
  const { name, timeZone } = shop;
  const currency = config.shopCurrency;
  const late = { ...outside, store: lateStore(outside.store) };
  const visitors = visitorsOf?.(shop, { ...late, clientOf, bodyTimeoutMs, ...secrets });
  return {
    ...outside,
    operations,
    environment: config.environment,
    ...secrets,
    stopwatch: () => performance.now(),
    requirePublic: publicUrlCheck(rules),
    // Loaded with the first import: loading slows down the start and takes an iteration of the event loop.
    async readFile(...file) {
      const { readFile } = await import("../files/reading/read-file.ts");
      await yieldToEventLoop();
      return readFile(...file);
    },
    convertPhoto: photoConverter(),
    shopName: name,
    currency,
    timeZone,
    taxRate: config.shopTaxRate,
    baseUrl,
    referenceUrl: `${siteUrlOf(baseUrl)}/docs`,
    document,
    pages: {
      ...reference(document, basePathOf(baseUrl)),
      ...fontPages(),
      ...consolePages({ name, baseUrl, shop: { currency, timeZone, contact: shop.contact } }),
      ...photoPages({ ...outside, ...secrets }),
      ...visitors?.pages,
    },
    notFound: visitors?.notFound,
    corsOrigins: config.corsOrigins,
    rehearsals: config.sunsetRehearsals,
    rateLimit: config.rateLimit,
    maxInFlight: config.maxInFlight,
    maxStreams: config.maxStreams,
    maxStreamsPerKey: config.maxStreamsPerKey,
    followMs: FOLLOW_MS,
    isStarting: () => false,
    bodyTimeoutMs,
    hasTls: config.tlsCert !== "",
    clientOf,
    logAddresses: config.logAddresses,
  };
}

function photoConverter(): ConvertPhoto {
  const load = once(async () => (await import("../photos/conversions.ts")).photoConverter());
  return async (bytes) => (await load())(bytes);
}

/** The settings that visitors see. */
function shopOf(config: Config, baseUrl: string): ShopSettings {
  return {
    baseUrl,
    name: config.shopName,
    contact: config.shopContact,
    about: {
      en: config.shopAbout,
      de: config.shopAboutDe || config.shopAbout,
    },
    words: { en: config.shopWordsEn, de: config.shopWordsDe },
    timeZone: config.shopTimeZone,
    kind: config.shopKind,
    hours: { en: config.shopHours, de: config.shopHoursDe || config.shopHours },
    address: { en: config.shopAddress, de: config.shopAddressDe || config.shopAddress },
    inquiryDays: config.shopInquiries === 1 ? config.inquiriesRetentionDays : 0,
    embedOrigins: config.embedOrigins,
  };
}

/** What visitors may read from a standby. */
const LATE = [
  "pets",
  "photos",
  "profiles",
  "inventory",
  "categories",
  "events",
] as const satisfies readonly (keyof Repositories)[];

/** A store whose visitor reads go to a standby, if one is not too far behind. */
function lateStore(store: Store): Store {
  if (store.position === undefined) return store;
  const late = { ...store };
  for (const name of LATE) Object.defineProperty(late, name, { get: () => store.reading({})[name] });
  return late;
}
