import { ConfigError, readConfig } from "../config.ts";
import { EXIT, UsageError } from "./exit.ts";

/** Runs the program with these arguments and answers its exit code. */
export async function run(args: readonly string[]): Promise<number> {
  const line = args.join(" ");
  try {
    // Where nothing is to be parsed, the parser and the other commands would only take a sixth of the start.
    if (args.length === 0 || line === "serve") await (await import("./serve.ts")).serveUntilStopped(readConfig());
    else if (line === "worker") await (await import("./worker.ts")).work();
    else return await (await import("./program.ts")).runCommand(args);
    return EXIT.fine;
  } catch (error) {
    process.stderr.write(`petstore: ${explain(error)}\n`);
    return error instanceof ConfigError || error instanceof UsageError ? EXIT.wrongUse : EXIT.failed;
  }
}

/** What an operator needs to read of an error: its message, and the cause behind it. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : "";
  return `${error.message}${cause}`;
}
