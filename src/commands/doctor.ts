import type { Command } from "commander";
import { readConfig } from "../service/config.ts";
import { clock } from "../service/runtime.ts";
import { formatCount } from "../store/figures.ts";
import type { Finding } from "../store/findings.ts";
import { redactUrl } from "../store/url.ts";
import { printable } from "./printable.ts";
import { addSettings, type Flags } from "./settings-flags.ts";
import { JSON_FLAG } from "./table.ts";

const HELP = `
Prints one line per check: ok, warn (judge for yourself) or FAIL, with what to do. Changes nothing.
Among the checks: every table, column and index exists, the stock changes of each pet add up to its quantity, every
order has its stock change, the events of each day are counted, and a search finds every pet and category by name.`;

/** Adds `petstore doctor`. */
export function addDoctorCommand(petstore: Command): void {
  const command = petstore
    .command("doctor")
    .description("check the data; the service may run; exits with 1 if something is wrong")
    .option(...JSON_FLAG)
    .addHelpText("after", HELP)
    .action(async ({ json, ...flags }: Flags & { json?: true }) => {
      const { databaseUrl } = readConfig(flags);
      const { diagnose } = await import("./diagnosis.ts");
      if (!json) process.stdout.write(`${redactUrl(databaseUrl)}\n`);
      let failed = 0;
      for await (const finding of diagnose(databaseUrl, clock())) {
        process.stdout.write(`${json ? printable(finding) : describe(finding)}\n`);
        if (finding.level === "FAIL") failed += 1;
      }
      if (failed > 0) throw new Error(`${formatCount(failed, "check")} failed`);
    });
  addSettings(command, ["databaseUrl"]);
}

/** As soon as it is found: some checks take seconds. */
function describe(finding: Finding): string {
  const { level, check, text } = finding;
  const remedy = level === "FAIL" ? `: ${finding.remedy}` : "";
  return `${level.padEnd(4)}  ${check.padEnd(11)}  ${text}${remedy}`;
}
