import { expect, test } from "bun:test";
import { memoryOf } from "../support/processes.ts";
import { until } from "../support/program.ts";
import { tell } from "../support/tell.ts";
import { neverRead, PETS, readSlowly, startLarge } from "./readers.ts";
import { CONFIGURED, inFlight, once } from "./writers.ts";

/** The idle time of a connection, as docs/operations/run.md has it, and what the runtime's timers add. */
const CUT_SECONDS = 120 + 30;

/** The memory that the service may use, whatever clients do that have no key. */
const MEMORY_MAX_MB = 500;

test("a reader that accepts nothing of a long response for 120 s is disconnected, and others are not", async () => {
  await using program = await startLarge();
  await using _stuck = readSlowly(program, 1, 0);
  await until(async () => (await inFlight(program)) === 1, "the stuck reader");
  const startedAt = performance.now();
  const seconds = () => (performance.now() - startedAt) / 1000;
  while ((await inFlight(program)) > 0 && seconds() < 2 * CUT_SECONDS) {
    expect((await once(program).listPets()).status).toBe(200);
  }
  tell(`  a stuck reader was disconnected after ${seconds().toFixed(0)} s`);
  expect(seconds()).toBeGreaterThan(100);
  expect(seconds()).toBeLessThan(CUT_SECONDS);
  expect(await program.stop("SIGTERM")).toBe(0);
}, 240_000);

test("a reader at 10 kB/s gets the whole inventory, though it reads longer than the idle time", async () => {
  await using program = await startLarge();
  await using readers = readSlowly(program, 2, 10_000, 36);
  for (const { isComplete, length, end } of await readers.results()) {
    expect(end).toContain(`"petId":${PETS},`);
    expect(isComplete).toBe(true);
    expect(length).toBeGreaterThan(10_000_000);
  }
  expect(await program.stop("SIGTERM")).toBe(0);
}, 120_000);

test("a reader at 10 kB/s gets the whole inventory in one piece, and others share its memory", async () => {
  const pets = 120_000;
  await using program = await startLarge({}, pets);
  const headers = { Authorization: `Bearer ${CONFIGURED}` };
  const read = () => fetch(`${program.origin}/v1/inventory`, { headers });
  // The first keeps the chunks, the second joins them.
  await (await read()).bytes();
  const size = (await (await read()).bytes()).length;
  const piece = await read();
  expect(piece.headers.get("Content-Length")).toBe(String(size));
  await piece.bytes();
  const before = memoryOf(program);
  await using readers = readSlowly(program, 30, 10_000, 36);
  for (const { isComplete, length, end } of await readers.results()) {
    expect(end).toContain(`"petId":${pets},`);
    expect(isComplete).toBe(true);
    expect(length).toBeGreaterThan(size);
  }
  const added = memoryOf(program) - before;
  tell(`  30 slow readers of one piece: ${added.toFixed(0)} MB more`);
  expect(added).toBeLessThan(50);
  expect(await program.stop("SIGTERM")).toBe(0);
}, 120_000);

test("1,000 connections without a key that send and never read keep the service under 500 MB", async () => {
  await using program = await startLarge();
  let most = memoryOf(program);
  const watch = setInterval(() => {
    most = Math.max(most, memoryOf(program));
  }, 100);
  {
    await using _flood = await neverRead(program, 1000, "forever", ["GET /v1/pets HTTP/1.1", "Host: service"]);
    expect((await once(program).getPet({ params: { petId: 1n } })).status).toBe(200);
  }
  clearInterval(watch);
  tell(`  1,000 connections that never read: ${most.toFixed(0)} MB at most`);
  expect(most).toBeLessThan(MEMORY_MAX_MB);
  expect((await once(program).listPets()).status).toBe(200);
  expect(await program.stop("SIGTERM")).toBe(0);
}, 180_000);

test("1,100 connections that request the inventory and never read do not stop others", async () => {
  await using program = await startLarge({ MAX_STREAMS_PER_KEY: "100" });
  const head = ["GET /v1/inventory HTTP/1.1", "Host: service", `Authorization: Bearer ${CONFIGURED}`];
  await using _unread = await neverRead(program, 1100, 1, head);
  const client = once(program);
  for (let nth = 1; nth <= 200; nth++) {
    expect((await client.getPet({ params: { petId: BigInt(nth) } })).status).toBe(200);
    expect((await client.listPets({ query: { limit: 1 } })).status).toBe(200);
  }
  expect((await client.createPet({ body: { name: "Rex", categoryId: 7n } })).status).toBe(201);
  // Streams are limited per key, and only they are refused.
  const refused = await fetch(`${program.origin}/v1/inventory`, { headers: { Authorization: `Bearer ${CONFIGURED}` } });
  expect(refused.status).toBe(503);
  expect(refused.headers.get("Retry-After")).toBe("1");
}, 120_000);
