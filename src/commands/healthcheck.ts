import type { Command } from "commander";
import { readConfig } from "../service/config.ts";
import { addSettings, type Flags } from "./settings-flags.ts";

/** How much longer than the service waits for its database, in milliseconds. */
const MARGIN_MS = 1000;

const HELP = `
Prints the address and exits with 0 when the service is ready; otherwise it says why, and exits with 1. Takes the
environment and the flags of \`petstore serve\`.`;

/** Adds `petstore healthcheck`. */
export function addHealthcheckCommand(petstore: Command): void {
  const command = petstore
    .command("healthcheck")
    .description("check whether the service on this machine is ready")
    .addHelpText("after", HELP)
    .action(async (flags: Flags) => {
      const { healthcheck } = await import("./health-probe.ts");
      const { host, port, tlsCert, databaseWaitSeconds } = readConfig(flags);
      const timeoutMs = databaseWaitSeconds * 1000 + MARGIN_MS;
      const address = await healthcheck({ host, port, hasTls: tlsCert !== "", timeoutMs });
      process.stdout.write(`ready: ${address}\n`);
    });
  addSettings(command, ["host", "port", "tlsCert", "tlsKey", "databaseWaitSeconds"]);
}
