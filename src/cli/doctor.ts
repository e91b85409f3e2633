import type { Command } from "commander";
import { readConfig, redactUrl } from "../config.ts";
import { clock } from "../runtime.ts";
import { formatCount } from "./progress.ts";
import { addSettings, type Flags } from "./settings-flags.ts";

const HELP = `
Prints one line per check: ok, warn (judge for yourself) or FAIL. Changes nothing.
Among the checks: the stock changes of each pet add up to its quantity, no quantity is negative, every open order has
its pet, and every pet and category is found by its name.`;

/** Adds `petstore doctor`. */
export function addDoctorCommand(petstore: Command): void {
  const command = petstore
    .command("doctor")
    .description("check the data, even while the service runs; exits with 1 when something is wrong")
    .addHelpText("after", HELP)
    .action(async (flags: Flags) => {
      const { databaseUrl } = readConfig(flags);
      const { diagnose } = await import("../ops/doctor.ts");
      process.stdout.write(`${redactUrl(databaseUrl)}\n`);
      let failed = 0;
      for await (const { level, check, text } of diagnose(databaseUrl, clock())) {
        process.stdout.write(`${level.padEnd(4)}  ${check.padEnd(11)}  ${text}\n`);
        if (level === "FAIL") failed += 1;
      }
      if (failed > 0) throw new Error(`${formatCount(failed, "check")} failed`);
    });
  addSettings(command, ["databaseUrl"]);
}
