import { claimPort, prepareStore, serve, stopMsOf } from "../service/compose.ts";
import type { Config } from "../service/config.ts";
import { databaseExists } from "../service/existing-database.ts";
import { createLog } from "../service/log.ts";
import { originOf } from "../service/origin.ts";
import { announceKey, announceLan, announceStart, announceStop } from "./announcement.ts";
import { stopSignal } from "./interruption.ts";

/** Runs the service until SIGTERM or SIGINT, then stops it gracefully. `isOnLan` also shows the address for other devices. */
export async function serveUntilStopped(config: Config, isOnLan = false): Promise<void> {
  const stopped = stopSignal();
  if (config.workers > 1) return superviseUntilStopped(config, stopped, isOnLan);
  // Before the database is opened: a start that fails for the port must not upgrade it.
  await claimPort(config);
  const isNewDatabase = !databaseExists(config.databaseUrl);
  const service = await serve(config);
  // Before anything can fail: the key is never shown again.
  announceKey(config, service.firstKey, service.origin);
  announceStart(config, service.origin, isNewDatabase, service.log);
  if (isOnLan) await announceLan(config);
  announceStop(config, await stopped, service.log);
  // A database that does not respond must not hold up the end.
  setTimeout(() => process.exit(), stopMsOf(config)).unref();
  await service.stop();
}

/** Runs several processes that share the port. This one serves no requests: it starts, replaces and stops the others. */
async function superviseUntilStopped(given: Config, stopped: Promise<NodeJS.Signals>, isOnLan: boolean): Promise<void> {
  const config = { ...given, port: await claimPort(given) };
  const isNewDatabase = !databaseExists(config.databaseUrl);
  const firstKey = await prepareStore(config);
  announceKey(config, firstKey, originOf(config, config.port));
  const log = await createLog(config.logLevel);
  const { Supervisor } = await import("../service/workers/supervisor.ts");
  const supervisor = new Supervisor(config);
  const announce = () => {
    announceStart(config, originOf(config, config.port), isNewDatabase, log);
    return isOnLan ? announceLan(config) : undefined;
  };
  supervisor.allListen.then(announce, () => {});
  try {
    announceStop(config, await Promise.race([stopped, supervisor.failed]), log);
  } finally {
    await supervisor.stop();
  }
}
