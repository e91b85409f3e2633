import type { Command } from "commander";
import { isoTime } from "../../core/times.ts";
import { UsageError } from "../../files/problems/usage-error.ts";
import { retentionOf } from "../../service/jobs/housekeeping.ts";
import { clock } from "../../service/runtime.ts";
import { readConfig } from "../../service/settings/settings.ts";
import { formatCount } from "../../store/figures.ts";
import type { Finding } from "../../store/health/findings.ts";
import { redactUrl } from "../../store/url.ts";
import { addSettings, type Flags } from "../settings-flags.ts";
import { printable } from "../terminal/printable.ts";
import { stopwatch } from "../terminal/progress.ts";
import { JSON_FLAG } from "../terminal/table.ts";

const HELP = `
Prints one line per check: ok, warn (judge for yourself) or FAIL, with what to do. Changes nothing without --repair.
Among the checks: every table, column and index exists, the stock changes of each pet add up to its quantity, every
order has its stock change, the events of each day are counted, and a search finds every pet and category by name.`;

interface Options {
  readonly json?: true;
  readonly repair?: true;
  readonly dryRun?: true;
  readonly clockIsRight?: true;
}

/** Adds `petstore doctor`. */
export function addDoctorCommand(petstore: Command): void {
  const command = petstore
    .command("doctor")
    .description("check the data; the service may run; exits with 1 if something is wrong")
    .option(...JSON_FLAG)
    .option(
      "--repair",
      "mend what follows from other data: what searches find pets and orders by, and counts of events",
    )
    .option("--clock-is-right", "delete what has expired again, where the clock was not believed; checks nothing")
    .option("--dry-run", "with --repair: say what it would mend, and change nothing")
    .addHelpText("after", HELP)
    .action(async ({ json, repair, dryRun, clockIsRight, ...flags }: Options & Flags) => {
      const config = readConfig(flags);
      const { databaseUrl } = config;
      if (dryRun && !repair) throw new UsageError("--dry-run needs --repair");
      const { believeClock, diagnose, repair: mend } = await import("./diagnosis.ts");
      if (clockIsRight) {
        await believeClock(databaseUrl, clock());
        process.stdout.write(`what has expired by ${isoTime(clock())} is deleted within the next hour\n`);
        return;
      }
      if (repair) {
        const watch = stopwatch();
        watch.begin("checking what can be repaired");
        for await (const sentence of mend(databaseUrl, clock(), dryRun === true)) process.stdout.write(`${sentence}\n`);
        watch.end();
        return;
      }
      if (!json) process.stdout.write(`${redactUrl(databaseUrl)}\n`);
      let failed = 0;
      const watch = stopwatch();
      const begin = (check: string) => watch.begin(`checking ${check}`);
      for await (const finding of diagnose(databaseUrl, clock(), {
        begin,
        readUrls: config.databaseReadUrls,
        ...retentionOf(config),
      })) {
        watch.end();
        process.stdout.write(`${json ? printable(finding) : describe(finding)}\n`);
        if (finding.level === "FAIL") failed += 1;
      }
      if (failed > 0) throw new Error(`${formatCount(failed, "check")} failed`);
    });
  addSettings(command, ["databaseUrl"]);
}

/** Printed at once, since some checks take seconds. */
function describe(finding: Finding): string {
  const { level, check, text } = finding;
  const remedy = level === "FAIL" ? `: ${finding.remedy}` : "";
  return `${level.padEnd(4)}  ${check.padEnd(11)}  ${text}${remedy}`;
}
