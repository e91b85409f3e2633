import { test } from "bun:test";
import { killRepeatedly } from "./crash.ts";

/** On PostgreSQL the service has no files of its own to harm. */
const rounds = { SQLite: Number(process.env["ROUNDS"] ?? 1000), PostgreSQL: 50 };

for (const engine of ["SQLite", "PostgreSQL"] as const) {
  test(`kill -9 during 32 concurrent writers, ${rounds[engine]} times on the same data, loses nothing acknowledged [${engine}]`, async () => {
    await killRepeatedly(rounds[engine], engine);
  }, 3_600_000);
}
