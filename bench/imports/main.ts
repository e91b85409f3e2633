/*
 * `bun bench/imports/main.ts [OTHER] [LINES] [ROUNDS]`: what an import costs. By the command, 20,000 lines with ten columns into an
 * empty SQLite database: seconds, seconds of processor time and the peak of memory; with OTHER, another checkout, in alternating
 * rounds, and the same lines with the care of each pet. Then 10,000 lines of both kinds over the API, and the export of them: the longest turn of the event loop. `- 1000000 1` measures memory at a million lines.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { IMPORT_PETS_MAX } from "../../src/contract/imports/imports.ts";

const KEY = "a-key-for-the-benchmark-of-40-characters";
const OWN = join(import.meta.dir, "../..");
const [other = "-", lines = "20000", rounds = "5"] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "petstore-imports-"));

/** Lines with ten columns as release 1.2 reads them too, after that of the titles; with four more of care. */
function* linesOf(count: number, hasCare = false): Generator<string> {
  const breeds = ["Beagle", "Domestic Shorthair", "Lop-eared rabbit", "Guppy", "Canary"];
  const care = hasCare ? ",vaccinatedOn,vaccinationDueOn,dewormedOn,weight (kg)" : "";
  yield `name,categoryId,status,quantity,breed,sex,birthDate,color,price,reference${care}\n`;
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
      ...(hasCare ? [`2026-0${1 + (nth % 9)}-11`, `2027-0${1 + (nth % 9)}-11`, "2026-06-01", 1 + (nth % 40)] : []),
    ];
    yield `${cells.join(",")}\n`;
  }
}

/** Writes a file a line at a time: to a process that it starts, the kernel counts the memory that this one had before. */
async function writeTable(file: string, count: number, hasCare: boolean): Promise<void> {
  const writer = Bun.file(file).writer();
  let written = 0;
  for (const line of linesOf(count, hasCare)) {
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
  const [plain, care] = [join(folder, "in.csv"), join(folder, "care.csv")];
  await writeTable(plain, Number(lines), false);
  await writeTable(care, Number(lines), true);
  const runs = [
    { name: OWN, checkout: OWN, file: plain },
    ...(other === "-" ? [] : [{ name: other, checkout: resolve(other), file: plain }]),
    { name: `${OWN}, with care`, checkout: OWN, file: care },
  ];
  const costs = new Map<string, Cost[]>(runs.map(({ name }) => [name, []]));
  for (let round = 0; round < Number(rounds); round++) {
    // The one that comes first has a colder machine: each is as often in each place.
    const first = round % runs.length;
    for (const { name, checkout, file } of [...runs.slice(first), ...runs.slice(0, first)]) {
      costs.get(name)?.push(await importWith(checkout, file));
    }
  }
  console.info(
    `| ${lines} lines by the command, median of ${rounds} | s | s of CPU | peak MB |\n| --- | --- | --- | --- |`,
  );
  for (const [name, measured] of costs) {
    const of = (member: keyof Cost) => median(measured.map((cost) => cost[member]));
    console.info(`| ${name} | ${of("wall").toFixed(2)} | ${of("cpu").toFixed(2)} | ${of("megabytes").toFixed(0)} |`);
  }
  const own = costs.get(OWN) ?? [];
  const compare = (what: string, ones: readonly Cost[], others: readonly Cost[]) => {
    const ratios = ones.map(({ cpu }, round) => cpu / (others[round]?.cpu ?? Number.NaN));
    console.info(`CPU, ${what}: ${median(ratios).toFixed(2)} (median of pairs)`);
  };
  if (other !== "-") compare("own / other", own, costs.get(other) ?? []);
  compare("with care / without", costs.get(`${OWN}, with care`) ?? [], own);
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
    const send = async (query: string, hasCare: boolean) => {
      const response = await fetch(`http://127.0.0.1:${port}/v1/imports?${query}`, {
        method: "POST",
        headers: { Authorization: `Bearer ${KEY}`, "Content-Type": "text/csv" },
        body: [...linesOf(IMPORT_PETS_MAX, hasCare)].join(""),
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
      const hasCare = round % 2 === 1;
      const what = hasCare ? " with care" : "";
      await longestTurn();
      await send("dryRun=true", hasCare);
      console.info(`| check${what} | ${await longestTurn()} |`);
      const { stored, id, status } = await send("", hasCare);
      if (stored !== true) throw new Error(`not stored: ${status}`);
      console.info(`| import${what} | ${await longestTurn()} |`);
      await (
        await fetch(`http://127.0.0.1:${port}/v1/pets/export?spreadsheet=true`, {
          headers: { Authorization: `Bearer ${KEY}` },
        })
      ).arrayBuffer();
      console.info(`| export${what} | ${await longestTurn()} |`);
      await undo(id);
      console.info(`| undo${what} | ${await longestTurn()} |`);
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
