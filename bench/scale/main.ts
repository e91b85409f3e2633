/*
 * `bun bench/scale/main.ts [--pets N] [--engine SQLite]`: bytes per pet by table, and the time of each check of `petstore doctor`, of a
 * shop after years (five changes, five events, a photo, a profile and a delivery for each pet). `--folder` is where the files go.
 */
import { Database } from "bun:sqlite";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { SQL } from "bun";
import { type Postgres, startPostgres } from "../../test/support/postgres.ts";
import { fillShop } from "../growth/shop.ts";
import { megabytes } from "../process-figures.ts";
import { Machine } from "../report.ts";
import { petstoreOn, programOf } from "../servers.ts";
import { fillPostgres } from "../stores.ts";
import { figure, table } from "../tables.ts";
import { addYears } from "./years.ts";

const { values: options } = parseArgs({
  options: {
    pets: { type: "string", default: "100000" },
    engine: { type: "string" },
    folder: { type: "string", default: tmpdir() },
  },
});
const pets = Number(options.pets);
const machine = new Machine();
const folder = mkdtempSync(join(options.folder, "petstore-scale-"));
const path = join(folder, "shop.db");
let postgres: Postgres | undefined;
try {
  console.error(`Filling a shop with ${figure(pets)} pets ...`);
  await fillShop(path, pets);
  if (options.engine !== "SQLite") {
    postgres = await startPostgres(["shared_buffers=1GB", "max_wal_size=4GB", "autovacuum=on"], {
      parent: options.folder,
    });
    const url = await fillPostgres(postgres, path);
    await addYears(url);
    await report("PostgreSQL", url, await bytesInDatabase(url));
  }
  if (options.engine !== "PostgreSQL") {
    await addYears(`sqlite://${path}`);
    await report("SQLite", `sqlite://${path}`, bytesInFile(path));
  }
  console.log(`\n${machine.describe()}; ${machine.describeNoise()}`);
} finally {
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** Bytes of each table with its indexes, the largest first. */
type Sizes = readonly { readonly name: string; readonly bytes: number }[];

async function report(engine: string, url: string, sizes: Sizes): Promise<void> {
  const whole = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  const rows = sizes
    .filter(({ bytes }) => bytes / pets >= 1)
    .map(({ name, bytes }) => [name, figure(bytes / pets), figure((bytes * 1e8) / pets / 1e9)]);
  rows.push(["all", figure(whole / pets), figure((whole * 1e8) / pets / 1e9)]);
  console.log(`\n${engine}, ${figure(pets)} pets\n`);
  console.log(table(1, ["table with its indexes", "bytes per pet", "GB for 10^8 pets"], rows));
  console.log(`\n${await timeDoctor(url)}`);
}

/** SQLite counts the pages of a table and of its indexes; not every build of it does. */
function bytesInFile(file: string): Sizes {
  using database = new Database(file, { readonly: true });
  return database
    .query<{ name: string; bytes: number }, []>(
      `select coalesce(tables.tbl_name, pages.name) as name, sum(pages.pgsize) as bytes
       from dbstat pages left join sqlite_schema tables on tables.name = pages.name
       where pages.aggregate = true group by 1 order by 2 desc`,
    )
    .all();
}

async function bytesInDatabase(url: string): Promise<Sizes> {
  await using sql = new SQL(url, { max: 1 });
  const rows: { name: string; bytes: string }[] = await sql`
    select relname as name, pg_total_relation_size(oid) as bytes from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace order by 2 desc`;
  return rows.map(({ name, bytes }) => ({ name, bytes: Number(bytes) }));
}

/** When each line of `doctor` came, the slowest first. */
async function timeDoctor(url: string): Promise<string> {
  const child = Bun.spawn([process.execPath, programOf(petstoreOn.SQLite), "doctor", "--json"], {
    env: { PATH: process.env["PATH"] ?? "", DATABASE_URL: url },
    stdout: "pipe",
    stderr: "inherit",
  });
  let memory = 0;
  const watching = setInterval(() => {
    memory = Math.max(memory, megabytes(child.pid, "VmHWM") ?? 0);
  }, 100);
  const startedAt = performance.now();
  const took: { check: string; level: string; text: string; ms: number }[] = [];
  let before = startedAt;
  let text = "";
  for await (const part of child.stdout.pipeThrough(new TextDecoderStream())) {
    text += part;
    const lines = text.split("\n");
    text = lines.pop() ?? "";
    const now = performance.now();
    for (const line of lines) {
      took.push({ ...JSON.parse(line), ms: now - before });
      before = now;
    }
  }
  await child.exited;
  clearInterval(watching);
  const rows = took
    .filter(({ ms, level }) => ms > 50 || level === "FAIL")
    .toSorted((one, other) => other.ms - one.ms)
    .map(({ check, level, text: said, ms }) => [check, level, (ms / 1000).toFixed(1), level === "ok" ? "" : said]);
  const whole = (performance.now() - startedAt) / 1000;
  return `doctor: ${whole.toFixed(1)} s, ${figure(memory)} MB, exit ${child.exitCode}\n\n${table(2, ["check", "level", "s", ""], rows)}`;
}
