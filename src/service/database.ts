/* Opens the configured store, for the service and for commands. */

import { Failure } from "../contract/errors/errors.ts";
import type { Store } from "../core/ports.ts";
import type { EngineOptions } from "../store/engine.ts";
import { StandbyError } from "../store/engine.ts";
import { openStore } from "../store/index.ts";
import type { Upgrades } from "../store/schema/migrate.ts";
import { SchemaError } from "../store/schema/record.ts";
import { redactUrl } from "../store/url.ts";
import { clock } from "./runtime.ts";
import { type Config, ConfigError } from "./settings/settings.ts";

/** Engine options of a serving process; commands pass none. */
export type ServingOptions = Partial<Pick<EngineOptions, "observer" | "serves" | "end">> & Upgrades;

/** Opens the store. Throws a one-line error without the password, after the configured wait at most. */
export async function openDatabase(config: Config, serving?: ServingOptions): Promise<Store & AsyncDisposable> {
  const isCommand = serving !== undefined && "mayUpgrade" in serving;
  const { databaseUrl, maxQueuedWrites, databaseConnections, databaseWaitSeconds, statementTimeoutSeconds } = config;
  try {
    const options = {
      maxQueuedWrites,
      connections: databaseConnections,
      waitMs: databaseWaitSeconds * 1000,
      statementMs: statementTimeoutSeconds * 1000,
      readUrls: isCommand ? [] : config.databaseReadUrls,
      readLagMs: config.readLagMaxSeconds * 1000,
      ...serving,
    };
    return await openStore(databaseUrl, clock(), options);
  } catch (error) {
    if (error instanceof SchemaError) throw error;
    if (error instanceof StandbyError) throw new ConfigError(`DATABASE_READ_URL: ${error.message}`);
    throw new Error(`cannot open ${redactUrl(databaseUrl)}: ${reasonOf(error)}`);
  }
}

/**
 * The cause of a failure, for the operator. The failure's own message is for clients, and the driver's names neither operation nor
 * database.
 */
export function reasonOf(error: unknown): string {
  const reason = error instanceof Failure && error.cause !== undefined ? error.cause : error;
  if (
    reason instanceof Error &&
    /^(?:Failed to connect|Connection (?:closed|timeout)|The operation timed out)/i.test(reason.message)
  ) {
    return "no database server answers there. Check the host and the port of the URL, and that the server runs";
  }
  return reason instanceof Error ? reason.message : String(reason);
}
