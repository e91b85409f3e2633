/* The addresses of a shop, as its pages and its papers show them. Imports nothing, so that both sides can share it. */

/** A contact as people read it. */
export function contactText(contact: string): string {
  return contact.replace(/^(?:mailto|tel|https):(?:\/\/)?/, "");
}

/** Whether an address leads to the device that opens it: on another one, it leads nowhere. */
export function isLoopback(address: string): boolean {
  const { hostname } = new URL(address);
  return hostname === "localhost" || hostname === "[::1]" || /^127\./.test(hostname);
}
