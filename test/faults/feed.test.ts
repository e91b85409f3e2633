import { test } from "bun:test";
import { engines, followTheFeed } from "./feed.ts";

for (const [engine, open] of Object.entries(engines)) {
  test(`readers of the feed get every change exactly once while instances are killed [${engine}]`, async () => {
    await followTheFeed(3, open);
  }, 60_000);
}
