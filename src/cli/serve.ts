import type { Config } from "../config.ts";
import { hidePassword } from "../config.ts";
import { serve } from "../serve.ts";

/** Runs the service until SIGTERM or SIGINT, then lets it finish. */
export async function serveUntilStopped(config: Config): Promise<void> {
  const stopped = new Promise<NodeJS.Signals>((resolve) => {
    process.once("SIGTERM", resolve);
    process.once("SIGINT", resolve);
  });
  // A terminal that is gone, or a pipe that nobody reads, is no reason to end requests in the middle.
  process.stderr.on("error", () => {});
  const service = await serve(config);
  // On stderr, so that stdout has log lines only.
  process.stderr.write(announcement(config, service.origin, service.firstKey));
  const signal = await stopped;
  process.stderr.write(`petstore: ${signal}, finishing what is in flight (at most ${config.drainSeconds} s)\n`);
  await service.stop();
}

function announcement(config: Config, origin: string, firstKey: string | undefined): string {
  const lines = [
    `petstore listens on ${origin}/v1 (${config.environment})`,
    `  data       ${hidePassword(config.databaseUrl)}`,
    `  reference  ${origin}/docs`,
  ];
  if (firstKey !== undefined) {
    lines.push(
      "",
      "  The first API key, with every scope. It is shown this once and stored nowhere:",
      "",
      `    ${firstKey}`,
      "",
    );
  }
  return `${lines.join("\n")}\n`;
}
