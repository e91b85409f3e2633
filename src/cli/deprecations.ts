import type { Command } from "commander";
import { type DeprecatedUse, listDeprecatedUse } from "../ops/deprecations.ts";
import { clock } from "../ops/runtime.ts";
import { addSettings, type Flags } from "./settings-flags.ts";
import { isoTime, JSON_FLAG, printRows, type Shown } from "./table.ts";
import { withStore } from "./with-store.ts";

/** Adds `petstore deprecations`. */
export function addDeprecationsCommand(petstore: Command): void {
  const command = petstore
    .command("deprecations")
    .description("show which keys call operations that will be removed, and when")
    .option(...JSON_FLAG)
    .action(({ json, ...flags }: Flags & { json?: true }) => print(flags, json));
  addSettings(command, ["databaseUrl"]);
}

async function print(flags: Flags, json: true | undefined): Promise<void> {
  await withStore(flags, async (store) => {
    const uses = await listDeprecatedUse(store, clock());
    if (uses.length === 0 && !json) process.stdout.write("No key has called a deprecated operation.\n");
    else printRows(uses, LISTED, json);
  });
}

const LISTED: Shown<DeprecatedUse> = {
  columns: {
    OPERATION: ({ operation }) => operation,
    REMOVED: ({ sunset }) => sunset ?? "already",
    NAME: ({ name }) => name,
    KEY: ({ keyId, state }) => (state === "setting" ? "" : keyId),
    STATE: ({ state }) => state,
    CALLS: ({ calls }) => String(calls),
    "LAST CALL": ({ lastAt }) => `${new Date(lastAt).toISOString().slice(0, 16)}Z`,
    "USE INSTEAD": ({ replacement }) => replacement ?? "",
  },
  json: ({ lastAt, ...use }) => JSON.stringify({ ...use, lastAt: isoTime(lastAt) }),
};
