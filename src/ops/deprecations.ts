import { operations } from "../contract/index.ts";
import { CONFIGURED_KEY_ID } from "../core/key-ports.ts";
import type { Store } from "../core/ports.ts";

/** Who still calls what will be removed. */
export interface DeprecatedUse {
  readonly operation: string;
  /** The day the operation is removed, `YYYY-MM-DD`; undefined if this version does not have it. */
  readonly sunset: string | undefined;
  /** What to call instead. */
  readonly replacement: string | undefined;
  readonly keyId: string;
  /** The name of the key, and whether it is still accepted. */
  readonly name: string;
  readonly state: "usable" | "ended" | "setting";
  readonly calls: number;
  readonly lastAt: number;
}

/** Lists the calls of deprecated operations by key, the newest first. */
export async function listDeprecatedUse(store: Store, now: number): Promise<readonly DeprecatedUse[]> {
  const [all, usable] = await Promise.all([store.keys.list(), store.keys.listUsable(now)]);
  const names = new Map(all.map(({ id, name }) => [id, name])).set(CONFIGURED_KEY_ID, "PETSTORE_API_KEY");
  const ids = new Set(usable.map(({ id }) => id));
  const uses = await store.keys.deprecatedCalls();
  return uses
    .map(({ keyId, operation, calls, lastAt }): DeprecatedUse => {
      const deprecation = operations.find(({ id }) => id === operation)?.deprecation;
      return {
        operation,
        sunset: deprecation?.sunset,
        replacement: deprecation?.replacement,
        keyId,
        name: names.get(keyId) ?? "",
        state: keyId === CONFIGURED_KEY_ID ? "setting" : ids.has(keyId) ? "usable" : "ended",
        calls,
        lastAt,
      };
    })
    .toSorted((one, other) => other.lastAt - one.lastAt);
}
