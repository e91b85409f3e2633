/* Any bytes on a socket: no 5xx, no hang, no growth, and only declared responses, or the runtime's own to malformed requests. */

import { expect, test } from "bun:test";
import { requestFor } from "./fuzz/requests.ts";
import { faultOf, isRuntimes } from "./fuzz/responses.ts";
import { exchange, isUnfinished, isWellFormed, type Outcome, withoutEmptyLines } from "./fuzz/socket.ts";
import { memoryOf } from "./support/processes.ts";
import { startProgram } from "./support/program.ts";
import { chance, SEED } from "./support/seed.ts";
import { tell } from "./support/tell.ts";

/** `npm run fuzz` sets the number. */
const CASES = Number(process.env["FUZZ_CASES"] ?? 3000);

const KEY = "configured-key-of-at-least-32-characters";
const AT_ONCE = 24;
/** Long enough for a busy machine; a response takes a millisecond. */
const HANG_MS = 8000;
const UNFINISHED_MS = 30;
const GROWTH_MAX_MB = 64;

/** Sends one request and returns what is wrong with the outcome. */
async function tryOne(port: number, request: string, counts: Map<string, number>): Promise<string | undefined> {
  const unfinished = isUnfinished(request);
  const outcome: Outcome = await exchange(port, request, unfinished ? UNFINISHED_MS : HANG_MS);
  const what = typeof outcome === "string" ? outcome : String(outcome.status);
  counts.set(what, (counts.get(what) ?? 0) + 1);
  if (outcome === "silent") return unfinished ? undefined : "no response";
  const mayBeRefused = !isWellFormed(request);
  if (outcome === "closed") return mayBeRefused ? undefined : "the connection was closed without a response";
  if (mayBeRefused && isRuntimes(outcome)) return undefined;
  const [, method = "", target = ""] = /^(\S*) (.*?)(?: HTTP\/|\r?\n|$)/s.exec(withoutEmptyLines(request)) ?? [];
  const fault = faultOf(outcome, method, target);
  return fault === undefined ? undefined : `${fault}: ${outcome.status} ${outcome.body.slice(0, 500)}`;
}

test(`any ${CASES} requests get a declared response or wait for the rest (seed ${SEED})`, async () => {
  const env = { PETSTORE_API_KEY: KEY, RATE_LIMIT: "0", LOG_LEVEL: "error" };
  await using program = await startProgram({ env });
  const port = Number(new URL(program.origin).port);
  const counts = new Map<string, number>();
  const faults: string[] = [];
  let next = 0;
  let settledMb = 0;
  const work = async () => {
    while (next < CASES && faults.length < 5) {
      const nth = next++;
      // After the first third the runtime has allocated what it needs once.
      if (nth === Math.floor(CASES / 3)) settledMb = memoryOf(program);
      const request = requestFor(chance(SEED + nth), KEY);
      const fault = await tryOne(port, request, counts);
      if (fault !== undefined) faults.push(`seed ${SEED + nth}: ${JSON.stringify(request)}\n  ${fault}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  expect(faults).toEqual([]);
  const grownMb = memoryOf(program) - settledMb;
  tell(
    `  seed ${SEED}: ${[...counts]
      .sort()
      .map(([what, count]) => `${count} ${what}`)
      .join(", ")}`,
  );
  tell(`  memory after a third ${settledMb.toFixed(0)} MB, at the end ${grownMb.toFixed(0)} MB more`);
  expect(grownMb).toBeLessThan(GROWTH_MAX_MB);
  expect((await program.as(KEY).listPets()).status).toBe(200);
  expect(await program.stop("SIGTERM")).toBe(0);
  // The log has only errors.
  expect(program.stdout()).toBe("");
}, 3_600_000);
