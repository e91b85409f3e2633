/* The shop, as the service has written it into the page: its name is there before any request. */

const named = document.querySelector<HTMLMetaElement>('meta[name="application-name"]');

/** What the shop is called. */
export const shopName = named?.content ?? "Petstore";

/** The address of the page for visitors; undefined if the shop has none. */
export const visitorsHref = document.querySelector<HTMLLinkElement>('link[rel="home"]')?.href;
