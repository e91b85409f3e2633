/*
 * `bun bench/scale/shops.ts [SHOPS]`: what idle shops on one machine take, each a service with its own SQLite file, as
 * docs/operations/scale.md describes it: memory, processor time and open files.
 */
import { readdirSync, readFileSync } from "node:fs";
import { emptyFolder } from "../../test/support/folder.ts";
import { type Program, SOURCE, startProgram } from "../../test/support/program.ts";
import { cpuSeconds } from "../process-figures.ts";
import { Machine } from "../report.ts";
import { figure, table } from "../tables.ts";

/** A shop settles before it is measured. */
const SETTLE_MS = 30_000;
const IDLE_MS = 60_000;

const count = Number(process.argv[2] ?? 100);
const machine = new Machine();
using folder = emptyFolder();
const shops: Program[] = [];
try {
  for (let nth = 1; nth <= count; nth++) {
    shops.push(
      await startProgram({
        command: SOURCE,
        env: { DATABASE_URL: `sqlite://${folder.path}/${nth}.db`, SHOP_NAME: `Shop ${nth}` },
      }),
    );
  }
  await Bun.sleep(SETTLE_MS);
  const used = () => sum(({ pid }) => cpuSeconds(pid) ?? 0);
  const [usedBefore, startedAt] = [used(), performance.now()];
  await Bun.sleep(IDLE_MS);
  const share = ((used() - usedBefore) * 1000) / (performance.now() - startedAt);
  const megabytes = (field: string) => sum(({ pid }) => memoryOf(pid, field));
  const shared = megabytes("Rss") - megabytes("Pss");
  console.log(`${machine.describe()}; ${machine.describeNoise()}\n`);
  console.log(
    table(
      1,
      [`${count} idle shops`, "each", "all"],
      [
        [
          "resident memory, MB",
          figure(megabytes("Rss") / count),
          `${figure(megabytes("Rss"))} with what is shared counted again`,
        ],
        ["its own memory, MB", figure(megabytes("Private_Dirty") / count, 1), figure(megabytes("Private_Dirty"))],
        ["its share of all memory (PSS), MB", figure(megabytes("Pss") / count, 1), figure(megabytes("Pss"))],
        ["counted again, MB", figure(shared / count), figure(shared)],
        ["of a core, %", figure((100 * share) / count, 2), figure(100 * share)],
        ["open files", figure(sum(filesOf) / count), figure(sum(filesOf))],
      ],
    ),
  );
} finally {
  await Promise.all(shops.map((shop) => shop[Symbol.asyncDispose]()));
}

function sum(figureOf: (shop: Program) => number): number {
  return shops.reduce((total, shop) => total + figureOf(shop), 0);
}

/** Megabytes of a field of the kernel's account. */
function memoryOf(pid: number, field: string): number {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, "latin1");
  return Number(new RegExp(`^${field}:\\s+(\\d+)`, "m").exec(text)?.[1] ?? 0) / 1024;
}

function filesOf({ pid }: Program): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}
