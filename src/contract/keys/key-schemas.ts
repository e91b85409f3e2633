/* The schemas of API keys in requests and responses. */
import * as z from "zod";
import { count, dateTime, givenDateTime, SHOWN_ONCE } from "../common.ts";
import { requireOneOf } from "../json/one-of.ts";
import { ALL_SCOPES, scopes as scopeNames } from "../operation.ts";
import { LATER_MAX, storedText, WORD_MAX } from "../values/texts.ts";
import { roleNames } from "./roles.ts";

const KEY_NAME_MAX = 255;
const EXPECTED_KEY_NAME = `1 to ${KEY_NAME_MAX} printable characters, not all of them spaces`;

/** The name of a key or of a person, which logs and lists show: neither controls nor what changes the direction of a text. */
export function keyName(description: string, max = KEY_NAME_MAX) {
  const error = EXPECTED_KEY_NAME.replace(String(KEY_NAME_MAX), String(max));
  return z
    .string({ error })
    .refine((text) => isKeyName(text, max), { error })
    .meta({ minLength: 1, maxLength: max, description });
}

function isKeyName(text: string, max: number): boolean {
  return text.length <= 2 * max && [...text].length <= max && /^(?=.*\S)\P{C}+$/u.test(text);
}

const EXPECTED_SCOPES = `a list of one or more of ${scopeNames.join(", ")}, each once, or of ${ALL_SCOPES} alone`;

const grantedScopes = [...scopeNames, ALL_SCOPES] as const;

/** Generators of clients know only a named enum in a list. */
const GivenScope = z
  .enum(grantedScopes, { error: EXPECTED_SCOPES })
  .meta({ id: "GivenScope", description: "A scope for a key" });

const scopes = z
  .array(GivenScope, { error: EXPECTED_SCOPES })
  .min(1, { error: EXPECTED_SCOPES })
  .refine((given) => new Set(given).size === given.length && (given.length === 1 || !given.includes(ALL_SCOPES)), {
    error: EXPECTED_SCOPES,
  })
  .meta({
    minItems: 1,
    maxItems: grantedScopes.length,
    uniqueItems: true,
    description: `Permissions. \`["${ALL_SCOPES}"]\` is everything, including what later versions add`,
  });

const role = z
  .enum(roleNames, { error: `one of ${roleNames.join(", ")}` })
  .meta({ description: "A name for a set of scopes, instead of `scopes`" });

/** A grant in a request: scopes or a role. */
export const givenGrant = { scopes: scopes.optional(), role: role.optional() };

/** A grant in a response. */
export const shownGrant = {
  scopes: z
    .array(z.string().meta({ maxLength: WORD_MAX, "x-extensible-enum": grantedScopes }))
    .max(LATER_MAX)
    .meta({ description: `Permissions; \`${ALL_SCOPES}\` is everything` }),
  role: z.string().optional().meta({
    maxLength: WORD_MAX,
    "x-extensible-enum": roleNames,
    description: "The role with exactly these scopes, if there is one",
  }),
};

const hint = storedText(WORD_MAX, "The last characters of the key");
const name = storedText(KEY_NAME_MAX, "What the key is for, or who uses it on which device");
const expiresAt = dateTime("When the key expires; omitted if never").optional();

export const environment = z
  .enum(["production", "staging"])
  .meta({ description: "The environment that the key belongs to" });

export const CurrentKey = z
  .object({
    id: storedText(WORD_MAX, "Identifies the key in `listKeys`; omitted if it is not listed there").optional(),
    name,
    hint,
    ...shownGrant,
    environment,
    expiresAt,
  })
  .meta({ id: "CurrentKey", description: "The API key of the request" });

/** Who created it, by the name of a key. */
export const createdBy = storedText(
  KEY_NAME_MAX,
  "The name of the key that created it; omitted for the operator's commands",
).optional();

/** The members of a key that clients change, and its end. */
const summary = {
  id: storedText(WORD_MAX, "Unique identifier of the key"),
  name,
  hint,
  ...shownGrant,
  createdAt: dateTime("When the key was created"),
  createdBy,
  expiresAt,
  revokedAt: dateTime("When the key was revoked").optional(),
};

export const ApiKeySummary = z
  .object(summary)
  .meta({ id: "ApiKeySummary", description: "An API key, without its secret and usage" });
export type ApiKeySummary = z.output<typeof ApiKeySummary>;

const DeprecatedCalls = z
  .object({
    operation: storedText(WORD_MAX, "The operation"),
    count: count("How often the key called it"),
    lastAt: dateTime("When the key last called it"),
  })
  .meta({ id: "DeprecatedCalls", description: "Calls of a deprecated operation" });

const members = {
  ...summary,
  lastUsedAt: dateTime("When the key was last used, to the minute").optional(),
  deprecatedCalls: z
    .array(DeprecatedCalls)
    .max(LATER_MAX)
    .meta({ description: "The deprecated operations that the key calls. Counts are up to date within a minute" }),
};

export const ApiKey = z.object(members).meta({ id: "ApiKey", description: "An API key, without its secret" });
export type ApiKey = z.output<typeof ApiKey>;

export const CreatedKey = z
  .object({
    ...members,
    secret: storedText(WORD_MAX, `The key to send. ${SHOWN_ONCE}`).optional(),
  })
  .meta({ id: "CreatedKey", description: "An API key with its secret" });

const givenName = keyName("What the key is for, or who uses it on which device");
/** A request has only one of these members. */
export const EXCLUSIVE = ["scopes", "role"] as const;

export const NewKey = requireOneOf(
  z.object({
    name: givenName,
    ...givenGrant,
    expiresAt: givenDateTime("When it expires; never if omitted").optional(),
  }),
  EXCLUSIVE,
  { id: "NewKey", description: "A key to create", note: ", and not both", apart: EXCLUSIVE },
);

export const KeyUpdate = requireOneOf(
  z.object({
    name: givenName.optional(),
    ...givenGrant,
    expiresAt: givenDateTime("When it expires").nullable().optional(),
  }),
  ["name", "scopes", "role", "expiresAt"],
  { id: "KeyUpdate", what: "a key", note: ". `null` removes `expiresAt`", apart: EXCLUSIVE },
);
