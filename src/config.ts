/*
 * The configuration: one table of settings. From it come the validation, the flags of the command line, its help and the
 * table in the README. Nothing else reads the environment.
 */
interface Setting<Value> {
  /** The name of the environment variable. */
  readonly name: string;
  /** The flag of the command line. Secrets have none: other users of the machine see command lines. */
  readonly flag?: string;
  readonly fallback: string;
  readonly expected: string;
  readonly meaning: string;
  /** The value that a text means, or undefined when it is not what is expected. */
  readonly read: (text: string) => Value | undefined;
}

const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "silent"] as const;
const ENVIRONMENTS = ["production", "staging"] as const;
const API_KEY_MIN = 32;

export const settings = {
  port: whole("PORT", "port", 8080, 0, 65_535, "Port to listen on; 0 takes a free one"),
  host: {
    name: "HOST",
    flag: "host",
    fallback: "127.0.0.1",
    expected: "an address or a host name",
    meaning: "Address to listen on; 0.0.0.0 for all",
    read: (text) => (/^[\w.:-]+$/.test(text) ? text : undefined),
  },
  databaseUrl: {
    name: "DATABASE_URL",
    flag: "database-url",
    fallback: "sqlite://./data/petstore.db",
    expected: "sqlite://./relative/path.db, sqlite:///absolute/path.db or postgres://user:password@host:port/database",
    meaning: "Where the data is",
    read: (text) => (/^(?:sqlite|postgres(?:ql)?):\/\/(?!:memory:).+$/.test(text) ? text : undefined),
  },
  databaseConnections: whole(
    "DATABASE_CONNECTIONS",
    "database-connections",
    10,
    1,
    1000,
    "Connections to PostgreSQL, for each worker",
  ),
  databaseWaitSeconds: whole(
    "DATABASE_WAIT",
    "database-wait",
    5,
    1,
    3600,
    "Seconds that work waits for the database: for a connection, or for another process's lock",
  ),
  statementTimeoutSeconds: whole(
    "STATEMENT_TIMEOUT",
    "statement-timeout",
    10,
    1,
    3600,
    "Seconds that one statement may take on PostgreSQL",
  ),
  workers: whole("WORKERS", "workers", 1, 1, 256, "Processes that share the port, for machines with several cores"),
  environment: {
    ...oneOf(
      "PETSTORE_ENVIRONMENT",
      "environment",
      "production",
      ENVIRONMENTS,
      "Which environment this is: decides the prefix of keys and the base address",
    ),
  },
  baseUrl: address(
    "PETSTORE_BASE_URL",
    "base-url",
    "Address of production, as clients reach it; unset: where it listens",
  ),
  stagingBaseUrl: address("PETSTORE_STAGING_BASE_URL", "staging-base-url", "Address of staging, as clients reach it"),
  tlsCert: fileName("TLS_CERT", "tls-cert", "File with the certificate chain (PEM): the service speaks HTTPS itself"),
  tlsKey: fileName("TLS_KEY", "tls-key", "File with the private key of TLS_CERT (PEM, no passphrase)"),
  trustProxy: whole(
    "TRUST_PROXY",
    "trust-proxy",
    0,
    0,
    10,
    "Proxies in front of it whose X-Forwarded-For tells the client's address in the log",
  ),
  apiKey: {
    name: "PETSTORE_API_KEY",
    fallback: "",
    expected: `at least ${API_KEY_MIN} characters without white space`,
    meaning: "A key with every scope, for automation",
    read: (text) => (text === "" || new RegExp(`^\\S{${API_KEY_MIN},}$`).test(text) ? text : undefined),
  },
  rateLimit: whole(
    "RATE_LIMIT",
    "rate-limit",
    1000,
    0,
    1_000_000,
    "Requests a second for each key, bursts of twice as many; 0 for no limit",
  ),
  corsOrigins: {
    name: "CORS_ORIGINS",
    flag: "cors-origins",
    fallback: "",
    expected: "origins such as https://shop.example, separated by commas",
    meaning: "Origins whose pages may call the service from a browser",
    read: readOrigins,
  },
  logLevel: oneOf("LOG_LEVEL", "log-level", "info", LOG_LEVELS, "Least severe log lines that are written"),
  maxInFlight: whole("MAX_IN_FLIGHT", "max-in-flight", 1024, 1, 1_000_000, "Requests answered at once; more get 503"),
  maxConnections: whole(
    "MAX_CONNECTIONS",
    "max-connections",
    10_000,
    1,
    1_000_000,
    "Connections open at once, for each worker; more get 503 and are closed",
  ),
  maxQueuedWrites: whole(
    "MAX_QUEUED_WRITES",
    "max-queued-writes",
    10_000,
    1,
    1_000_000,
    "Writes that wait for the disk; more get 503",
  ),
  bodyTimeoutSeconds: whole("BODY_TIMEOUT", "body-timeout", 10, 1, 25, "Seconds that a body may take to arrive"),
  shutdownTimeoutSeconds: whole(
    "SHUTDOWN_TIMEOUT",
    "shutdown-timeout",
    10,
    0,
    3600,
    "Seconds that requests in flight have to finish after SIGTERM",
  ),
} as const satisfies Record<string, Setting<unknown>>;

type Settings = typeof settings;
type Name = keyof Settings;

/** What the service runs with. */
export type Config = { readonly [S in Name]: Exclude<ReturnType<Settings[S]["read"]>, undefined> };

/** What the operator gave is not what the settings expect. The message names each one. */
export class ConfigError extends Error {}

/** Reads the configuration; a flag wins over the environment. Everything that is wrong is reported together. */
export function readConfig(
  flags: Readonly<Partial<Record<Name, string>>> = {},
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Config {
  const wrong: string[] = [];
  const entries = (Object.entries(settings) as [Name, Setting<unknown>][]).map(([key, setting]) => {
    const text = flags[key] ?? environment[setting.name]?.trim();
    const value = setting.read(text === undefined || text === "" ? setting.fallback : text);
    if (value === undefined) {
      const got = setting.flag === undefined ? `${text?.length} characters` : JSON.stringify(redactUrl(text ?? ""));
      const name = flags[key] === undefined ? setting.name : `--${setting.flag}`;
      wrong.push(`${name}: expected ${setting.expected}; got ${got}`);
    }
    return [key, value];
  });
  const config = Object.fromEntries(entries) as Config;
  if ((config.tlsCert === "") !== (config.tlsKey === "")) {
    const given = config.tlsCert === "" ? "TLS_KEY" : "TLS_CERT";
    wrong.push(`TLS_CERT, TLS_KEY: expected both or none; got only ${given}`);
  }
  if (wrong.length > 0) throw new ConfigError(wrong.join("\n"));
  return Object.freeze(config);
}

/** A text that may be a URL, without the password in it: up to the last `@`, since a careless one has some of its own. */
export function redactUrl(text: string): string {
  return text.replace(/(:\/\/[^:/@]*):.*@/s, "$1:***@").replace(/([?&]password=)[^&]*/gi, "$1***");
}

function whole<const Key extends string>(
  name: Key,
  flag: string,
  fallback: number,
  least: number,
  most: number,
  meaning: string,
): Setting<number> & { readonly flag: string } {
  return {
    name,
    flag,
    fallback: String(fallback),
    expected: `a whole number from ${least} to ${most}`,
    meaning,
    read: (text) =>
      /^\d{1,15}$/.test(text) && Number(text) >= least && Number(text) <= most ? Number(text) : undefined,
  };
}

function oneOf<const Choice extends string>(
  name: string,
  flag: string,
  fallback: Choice,
  choices: readonly Choice[],
  meaning: string,
): Setting<Choice> & { readonly flag: string } {
  return {
    name,
    flag,
    fallback,
    expected: `one of ${choices.join(", ")}`,
    meaning,
    read: (text) => choices.find((choice) => choice === text),
  };
}

/** Unset is the empty text. Whether the file is there is seen when it is read. */
function fileName(name: string, flag: string, meaning: string): Setting<string> & { readonly flag: string } {
  return { name, flag, fallback: "", expected: "the name of a file", meaning, read: (text) => text };
}

/** Decision D25: both addresses end in the path segment of version 1. Unset is the empty text. */
function address(name: string, flag: string, meaning: string): Setting<string> & { readonly flag: string } {
  return {
    name,
    flag,
    fallback: "",
    expected: "an address that ends in /v1, such as https://pets.example/v1",
    meaning,
    read: (text) => (text === "" || (/^https?:\/\/[^\s?#]+\/v1$/.test(text) && URL.canParse(text)) ? text : undefined),
  };
}

function readOrigins(text: string): readonly string[] | undefined {
  const origins = text
    .split(",")
    .map((origin) => origin.trim())
    .filter((origin) => origin !== "");
  return origins.every((origin) => URL.canParse(origin) && new URL(origin).origin === origin) ? origins : undefined;
}
