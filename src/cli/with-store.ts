import type { Config } from "../config.ts";
import type { Store } from "../core/ports.ts";
import { withProgress } from "./progress.ts";

/** Opens the configured store, with the progress of an upgrade, and closes it after the work. */
export async function withStore(config: Config, work: (store: Store) => Promise<void>): Promise<void> {
  const { openDatabase } = await import("../ops/database.ts");
  const store = await withProgress((report) => openDatabase(config, undefined, report));
  try {
    await work(store);
  } finally {
    await store.close();
  }
}
