import { writeSync } from "node:fs";
import type { Config } from "../config.ts";
import { redactUrl } from "../config.ts";
import { claimPort, originOf, prepareStore, serve } from "../server.ts";

/** Runs the service until SIGTERM or SIGINT, then lets it finish. */
export async function serveUntilStopped(config: Config): Promise<void> {
  const stopped = new Promise<NodeJS.Signals>((resolve) => {
    process.once("SIGTERM", resolve);
    process.once("SIGINT", resolve);
  });
  if (config.workers > 1) return superviseUntilStopped(config, stopped);
  const service = await serve(config);
  sayAtOnce(announcement(config, service.origin) + keyNotice(service.firstKey));
  say(farewell(config, await stopped));
  await service.stop();
}

/** Several processes that share the port. This one answers no request: it starts the others and replaces those that end. */
async function superviseUntilStopped(given: Config, stopped: Promise<NodeJS.Signals>): Promise<void> {
  const config = { ...given, port: await claimPort(given) };
  // Before anything can fail: the key is not shown again.
  say(keyNotice(await prepareStore(config)));
  const { Supervisor } = await import("./supervisor.ts");
  const crew = new Supervisor(config);
  const announce = () => say(announcement(config, originOf(config, config.port)));
  crew.allListen.then(announce, () => {});
  try {
    say(farewell(config, await Promise.race([stopped, crew.failed])));
  } finally {
    await crew.stop();
  }
}

/** Says something on stderr, so that stdout has log lines only. */
function say(text: string): void {
  // A terminal that is gone, or a pipe that nobody reads, is no reason to end requests in the middle.
  if (process.stderr.listenerCount("error") === 0) process.stderr.on("error", () => {});
  process.stderr.write(text);
}

/** The same at the start, where loading `process.stderr` would take longer than opening the database. */
function sayAtOnce(text: string): void {
  try {
    writeSync(2, text);
  } catch {
    // See above.
  }
}

function farewell({ shutdownTimeoutSeconds }: Config, signal: NodeJS.Signals): string {
  return `petstore: ${signal}, finishing what is in flight (at most ${shutdownTimeoutSeconds} s)\n`;
}

function announcement(config: Config, origin: string): string {
  const workers = config.workers > 1 ? `, ${config.workers} workers` : "";
  return `petstore listens on ${origin}/v1 (${config.environment}${workers})
  data       ${redactUrl(config.databaseUrl)}
  reference  ${origin}/docs
`;
}

function keyNotice(firstKey: string | undefined): string {
  if (firstKey === undefined) return "";
  return `
  The first API key, with every scope. It is shown this once and stored nowhere:

    ${firstKey}

`;
}
