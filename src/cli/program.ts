import { Command, CommanderError } from "commander";
import manifest from "../../package.json" with { type: "json" };
import { type Config, readConfig, settings } from "../config.ts";
import { backupCommand, restoreCommand } from "./backup.ts";
import { addSettings } from "./command.ts";
import { copyCommand } from "./copy.ts";
import { doctorCommand } from "./doctor.ts";
import { EXIT } from "./exit.ts";
import { exportCommand } from "./export.ts";
import { importCommand } from "./import.ts";
import { keysCommand } from "./keys.ts";

/** Runs the command that the arguments name and answers its exit code. */
export async function runCommand(args: readonly string[]): Promise<number> {
  try {
    await program().parseAsync(args, { from: "user" });
    return EXIT.fine;
  } catch (error) {
    // commander has printed its own: help and version are fine, everything else is wrong use.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.fine : EXIT.wrongUse;
    throw error;
  }
}

function program(): Command {
  const petstore = new Command("petstore")
    .description("Publishes the animals of a pet shop or shelter and keeps their stock: an HTTP/JSON service.")
    .version(manifest.version, "-v, --version", "print the version")
    .helpOption("-h, --help", "print this help, or that of a command")
    .exitOverride()
    .showHelpAfterError("Run `petstore help` for what it can do.")
    .addHelpText("after", EXAMPLES);

  const serve = petstore
    .command("serve", { isDefault: true })
    .description("run the service (the default command)")
    .action(async (flags: Record<string, string>) => (await import("./serve.ts")).serveUntilStopped(readConfig(flags)));
  addSettings(serve, Object.keys(settings) as (keyof Config)[]);

  const data = [backupCommand(), restoreCommand(), doctorCommand(), exportCommand(), importCommand(), copyCommand()];
  for (const command of [keysCommand(), ...data]) petstore.addCommand(command);

  petstore
    .command("openapi")
    .description("print the OpenAPI document of the interface")
    .action(async (flags: Record<string, string>) => (await import("./openapi.ts")).printDocument(readConfig(flags)));
  return petstore;
}

const EXAMPLES = `
Examples:
  petstore                                       run the service on http://127.0.0.1:8080
  petstore serve --port 9000                     the same on another port
  petstore keys create --name kiosk --scopes pets:read,inventory:read --expires 90d
  petstore keys list                             who may call the service
  petstore backup /backups/today.db              a copy of the data, while the service runs
  petstore import animals.csv                    add many animals at once
  petstore copy --from sqlite://./data/petstore.db --to postgres://user:password@host/petstore
  petstore openapi > openapi.json                the contract, for client generators

Every setting of \`serve\` is an environment variable too: see \`petstore serve --help\`.
Exit codes: 0 fine, 1 failed, 2 wrong use or configuration.`;
