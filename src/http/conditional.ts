import type { Answer } from "./answer.ts";

/** A strong entity tag of a body (RFC 9110 8.8.3). */
export function entityTag(body: string): string {
  return `"${Bun.hash.xxHash64(body).toString(36)}"`;
}

/** Answers 304 without a body when the client has what would be sent (RFC 9110 13.1.2); tags are compared weakly. */
export function unlessKnown(request: Request, answer: Answer): Answer {
  const tag = answer.headers["ETag"];
  const known = request.headers.get("if-none-match");
  if (known === null || tag === undefined || !includesTag(known, tag)) return answer;
  const { "Content-Type": _, ...headers } = answer.headers;
  return { status: 304, headers };
}

function includesTag(list: string, tag: string): boolean {
  const opaque = tag.replace(/^W\//, "");
  return list.split(",").some((entry) => {
    const other = entry.trim();
    return other === "*" || other.replace(/^W\//, "") === opaque;
  });
}
