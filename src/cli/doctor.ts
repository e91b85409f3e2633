import { resolve } from "node:path";
import { Command } from "commander";
import { readConfig, redactUrl } from "../config.ts";
import { clock } from "../runtime.ts";
import type { Finding } from "../store/health.ts";
import { addSettings, type Flags } from "./command.ts";

/** Something is wrong with the database. */
class Unhealthy extends Error {}

/** How long it waits for a database server that does not answer, in milliseconds. */
const WAIT_MS = 2_000;

/** The `petstore doctor` command. */
export function doctorCommand(): Command {
  const command = new Command("doctor")
    .description("check the data, also while the service runs; exits 1 when something is wrong")
    .addHelpText("after", "\nOne line for each check: ok, warn (for you to judge) or FAIL. Nothing is changed.")
    .action(async (flags: Flags) => {
      const { databaseUrl } = readConfig(flags);
      process.stdout.write(`${redactUrl(databaseUrl)}\n`);
      let failed = 0;
      for await (const { level, check, text } of findings(databaseUrl)) {
        process.stdout.write(`${level.padEnd(4)}  ${check.padEnd(11)}  ${text}\n`);
        if (level === "FAIL") failed += 1;
      }
      if (failed > 0) throw new Unhealthy(`${failed} of the checks failed`);
    });
  return addSettings(command, ["databaseUrl"]);
}

/** What every check found. A database that cannot be read is a finding too, and the last one. */
async function* findings(url: string): AsyncGenerator<Finding> {
  const { openEngine, sqlitePath, storeExists } = await import("../store/index.ts");
  const { examine } = await import("../store/health.ts");
  const path = url.startsWith("sqlite:") ? resolve(sqlitePath(url)) : undefined;
  if (!storeExists(url)) {
    yield { level: "FAIL", check: "database", text: `there is no file ${path}` };
    return;
  }
  try {
    const engine = await openEngine(url, { waitMs: WAIT_MS });
    try {
      if (path === undefined) yield* (await import("../store/postgres/health.ts")).examineServer(engine.sql);
      else yield* (await import("../store/sqlite/health.ts")).examineFile(engine.sql, path);
      yield* examine(engine, clock());
    } finally {
      await engine.close();
    }
  } catch (error) {
    const { message, cause } = error as Error;
    const reason = cause instanceof Error ? `${message} (${cause.message})` : message;
    yield { level: "FAIL", check: "database", text: `cannot be read: ${reason}` };
  }
}
