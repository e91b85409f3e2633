import { test } from "bun:test";
import { followTheFeed } from "./feed.ts";

for (const engine of ["SQLite", "PostgreSQL"] as const) {
  test(`readers of the feed get every change exactly once while instances are killed for 30 s [${engine}]`, async () => {
    await followTheFeed(30, engine);
  }, 120_000);
}
