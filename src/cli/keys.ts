import { Command } from "commander";
import { type Config, readConfig, redactUrl } from "../config.ts";
import { type Scope, scopes } from "../contract/operation.ts";
import { type CreatedKey, createKey, isUsable, rotateKey } from "../core/keys.ts";
import type { Key, Store } from "../core/ports.ts";
import { clock, secrets } from "../runtime.ts";
import { addSettings, type Flags } from "./command.ts";
import { UsageError } from "./exit.ts";

/** The `petstore keys` command. It works on the store itself, also while the service runs. */
export function keysCommand(): Command {
  const keys = new Command("keys").description("make, list, revoke and rotate API keys").exitOverride();

  keys
    .command("create")
    .description("make a key and print it, once")
    .requiredOption("--name <name>", "what the key is for: shown in lists and logs")
    .requiredOption("--scopes <scopes>", `what it may do: ${scopes.join(", ")}; or all`)
    .option("--expires <duration>", "how long it is taken, such as 12h or 90d; or never", "never")
    .action((options: CreateOptions & Flags) =>
      withStore(options, "made if missing", (store, config) => create(store, config, options)),
    );

  keys
    .command("list")
    .description("list all keys: what they may do, when they were last used")
    .action((options: Flags) => withStore(options, "must exist", list));

  keys
    .command("revoke")
    .description("end a key now; every running process refuses it within one second")
    .argument("<key>", "its id or its name, as `petstore keys list` shows it")
    .action((key: string, options: Flags) => withStore(options, "must exist", (store) => revoke(store, key)));

  keys
    .command("rotate")
    .description("make a new key like this one, and end this one after a time of grace")
    .argument("<key>", "its id or its name, as `petstore keys list` shows it")
    .option("--grace <duration>", "how long the old key is still taken, such as 24h", "24h")
    .action((key: string, options: Flags & { grace: string }) =>
      withStore(options, "must exist", (store, config) => rotate(store, config, key, options.grace)),
    );

  for (const command of keys.commands) addSettings(command, ["databaseUrl", "environment"]);
  return keys;
}

interface CreateOptions {
  readonly name: string;
  readonly scopes: string;
  readonly expires: string;
}

/** Opens the store of the configuration. Only making a key may make the database too. */
async function withStore(
  flags: Flags,
  database: "made if missing" | "must exist",
  work: (store: Store, config: Config) => Promise<void>,
): Promise<void> {
  const config = readConfig(flags);
  const { storeExists } = await import("../store/index.ts");
  if (database === "must exist" && !storeExists(config.databaseUrl)) {
    throw new UsageError(`there is no database at ${config.databaseUrl}: give the service's own DATABASE_URL`);
  }
  const { openDatabase } = await import("../database.ts");
  const store = await openDatabase(config);
  try {
    await work(store, config);
  } finally {
    await store.close();
  }
}

async function create(store: Store, config: Config, options: CreateOptions): Promise<void> {
  if (!/^[^\p{C}]{1,64}$/u.test(options.name)) throw new UsageError("--name: expected 1 to 64 printable characters");
  const now = clock();
  const lifetime = options.expires === "never" ? undefined : readDuration("--expires", options.expires);
  const request = {
    name: options.name,
    scopes: readScopes(options.scopes),
    expiresAt: lifetime === undefined ? undefined : now + lifetime,
  };
  const made = await store.transaction(({ keys }) => createKey(keys, request, config.environment, now, secrets));
  print(made, config);
}

async function list(store: Store): Promise<void> {
  const now = clock();
  const rows = (await store.keys.list()).map((key) => [
    key.id,
    key.name,
    `...${key.hint}`,
    state(key, now),
    day(key.expiresAt) ?? "never",
    day(key.lastUsedAt) ?? "not yet",
    key.scopes.length === scopes.length ? "all" : key.scopes.join(" "),
  ]);
  const table = [["ID", "NAME", "KEY", "STATE", "EXPIRES", "LAST USED", "SCOPES"], ...rows];
  const widths = table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0))) ?? [];
  for (const row of table) {
    process.stdout.write(
      `${row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd()}\n`,
    );
  }
}

async function revoke(store: Store, named: string): Promise<void> {
  const key = await findKey(store, named);
  await store.transaction(({ keys }) => keys.revoke(key.id, clock()));
  process.stdout.write(`Revoked ${key.name} (${key.id}, ...${key.hint}). It stops working within one second.\n`);
}

async function rotate(store: Store, config: Config, named: string, grace: string): Promise<void> {
  const old = await findKey(store, named);
  const graceMs = readDuration("--grace", grace);
  const environment = config.environment;
  print(await store.transaction(({ keys }) => rotateKey(keys, old, graceMs, environment, clock(), secrets)), config);
  process.stdout.write(`The old key (${old.id}, ...${old.hint}) is taken for another ${grace}.\n`);
}

/** The key goes to stdout alone, so that `KEY=$(petstore keys create ...)` works. */
function print({ text, key }: CreatedKey, { databaseUrl }: Config): void {
  const place = redactUrl(databaseUrl);
  process.stderr.write(`Made ${key.name} (${key.id}) in ${place}. The key is shown this once and stored nowhere:\n`);
  process.stdout.write(`${text}\n`);
}

async function findKey(store: Store, named: string): Promise<Key> {
  const usable = (await store.keys.list()).filter((key) => isUsable(key, clock()));
  const fitting = usable.filter(({ id }) => id === named);
  const found = fitting.length > 0 ? fitting : usable.filter(({ name }) => name === named);
  const [key, ...others] = found;
  if (key === undefined) throw new UsageError(`there is no usable key ${named}; \`petstore keys list\` shows them all`);
  if (others.length > 0)
    throw new UsageError(
      `${found.length} keys have the name ${named}: give the id, one of ${found.map(({ id }) => id).join(", ")}`,
    );
  return key;
}

function readScopes(text: string): readonly Scope[] {
  if (text === "all") return scopes;
  const named = text.split(",").map((scope) => scope.trim());
  const wrong = named.filter((scope) => !(scopes as readonly string[]).includes(scope));
  if (wrong.length > 0)
    throw new UsageError(
      `--scopes: expected all, or some of ${scopes.join(", ")}; got ${wrong.join(", ") || "nothing"}`,
    );
  return scopes.filter((scope) => named.includes(scope));
}

const UNITS_MS: Record<string, number> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

function readDuration(flag: string, text: string): number {
  const [, count = "", unit = ""] = /^(\d{1,5})([smhd])$/.exec(text) ?? [];
  const ms = Number(count) * (UNITS_MS[unit] ?? 0);
  if (count === "" || (ms === 0 && flag === "--expires"))
    throw new UsageError(`${flag}: expected a number with s, m, h or d, such as 90d; got ${text}`);
  return ms;
}

function state(key: Key, now: number): string {
  if (key.revokedAt !== undefined) return "revoked";
  return isUsable(key, now) ? "usable" : "expired";
}

function day(time: number | undefined): string | undefined {
  return time === undefined ? undefined : new Date(time).toISOString().slice(0, 10);
}
