import { Failure } from "../contract/errors/errors.ts";
import { preview } from "../contract/json/json.ts";
import type { Context } from "./context.ts";

/** A longer list of tags is not read: nobody needs it, and reading it takes long. */
const TAGS_MAX = 1024;

/** Throws `precondition_failed` unless the resource still has a tag of `If-Match` (RFC 9110 13.1.1, strong comparison). */
export function requireMatch({ ifMatch, tagsOf }: Context, current: unknown): void {
  if (ifMatch === undefined) return;
  const tags = tagsOf(current);
  if (ifMatch.length <= TAGS_MAX && tags.some((tag) => includesTag(settingsTag(ifMatch), settingsTag(tag)))) return;
  const [tag] = tags;
  const message = `If-Match: expected ${tag}, the tag of the current state ${preview(current)}; got ${preview(ifMatch)}`;
  throw new Failure("precondition_failed", message, { headers: { ETag: tag } });
}

/** Tags without the part after the dot, which is of members that change without a client's request. */
function settingsTag(tags: string): string {
  return tags.replace(/\.\w+"/g, '"');
}

/** Whether a list of entity tags has this one, or is `*`. */
export function includesTag(list: string, tag: string): boolean {
  return list.split(",").some((entry) => entry.trim() === "*" || entry.trim() === tag);
}

/** How often a change is retried after a conflict with another transaction. */
const ATTEMPTS_MAX = 10;

/**
 * Repeats a change that reads a row and then writes it if it has not changed, until the write succeeds. `attempt` returns undefined after a
 * conflict.
 */
export async function repeatUntilUnchanged<Result>(attempt: () => Promise<Result | undefined>): Promise<Result> {
  for (let attempts = 0; attempts < ATTEMPTS_MAX; attempts++) {
    const result = await attempt();
    if (result !== undefined) return result;
  }
  throw new Failure("service_unavailable", "Too many clients are changing this resource; retry later");
}
