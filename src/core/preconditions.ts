import { Failure } from "../contract/errors.ts";
import { preview } from "../contract/json.ts";
import type { Context } from "./context.ts";

/** Throws `precondition_failed` unless the resource still has a tag of `If-Match` (RFC 9110 13.1.1, strong comparison). */
export function requireMatch({ ifMatch, tagOf }: Context, current: unknown): void {
  if (ifMatch === undefined) return;
  const tag = tagOf(current);
  if (includesTag(ifMatch, tag)) return;
  const message = `If-Match: expected ${tag}, the tag of the current state ${preview(current)}; got ${preview(ifMatch)}`;
  throw new Failure("precondition_failed", message, { headers: { ETag: tag } });
}

/** Whether a list of entity tags has this one, or is `*`. */
export function includesTag(list: string, tag: string): boolean {
  return list.split(",").some((entry) => entry.trim() === "*" || entry.trim() === tag);
}
