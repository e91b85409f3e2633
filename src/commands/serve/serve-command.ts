import { claimPort, serve, stopMsOf } from "../../service/compose.ts";
import { databaseExists } from "../../service/existing-database.ts";
import type { Config } from "../../service/settings/settings.ts";
import { stopSignal } from "../terminal/interruption.ts";
import { announceKey, announceLan, announceStart, announceStop } from "./announcement.ts";

/** Runs the service until SIGTERM or SIGINT, then stops it gracefully. `isOnLan` also prints the URL for other devices. */
export async function serveUntilStopped(config: Config, isOnLan = false): Promise<void> {
  const stopped = stopSignal();
  // Before the database is opened: a start that fails because of the port must not upgrade it.
  await claimPort(config);
  const isNewDatabase = !databaseExists(config.databaseUrl);
  const service = await serve(config);
  // Before anything can fail: the key is never shown again.
  announceKey(config, service.firstKey, service.origin);
  announceStart(config, service.origin, isNewDatabase, service);
  if (isOnLan) await announceLan(config);
  announceStop(config, await stopped, service.log);
  // A database that does not respond must not block the exit.
  setTimeout(() => process.exit(), stopMsOf(config)).unref();
  await service.stop();
}
