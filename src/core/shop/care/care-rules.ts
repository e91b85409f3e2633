/* Rules of care (decision 091). Pure functions. */
import { type CareInput, DONE_DAY } from "../../../contract/care/care-schemas.ts";
import { type Failure, invalidField } from "../../../contract/errors/errors.ts";
import { preview } from "../../../contract/json/json.ts";
import { daysAfter } from "../../feed/local-days.ts";
import type { StoredCare } from "./care-ports.ts";

/** The next entry that one makes once it is done; undefined if it is not, or is not repeated. */
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

/** What the rules need besides the entry. */
interface Known {
  /** Today in the time zone of the shop. */
  readonly today: string;
  /** The birth of the pet: a day, a month or a year. */
  readonly birthDate: string | undefined;
  /** The entry as it was: a day that stays is not refused again. */
  readonly before?: CareInput;
}

/** Refuses an entry that breaks a rule. */
export function requireCareRules(care: CareInput, { today, birthDate, before }: Known): void {
  const { kind, doneOn, dueOn, everyDays, grams } = care;
  if (doneOn === undefined && dueOn === undefined) throw refused("doneOn", "doneOn or dueOn; got neither", "missing");
  if (doneOn !== undefined) requirePast("doneOn", doneOn, today);
  for (const [field, day] of Object.entries({ doneOn, dueOn })) {
    const isNew = day !== undefined && day !== before?.[field as "doneOn" | "dueOn"];
    if (isNew && birthDate !== undefined && day.slice(0, birthDate.length) < birthDate)
      throw refused(field, `a day on which the pet was born (${birthDate}), or a later one; got ${preview(day)}`);
  }
  if (kind !== "weight") {
    if (grams !== undefined) throw refused("grams", `no weight of an entry of the kind "${kind}"; got ${grams}`);
    return;
  }
  if (grams === undefined) throw refused("grams", "the weight in grams; it is missing", "missing");
  if (doneOn === undefined) throw refused("doneOn", "the day of the weight; it is missing", "missing");
  if (everyDays !== undefined)
    throw refused("everyDays", `no repeat of a weight: repeat a "check" instead; got ${everyDays}`);
}

/** Refuses a day of something done that is in the future. */
export function requirePast(field: string, day: string, today: string): void {
  if (day > today) throw refused(field, `${DONE_DAY}; got ${preview(day)}, and today is ${today}`);
}

function refused(field: string, expected: string, kind?: "missing"): Failure {
  return invalidField("validation_failed", field, `expected ${expected}`, kind);
}
