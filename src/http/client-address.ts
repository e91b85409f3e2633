import type { HttpRequest } from "../http1/message.ts";

/**
 * Makes what tells the address of a request's client. `hops` proxies in front of the service are trusted, as in Express:
 * each of them appends the address that it was called from to X-Forwarded-For, so what stands further left is only what a
 * client says of itself. With 0 the header means nothing.
 */
export function clientAddress(hops: number): (request: HttpRequest) => string | undefined {
  return (request) => {
    const { peer } = request;
    const forwarded = hops === 0 ? undefined : request.header("x-forwarded-for");
    if (forwarded === undefined) return peer && bare(peer);
    const addresses = forwarded.split(",");
    // What is no address was not written by a proxy: it goes into no log line.
    return bare(addresses.at(-hops) ?? addresses[0] ?? "") ?? (peer && bare(peer));
  };
}

/** An address without the port that some proxies write, and without the prefix of IPv4 in IPv6; undefined for other texts. */
function bare(text: string): string | undefined {
  const address = text
    .trim()
    .replace(/^\[([^\]]*)\](?::\d+)?$/, "$1")
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, "$1")
    .replace(/^::ffff:(?=\d+\.)/i, "");
  return isAddress(address) ? address : undefined;
}

/** Like `isIP` of node:net, which takes longer to load than the database to open (docs/decisions/011-start.md). */
function isAddress(text: string): boolean {
  if (/^\d+(?:\.\d+){3}$/.test(text)) return URL.canParse(`http://${text}`);
  return /^[\da-f:.]*:[\da-f:.]*$/i.test(text) && URL.canParse(`http://[${text}]`);
}
