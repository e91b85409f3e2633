import type { HttpRequest } from "../http1/message.ts";
import type { Answer } from "./answer.ts";

/** A strong entity tag of a body (RFC 9110 8.8.3). */
export function entityTag(body: string): string {
  return `"${Bun.hash.xxHash64(body).toString(36)}"`;
}

/** Answers 304 without a body when the client has what would be sent (RFC 9110 13.1.2). */
export function unlessKnown(request: HttpRequest, answer: Answer): Answer {
  const tag = answer.headers["ETag"];
  const known = request.header("if-none-match");
  // Tags are compared weakly here: a proxy that compressed the body may have weakened ours.
  if (known === undefined || tag === undefined || !matches(known.replaceAll("W/", ""), tag)) return answer;
  const { "Content-Type": _, ...headers } = answer.headers;
  return { status: 304, headers };
}

/** Whether a list of entity tags has this one (RFC 9110 8.8.3.2, strong comparison), or is `*`. */
export function matches(list: string, tag: string): boolean {
  return list.split(",").some((entry) => entry.trim() === "*" || entry.trim() === tag);
}
