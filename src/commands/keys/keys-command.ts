import type { Command } from "commander";
import { keyName } from "../../contract/keys/key-schemas.ts";
import { grantedBy, type Role, roleNames, roleOf } from "../../contract/keys/roles.ts";
import { ALL_SCOPES, type GrantedScope, scopes } from "../../contract/operation.ts";
import type { CreatedKey } from "../../core/keys/key-rules.ts";
import { isoTime } from "../../core/times.ts";
import { UsageError } from "../../files/problems/usage-error.ts";
import { clock, secrets } from "../../service/runtime.ts";
import { redactUrl } from "../../store/url.ts";
import { addSettings, type Flags } from "../settings-flags.ts";
import { JSON_FLAG, minuteOf, printRows, type Shown } from "../terminal/table.ts";
import { withStore } from "../with-store.ts";
import { create, type KeyContext, list, revoke, rotate } from "./key-management.ts";

interface CreateOptions {
  readonly name: string;
  readonly scopes?: string;
  readonly role?: string;
  readonly expires: string;
}

/** Adds `petstore keys`. Its commands work on the database directly, even while the service runs. */
export function addKeysCommands(petstore: Command): void {
  const keys = petstore.command("keys").description("create, list, revoke and rotate API keys");

  keys
    .command("create")
    .description("create a key and print it once")
    .requiredOption("--name <name>", "what the key is for; shown in lists and logs")
    .option("--role <role>", `what the key may do: ${roleNames.join(", ")}`)
    .option("--scopes <scopes>", "what the key may do, as scopes separated by commas; or all")
    .option("--expires <duration>", "how long the key works, such as 12h or 90d; or never", "never")
    .addHelpText("after", SCOPES)
    .action(async (options: CreateOptions & Flags) => {
      const request = parseRequest(options);
      await withKeys(options, async (context, url) => print(await create(context, request), url));
    });

  keys
    .command("list")
    .description("list all keys with their scopes and last use")
    .option(...JSON_FLAG)
    .action(({ json, ...flags }: Flags & { json?: true }) =>
      withKeys(flags, async (context) => printRows(await list(context), LISTED, json)),
    );

  keys
    .command("revoke")
    .description("revoke a key; it stops working within one second")
    .argument("<key>", "its id or name, as in `petstore keys list`")
    .action((key: string, flags: Flags) =>
      withKeys(flags, async (context) => {
        const { name, id, hint } = await revoke(context, key);
        process.stdout.write(`Revoked ${name} (${id}, ...${hint}). It stops working within one second.\n`);
      }),
    );

  keys
    .command("rotate")
    .description("replace a key with a new one; the old key ends after a grace period")
    .argument("<key>", "its id or name, as in `petstore keys list`")
    .option("--grace <duration>", "how long the old key keeps working, such as 24h", "24h")
    .action((key: string, options: Flags & { grace: string }) =>
      withKeys(options, async (context, url) => {
        const { created, old, endsAt } = await rotate(context, key, parseDuration("--grace", options.grace));
        print(created, url);
        process.stdout.write(`The old key (${old.id}, ...${old.hint}) works until ${formatSecond(endsAt)}.\n`);
      }),
    );

  for (const command of keys.commands) addSettings(command, ["databaseUrl", "environment"]);
}

/** What each scope allows. */
const MEANINGS: { readonly [S in GrantedScope]: string } = {
  "pets:read": "list and read pets, and count them",
  "pets:write": "add, change and remove pets",
  "inventory:read": "read the stock and its changes",
  "inventory:write": "change the stock",
  "orders:read": "list and read orders",
  "orders:write": "place, complete and cancel orders",
  "inquiries:read": "list and read what visitors ask",
  "inquiries:write": "change and erase inquiries",
  "care:read": "list and read what was done for pets and what is due",
  "care:write": "add, change and remove that",
  "calendar:read": "subscribe to a calendar of what is due",
  "categories:read": "list and read categories",
  "categories:write": "add, change and remove categories",
  "events:read": "read the event feed, its stream and the activity",
  "webhooks:manage": "create and change webhooks, read their deliveries",
  "keys:manage": "create, change and revoke keys with at most the same scopes, invite people",
  [ALL_SCOPES]: "everything, including what later versions add",
};

const ROLES: { readonly [R in Role]: string } = {
  owner: "everything",
  staff: "everything except keys and webhooks",
  counter: "read everything in the shop except inquiries, place orders, change the stock",
  viewer: "read everything in the shop except inquiries",
};

const SCOPES = `
Roles, which are names for sets of scopes:
${Object.entries(ROLES)
  .map(([role, meaning]) => `  ${role.padEnd(18)}${meaning}`)
  .join("\n")}

Scopes:
${Object.entries(MEANINGS)
  .map(([scope, meaning]) => `  ${(scope === ALL_SCOPES ? "all" : scope).padEnd(18)}${meaning}`)
  .join("\n")}

Every key may read what it is allowed to do: GET /v1/key.`;

/** Opens an existing store: a key in a new database, which no service uses, would only confuse. */
async function withKeys(
  flags: Flags,
  work: (context: KeyContext, databaseUrl: string) => Promise<void>,
): Promise<void> {
  await withStore(flags, (store, { databaseUrl, environment }) =>
    work({ store, environment, now: clock(), secrets }, databaseUrl),
  );
}

function parseRequest({ name, expires, ...grant }: CreateOptions): Parameters<typeof create>[1] {
  const { error } = keyName("").safeParse(name);
  if (error !== undefined) throw new UsageError(`--name: expected ${error.issues[0]?.message}`);
  const lifetimeMs = expires === "never" ? undefined : parseDuration("--expires", expires);
  if (lifetimeMs === 0) throw new UsageError("--expires: expected a time longer than 0");
  return { name, scopes: parseGrant(grant), lifetimeMs };
}

const LISTED: Shown<Awaited<ReturnType<typeof list>>[number]> = {
  columns: {
    ID: ({ id }) => id,
    NAME: ({ name }) => name,
    KEY: ({ hint }) => `...${hint}`,
    STATE: ({ state }) => state,
    EXPIRES: ({ expiresAt }) => (expiresAt === undefined ? "never" : minuteOf(expiresAt)),
    "LAST USED": ({ lastUsedAt }) => (lastUsedAt === undefined ? "not yet" : minuteOf(lastUsedAt)),
    ROLE: ({ scopes }) => roleOf(scopes) ?? "",
    SCOPES: ({ scopes }) => (scopes.includes(ALL_SCOPES) ? "all" : scopes.join(" ")),
  },
  json: ({ hash: _, createdAt, expiresAt, revokedAt, lastUsedAt, ...key }) =>
    JSON.stringify({
      ...key,
      role: roleOf(key.scopes),
      createdAt: isoTime(createdAt),
      expiresAt: isoTime(expiresAt),
      revokedAt: isoTime(revokedAt),
      lastUsedAt: isoTime(lastUsedAt),
    }),
};

/** Prints only the key to stdout, so that `KEY=$(petstore keys create ...)` works. */
function print({ text, key }: CreatedKey, databaseUrl: string): void {
  const place = redactUrl(databaseUrl);
  process.stderr.write(`Created ${key.name} (${key.id}) in ${place}. The key is shown only this once:\n`);
  process.stdout.write(`${text}\n`);
}

/** Requires either a role or scopes. */
function parseGrant({ role, scopes }: Pick<CreateOptions, "role" | "scopes">): readonly GrantedScope[] {
  if ((role === undefined) === (scopes === undefined)) {
    throw new UsageError(`expected either --role or --scopes; got ${role === undefined ? "neither" : "both"}`);
  }
  if (scopes !== undefined) return parseScopes(scopes);
  const known = roleNames.find((name) => name === role);
  if (known === undefined) throw new UsageError(`--role: expected one of ${roleNames.join(", ")}; got ${role}`);
  return grantedBy({ role: known });
}

function parseScopes(text: string): readonly GrantedScope[] {
  if (text === "all" || text === ALL_SCOPES) return [ALL_SCOPES];
  const named = text.split(",").map((scope) => scope.trim());
  const unknown = named.filter((scope) => !(scopes as readonly string[]).includes(scope));
  if (unknown.length === 0) return scopes.filter((scope) => named.includes(scope));
  const got = unknown.join(", ") || "nothing";
  throw new UsageError(`--scopes: expected all, or some of ${scopes.join(", ")}; got ${got}`);
}

const UNITS_MS: Record<string, number> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

function parseDuration(flag: string, text: string): number {
  const [, count = "", unit = ""] = /^(\d{1,5})([smhd])$/.exec(text) ?? [];
  if (count === "") throw new UsageError(`${flag}: expected a number with s, m, h or d, such as 90d; got ${text}`);
  return Number(count) * (UNITS_MS[unit] ?? 0);
}

/** In UTC. */
function formatSecond(time: number): string {
  return new Date(time).toISOString().replace(/T(.*)\.\d+Z/, " $1 UTC");
}
