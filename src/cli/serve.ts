import { writeSync } from "node:fs";
import type { Config } from "../config.ts";
import { redactUrl } from "../config.ts";
import { claimPort, originOf, prepareStore, serve } from "../server.ts";
import { withProgress } from "./progress.ts";

/** Runs the service until SIGTERM or SIGINT, then stops it gracefully. */
export async function serveUntilStopped(config: Config): Promise<void> {
  const stopped = new Promise<NodeJS.Signals>((resolve) => {
    process.once("SIGTERM", resolve);
    process.once("SIGINT", resolve);
  });
  if (config.workers > 1) return superviseUntilStopped(config, stopped);
  const service = await withProgress((report) => serve(config, undefined, report));
  print(announcement(config, service.origin) + keyNotice(service.firstKey));
  print(farewell(config, await stopped));
  await service.stop();
}

/** Runs several processes that share the port. This one serves no requests: it starts, replaces and stops the others. */
async function superviseUntilStopped(given: Config, stopped: Promise<NodeJS.Signals>): Promise<void> {
  const config = { ...given, port: await claimPort(given) };
  // Before anything can fail: the key is never shown again.
  print(keyNotice(await withProgress((report) => prepareStore(config, report))));
  const { Supervisor } = await import("./supervisor.ts");
  const supervisor = new Supervisor(config);
  const announce = () => print(announcement(config, originOf(config, config.port)));
  supervisor.allListen.then(announce, () => {});
  try {
    print(farewell(config, await Promise.race([stopped, supervisor.failed])));
  } finally {
    await supervisor.stop();
  }
}

/** Prints to stderr, so that stdout has only log lines. */
function print(text: string): void {
  try {
    writeSync(2, text);
  } catch {
    // Nobody reads stderr, which is no reason to end the service.
  }
}

function farewell({ shutdownTimeoutSeconds }: Config, signal: NodeJS.Signals): string {
  return `petstore: ${signal}, finishing requests in flight (at most ${shutdownTimeoutSeconds} s)\n`;
}

function announcement(config: Config, origin: string): string {
  const workers = config.workers > 1 ? `, ${config.workers} workers` : "";
  return `petstore listens on ${origin}/v1 (${config.environment}${workers})
  console    ${origin}/console
  reference  ${origin}/docs
  data       ${redactUrl(config.databaseUrl)}
`;
}

function keyNotice(firstKey: string | undefined): string {
  if (firstKey === undefined) return "";
  return `
  The first API key, with every scope. It is shown only this once:

    ${firstKey}

`;
}
