import { setTimeout as sleep } from "node:timers/promises";

/** The pause between two looks at work that goes on. */
const LOOK_MS = 100;

/** Looks at work that goes on until it has ended, for this long at most; then what is returned is undefined. */
export async function follow<Result>(
  look: () => Promise<Result | undefined>,
  waitMs: number,
): Promise<Result | undefined> {
  for (let waited = 0; waited < waitMs; waited += LOOK_MS) {
    await sleep(LOOK_MS);
    const result = await look();
    if (result !== undefined) return result;
  }
  return undefined;
}
