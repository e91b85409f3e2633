import type { Store } from "../core/ports.ts";
import { requireDatabase } from "../service/existing-database.ts";
import { type Config, readConfig } from "../service/settings/settings.ts";
import type { Flags } from "./settings-flags.ts";

/** Opens the configured store, which must exist; closes it after the work. */
export async function withStore(flags: Flags, work: (store: Store, config: Config) => Promise<void>): Promise<void> {
  const config = readConfig(flags);
  requireDatabase(config.databaseUrl);
  const { openDatabase } = await import("../service/database.ts");
  await using store = await openDatabase(config, { mayUpgrade: false });
  await work(store, config);
}
