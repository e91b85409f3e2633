/* Starts of the service under combinations of settings, and what their answers may differ in. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { operations } from "../../src/contract/index.ts";
import { basePathOf } from "../../src/contract/shop/site-address.ts";
import { emptyFolder } from "../support/folder.ts";
import { type Postgres, startPostgres, startStandby } from "../support/postgres.ts";
import { runProgram, SOURCE, startProgram } from "../support/program.ts";
import { type Answers, askEverything } from "./everything.ts";
import { type Combination, environmentOf, first } from "./values.ts";

/** Where the data is. */
export const stores = ["SQLite", "PostgreSQL", "a standby"] as const;
export type StoreName = (typeof stores)[number];

/** The servers of all starts. */
export interface Servers extends AsyncDisposable {
  urls(store: StoreName, folder: string): Promise<Record<string, string>>;
}

/** Starts a primary and its standby. */
export async function startServers(): Promise<Servers> {
  const primary = await startPostgres(["fsync=off"]);
  const standby = await startStandby(primary, { isSynchronous: false });
  const on = ({ port }: Postgres, url: string) => {
    const moved = new URL(url);
    moved.port = String(port);
    return moved.href;
  };
  return {
    async urls(store, folder) {
      if (store === "SQLite") return { DATABASE_URL: `sqlite://${join(folder, "petstore.db")}` };
      const url = await primary.createDatabase();
      return { DATABASE_URL: url, ...(store === "a standby" && { DATABASE_READ_URL: on(standby, url) }) };
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([primary.stop(), standby.stop()]);
    },
  };
}

/** One start: what it answered, and how many requests that took. */
export async function startOnce(servers: Servers, store: StoreName, combination: Combination) {
  using folder = emptyFolder();
  const env = { ...environmentOf(combination), ...(await servers.urls(store, folder.path)) };
  await using program = await startProgram({ cwd: folder.path, env, command: SOURCE });
  const inFile = combination["FIRST_KEY_FILE"] ?? "";
  const configured = combination["PETSTORE_API_KEY"] ?? "";
  const printed =
    inFile === "" || configured !== ""
      ? program.printedKeys[0]
      : readFileSync(join(folder.path, inFile), "utf8").trim();
  const { answers, requests } = await askEverything(program, configured || (printed ?? ""), basePathIn(combination));
  const backup = await runProgram(["backup", "copy.db"], { cwd: folder.path, env, command: SOURCE });
  const all = new Map([...answers, ["backup", `${backup.exitCode}`], ["end", `${await program.stop("SIGTERM")}`]]);
  return { answers: all as Answers, requests };
}

/** The path before that of the interface, such as `/shop`: where a combination has one, everything is asked below it. */
function basePathIn(combination: Combination): string {
  const name = combination["PETSTORE_ENVIRONMENT"] === "staging" ? "PETSTORE_STAGING_BASE_URL" : "PETSTORE_BASE_URL";
  const url = combination[name] ?? "";
  return url === "" ? "" : basePathOf(url);
}

/** A rule: where a setting has another value than in the first start, what else an answer is; undefined for anything. */
interface Rule {
  readonly applies: (combination: Combination) => boolean;
  readonly to: (name: string) => boolean;
  readonly becomes?: string;
}

const deprecated = new Set<string>(
  operations.filter(({ deprecation }) => deprecation !== undefined).map(({ id }) => id),
);
const visited = ["/pets/1-rex", "/pets.json", "/feed.xml", "/sitemap.xml", "/robots.txt", "write: inquiry"];
const ofInquiries = ["getInquiry", "listInquiries", "listEvents", "listActivity"];
const ofKeys = ["getKey", "getInvitation"];
const ofPapers = ["SHOP_NAME", "SHOP_ADDRESS", "SHOP_ADDRESS_DE", "SHOP_TAX_ID", "SHOP_AGREEMENT", "SHOP_AGREEMENT_DE"];
const ofReceipts = ["listReceipts", "getReceipt", "getClosing", "getPapers"];
const ofWebhooks = ["write: webhook", "webhook", "listWebhooks", "getWebhook", "listDeliveries"];

/** What the settings change, as their descriptions say. */
const rules: readonly Rule[] = [
  { applies: (set) => set["SHOP_NAME"] === "", to: (name) => visited.includes(name), becomes: "404" },
  { applies: (set) => set["SHOP_NAME"] === "", to: (name) => name === "/", becomes: "302" },
  {
    applies: (set) => set["SHOP_NAME"] === "" || set["SHOP_INQUIRIES"] === "0",
    to: (name) => ofInquiries.includes(name),
  },
  {
    applies: (set) => set["SHOP_INQUIRIES"] === "0" && set["SHOP_NAME"] !== "",
    to: (name) => name === "write: inquiry",
    becomes: "405",
  },
  { applies: (set) => set["SHOP_NAME"] === "", to: (name) => ofKeys.includes(name) },
  { applies: (set) => set["WEBHOOK_ALLOW_PRIVATE"] === "0", to: (name) => ofWebhooks.includes(name) },
  // The key that made the others is a stored one or the setting.
  { applies: (set) => set["PETSTORE_API_KEY"] !== "", to: (name) => name === "listKeys" || name === "listEvents" },
  { applies: (set) => set["PETSTORE_ENVIRONMENT"] === "staging", to: (name) => ofKeys.includes(name) },
  { applies: (set) => set["SHOP_TIME_ZONE"] !== "UTC", to: (name) => ofKeys.includes(name) },
  { applies: (set) => set["SHOP_TAX_RATE"] !== "", to: (name) => ofReceipts.includes(name) },
  { applies: (set) => ofPapers.some((name) => set[name] !== first[name]), to: (name) => name === "getPapers" },
  { applies: (set) => set["SUNSET_REHEARSALS"] !== "", to: (name) => deprecated.has(name) },
];

/** How the answers differ from those of the first start where no setting says so, and how many answers settings change. */
export function compare(combination: Combination, answers: Answers, usual: Answers) {
  const differing: Record<string, { got: string; expected: string }> = {};
  let excused = 0;
  for (const [name, expected] of usual) {
    const got = answers.get(name) ?? "";
    if (got === expected) continue;
    const ruling = rules.filter(({ applies, to }) => applies(combination) && to(name));
    if (ruling.some(({ becomes }) => becomes === undefined || becomes === got)) excused += 1;
    else differing[name] = { got, expected };
  }
  const settings = Object.fromEntries(Object.entries(combination).filter(([name, value]) => first[name] !== value));
  return { excused, differences: Object.keys(differing).length === 0 ? [] : [{ settings, differing }] };
}
