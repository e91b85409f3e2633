import type { Command } from "commander";
import { operations } from "../contract/index.ts";
import { CONFIGURED_KEY_ID } from "../core/keys/key-ports.ts";
import type { Store } from "../core/ports.ts";
import { isoTime } from "../core/times.ts";
import { clock } from "../service/runtime.ts";
import { addSettings, type Flags } from "./settings-flags.ts";
import { JSON_FLAG, minuteOf, printRows, type Shown } from "./terminal/table.ts";
import { withStore } from "./with-store.ts";

/** Adds `petstore deprecations`. */
export function addDeprecationsCommand(petstore: Command): void {
  const command = petstore
    .command("deprecations")
    .description("show which keys call operations that will be removed, and when")
    .option(...JSON_FLAG)
    .action(({ json, ...flags }: Flags & { json?: true }) =>
      withStore(flags, async (store) => {
        const uses = await listDeprecatedUse(store, clock());
        if (uses.length === 0 && !json) process.stdout.write("No key has called a deprecated operation.\n");
        else printRows(uses, LISTED, json);
      }),
    );
  addSettings(command, ["databaseUrl"]);
}

const LISTED: Shown<DeprecatedUse> = {
  columns: {
    OPERATION: ({ operation }) => operation,
    REMOVED: ({ sunset }) => sunset ?? "already",
    NAME: ({ name }) => name,
    KEY: ({ keyId, state }) => (state === "setting" ? "" : keyId),
    STATE: ({ state }) => state,
    CALLS: ({ calls }) => String(calls),
    "LAST CALL": ({ lastAt }) => minuteOf(lastAt),
    "USE INSTEAD": ({ replacement }) => replacement ?? "",
  },
  json: ({ lastAt, ...use }) => JSON.stringify({ ...use, lastAt: isoTime(lastAt) }),
};

/** A key that still calls an operation to be removed. */
interface DeprecatedUse {
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

/** Lists calls of deprecated operations by key, newest first. */
async function listDeprecatedUse(store: Store, now: number): Promise<readonly DeprecatedUse[]> {
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
