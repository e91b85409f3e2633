import { expect, test } from "bun:test";
import { memoryOf } from "../support/processes.ts";
import { until } from "../support/program.ts";
import { tell } from "../support/tell.ts";
import { readSlowly, startLarge } from "./readers.ts";
import { inFlight, once } from "./writers.ts";

const READERS = 10;

/** Ten whole responses of 15 MB would take more, and the buffers of the connections take none of it. */
const GROWTH_MAX_MB = 128;

test(`${READERS} readers of the inventory at 1 kB/s take little memory, and others are served`, async () => {
  await using program = await startLarge();
  const client = once(program);
  await client.listPets();
  const before = memoryOf(program);
  const readers = readSlowly(program, READERS, 1000);
  await until(async () => (await inFlight(program)) === READERS, "all readers");
  let most = 0;
  for (let nth = 1; nth <= 1000; nth++) {
    expect((await client.getPet({ params: { petId: BigInt(nth) } })).status).toBe(200);
    if (nth % 50 === 0) most = Math.max(most, memoryOf(program));
  }
  expect(await inFlight(program)).toBe(READERS);
  tell(`  slow readers: ${before.toFixed(0)} MB before, ${most.toFixed(0)} MB at most`);
  expect(most - before).toBeLessThan(GROWTH_MAX_MB);

  await readers[Symbol.asyncDispose]();
  await until(async () => (await inFlight(program)) === 0, "the end of the streams");
  expect(await program.stop("SIGTERM")).toBe(0);
}, 60_000);
