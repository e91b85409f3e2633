import { test } from "bun:test";
import { killRepeatedly } from "./crash.ts";

for (const engine of ["SQLite", "PostgreSQL"] as const) {
  test(`kill -9 during 32 concurrent writers, three times on the same data, loses nothing acknowledged [${engine}]`, async () => {
    await killRepeatedly(3, engine);
  }, 60_000);
}
