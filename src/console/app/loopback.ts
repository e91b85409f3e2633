/** Whether an address leads to the device that opens it: on another one, it leads nowhere. */
export function isLoopback(address: string): boolean {
  const { hostname } = new URL(address, location.href);
  return hostname === "localhost" || hostname === "[::1]" || /^127\./.test(hostname);
}
