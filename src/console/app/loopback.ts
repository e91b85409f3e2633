/* Where links of the service lead, as the service has written it into the page. */

/** The address that links start with, such as those of invitations. */
export const serviceAddress =
  document.querySelector<HTMLMetaElement>('meta[name="petstore-address"]')?.content ?? location.href;

/** Whether an address leads to the device that opens it: on another one, it leads nowhere. */
export function isLoopback(address: string): boolean {
  const { hostname } = new URL(address, location.href);
  return hostname === "localhost" || hostname === "[::1]" || /^127\./.test(hostname);
}
