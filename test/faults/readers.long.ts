import { expect, test } from "bun:test";
import { inFlight, largeShop, readSlowly } from "./readers.ts";
import { once } from "./writers.ts";

/** The idle time of a connection, as docs/operations.md has it, and what the runtime's timers add. */
const CUT_SECONDS = 30 + 12;

test("a reader that stands still is cut after the idle time, and others are not", async () => {
  await using program = await largeShop();
  await using _stalled = readSlowly(program, 1, 0);
  const startedAt = performance.now();
  const seconds = () => (performance.now() - startedAt) / 1000;
  while ((await inFlight(program)) === 0) await Bun.sleep(10);
  while ((await inFlight(program)) > 0 && seconds() < 2 * CUT_SECONDS) {
    await Bun.sleep(200);
    expect((await once(program).listPets()).status).toBe(200);
  }
  console.log(`  a stalled reader was cut after ${seconds().toFixed(0)} s`);
  expect(seconds()).toBeGreaterThan(20);
  expect(seconds()).toBeLessThan(CUT_SECONDS);
  expect(await program.stop("SIGTERM")).toBe(0);
}, 120_000);
