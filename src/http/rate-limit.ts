import { Failure } from "../contract/errors.ts";
import type { ResponseHeaders } from "../contract/headers.ts";

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
