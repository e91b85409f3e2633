/* The shop, as the service has written it into the page: it is there before any request. */
import { CONSOLE_SHOP, type ConsoleShop } from "../../../contract/shop/console-shop.ts";

const named = document.querySelector<HTMLMetaElement>('meta[name="application-name"]');

/** What the shop is called. */
export const shopName = named?.content ?? "Petstore";

/** The address that links of the service start with, such as those of invitations. */
export const serviceAddress =
  document.querySelector<HTMLMetaElement>('meta[name="petstore-address"]')?.content ?? location.href;

/** The address of the page for visitors; undefined if the shop has none. */
export const visitorsHref = document.querySelector<HTMLLinkElement>('link[rel="home"]')?.href;

const known = document.querySelector<HTMLMetaElement>(`meta[name="${CONSOLE_SHOP}"]`);

/** The currency, the time zone and the contact of the shop. */
export const shop: ConsoleShop = JSON.parse(known?.content ?? '{"currency":"EUR","timeZone":"UTC","contact":""}');
