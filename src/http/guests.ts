/* The limits of holders of invitations, who are nobody before: guesses must neither keep the store busy nor lock others out. */
import type { ResponseHeaders } from "../contract/headers.ts";
import { networkOf } from "./client-address.ts";
import type { HttpRequest } from "./message.ts";
import { rateLimiter } from "./rate-limit.ts";

/** Requests per second of the holders in one network, and of all together, in each process. */
const NETWORK_RATE = 10;
const TOTAL_RATE = 100;

/** Networks whose requests are counted at one time. */
const NETWORKS_MAX = 1000;

/** Makes the limit of requests with invitations. It throws `rate_limited`, and returns headers for the response. */
export function guestLimiter(
  clientOf: (request: HttpRequest) => string | undefined,
): (request: HttpRequest, now: number) => ResponseHeaders {
  const limitNetwork = rateLimiter(NETWORK_RATE, NETWORKS_MAX);
  const limitTotal = rateLimiter(TOTAL_RATE, 1);
  return (request, now) => {
    const headers = limitNetwork(networkOf(clientOf(request) ?? ""), now);
    limitTotal("", now);
    return headers;
  };
}
