import { expect, test } from "bun:test";
import { until } from "../program.ts";
import { inFlight, memoryOf, readSlowly, startLarge } from "./readers.ts";
import { once } from "./writers.ts";

const READERS = 10;

/** What ten answers of 15 MB may take together; held whole they would be 150 MB, and twice that while they are kept. */
const GROWTH_MAX_MB = 256;

test(`${READERS} readers of the inventory at 1 KB/s neither grow memory without bound nor slow others`, async () => {
  await using program = await startLarge();
  const client = once(program);
  await client.listPets();
  const before = memoryOf(program);
  const readers = readSlowly(program, READERS, 1000);
  await until(async () => (await inFlight(program)) === READERS, "all readers");
  // Until the buffers of the connections are full the service works for the readers; then only they are slow.
  let most = 0;
  for (let second = 0; second < 3; second++) {
    await Bun.sleep(1000);
    most = Math.max(most, memoryOf(program));
  }
  const times: number[] = [];
  for (let nth = 1; nth <= 100; nth++) {
    const askedAt = performance.now();
    expect((await client.getPet({ params: { petId: BigInt(nth) } })).status).toBe(200);
    times.push(performance.now() - askedAt);
    await Bun.sleep(10);
  }
  const median = times.toSorted((a, b) => a - b)[50] ?? 0;
  most = Math.max(most, memoryOf(program));
  expect(await inFlight(program)).toBe(READERS);
  console.log(
    `  slow readers: ${before.toFixed(0)} MB before, ${most.toFixed(0)} MB at most; others ${median.toFixed(1)} ms`,
  );
  expect(most - before).toBeLessThan(GROWTH_MAX_MB);
  expect(median).toBeLessThan(50);

  await readers[Symbol.asyncDispose]();
  await until(async () => (await inFlight(program)) === 0, "the end of the streams");
  expect(await program.stop("SIGTERM")).toBe(0);
}, 60_000);
