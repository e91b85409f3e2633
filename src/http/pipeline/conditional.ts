import { includesTag } from "../../core/preconditions.ts";
import type { Exchange, Reply } from "./exchange.ts";

/** A strong entity tag of a body (RFC 9110 8.8.3). It starts with the tag of `part`, if given. */
export function entityTag(body: string, part?: string): string {
  return part === undefined ? `"${hashOf(body)}"` : `"${hashOf(part)}.${hashOf(body)}"`;
}

function hashOf(text: string): string {
  return Bun.hash.xxHash64(text).toString(36);
}

/** Whether the client has the body with this tag already (RFC 9110 13.1.2). */
export function isKnown(exchange: Exchange, tag: string): boolean {
  // If-None-Match compares weakly: a proxy that compressed the body may have weakened our tag.
  const known = exchange.wish("if-none-match")?.replaceAll("W/", "");
  return known !== undefined && includesTag(known, tag);
}

/** Turns a reply into a 304 without a body if the client has it already. */
export function unlessKnown(exchange: Exchange, reply: Reply): Reply {
  const tag = reply.headers["ETag"];
  if (tag === undefined || !isKnown(exchange, tag)) return reply;
  const { "Content-Type": _, ...headers } = reply.headers;
  return { status: 304, headers };
}
