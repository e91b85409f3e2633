import { isIP } from "node:net";

/**
 * Makes what tells the address of a request's client. `hops` proxies in front of the service are trusted, as in Express:
 * each of them appends the address that it was called from to X-Forwarded-For, so what stands further left is only what a
 * client says of itself. With 0 the header means nothing. `peerOf` tells the address at the other end of the connection.
 */
export function clientAddress(
  hops: number,
  peerOf: (request: Request) => string | undefined,
): (request: Request) => string | undefined {
  return (request) => {
    const peer = peerOf(request);
    const forwarded = hops === 0 ? null : request.headers.get("x-forwarded-for");
    if (forwarded === null) return peer && bare(peer);
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
  return isIP(address) === 0 ? undefined : address;
}
