/*
 * `npm run soak`: runs the service for ten minutes under the mixed workload W5 and checks that memory, descriptors, the
 * write-ahead log and latency stay flat. `npm run soak -- 60` takes an hour.
 */
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LoadGenerator } from "../load.ts";
import { megabytes } from "../process-figures.ts";
import { start } from "../processes.ts";
import { petstoreOn } from "../servers.ts";
import { fillPetstore } from "../stores.ts";

const minutes = Number(process.argv[2] ?? 10);
const pets = 10_000;
const connections = 32;

/** What counts as flat from the second minute to the last: at most a factor, and an allowance on top. */
const flat = {
  "memory MB": [1.15, 10],
  descriptors: [1, 4],
  "WAL MB": [1.2, 4],
  "p99 ms": [1.5, 5],
  errors: [1, 0],
} as const;

type Minute = Record<keyof typeof flat | "requests/s", number>;

if (!Number.isInteger(minutes) || minutes < 3) throw new Error("expected a whole number of minutes, at least 3");
const folder = mkdtempSync(join(tmpdir(), "petstore-soak-"));
const path = join(folder, "petstore.db");
try {
  await fillPetstore(path, pets);
  await using running = await start(petstoreOn.SQLite, `sqlite://${path}`, join(folder, "petstore.log"));
  using load = new LoadGenerator();
  const measured: Minute[] = [];
  for (let minute = 1; minute <= minutes; minute++) {
    const order = { workload: "W5", pets, connections, done: (minute - 1) / minutes, warmupMs: 0, measureMs: 60_000 };
    const { requests, seconds, p99, errors } = await load.send(running, order);
    // The connections of this minute take a moment to close.
    await Bun.sleep(1000);
    const row = {
      "memory MB": megabytes(running.pid, "VmRSS") ?? Number.NaN,
      descriptors: readdirSync(`/proc/${running.pid}/fd`).length,
      "WAL MB": statSync(`${path}-wal`).size / 1e6,
      "p99 ms": p99,
      errors,
      "requests/s": requests / seconds,
    };
    if (minute === 1) print(["minute", ...Object.keys(row)]);
    print([String(minute), ...Object.values(row).map((value) => value.toFixed(value % 1 === 0 ? 0 : 1))]);
    measured.push(row);
  }
  const risen = rising(measured);
  console.log(risen.length === 0 ? "Flat from the second minute to the last." : `Not flat: ${risen.join(", ")}.`);
  process.exitCode = risen.length === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true });
}

/** The figures that are not flat. The first minute does not count: the runtime is still warming up. */
function rising(measured: readonly Minute[]): string[] {
  const second = measured[1];
  const last = measured.at(-1);
  return Object.entries(flat).flatMap(([name, [factor, allowance]]) => {
    const figure = name as keyof Minute;
    const bound = (second?.[figure] ?? 0) * factor + allowance;
    return (last?.[figure] ?? 0) > bound ? [name] : [];
  });
}

function print(cells: readonly string[]): void {
  console.log(cells.map((cell) => cell.padStart(12)).join(""));
}
