import { Failure } from "../../contract/errors/errors.ts";
import type { ResponseHeaders } from "../../contract/headers.ts";
import type { Application } from "../application.ts";
import type { Step } from "../pipeline/exchange.ts";
import { networkOf } from "../requests/client-address.ts";

interface Bucket {
  tokens: number;
  filledAt: number;
}

/** After this many seconds a request is allowed again, unless earlier ones took long. */
const RESET_SECONDS = 1;

/** A request costs one token, and one more for each millisecond after the first for which it blocks the event loop (decision 034). */
const FREE_MS = 1;

/** The limit of requests per second of each key. */
export interface RateLimiter {
  /** Counts a request. Returns the header fields of draft-ietf-httpapi-ratelimit-headers-11, or throws `rate_limited`. */
  admit(keyId: string, now: number): ResponseHeaders;
  /** Charges an admitted key for the time for which its request blocked the event loop. */
  charge(keyId: string, ms: number): void;
}

/**
 * A token bucket per key (decision D14): `rate` requests a second with bursts of twice as many. Beyond `maxBuckets` the oldest is dropped:
 * keys come and go.
 */
export function rateLimiter(rate: number, maxBuckets: number): RateLimiter {
  if (rate === 0) return { admit: () => ({}), charge() {} };
  const capacity = 2 * rate;
  const buckets = new Map<string, Bucket>();
  const policy = `"default";q=${rate};w=1`;

  function bucketOf(keyId: string, now: number): Bucket {
    let bucket = buckets.get(keyId);
    if (bucket === undefined) {
      if (buckets.size >= maxBuckets) buckets.delete(buckets.keys().next().value ?? "");
      buckets.set(keyId, (bucket = { tokens: capacity, filledAt: now }));
    }
    return bucket;
  }

  return {
    admit(keyId, now) {
      const bucket = bucketOf(keyId, now);
      // A clock that jumped back adds nothing.
      const elapsedMs = Math.max(0, now - bucket.filledAt);
      bucket.tokens = Math.min(capacity, bucket.tokens + (elapsedMs * rate) / 1000);
      bucket.filledAt = now;
      const isAllowed = bucket.tokens >= 1;
      if (isAllowed) bucket.tokens -= 1;
      const seconds = Math.max(RESET_SECONDS, Math.ceil((1 - bucket.tokens) / rate));
      // The burst is a tolerance that is not announced.
      const remaining = Math.max(0, Math.floor(bucket.tokens) - rate);
      const headers = { "RateLimit-Policy": policy, RateLimit: `"default";r=${remaining};t=${seconds}` };
      if (isAllowed) return headers;
      const message = `Rate limit of ${rate} requests per second exceeded; retry in ${seconds} s. A request that takes longer than ${FREE_MS} ms before it waits for the disk or the database counts once for each millisecond`;
      throw new Failure("rate_limited", message, { headers: { ...headers, "Retry-After": String(seconds) } });
    },
    charge(keyId, ms) {
      const bucket = buckets.get(keyId);
      // One request, however long, locks its key out for two seconds at most.
      if (bucket !== undefined && ms > FREE_MS) bucket.tokens = Math.max(-rate, bucket.tokens - (ms - FREE_MS));
    },
  };
}

/** Requests per second with invitations, from one network and in total, in each process. */
const NETWORK_RATE = 10;
const TOTAL_RATE = 100;

/** How many networks are counted at one time. */
const NETWORKS_MAX = 1000;

/** Delay of a 429 in milliseconds: clients that retry immediately would otherwise slow down all others. */
const REFUSAL_DELAY_MS = 50;

/** Limits the requests of each key. */
export function keyLimit({ admit }: RateLimiter): Step {
  return (exchange) => {
    try {
      exchange.rate = admit(exchange.principal.keyId, exchange.now);
      return undefined;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return Bun.sleep(REFUSAL_DELAY_MS).then(() => error);
    }
  };
}

/** Limits requests with invitations: guesses must neither keep the store busy nor lock others out. */
export function guestLimit({ clientOf }: Pick<Application, "clientOf">): Step {
  const network = rateLimiter(NETWORK_RATE, NETWORKS_MAX);
  const total = rateLimiter(TOTAL_RATE, 1);
  return (exchange) => {
    exchange.rate = network.admit(networkOf(clientOf(exchange) ?? ""), exchange.now);
    total.admit("", exchange.now);
    return undefined;
  };
}
