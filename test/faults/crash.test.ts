import { test } from "bun:test";
import { killAgainAndAgain } from "./crash.ts";

test("kill -9 during 32 concurrent writers, ten times on the same data, loses nothing that was acknowledged", async () => {
  await killAgainAndAgain(10);
}, 60_000);
