import { test } from "bun:test";
import { isLong } from "../support/tier.ts";
import { followTheFeed } from "./feed.ts";

const seconds = isLong ? 30 : 3;

for (const engine of ["SQLite", "PostgreSQL"] as const) {
  test(`readers of the feed get every change exactly once while instances are killed for ${seconds} s [${engine}]`, async () => {
    await followTheFeed(seconds, engine);
  }, 120_000);
}
