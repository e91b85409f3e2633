import { Failure } from "../contract/errors.ts";

interface Bucket {
  tokens: number;
  filledAt: number;
}

/**
 * A token bucket for each key (decision D14): `rate` requests a second, and bursts of twice as many. The fields are
 * those of draft-ietf-httpapi-ratelimit-headers-11. The number of buckets is bounded by the number of keys.
 */
export function rateLimiter(rate: number): (keyId: string, now: number) => Record<string, string> | undefined {
  if (rate === 0) return () => undefined;
  const capacity = 2 * rate;
  const buckets = new Map<string, Bucket>();
  const policy = `"default";q=${rate};w=1`;

  return (keyId, now) => {
    let bucket = buckets.get(keyId);
    if (bucket === undefined) buckets.set(keyId, (bucket = { tokens: capacity, filledAt: now }));
    // A clock that jumped back fills nothing.
    const elapsedMs = Math.max(0, now - bucket.filledAt);
    bucket.tokens = Math.min(capacity, bucket.tokens + (elapsedMs * rate) / 1000);
    bucket.filledAt = now;
    const admitted = bucket.tokens >= 1;
    if (admitted) bucket.tokens -= 1;
    const headers = { "RateLimit-Policy": policy, RateLimit: state(bucket.tokens) };
    if (admitted) return headers;
    const seconds = Math.max(1, Math.ceil((1 - bucket.tokens) / rate));
    throw new Failure("rate_limited", `The API key may ask ${rate} times a second; ask again in ${seconds} s`, {
      headers: { ...headers, "Retry-After": String(seconds) },
    });
  };

  /** What is left of the second's quota; the burst is a tolerance that is not announced. */
  function state(tokens: number): string {
    return `"default";r=${Math.max(0, Math.floor(tokens) - (capacity - rate))};t=${Math.max(1, Math.ceil((capacity - tokens) / rate))}`;
  }
}
