/* Requests about care that were sent before and whose answers were lost: asked for again, each is the same request. */
import { hasCode } from "../../app/failure.ts";
import { randomName } from "../../app/random.ts";
import { onNextPerson } from "../../app/session/session.ts";
import type { Attempt } from "../command.ts";
import { onChange } from "../events/changes.ts";

/** The Idempotency-Keys, by request. */
const lostKeys = new Map<string, string>();

onNextPerson(() => lostKeys.clear());

// Entries removed since can be requested again.
onChange(({ type, data }) => {
  const isOpen = type === "care.updated" && !("doneOn" in data);
  if (type === "care.removed" || isOpen) lostKeys.clear();
});

/**
 * Sends a request under the key of the one before it for the same, until it succeeds: nothing is done twice, and the answer is the first one.
 * A refusal does not end that, because a busy service refuses before it looks whether it has done it. One that failed stores nothing.
 */
export async function sendOnce<Result>(
  request: string,
  send: (key: string) => PromiseLike<Result>,
  { key: given }: Pick<Attempt, "key"> = { key: randomName() },
): Promise<Result> {
  const key = lostKeys.get(request) ?? given;
  lostKeys.delete(request);
  try {
    return await send(key);
  } catch (error) {
    if (!hasCode(error, "idempotency_key_reused")) lostKeys.set(request, key);
    throw error;
  }
}
