import { includesTag } from "../core/preconditions.ts";
import type { HttpRequest, HttpResponse } from "./message.ts";

/** A strong entity tag of a body (RFC 9110 8.8.3), which begins with that of a part of it, if given. */
export function entityTag(body: string, part?: string): string {
  return part === undefined ? `"${hashOf(body)}"` : `"${hashOf(part)}.${hashOf(body)}"`;
}

function hashOf(text: string): string {
  return Bun.hash.xxHash64(text).toString(36);
}

/** Whether the client has the body with this tag already (RFC 9110 13.1.2). */
export function isKnown(request: HttpRequest, tag: string): boolean {
  // If-None-Match compares weakly: a proxy that compressed the body may have weakened our tag.
  const known = request.header("if-none-match")?.replaceAll("W/", "");
  return known !== undefined && includesTag(known, tag);
}

/** Turns a response into a 304 without a body if the client has it already. */
export function unlessKnown(request: HttpRequest, response: HttpResponse): HttpResponse {
  const tag = response.headers["ETag"];
  if (tag === undefined || !isKnown(request, tag)) return response;
  const { "Content-Type": _, ...headers } = response.headers;
  return { status: 304, headers };
}
