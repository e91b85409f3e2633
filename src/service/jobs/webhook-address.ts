/* Which addresses the service may connect to for webhooks and photos: none inside the operator's network. */
import { lookup } from "node:dns/promises";
import { BlockList, isIP } from "node:net";
import { forbiddenUrl } from "../../core/webhooks/webhook-handlers.ts";

/** Resolves a host to all its addresses. */
export type Resolve = (host: string) => Promise<readonly string[]>;

export interface AddressRules {
  /** Allows http, any address and any port (WEBHOOK_ALLOW_PRIVATE). */
  readonly allowPrivate: boolean;
  readonly resolve: Resolve;
}

/** An address that messages must not be sent to. The text ends a sentence: "expected ...". */
export class AddressError extends Error {}

/** A checked URL and its addresses. Connections use these and do not resolve again. */
export interface Destination {
  readonly url: URL;
  readonly addresses: readonly string[];
}

const LOOKUP_MS = 5_000;

/** Resolves with the system resolver. */
export const systemResolve: Resolve = async (host) => {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error("the lookup took too long")), LOOKUP_MS);
  try {
    const found = await Promise.race([lookup(host, { all: true }), late.promise]);
    return found.map(({ address }) => address);
  } finally {
    clearTimeout(timer);
  }
};

/** Checks a URL and returns where to connect. Throws `AddressError` if any of its addresses is not public. */
export async function destination(text: string, { allowPrivate, resolve }: AddressRules): Promise<Destination> {
  const url = new URL(text);
  if (url.protocol !== "https:" && !allowPrivate) throw new AddressError("a URL that starts with https://");
  // URL parsing puts IPv6 addresses in brackets and normalizes other forms of IPv4.
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  const addresses = isIP(host) === 0 ? await resolved(host, resolve) : [host];
  if (!allowPrivate && !addresses.every(isPublic)) {
    throw new AddressError("a host all of whose addresses are public");
  }
  // IPv4 first: this network may lack IPv6.
  return { url, addresses: addresses.toSorted((one, other) => isIP(one) - isIP(other)) };
}

/** Usual ports of web servers. Others would let a client probe which ports of a host are open (docs/decisions/030). */
const WEB_PORTS = ["80", "443", "8080", "8443"];

/** Throws `validation_failed` unless a client may set the URL. Stored URLs keep their ports. */
export function publicUrlCheck(rules: AddressRules): (url: string) => Promise<void> {
  return async (url) => {
    try {
      await destination(url, rules);
      // The port is empty if it is the scheme's default.
      const { port } = new URL(url);
      if (rules.allowPrivate || port === "" || WEB_PORTS.includes(port)) return;
      throw new AddressError(`a URL with one of the ports ${WEB_PORTS.join(", ")}`);
    } catch (error) {
      if (error instanceof AddressError) throw forbiddenUrl(url, error.message);
      throw error;
    }
  };
}

async function resolved(host: string, resolve: Resolve): Promise<readonly string[]> {
  const addresses = await resolve(host).catch(() => []);
  if (addresses.length === 0) throw new AddressError("a host that resolves to an address");
  return addresses;
}

/** Whether an address is on the public internet. */
export function isPublic(address: string): boolean {
  const family = isIP(address.replace(/%.*$/, ""));
  if (family === 4) return !NOT_PUBLIC.check(address, "ipv4");
  return family === 6 && !address.includes("%") && !NOT_PUBLIC.check(address, "ipv6");
}

/** The special-purpose addresses (RFC 6890 and the IANA registries). IPv4 rules apply to IPv4-mapped IPv6 addresses too. */
const NOT_PUBLIC = blockList([
  "0.0.0.0/8", // this network
  "10.0.0.0/8",
  "100.64.0.0/10", // behind a provider's address translation
  "127.0.0.0/8",
  "169.254.0.0/16", // link-local, and the metadata service of clouds
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24", // documentation, as the two below
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/3", // multicast, reserved, broadcast
  "::/96", // unspecified, loopback, IPv4-compatible
  "::ffff:0:0:0/96", // IPv4-translated
  "64:ff9b::/96", // IPv4 by address translation
  "64:ff9b:1::/48",
  "100::/64",
  "100:0:0:1::/64",
  "2001::/23", // Teredo and others
  "2001:db8::/32",
  "2002::/16", // IPv4 by 6to4
  "3fff::/20", // documentation
  "5f00::/16", // segment routing
  "fc00::/7",
  "fe80::/10",
  "fec0::/10",
  "ff00::/8",
]);

function blockList(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = "", prefix = ""] = range.split("/");
    list.addSubnet(address, Number(prefix), isIP(address) === 4 ? "ipv4" : "ipv6");
  }
  return list;
}
