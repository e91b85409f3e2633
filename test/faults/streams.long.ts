import { expect, test } from "bun:test";
import { memoryOf } from "../support/processes.ts";
import { type Program, until } from "../support/program.ts";
import { Wire } from "../support/raw-http.ts";
import { tell } from "../support/tell.ts";
import { databaseSettings } from "./engines.ts";
import { cpuOf, openStreams, writeRate } from "./streams.ts";
import { CONFIGURED, once, startQuiet, streamsOf } from "./writers.ts";

const STREAMS = 1000;
const LIMITS = { MAX_STREAMS: "1100", MAX_STREAMS_PER_KEY: "1100" };

/** How often each way of writing is measured, in turn: the machine may be busy with something else meanwhile. */
const ROUNDS = 5;

const SECONDS = 2;

interface Writes {
  readonly perSecond: number;
  /** CPU time of the service for each, in microseconds: it depends less on what else the machine does. */
  readonly cpu: number;
}

async function writeFor(program: Program): Promise<Writes> {
  const before = await cpuOf(program);
  const perSecond = await writeRate(program, 32, SECONDS);
  return { perSecond, cpu: (1000 * ((await cpuOf(program)) - before)) / (perSecond * SECONDS) };
}

/** Such as "3000 (100 µs)". */
function described(rounds: readonly Writes[]): string {
  return `${median(rounds, "perSecond").toFixed(0)} (${median(rounds, "cpu").toFixed(0)} µs of CPU time each)`;
}

function median(rounds: readonly Writes[], figure: keyof Writes): number {
  return rounds.map((writes) => writes[figure]).toSorted((a, b) => a - b)[rounds.length >> 1] ?? 0;
}

for (const [engine, settings] of Object.entries(databaseSettings)) {
  test(`${STREAMS} streams take less than 100 MB, and cost writes little [${engine}]`, async () => {
    await using program = await startQuiet({ ...LIMITS, ...(await settings()) });
    await writeRate(program, 32, 2);
    const before = memoryOf(program);
    const without: Writes[] = [];
    const waiting: Writes[] = [];
    let delivered = 0;
    let cpu = 0;
    let most = 0;
    for (let round = 0; round < ROUNDS; round++) {
      without.push(await writeFor(program));
      await using quiet = await openStreams(program, STREAMS, "?types=order.completed");
      waiting.push(await writeFor(program));
      most = Math.max(most, memoryOf(program));
      await quiet.end();
      await using all = await openStreams(program, STREAMS, "?types=pet.created");
      const cpuBefore = await cpuOf(program);
      await writeRate(program, 4, 2, 20);
      most = Math.max(most, memoryOf(program));
      await Bun.sleep(500);
      cpu += (await cpuOf(program)) - cpuBefore;
      delivered += await all.end();
      await until(async () => (await streamsOf(program)) === 0, "the end of the streams");
    }
    tell(
      `  ${STREAMS} streams on ${engine}: ${before.toFixed(0)} MB before, ${most.toFixed(0)} MB at most; writes per second ` +
        `${described(without)} without, ${described(waiting)} with streams that filter all of them out; ` +
        `${delivered} events delivered with ` +
        `${((1000 * cpu) / delivered).toFixed(0)} µs of CPU time each, writing them included`,
    );
    expect(most - before).toBeLessThan(100);
  }, 120_000);
}

test("a reader that is stuck is cut", async () => {
  await using program = await startQuiet(LIMITS);
  using wire = new Wire(Number(new URL(program.origin).port));
  wire.socket.pause();
  await wire.send(`GET /v1/events/stream HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${CONFIGURED}\r\n\r\n`);
  await until(async () => (await streamsOf(program)) === 1, "the stream");
  const { createPet } = once(program);
  const body = { name: "🐕".repeat(255), categoryId: 7n };
  for (let round = 0; round < 200; round++) await Promise.all(Array.from({ length: 32 }, () => createPet({ body })));
  const before = performance.now();
  while ((await streamsOf(program)) > 0) {
    expect(performance.now() - before).toBeLessThan(150_000);
    await Bun.sleep(1000);
  }
  tell(`  cut after ${((performance.now() - before) / 1000).toFixed(0)} s`);
}, 240_000);
