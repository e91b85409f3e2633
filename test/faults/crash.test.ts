import { test } from "bun:test";
import { engines, killRepeatedly } from "./crash.ts";

for (const [engine, open] of Object.entries(engines)) {
  test(`kill -9 during 32 concurrent writers, three times on the same data, loses nothing acknowledged [${engine}]`, async () => {
    await killRepeatedly(3, open);
  }, 60_000);
}
