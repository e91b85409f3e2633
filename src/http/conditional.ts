import { includesTag } from "../core/preconditions.ts";
import type { HttpRequest, HttpResponse } from "./message.ts";

/** A strong entity tag of a body (RFC 9110 8.8.3). */
export function entityTag(body: string): string {
  return `"${Bun.hash.xxHash64(body).toString(36)}"`;
}

/** Turns a response into a 304 without a body if the client has it already (RFC 9110 13.1.2). */
export function unlessKnown(request: HttpRequest, response: HttpResponse): HttpResponse {
  const known = request.header("if-none-match");
  const tag = response.headers["ETag"];
  // If-None-Match compares weakly: a proxy that compressed the body may have weakened our tag.
  if (known === undefined || tag === undefined || !includesTag(known.replaceAll("W/", ""), tag)) return response;
  const { "Content-Type": _, ...headers } = response.headers;
  return { status: 304, headers };
}
