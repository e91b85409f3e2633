/* The composition root: configuration -> store -> application -> server -> drain. */
import { randomUUID } from "node:crypto";
import type { Config } from "./config.ts";
import { openApi } from "./contract/openapi.ts";
import { purgeAnswers } from "./core/idempotency.ts";
import { Keyring } from "./core/keyring.ts";
import { createFirstKey } from "./core/keys.ts";
import { createApp } from "./http/app.ts";
import { metrics } from "./http/metrics.ts";
import { reference } from "./http/reference.ts";
import { createLog } from "./log.ts";
import { clock, secrets } from "./runtime.ts";
import { openStore } from "./store/index.ts";

/**
 * The runtime closes a connection on which nothing moves for so long, without an answer. Longer than a body may take, so
 * that a slow body gets its 408. It also ends a stream whose reader stands still.
 */
const IDLE_SECONDS = 30;

/** How often the last use of keys is written. */
const USES_WRITTEN_MS = 10_000;

/** How often the answers to requests with an Idempotency-Key are forgotten that are too old. */
const PURGE_MS = 3_600_000;

export interface RunningService {
  /** Where it listens, such as `http://127.0.0.1:8080`. */
  readonly origin: string;
  /** The first key of a new store: shown now or never. */
  readonly firstKey: string | undefined;
  /** Stops accepting, finishes what is in flight within the configured time, closes the store. */
  stop(): Promise<void>;
}

/** Runs the service. Throws when the store cannot be opened or the port is taken. */
export async function serve(config: Config): Promise<RunningService> {
  const log = createLog(config.logLevel);
  const measured = metrics();
  const store = await openStore(config.databaseUrl, clock(), { queueMax: config.queueMax, observer: measured });
  const configured = config.apiKey === "" ? undefined : secrets.sha256(config.apiKey);
  const keyring = new Keyring(store, configured);

  const server = listen(config, (request) => app.fetch(request));
  const origin = originOf(config.host, server.port);
  const { environment, stagingBaseUrl } = config;
  const baseUrl = (environment === "staging" ? stagingBaseUrl : config.baseUrl) || `${origin}/v1`;
  const app = createApp({
    store,
    keyring,
    log,
    metrics: measured,
    clock,
    newId: randomUUID,
    instance: randomUUID(),
    sha256: secrets.sha256,
    baseUrl,
    referenceUrl: new URL("/docs", baseUrl).href,
    document: documentOf(config),
    reference: reference(),
    corsOrigins: config.corsOrigins,
    rateLimit: config.rateLimit,
    inFlightMax: config.inFlightMax,
    bodyTimeoutMs: config.bodyTimeoutSeconds * 1000,
  });

  const writeUses = () =>
    keyring.writeUses(clock()).catch((err: unknown) => log.warn({ err }, "uses of keys not written"));
  const purge = () =>
    purgeAnswers(store, clock()).catch((err: unknown) => log.warn({ err }, "old answers not forgotten"));
  const timers = [setInterval(writeUses, USES_WRITTEN_MS), setInterval(purge, PURGE_MS)];

  async function stop(): Promise<void> {
    for (const timer of timers) clearInterval(timer);
    const late = setTimeout(() => server.stop(true), config.drainSeconds * 1000);
    await server.stop();
    clearTimeout(late);
    await writeUses();
    await store.close();
  }

  if (configured !== undefined) return { origin, firstKey: undefined, stop };
  // Only now: a start that fails, because the port is taken say, must not use up the key that is shown once.
  try {
    const made = await createFirstKey(store, config.environment, clock(), secrets);
    return { origin, firstKey: made?.text, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function listen({ host, port }: Config, answer: (request: Request) => Promise<Response>) {
  try {
    return Bun.serve({
      hostname: host,
      port,
      idleTimeout: IDLE_SECONDS,
      // The application counts bodies itself: the runtime's own refusal has no Error body.
      maxRequestBodySize: Number.MAX_SAFE_INTEGER,
      development: false,
      fetch: answer,
    });
  } catch (cause) {
    throw new Error(`cannot listen on ${host}, port ${port}`, { cause });
  }
}

/** Where a person or a client on this machine reaches the server. */
function originOf(host: string, port: number | undefined): string {
  const isEverywhere = host === "0.0.0.0" || host === "::";
  return `http://${isEverywhere ? "localhost" : host.includes(":") ? `[${host}]` : host}:${port}`;
}

/** The published document with this configuration's addresses, rendered when it is first asked for. */
function documentOf({ baseUrl, stagingBaseUrl }: Config): () => string {
  let text: string | undefined;
  return () => (text ??= openApi({ baseUrl: baseUrl || undefined, stagingBaseUrl: stagingBaseUrl || undefined }));
}
