/* Rules of care (decision 091). Pure functions. */
import { type Care, type CareInput, DONE_DAY } from "../../../contract/care/care-schemas.ts";
import { type Failure, invalidField } from "../../../contract/errors/errors.ts";
import { preview } from "../../../contract/json/json.ts";
import { daysAfter } from "../../feed/local-days.ts";
import type { StoredCare } from "./care-ports.ts";

/** The next entry that a repeated one creates when it is done; otherwise undefined. */
export function nextOf({
  petId,
  kind,
  what,
  doneOn,
  everyDays,
}: Omit<StoredCare, "id">): Omit<StoredCare, "id"> | undefined {
  if (doneOn === undefined || everyDays === undefined) return undefined;
  return { petId, kind, what, dueOn: daysAfter(doneOn, everyDays), everyDays };
}

/** What the rules need to know besides the entry. */
interface Known {
  /** Today in the time zone of the shop. */
  readonly today: string;
  /** The birth of the pet: a day, a month or a year. */
  readonly birthDate: string | undefined;
  /** The entry before the change: a day that stays the same is not refused. */
  readonly before?: CareInput;
}

/** A rule that an entry breaks, by one of its members. */
interface BrokenCareRule {
  readonly field: "doneOn" | "dueOn" | "everyDays" | "grams";
  readonly expected: string;
  /** What it has instead; undefined if it is missing. */
  readonly got: string | undefined;
}

/** The first rule that an entry breaks, or undefined. */
export function brokenCareRule(
  { kind, doneOn, dueOn, everyDays, grams }: CareInput,
  { today, birthDate, before }: Known,
): BrokenCareRule | undefined {
  if (doneOn === undefined && dueOn === undefined)
    return { field: "doneOn", expected: "doneOn or dueOn", got: undefined };
  if (doneOn !== undefined && doneOn > today) return { field: "doneOn", ...futureDay(doneOn, today) };
  for (const [field, day] of [["doneOn", doneOn] as const, ["dueOn", dueOn] as const]) {
    const isNew = day !== undefined && day !== before?.[field];
    if (isNew && birthDate !== undefined && day.slice(0, birthDate.length) < birthDate)
      return {
        field,
        expected: `a day on which the pet was born (${birthDate}), or a later one`,
        got: preview(day),
      };
  }
  if (kind !== "weight") {
    if (grams === undefined) return undefined;
    return { field: "grams", expected: `no weight of an entry of the kind "${kind}"`, got: `${grams}` };
  }
  if (grams === undefined) return { field: "grams", expected: "the weight in grams", got: undefined };
  if (doneOn === undefined) return { field: "doneOn", expected: "the day of the weight", got: undefined };
  if (everyDays === undefined) return undefined;
  return { field: "everyDays", expected: 'no repeat of a weight: repeat a "check" instead', got: `${everyDays}` };
}

/** Refuses an entry that breaks a rule. */
export function requireCareRules(care: CareInput, known: Known): void {
  const broken = brokenCareRule(care, known);
  if (broken !== undefined) throw refused(broken.field, broken);
}

/** Refuses a day of something done that is in the future. */
export function requirePast(field: string, day: string, today: string): void {
  if (day > today) throw refused(field, futureDay(day, today));
}

function futureDay(day: string, today: string) {
  return { expected: DONE_DAY, got: `${preview(day)}, and today is ${today}` };
}

function refused(field: string, { expected, got }: Omit<BrokenCareRule, "field">): Failure {
  return invalidField("validation_failed", field, expected, got);
}

/** An entry as clients see it. */
export function shownCare({ nextId: _, ...entry }: StoredCare): Care {
  return entry;
}
