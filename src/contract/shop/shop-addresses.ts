/* The addresses of a shop, as its pages and its papers show them. Imports nothing, so that both sides can share it. */

/** A contact for people, without its scheme. */
export function contactText(contact: string): string {
  return contact.replace(/^(?:mailto|tel|https):(?:\/\/)?/, "");
}

/** Whether an address is a loopback address, which works only on the same device. */
export function isLoopback(address: string): boolean {
  const { hostname } = new URL(address);
  return hostname === "localhost" || hostname === "[::1]" || /^127\./.test(hostname);
}
