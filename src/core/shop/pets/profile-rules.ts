/* Rules of profiles (decision D44) that hold for operations and imports alike. Pure functions. */
import { invalidField } from "../../../contract/errors/errors.ts";
import { preview } from "../../../contract/json/json.ts";
import { ARRIVED_ON, BIRTH_DATE, type Profile, profileMembers } from "../../../contract/pets/profiles.ts";
import type { Price } from "../../../contract/values/price.ts";
import { HOUR_MS } from "../../times.ts";
import { nameKey } from "../name-key.ts";

/** A merge patch of a profile: null removes a member. */
export type ProfilePatch = {
  readonly [Name in Exclude<keyof Profile, "price">]?: Profile[Name] | null | undefined;
} & { readonly price?: { readonly [Name in keyof Price]?: Price[Name] | undefined } | null | undefined };

/** Applies a merge patch (RFC 7396). Throws if it leaves a price without its amount or its currency. */
export function mergeProfile(current: Profile, { price, ...update }: ProfilePatch): Profile {
  return withoutEmpty({
    ...current,
    ...update,
    price: price == null ? (price === null ? null : current.price) : mergePrice(current.price, price),
  });
}

function mergePrice(
  current: Profile["price"],
  { amount = current?.amount, currency = current?.currency }: NonNullable<ProfilePatch["price"]>,
): Price {
  if (amount !== undefined && currency !== undefined) return { amount, currency };
  const field = `price.${amount === undefined ? "amount" : "currency"}`;
  throw invalidField("validation_failed", field, "a new price with an amount and a currency", undefined);
}

/** A profile in the order of its members, without empty ones. */
export function withoutEmpty(
  profile: {
    readonly [Name in keyof Profile]?: Profile[Name] | null | undefined;
  },
): Profile {
  const isGiven = (value: unknown) => value != null && !(Array.isArray(value) && value.length === 0);
  const given = profileMembers.filter((name) => isGiven(profile[name]));
  return Object.fromEntries(given.map((name) => [name, profile[name]]));
}

/** A member of a profile that breaks a rule beyond its schema. */
interface BrokenRule {
  readonly member: keyof Profile;
  readonly expected: string;
  readonly got: string;
}

/** The first rule that a profile breaks, or undefined. */
export function brokenRule({ birthDate, arrivedOn, tags = [] }: Profile, now: number): BrokenRule | undefined {
  if (birthDate !== undefined && isFuture(birthDate, now)) {
    return { member: "birthDate", expected: BIRTH_DATE, got: preview(birthDate) };
  }
  if (arrivedOn !== undefined && isFuture(arrivedOn, now)) {
    return { member: "arrivedOn", expected: ARRIVED_ON, got: preview(arrivedOn) };
  }
  const keys = tags.map(tagKey);
  const repeated = tags.find((_, index) => keys.indexOf(keys[index] ?? "") !== index);
  if (repeated === undefined) return undefined;
  return { member: "tags", expected: "each tag once, ignoring case", got: `${preview(repeated)} twice` };
}

/** Throws for a profile that breaks a rule. `within` is what precedes its members in the body. */
export function requireRules(profile: Profile, now: number, within = ""): void {
  const broken = brokenRule(profile, now);
  if (broken === undefined) return;
  const { member, expected, got } = broken;
  throw invalidField("validation_failed", `${within}${member}`, expected, got);
}

/** How many characters of a tag's key the index has: some characters become many. */
const TAG_KEY_MAX = 64;

/** The key by which tags are compared. */
export function tagKey(tag: string): string {
  const key = nameKey(tag);
  return key.length <= TAG_KEY_MAX ? key : [...key].slice(0, TAG_KEY_MAX).join("");
}

/** The members that differ, as they were before; undefined if none does. */
export function changedProfile(before: Profile, after: Profile): Profile | undefined {
  const changed = profileMembers.filter((name) => comparable(before[name]) !== comparable(after[name]));
  if (changed.length === 0) return undefined;
  return Object.fromEntries(changed.map((name) => [name, before[name]]));
}

/** A value of a profile that `===` can compare. No tag and no currency has a vertical bar. */
function comparable(value: Profile[keyof Profile]): unknown {
  return typeof value === "object" ? Object.values(value).join("|") : value;
}

/** How far ahead of UTC the earliest day on Earth is. */
const EARLIEST_MS = 14 * HOUR_MS;

/** Whether all of a date is in the future, wherever on Earth the shop is. Of the date, only the year or the month may be known. */
export function isFuture(date: string, now: number): boolean {
  return date > new Date(now + EARLIEST_MS).toISOString().slice(0, date.length);
}
