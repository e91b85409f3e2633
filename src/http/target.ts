import { Failure } from "../contract/errors.ts";
import type { HttpRequest } from "../http1/message.ts";

/** The longest request target, in characters. */
export const TARGET_MAX = 8192;

/** Refuses a target that is too long. */
export function requireShortTarget({ path, query }: HttpRequest): void {
  const length = query === "" ? path.length : path.length + 1 + query.length;
  if (length <= TARGET_MAX) return;
  throw new Failure("uri_too_long", `The request target may have ${TARGET_MAX} characters; it has ${length}`);
}
