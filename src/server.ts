/* The composition root: configuration -> store -> application -> server -> drain. */
import type { Config } from "./config.ts";
import { openApi } from "./contract/openapi.ts";
import { purgeAnswers } from "./core/idempotency.ts";
import { Keyring } from "./core/keyring.ts";
import { createFirstKey } from "./core/keys.ts";
import type { Store } from "./core/ports.ts";
import { openDatabase } from "./database.ts";
import { type AppParts, createApp } from "./http/app.ts";
import { clientAddress } from "./http/client-address.ts";
import { type Figures, metrics } from "./http/metrics.ts";
import type { Log } from "./http/observe.ts";
import { reference } from "./http/reference.ts";
import type { HttpHandler } from "./http1/message.ts";
import { type HttpServer, listen } from "./http1/server.ts";
import { createLog, logsRequests } from "./log.ts";
import { clock, secrets } from "./runtime.ts";
import { readTls, type Tls } from "./tls.ts";

/** How often the last use of keys is written. */
const USES_WRITTEN_MS = 10_000;

/** How often the answers to requests with an Idempotency-Key are forgotten that are too old. */
const PURGE_MS = 3_600_000;

export interface RunningService {
  /** Where it listens, such as `http://127.0.0.1:8080`. */
  readonly origin: string;
  /** The first key of a new store: shown now or never. */
  readonly firstKey: string | undefined;
  /** What this process has measured. */
  figures(): Figures;
  /** Stops accepting, finishes what is in flight within the configured time, closes the store. */
  stop(): Promise<void>;
}

export type { Figures };

/** What one of several processes on one port is told. */
export interface WorkerPlace {
  readonly number: number;
  /** The supervisor's stdout is a terminal. */
  readonly isTerminal: boolean;
  /** What all workers have measured; undefined when the supervisor does not answer. */
  gather(): Promise<readonly Figures[] | undefined>;
}

/** Runs the service. Throws when the store cannot be opened or the port is taken. */
export async function serve(config: Config, worker?: WorkerPlace): Promise<RunningService> {
  const tls = await readTls(config);
  const log = createLog(config.logLevel, worker);
  const measured = metrics(worker?.number);
  const store = await openDatabase(config, measured);
  const keyring = new Keyring(store, config.apiKey === "" ? undefined : secrets.sha256(config.apiKey));

  const server = listenOn(config, worker !== undefined, tls, {
    answer: (request) => app.answer(request),
    refuse: (error) => app.refuse(error),
    failed: (error) => app.failed(error),
  });
  const origin = originOf(config, server.port);
  const baseUrl = baseUrlOf(config, origin);
  const app = createApp({
    store,
    keyring,
    log,
    metrics: measured,
    // Without the others' figures, when the supervisor does not answer, this one's are better than none.
    gatherFigures: async () => (await worker?.gather()) ?? [measured.figures()],
    clock,
    newId: () => crypto.randomUUID(),
    instance: crypto.randomUUID(),
    sha256: secrets.sha256,
    baseUrl,
    referenceUrl: new URL("/docs", baseUrl).href,
    document: documentOf(config),
    reference: reference(),
    corsOrigins: config.corsOrigins,
    rateLimit: config.rateLimit,
    maxInFlight: config.maxInFlight,
    bodyTimeoutMs: config.bodyTimeoutSeconds * 1000,
    hasTls: tls !== undefined,
    ...clientsOf(config, logsRequests(config.logLevel)),
  });
  const endHousekeeping = housekeeping(store, keyring, log);

  async function stop(): Promise<void> {
    const late = setTimeout(() => server.terminate(), config.shutdownTimeoutSeconds * 1000);
    await server.stop();
    clearTimeout(late);
    await endHousekeeping();
    await store.close();
  }

  const running = { origin, firstKey: undefined, figures: measured.figures, stop };
  if (worker !== undefined) return running;
  // Only now: a start that fails, because the port is taken say, must not use up the key that is shown once.
  try {
    return { ...running, firstKey: await firstKeyOf(store, config) };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** How clients' addresses are told, when lines are logged: asking the runtime takes a microsecond for each request. */
function clientsOf({ trustProxy }: Config, isLogged: boolean): Pick<AppParts, "clientOf"> {
  return isLogged ? { clientOf: clientAddress(trustProxy) } : {};
}

/** What is done from time to time beside the requests. Answers how to end it. */
function housekeeping(store: Store, keyring: Keyring, log: Log): () => Promise<void> {
  const writeUses = () =>
    keyring.writeUses(clock()).catch((err: unknown) => log.warn({ err }, "uses of keys not written"));
  const purge = () =>
    purgeAnswers(store, clock()).catch((err: unknown) => log.warn({ err }, "old answers not forgotten"));
  const timers = [setInterval(writeUses, USES_WRITTEN_MS), setInterval(purge, PURGE_MS)];
  return () => {
    for (const timer of timers) clearInterval(timer);
    return writeUses();
  };
}

function listenOn(
  { host, port, maxConnections }: Config,
  isShared: boolean,
  tls: Tls | undefined,
  handler: HttpHandler,
): HttpServer {
  try {
    return listen({ hostname: host, port, isShared, connectionsMax: maxConnections, tls, handler });
  } catch (error) {
    throw cannotListen({ host, port }, error);
  }
}

/** The runtime's own message has no reason. */
function cannotListen({ host, port }: Pick<Config, "host" | "port">, error: unknown): Error {
  const { code, message } = error as NodeJS.ErrnoException;
  const reason = code === "EADDRINUSE" ? "the port is in use" : (code ?? message);
  return new Error(`cannot listen on ${host}, port ${port}`, { cause: new Error(reason, { cause: error }) });
}

/**
 * Takes the port for a moment without sharing it: workers would share it with another service that does, and 0 has to
 * become the same number for all.
 */
export async function claimPort({ host, port }: Config): Promise<number> {
  try {
    const probe = Bun.listen({
      hostname: host,
      port,
      socket: { open: (socket) => void socket.terminate(), data() {} },
    });
    probe.stop(true);
    return probe.port;
  } catch (error) {
    throw cannotListen({ host, port }, error);
  }
}

/** Makes the store ready for the workers: the schema, and the first key of a new store, which is answered. */
export async function prepareStore(config: Config): Promise<string | undefined> {
  const store = await openDatabase(config);
  try {
    return await firstKeyOf(store, config);
  } finally {
    await store.close();
  }
}

async function firstKeyOf(store: Store, { apiKey, environment }: Config): Promise<string | undefined> {
  if (apiKey !== "") return undefined;
  return (await createFirstKey(store, environment, clock(), secrets))?.text;
}

/** The address that absolute links start with. */
function baseUrlOf({ environment, baseUrl, stagingBaseUrl }: Config, origin: string): string {
  return (environment === "staging" ? stagingBaseUrl : baseUrl) || `${origin}/v1`;
}

/** Where a person or a client on this machine reaches the server. */
export function originOf({ host, tlsCert }: Config, port: number | undefined): string {
  const isEverywhere = host === "0.0.0.0" || host === "::";
  return `${tlsCert === "" ? "http" : "https"}://${isEverywhere ? "localhost" : host.includes(":") ? `[${host}]` : host}:${port}`;
}

/** The published document with this configuration's addresses, rendered when it is first asked for. */
function documentOf({ baseUrl, stagingBaseUrl }: Config): () => string {
  let text: string | undefined;
  return () => (text ??= openApi({ baseUrl: baseUrl || undefined, stagingBaseUrl: stagingBaseUrl || undefined }));
}
