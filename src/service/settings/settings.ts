/*
 * The configuration: one table of settings. Validation, command-line flags, help and docs/operations/settings.md are
 * derived from it. Nothing else reads the environment.
 */
import { z } from "zod";
import { readIntervals } from "../../core/intervals.ts";
import { LOGGED_ADDRESSES } from "../../http/application.ts";
import { redactUrl, sqlitePath } from "../../store/url.ts";
import { baseUrl, fileName, integer, oneOf, origins, readBy, servers, setting } from "./setting-values.ts";
import { shopSettings } from "./shop-settings.ts";

interface Setting {
  /** The name of the environment variable. */
  readonly name: string;
  /** The command-line flag. Secrets have none: other users of the machine can see command lines. */
  readonly flag?: string;
  readonly default: string;
  readonly expected: string;
  readonly description: string;
  /** Parses the text. */
  readonly schema: z.ZodType;
}

const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "silent"] as const;
const ENVIRONMENTS = ["production", "staging"] as const;
const API_KEY_MIN = 32;

/** The longest value that the message about it repeats, in characters. */
const SHOWN_MAX = 200;

export const settings = {
  port: integer("PORT", 8080, 0, 65_535, "Port to listen on; 0 picks a free one"),
  host: setting(
    "HOST",
    "127.0.0.1",
    "an address or a host name",
    "Address to listen on; for all interfaces use 0.0.0.0 and set PETSTORE_BASE_URL, or links will name localhost",
    z.string().regex(/^[\w.:-]+$/),
  ),
  databaseUrl: {
    name: "DATABASE_URL",
    flag: "database-url",
    default: "sqlite://./data/petstore.db",
    expected: "sqlite://./relative/path.db, sqlite:///absolute/path.db or postgres://user:password@host:port/database",
    description: "Where the data is stored",
    schema: z.string().regex(/^(?:sqlite|postgres(?:ql)?):\/\/(?!:memory:).+$/),
  },
  databaseReadUrls: {
    name: "DATABASE_READ_URL",
    flag: "database-read-url",
    default: "",
    expected: "addresses that start with postgres://, of hot standbys of DATABASE_URL, separated by commas",
    description: "Hot standbys that answer lists, reports and the pages for visitors",
    schema: servers,
  },
  readLagMaxSeconds: integer(
    "READ_LAG_MAX",
    10,
    1,
    3600,
    "Seconds that a standby may be behind; one that is further behind is not asked",
  ),
  databaseConnections: integer("DATABASE_CONNECTIONS", 10, 1, 1000, "Connections to PostgreSQL"),
  databaseWaitSeconds: integer(
    "DATABASE_WAIT",
    5,
    1,
    3600,
    "Seconds to wait for the database: for a connection, or for another process's lock",
  ),
  statementTimeoutSeconds: integer(
    "STATEMENT_TIMEOUT",
    10,
    1,
    3600,
    "Seconds that one statement may take on PostgreSQL",
  ),
  eventsRetentionDays: integer("EVENTS_RETENTION_DAYS", 400, 1, 36_500, "Days to keep events and ended keys"),
  stockRetentionDays: setting(
    "STOCK_CHANGES_RETENTION_DAYS",
    "0",
    "0 or an integer from 30 to 36500",
    "Days to keep every change of a pet's stock; older ones are summed up in one. 0 keeps all",
    z
      .string()
      .regex(/^(?:0|\d{2,5})$/)
      .transform(Number)
      .pipe(z.literal(0).or(z.number().min(30).max(36_500))),
  ),
  webhookAllowPrivate: integer(
    "WEBHOOK_ALLOW_PRIVATE",
    0,
    0,
    1,
    "1 lets webhooks use http, any port and addresses inside your network",
  ),
  environment: oneOf(
    "PETSTORE_ENVIRONMENT",
    "production",
    ENVIRONMENTS,
    "Environment of this service; determines the prefix of its keys and its base URL",
  ),
  baseUrl: baseUrl(
    "PETSTORE_BASE_URL",
    "URL at which clients reach production; if unset, the address that the service listens on",
  ),
  stagingBaseUrl: baseUrl("PETSTORE_STAGING_BASE_URL", "URL at which clients reach staging"),
  tlsCert: fileName("TLS_CERT", "File with the certificate chain (PEM); turns on HTTPS"),
  tlsKey: fileName("TLS_KEY", "File with the private key of TLS_CERT (PEM, no passphrase)"),
  trustProxy: integer(
    "TRUST_PROXY",
    0,
    0,
    10,
    "Number of trusted proxies in front; the log takes the client's address from X-Forwarded-For",
  ),
  apiKey: {
    name: "PETSTORE_API_KEY",
    default: "",
    expected: `at least ${API_KEY_MIN} characters without white space`,
    description: "A key with every scope, for automation",
    schema: z.string().regex(new RegExp(`^(?:\\S{${API_KEY_MIN},})?$`)),
  },
  rateLimit: integer(
    "RATE_LIMIT",
    1000,
    0,
    1_000_000,
    "Requests per second for each key, with bursts of twice as many; 0 for no limit",
  ),
  firstKeyFile: fileName(
    "FIRST_KEY_FILE",
    "File for the first key of a new store, if stderr is collected; if unset, the key is printed",
  ),
  ...shopSettings,
  corsOrigins: {
    name: "CORS_ORIGINS",
    flag: "cors-origins",
    default: "",
    expected: "origins such as https://shop.example, separated by commas",
    description: "Origins whose pages may call the service from a browser",
    schema: origins,
  },
  sunsetRehearsals: setting(
    "SUNSET_REHEARSALS",
    "",
    "ISO 8601 intervals such as 2030-06-01T09:00Z/PT1H, separated by commas",
    "Times when deprecated operations return 410, as after their removal, to find clients that still call them",
    readBy(readIntervals),
  ),
  logLevel: oneOf("LOG_LEVEL", "info", LOG_LEVELS, "Least severe level that is logged"),
  logAddresses: oneOf(
    "LOG_ADDRESSES",
    "some",
    LOGGED_ADDRESSES,
    "Lines of requests that have the client's address: those of refused, failed and slow ones (some), all, or none",
  ),
  maxInFlight: integer("MAX_IN_FLIGHT", 1024, 1, 1_000_000, "Requests handled at the same time; more get 503"),
  maxStreams: integer("MAX_STREAMS", 1000, 1, 1_000_000, "Open streams (whole inventory, events); more get 503"),
  maxStreamsPerKey: integer("MAX_STREAMS_PER_KEY", 100, 1, 1_000_000, "Open streams of one key; more get 503"),
  maxQueuedWrites: integer("MAX_QUEUED_WRITES", 10_000, 1, 1_000_000, "Writes waiting for the disk; more get 503"),
  bodyTimeoutSeconds: integer("BODY_TIMEOUT", 10, 1, 25, "Seconds within which a request body must arrive"),
  shutdownDelaySeconds: {
    name: "SHUTDOWN_DELAY",
    flag: "shutdown-delay",
    default: "0.5",
    expected: "a number from 0 to 60, such as 0.5",
    description: "Seconds to keep serving requests after SIGTERM, while /readyz returns 503",
    schema: z
      .string()
      .regex(/^\d{1,2}(?:\.\d{1,3})?$/)
      .transform(Number)
      .pipe(z.number().max(60)),
  },
  shutdownTimeoutSeconds: integer(
    "SHUTDOWN_TIMEOUT",
    10,
    0,
    3600,
    "Seconds that requests in flight have to finish after SIGTERM and SHUTDOWN_DELAY",
  ),
} as const satisfies Record<string, Setting>;

type Settings = typeof settings;
type Name = keyof Settings;

/** The configuration of the service. */
export type Config = { readonly [S in Name]: z.output<Settings[S]["schema"]> };

/** Invalid values of settings. The message has one line for each. */
export class ConfigError extends Error {}

/** Reads the configuration; flags override the environment. All errors are reported at once. */
export function readConfig(
  flags: Readonly<Partial<Record<Name, string>>> = {},
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Config {
  const errors: string[] = [];
  const entries = (Object.entries(settings) as [Name, Setting][]).map(([key, setting]) => {
    const text = flags[key] ?? environment[setting.name]?.trim();
    const { success, data } = setting.schema.safeParse(text === undefined || text === "" ? setting.default : text);
    if (!success) {
      const isShown = setting.flag !== undefined && text !== undefined && text.length <= SHOWN_MAX;
      const got = isShown ? JSON.stringify(redactUrl(text)) : `${text?.length} characters`;
      const name = flags[key] === undefined ? setting.name : `--${setting.flag}`;
      errors.push(`${name}: expected ${setting.expected}; got ${got}`);
    }
    return [key, data];
  });
  const config = Object.fromEntries(entries) as Config;
  if ((config.tlsCert === "") !== (config.tlsKey === "")) {
    errors.push(`TLS_CERT, TLS_KEY: expected both or none; got only ${config.tlsCert === "" ? "TLS_KEY" : "TLS_CERT"}`);
  }
  // An invalid setting has no value.
  const { databaseReadUrls: standbys, databaseUrl: primary } = config as Partial<Config>;
  if (standbys?.length && primary !== undefined && sqlitePath(primary) !== undefined) {
    errors.push("DATABASE_READ_URL: expected DATABASE_URL to be PostgreSQL too; got SQLite, which has no standbys");
  }
  if (errors.length > 0) throw new ConfigError(errors.join("\n"));
  return Object.freeze(config);
}
