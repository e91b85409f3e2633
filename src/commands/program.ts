import { Command, CommanderError } from "commander";
import manifest from "../../package.json" with { type: "json" };
import { type Config, readConfig, settings } from "../service/settings/settings.ts";
import { addSettings, type Flags } from "./settings-flags.ts";

/** The commands by their first word. Each is loaded on demand, since loading all takes a third of a second. */
const COMMANDS: readonly (readonly [names: string, load: () => Promise<(petstore: Command) => void>])[] = [
  ["keys", async () => (await import("./keys/keys-command.ts")).addKeysCommands],
  ["backup restore", async () => (await import("./backup/backup-command.ts")).addBackupCommands],
  ["doctor", async () => (await import("./doctor/doctor-command.ts")).addDoctorCommand],
  ["demo", async () => (await import("./demo/demo-command.ts")).addDemoCommand],
  ["export", async () => (await import("./export/export-command.ts")).addExportCommand],
  ["import", async () => (await import("./import/import-command.ts")).addImportCommand],
  ["copy", async () => (await import("./backup/copy-command.ts")).addCopyCommand],
  ["events", async () => (await import("./events-command.ts")).addEventsCommand],
  ["webhooks", async () => (await import("./webhooks-command.ts")).addWebhooksCommands],
  ["care", async () => (await import("./care-command.ts")).addCareCommand],
  ["report", async () => (await import("./report-command.ts")).addReportCommand],
  ["deprecations", async () => (await import("./deprecations-command.ts")).addDeprecationsCommand],
  ["healthcheck", async () => (await import("./healthcheck-command.ts")).addHealthcheckCommand],
  ["mcp", async () => (await import("./mcp/mcp-command.ts")).addMcpCommand],
];

/** Runs the command named by the arguments. Returns false if they are wrong, after reporting it. */
export async function runCommand(args: readonly string[]): Promise<boolean> {
  const isServe = args[0]?.startsWith("-") && !/^(?:-h|--help|-v|--version)$/.test(args[0]);
  // Commander's `help` handles only the first level: `help keys create` would print the help of `keys`.
  const asksNested = args[0] === "help" && args.length > 2;
  const parsed = isServe ? ["serve", ...args] : asksNested ? [...args.slice(1), "--help"] : args;
  try {
    await (await program(parsed[0])).parseAsync(parsed, { from: "user" });
    return true;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0;
    throw error;
  }
}

async function program(wanted: string | undefined): Promise<Command> {
  // Commands created with `command()` inherit these settings.
  const petstore = new Command("petstore")
    .description("An HTTP/JSON service for a pet shop or shelter: lists pets, tracks stock and takes orders.")
    .version(manifest.version, "-v, --version", "print the version")
    .helpOption("-h, --help", "print this help, or the help of a command")
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(text.replace(/^error:/, "petstore:")) })
    .showHelpAfterError("Run `petstore help` for all commands.")
    .addHelpText("after", EXAMPLES);

  const serve = petstore
    .command("serve")
    .description("run the service (the default command)")
    .option(
      "--lan",
      "Open the service to the network: listen on it, and show the address for other devices with a QR code",
    )
    .action(async ({ lan, ...flags }: Flags & { lan?: true }) => {
      const config = readConfig(flags);
      const { serveUntilStopped } = await import("./serve/serve-command.ts");
      if (lan === undefined) return serveUntilStopped(config);
      const { onLan } = await import("../service/lan.ts");
      return serveUntilStopped(onLan(config), true);
    });
  addSettings(serve, Object.keys(settings) as (keyof Config)[]);

  const named = COMMANDS.filter(([names]) => names.split(" ").includes(wanted ?? ""));
  const isOwn = wanted === "serve" || wanted === "version" || wanted === "openapi";
  for (const [, load] of isOwn || named.length > 0 ? named : COMMANDS) (await load())(petstore);
  petstore
    .command("version")
    .description("print the version")
    .action(() => void process.stdout.write(`${manifest.version}\n`));
  petstore
    .command("openapi")
    .description("print the OpenAPI document of the interface")
    .action(async () => {
      const { publishedDocument } = await import("../service/published-document.ts");
      const { baseUrl, stagingBaseUrl } = readConfig();
      const addresses = { baseUrl: baseUrl || undefined, stagingBaseUrl: stagingBaseUrl || undefined };
      process.stdout.write(await publishedDocument(addresses));
    });
  return petstore;
}

const EXAMPLES = `
Examples:
  petstore                                       run the service on http://127.0.0.1:8080
  petstore serve --port 9000                     run it on another port
  petstore keys create --name kiosk --scopes pets:read,inventory:read --expires 90d
  petstore keys create --name "Anna, till" --role counter
  petstore keys list                             show who may call the service
  petstore backup /backups/today.db              back up the data while the service runs
  petstore doctor                                check stock, orders, keys and disk
  petstore healthcheck                           check whether the running service is ready
  petstore report sales --by category            what was sold this month
  petstore events --follow                       watch changes as they happen
  petstore deprecations                          show who calls operations that will be removed
  petstore webhooks test 3                       send a signed test message to a webhook
  petstore import pets.csv                       add many pets at once
  petstore copy --from sqlite://./data/petstore.db --to postgres://user:password@host/petstore
  petstore mcp --url https://pets.example/v1     let an assistant use the service
  petstore openapi > openapi.json                save the contract for client generators

Every flag of \`serve\` is also an environment variable: see \`petstore serve --help\`.
Exit codes: 0 success, 1 failure, 2 wrong usage or configuration.`;
