import { UsageError } from "../files/problems/usage-error.ts";
import { ConfigError, readConfig } from "../service/settings/settings.ts";
import { explainFullDisk, explainPermission } from "../store/permissions.ts";

/** Exit codes of the program. */
const EXIT = { ok: 0, failed: 1, usage: 2 } as const;

/** Runs the program with these arguments and returns its exit code. */
export async function run(args: readonly string[]): Promise<number> {
  const line = args.join(" ");
  try {
    // Without arguments, skip the parser and the other commands: loading them takes a sixth of the startup time.
    if (args.length === 0 || line === "serve")
      await (await import("./serve/serve-command.ts")).serveUntilStopped(readConfig());
    else if (line === "convert-photo") await (await import("../photos/apart.ts")).convertInput();
    else {
      process.stdout.on("error", endWithOutput);
      return (await (await import("./program.ts")).runCommand(args)) ? EXIT.ok : EXIT.usage;
    }
    return EXIT.ok;
  } catch (error) {
    process.stderr.write(`petstore: ${explain(error)}\n`);
    return error instanceof ConfigError || error instanceof UsageError ? EXIT.usage : EXIT.failed;
  }
}

/** Ends a command whose output cannot be written, or has no reader any more, as in `petstore doctor | head`. */
function endWithOutput(error: NodeJS.ErrnoException): void {
  if (error.code === "EPIPE") process.exit(EXIT.ok);
  process.stderr.write(`petstore: cannot write to stdout: ${explain(error)}\n`);
  process.exit(EXIT.failed);
}

/** The message of an error and its cause; for a file that cannot be written, also what to do. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const unwritable = explainPermission(error) ?? explainFullDisk(error);
  if (unwritable !== undefined) return unwritable;
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : "";
  return `${error.message}${cause}`;
}
