import { test } from "bun:test";
import { followTheFeed } from "./feed.ts";

for (const engine of ["SQLite", "PostgreSQL"] as const) {
  test(`readers of the feed get every change exactly once while instances are killed [${engine}]`, async () => {
    await followTheFeed(3, engine);
  }, 60_000);
}
