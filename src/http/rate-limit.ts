import { Failure } from "../contract/errors.ts";
import type { ResponseHeaders } from "../contract/headers.ts";
import { KEYS_MAX } from "../core/keys/key-rules.ts";
import type { Application } from "./application.ts";
import { networkOf } from "./client-address.ts";
import type { Step } from "./exchange.ts";

interface Bucket {
  tokens: number;
  filledAt: number;
}

/** Seconds until at least one more request is allowed, whatever the rate. */
const RESET_SECONDS = 1;

/**
 * A token bucket per key (decision D14): `rate` requests a second with bursts of twice as many. Returns the header fields of
 * draft-ietf-httpapi-ratelimit-headers-11. With `maxBuckets`, the oldest makes room for another: keys come and go.
 */
export function rateLimiter(rate: number, maxBuckets: number): (keyId: string, now: number) => ResponseHeaders {
  if (rate === 0) return () => ({});
  const capacity = 2 * rate;
  const buckets = new Map<string, Bucket>();
  const policy = `"default";q=${rate};w=1`;

  return (keyId, now) => {
    let bucket = buckets.get(keyId);
    if (bucket === undefined) {
      if (buckets.size >= maxBuckets) buckets.delete(buckets.keys().next().value ?? "");
      buckets.set(keyId, (bucket = { tokens: capacity, filledAt: now }));
    }
    // A clock that jumped back adds nothing.
    const elapsedMs = Math.max(0, now - bucket.filledAt);
    bucket.tokens = Math.min(capacity, bucket.tokens + (elapsedMs * rate) / 1000);
    bucket.filledAt = now;
    const isAllowed = bucket.tokens >= 1;
    if (isAllowed) bucket.tokens -= 1;
    // The burst is a tolerance that is not announced.
    const remaining = Math.max(0, Math.floor(bucket.tokens) - rate);
    const headers = { "RateLimit-Policy": policy, RateLimit: `"default";r=${remaining};t=${RESET_SECONDS}` };
    if (isAllowed) return headers;
    const message = `Rate limit of ${rate} requests per second exceeded; retry in ${RESET_SECONDS} s`;
    throw new Failure("rate_limited", message, { headers: { ...headers, "Retry-After": String(RESET_SECONDS) } });
  };
}

/** Requests per second of the holders of invitations in one network, and of all together, in each process. */
const NETWORK_RATE = 10;
const TOTAL_RATE = 100;

/** Networks whose requests are counted at one time. */
const NETWORKS_MAX = 1000;

/** Limits the requests of each key. */
export function keyLimit({ rateLimit }: Pick<Application, "rateLimit">): Step | undefined {
  if (rateLimit === 0) return undefined;
  const limit = rateLimiter(rateLimit, KEYS_MAX);
  return (exchange) => {
    exchange.rate = limit(exchange.principal.keyId, exchange.now);
    return undefined;
  };
}

/** Limits requests with invitations: guesses must neither keep the store busy nor lock others out. */
export function guestLimit({ clientOf }: Pick<Application, "clientOf">): Step {
  const limitNetwork = rateLimiter(NETWORK_RATE, NETWORKS_MAX);
  const limitTotal = rateLimiter(TOTAL_RATE, 1);
  return (exchange) => {
    exchange.rate = limitNetwork(networkOf(clientOf(exchange) ?? ""), exchange.now);
    limitTotal("", exchange.now);
    return undefined;
  };
}
