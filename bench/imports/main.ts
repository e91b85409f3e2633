/*
 * `bun bench/imports/main.ts [OTHER] [LINES] [ROUNDS]`: what an import costs. By the command, 20,000 lines with ten columns into an
 * empty SQLite database: seconds, seconds of processor time and the peak of memory; with OTHER, another checkout, in alternating
 * rounds. Then 10,000 lines over the API, and the export of them: the longest turn of the event loop. `- 1000000 1` measures memory at a million lines.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { IMPORT_PETS_MAX } from "../../src/contract/imports/imports.ts";

const KEY = "a-key-for-the-benchmark-of-40-characters";
const OWN = join(import.meta.dir, "../..");
const [other = "-", lines = "20000", rounds = "5"] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "petstore-imports-"));

/** Lines with ten columns as release 1.2 reads them too, after that of the titles. */
function* linesOf(count: number): Generator<string> {
  const breeds = ["Beagle", "Domestic Shorthair", "Lop-eared rabbit", "Guppy", "Canary"];
  yield "name,categoryId,status,quantity,breed,sex,birthDate,color,price,reference\n";
  for (let nth = 0; nth < count; nth++) {
    const cells = [
      `Rex the ${nth}th`,
      1 + (nth % 12),
      ["available", "available", "pending"][nth % 3],
      1 + (nth % 5),
      breeds[nth % breeds.length],
      nth % 2 === 0 ? "female" : "male",
      `20${10 + (nth % 15)}-0${1 + (nth % 9)}-1${nth % 10}`,
      ["black", "white", "tricolor"][nth % 3],
      `${20 + (nth % 900)}.50 EUR`,
      `R-${nth}`,
    ];
    yield `${cells.join(",")}\n`;
  }
}

/** Writes a file a line at a time: to a process that it starts, the kernel counts the memory that this one had before. */
async function writeTable(file: string, count: number): Promise<void> {
  const writer = Bun.file(file).writer();
  let written = 0;
  for (const line of linesOf(count)) {
    writer.write(line);
    if (++written % 10_000 === 0) await writer.flush();
  }
  await writer.end();
}

interface Cost {
  readonly wall: number;
  readonly cpu: number;
  readonly megabytes: number;
}

/** Imports a file by the command of a checkout. */
async function importWith(checkout: string, file: string): Promise<Cost> {
  const data = mkdtempSync(join(folder, "data-"));
  const startedAt = performance.now();
  const child = Bun.spawn([process.execPath, join(checkout, "src/main.ts"), "import", file], {
    cwd: data,
    env: { PATH: process.env["PATH"] ?? "", DATABASE_URL: `sqlite://${data}/petstore.db` },
    stdout: "ignore",
    stderr: "pipe",
  });
  const said = new Response(child.stderr).text();
  if ((await child.exited) !== 0) throw new Error(await said);
  const wall = (performance.now() - startedAt) / 1000;
  const used = child.resourceUsage();
  rmSync(data, { recursive: true });
  return { wall, cpu: Number(used?.cpuTime.total ?? 0) / 1e6, megabytes: (used?.maxRSS ?? 0) / 2 ** 20 };
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function measureCommand(): Promise<void> {
  const file = join(folder, "in.csv");
  await writeTable(file, Number(lines));
  const checkouts = other === "-" ? [OWN] : [OWN, resolve(other)];
  const costs = new Map<string, Cost[]>(checkouts.map((checkout) => [checkout, []]));
  for (let round = 0; round < Number(rounds); round++) {
    // The one that comes first has a colder machine.
    for (const checkout of round % 2 === 0 ? checkouts : checkouts.toReversed()) {
      costs.get(checkout)?.push(await importWith(checkout, file));
    }
  }
  console.info(
    `| ${lines} lines by the command, median of ${rounds} | s | s of CPU | peak MB |\n| --- | --- | --- | --- |`,
  );
  for (const [checkout, measured] of costs) {
    const of = (member: keyof Cost) => median(measured.map((cost) => cost[member]));
    console.info(
      `| ${checkout} | ${of("wall").toFixed(2)} | ${of("cpu").toFixed(2)} | ${of("megabytes").toFixed(0)} |`,
    );
  }
  const [own = [], others = []] = [...costs.values()];
  const ratios = own.map(({ cpu }, round) => cpu / (others[round]?.cpu ?? Number.NaN));
  if (others.length > 0) console.info(`CPU, own / other: ${median(ratios).toFixed(2)} (median of pairs)`);
}

async function measureService(): Promise<void> {
  const turns = join(folder, "turns");
  const child = Bun.spawn(
    [process.execPath, "--preload", join(import.meta.dir, "iterations.ts"), join(OWN, "src/main.ts"), "serve"],
    {
      cwd: folder,
      env: {
        ...{ PATH: process.env["PATH"] ?? "", DATABASE_URL: `sqlite://${folder}/petstore.db`, PETSTORE_API_KEY: KEY },
        ...{ PORT: "0", HOST: "127.0.0.1", LOG_LEVEL: "error", SHUTDOWN_DELAY: "0", TURNS_FILE: turns },
      },
      stdout: "ignore",
      stderr: "pipe",
    },
  );
  try {
    let text = "";
    for await (const chunk of child.stderr) {
      text += new TextDecoder().decode(chunk);
      if (text.includes("reference")) break;
    }
    const port = /listens on \S+:(\d+)\/v1/.exec(text)?.[1];
    const longestTurn = async () => {
      rmSync(turns, { force: true });
      child.kill("SIGUSR2");
      while (!(await Bun.file(turns).exists())) await Bun.sleep(5);
      await Bun.sleep(20);
      return Number(readFileSync(turns, "utf8"));
    };
    const send = async (query: string) => {
      const response = await fetch(`http://127.0.0.1:${port}/v1/imports?${query}`, {
        method: "POST",
        headers: { Authorization: `Bearer ${KEY}`, "Content-Type": "text/csv" },
        body: [...linesOf(IMPORT_PETS_MAX)].join(""),
      });
      const { stored, id } = (await response.json()) as { readonly stored?: boolean; readonly id?: number };
      return { stored, id, status: response.status };
    };
    const undo = (id = 0) =>
      fetch(`http://127.0.0.1:${port}/v1/imports/${id}/undo`, {
        method: "POST",
        headers: { Authorization: `Bearer ${KEY}` },
      });
    console.info(`| ${IMPORT_PETS_MAX} lines over the API | longest turn in ms |\n| --- | --- |`);
    for (let round = 0; round < Number(rounds); round++) {
      await longestTurn();
      await send("dryRun=true");
      console.info(`| check | ${await longestTurn()} |`);
      const { stored, id, status } = await send("");
      if (stored !== true) throw new Error(`not stored: ${status}`);
      console.info(`| import | ${await longestTurn()} |`);
      await (
        await fetch(`http://127.0.0.1:${port}/v1/pets/export?spreadsheet=true`, {
          headers: { Authorization: `Bearer ${KEY}` },
        })
      ).arrayBuffer();
      console.info(`| export | ${await longestTurn()} |`);
      await undo(id);
      console.info(`| undo | ${await longestTurn()} |`);
    }
  } finally {
    child.kill("SIGTERM");
    await child.exited;
  }
}

try {
  console.info(`load average ${loadavg()[0]?.toFixed(1)}`);
  await measureCommand();
  if (Number(lines) <= 100_000) await measureService();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
