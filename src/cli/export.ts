import { createWriteStream, existsSync, linkSync, rmSync } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Command, Option } from "commander";
import { readConfig } from "../config.ts";
import { clock } from "../runtime.ts";
import type { Engine } from "../store/engine.ts";
import { type Format, formats } from "./animal-lines.ts";
import { addSettings, type Flags, UsageError } from "./command.ts";
import { type Progress, progress, whole } from "./progress.ts";

/** The `--format` option of export and import. */
export function formatOption(): Option {
  return new Option("--format <format>", "how the lines are written; else the file's ending decides").choices(formats);
}

/** The format that was asked for, or that the name of the file says. */
export function formatOf(asked: Format | undefined, file: string): Format {
  return asked ?? formats.find((format) => file.toLowerCase().endsWith(`.${format}`)) ?? "ndjson";
}

/** The `petstore export` command. */
export function exportCommand(): Command {
  const command = new Command("export")
    .description("write all animals with their stock as lines of text, also while the service runs")
    .argument("[file]", "where to; it must not exist yet. Without it: stdout")
    .addOption(formatOption())
    .action(async (file: string | undefined, flags: Flags & { format?: Format }) => {
      const { databaseUrl } = readConfig(flags);
      const { openSchema, storeExists } = await import("../store/index.ts");
      if (!storeExists(databaseUrl)) {
        throw new UsageError(`there is no database at ${databaseUrl}: give the service's own DATABASE_URL`);
      }
      const engine = await openSchema(databaseUrl, clock());
      const shown = progress();
      try {
        await exportAnimals(engine, formatOf(flags.format, file ?? ""), file, shown);
      } finally {
        shown.end();
        await engine.close();
      }
    });
  return addSettings(command, ["databaseUrl"]);
}

async function exportAnimals(engine: Engine, format: Format, file: string | undefined, shown: Progress): Promise<void> {
  const { readAnimals } = await import("../store/animals.ts");
  const { writers } = await import("./animal-lines.ts");
  const { head, line } = writers[format];
  let count = 0;
  async function* chunks(): AsyncGenerator<string> {
    if (head !== "") yield head;
    for await (const animals of readAnimals(engine.sql)) {
      yield animals.map(line).join("");
      count += animals.length;
      shown.report("exported", count, 0);
    }
  }
  if (file === undefined && !(await toStdout(chunks()))) return;
  if (file !== undefined) await toFile(file, chunks());
  shown.end();
  process.stderr.write(`petstore: exported ${whole(count)} animals\n`);
}

/** Says whether the reader took all of it: one like `head` goes when it has enough. */
async function toStdout(chunks: AsyncIterable<string>): Promise<boolean> {
  try {
    await pipeline(Readable.from(chunks), process.stdout, { end: false });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EPIPE") return false;
    throw error;
  }
}

/** The file appears when it is complete. */
async function toFile(file: string, chunks: AsyncIterable<string>): Promise<void> {
  if (existsSync(file)) throw new UsageError(`${file} is there already: name a file that is not`);
  const part = `${file}.${process.pid}.part`;
  try {
    await pipeline(Readable.from(chunks), createWriteStream(part, { flags: "wx", mode: 0o600, flush: true }));
    linkSync(part, file);
  } finally {
    rmSync(part, { force: true });
  }
}
