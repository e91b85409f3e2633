/* The shop, as the service has written it into the page: its name is there before any request. */

const named = document.querySelector<HTMLMetaElement>('meta[name="application-name"]');

/** What the shop is called. */
export const shopName = named?.content ?? "Petstore";

/** Where links of the service lead, such as those of invitations. */
export const serviceAddress =
  document.querySelector<HTMLMetaElement>('meta[name="petstore-address"]')?.content ?? location.href;

/** The address of the page for visitors; undefined if the shop has none. */
export const visitorsHref = document.querySelector<HTMLLinkElement>('link[rel="home"]')?.href;
