import { isIP } from "node:net";
import type { Exchange } from "../pipeline/exchange.ts";

/**
 * Creates a function that returns the address of a request's client. `hops` proxies in front of the service are trusted, as in Express:
 * each appends the address of its caller to X-Forwarded-For, so anything further left is only the client's claim. With 0 the header is
 * ignored.
 */
export function clientAddress(hops: number): (request: Pick<Exchange, "header" | "peer">) => string | undefined {
  return (request) => {
    const addresses = hops === 0 ? undefined : request.header("x-forwarded-for")?.split(",");
    // Proxies write only addresses. Anything else is not logged.
    const forwarded = addresses && bare(addresses.at(-hops) ?? addresses[0] ?? "");
    return forwarded ?? bare(request.peer() ?? "");
  };
}

/** The groups of 16 bits in the network of an IPv6 address: a client has all 2^64 addresses of its /64. */
const NETWORK_GROUPS = 4;

/** The same for what a provider may assign to one customer, with 65,536 networks. */
export const SITE_GROUPS = 3;

/** The network of an address. An IPv4 address is its own network. */
export function networkOf(address: string, groups = NETWORK_GROUPS): string {
  if (!address.includes(":")) return address;
  const [head = [], tail = []] = address.split("::").map((part) => part.split(":").filter(Boolean));
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => "0");
  return [...head, ...zeros, ...tail].slice(0, groups).join(":");
}

/** An address without the port that some proxies write and without the prefix of IPv4 in IPv6; undefined for other texts. */
function bare(text: string): string | undefined {
  const address = text
    .trim()
    .replace(/^\[([^\]]*)\](?::\d+)?$/, "$1")
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, "$1")
    .replace(/^::ffff:(?=\d+\.)/i, "");
  return isIP(address) === 0 ? undefined : address;
}
