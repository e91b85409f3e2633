/* Requests about care that were sent before and whose answers were lost: asked for again, each is the same request. */
import { PetstoreError } from "../../../client/index.ts";
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

/** Sends a request under the key of the one before it for the same, if its answer was lost: nothing is done twice, and the answer is the first one. */
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
    const isRefused = PetstoreError.is(error) && error.status >= 400 && error.status < 500;
    if (!isRefused) lostKeys.set(request, key);
    throw error;
  }
}
