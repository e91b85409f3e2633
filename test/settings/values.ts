/* What each setting is tried with: two to four values, the first of which all answers are compared with. */
import { join } from "node:path";
import { settings } from "../../src/service/settings/settings.ts";

/** A combination of values: what the environment of a start has. */
export type Combination = Readonly<Record<string, string>>;

/** What is set with another setting, or by the test itself. */
export const SET_BY_OTHERS = ["PORT", "DATABASE_URL", "DATABASE_READ_URL", "TLS_KEY"] as const;

const CERTIFICATE = join(import.meta.dir, "../tls/for-tests-only.crt");

const AGREEMENT = join(import.meta.dir, "../../src/service/papers/agreement.de.md");

/** Values by the name of the setting. */
export const values: Readonly<Record<string, readonly [string, string, ...string[]]>> = {
  HOST: ["127.0.0.1", "localhost", "::1", "0.0.0.0"],
  READ_LAG_MAX: ["10", "1"],
  DATABASE_CONNECTIONS: ["10", "1", "2"],
  DATABASE_WAIT: ["5", "30"],
  STATEMENT_TIMEOUT: ["10", "3600"],
  EVENTS_RETENTION_DAYS: ["400", "1", "36500"],
  STOCK_CHANGES_RETENTION_DAYS: ["0", "30"],
  WEBHOOK_ALLOW_PRIVATE: ["1", "0"],
  PETSTORE_ENVIRONMENT: ["production", "staging"],
  PETSTORE_BASE_URL: ["", "https://pets.example/v1", "https://pets.example/shop/v1"],
  PETSTORE_STAGING_BASE_URL: ["", "https://staging.pets.example/v1"],
  TLS_CERT: ["", CERTIFICATE],
  TRUST_PROXY: ["0", "1", "10"],
  PETSTORE_API_KEY: ["", "configured-key-of-at-least-32-characters"],
  RATE_LIMIT: ["1000", "0", "40"],
  FIRST_KEY_FILE: ["", "first-key.txt"],
  SHOP_NAME: ["Riverside", ""],
  SHOP_CONTACT: ["", "mailto:hello@shop.example"],
  SHOP_TIME_ZONE: ["UTC", "Europe/Berlin", "Pacific/Apia"],
  SHOP_CURRENCY: ["EUR", "CHF"],
  SHOP_TAX_RATE: ["", "19", "7.7"],
  SHOP_TAX_ID: ["", "DE123456789"],
  SHOP_AGREEMENT: ["", AGREEMENT],
  SHOP_AGREEMENT_DE: ["", AGREEMENT],
  SHOP_ABOUT: ["", "Dogs & <cats>"],
  SHOP_ABOUT_DE: ["", "Hunde und Katzen"],
  SHOP_WORDS_EN: ["", "Hunde=Dogs, ruhig=calm"],
  SHOP_WORDS_DE: ["", "Dogs=Hunde, calm=ruhig"],
  SHOP_KIND: ["shop", "shelter"],
  SHOP_HOURS: ["", "Mon to Sat, 10:00 to 18:00"],
  SHOP_HOURS_DE: ["", "Mo bis Sa, 10 bis 18 Uhr"],
  SHOP_ADDRESS: ["", "1 River Road"],
  SHOP_ADDRESS_DE: ["", "Uferweg 1"],
  EMBED_ORIGINS: ["", "https://shop.example"],
  SHOP_INQUIRIES: ["1", "0"],
  CARE_REMINDER_HOUR: ["7", "0"],
  INQUIRIES_RETENTION_DAYS: ["180", "1"],
  CORS_ORIGINS: ["", "https://shop.example,https://other.example"],
  SUNSET_REHEARSALS: ["", "2020-01-01T00:00Z/2100-01-01T00:00Z"],
  LOG_LEVEL: ["info", "silent", "trace", "error"],
  LOG_ADDRESSES: ["some", "all", "none"],
  MAX_IN_FLIGHT: ["1024", "1"],
  MAX_STREAMS: ["1000", "1"],
  MAX_STREAMS_PER_KEY: ["100", "1"],
  MAX_QUEUED_WRITES: ["10000", "1", "5"],
  BODY_TIMEOUT: ["10", "1", "25"],
  SHUTDOWN_DELAY: ["0.5", "0"],
  SHUTDOWN_TIMEOUT: ["10", "0"],
};

/** The names of all settings. */
export const names: readonly string[] = Object.values(settings).map(({ name }) => name);

/** The start that the others are compared with. */
export const first: Combination = Object.fromEntries(Object.entries(values).map(([name, [value]]) => [name, value]));

/** The environment of a start. */
export function environmentOf(combination: Combination): Record<string, string> {
  const certificate = combination["TLS_CERT"] ?? "";
  return { ...combination, TLS_KEY: certificate.replace(/\.crt$/, ".key") };
}

/** Combinations in which every value of a setting meets every value of every other one. */
export function allPairs(seed = 1): readonly Combination[] {
  const entries = Object.entries(values);
  const open = new Set<string>();
  const pairOf = (a: number, x: number, b: number, y: number) =>
    a < b ? `${a}.${x} ${b}.${y}` : `${b}.${y} ${a}.${x}`;
  for (const [a, [, from]] of entries.entries()) {
    for (const [b, [, to]] of entries.entries()) {
      if (a < b) for (const x of from.keys()) for (const y of to.keys()) open.add(pairOf(a, x, b, y));
    }
  }
  const combinations: Combination[] = [];
  for (let state = seed; open.size > 0; ) {
    const [next = ""] = open;
    const chosen = new Map(next.split(" ").map((one) => one.split(".").map(Number) as [number, number]));
    // Each other setting gets the value that meets most of those chosen before it for the first time.
    const rest = entries.map((_, index) => index).filter((index) => !chosen.has(index));
    for (; rest.length > 0; ) {
      state = (state * 48_271) % 2_147_483_647;
      const [index = 0] = rest.splice(state % rest.length, 1);
      const gains = [...(entries[index]?.[1] ?? []).keys()].map(
        (value) => [...chosen].filter(([other, of]) => open.has(pairOf(index, value, other, of))).length,
      );
      chosen.set(index, gains.indexOf(Math.max(...gains)));
    }
    for (const [a, x] of chosen) for (const [b, y] of chosen) if (a < b) open.delete(pairOf(a, x, b, y));
    combinations.push(Object.fromEntries(entries.map(([name, of], index) => [name, of[chosen.get(index) ?? 0] ?? ""])));
  }
  return combinations;
}

/** How many pairs of values there are. */
export function pairCount(): number {
  const sizes = Object.values(values).map(({ length }) => length);
  return sizes.reduce((sum, size, index) => sum + size * sizes.slice(index + 1).reduce((a, b) => a + b, 0), 0);
}
