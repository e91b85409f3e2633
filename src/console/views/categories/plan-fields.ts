/* The plan of a kind as its form has it: each entry is a form of its own within that. */
import type { Category } from "../../../client/index.ts";
import { dueKinds, EVERY_DAYS_MAX, PLAN_DAYS_MAX } from "../../../contract/limits.ts";
import { allTexts, formatNumber } from "../../app/formats/language.ts";
import { formatList } from "../../app/formats/view-formats.ts";
import { itemPath, itemsOf } from "../../forms/item-form.ts";
import { readTypedCount } from "../../forms/written-input.ts";

type Plan = NonNullable<Category["carePlan"]>;

/** An entry of a plan, as typed. */
export type EntryFields = { readonly [Name in "kind" | "what" | "at" | "unit" | "again"]: string };

/** All of them, in one field. */
export type PlanField = { readonly [Name in "carePlan"]: string };

/** The field that has them: the member of the service. */
export const PLAN = "carePlan";

/** The days of each unit that an age can be in. */
const UNITS = { weeks: 7, days: 1 } as const;

/** An entry in which nothing is typed. */
export const emptyEntry: EntryFields = { kind: "vaccination", what: "", at: "", unit: "weeks", again: "" };

/** The entries that are typed. */
export function entriesIn({ carePlan }: PlanField): readonly EntryFields[] {
  return itemsOf(carePlan);
}

/** The field of these entries. */
export function planField(entries: readonly EntryFields[]): PlanField {
  return { carePlan: JSON.stringify(entries) };
}

/** A plan for its form: an age is in weeks where these are whole. */
export function fieldsOfPlan(plan: Plan = []): PlanField {
  return planField(
    plan.map(({ kind, what, atDays, everyDays }) => {
      const unit = atDays > 0 && atDays % UNITS.weeks === 0 ? "weeks" : "days";
      return { kind, what, at: String(atDays / UNITS[unit]), unit, again: everyDays?.toString() ?? "" };
    }),
  );
}

/** The age that is typed, in days; undefined for what is none. */
function daysOf({ at, unit }: EntryFields): number | undefined {
  const inUnit = UNITS[unit as keyof typeof UNITS];
  const count = readTypedCount(at, 0, Math.floor(PLAN_DAYS_MAX / inUnit));
  return count === undefined ? undefined : count * inUnit;
}

const repeatOf = ({ again }: EntryFields) => readTypedCount(again, 1, EVERY_DAYS_MAX);

/** The plan that is typed. */
export function planOf(typed: PlanField): Plan {
  return entriesIn(typed).map((entry) => ({
    kind: dueKinds.find((kind) => kind === entry.kind) ?? "note",
    what: entry.what.trim(),
    atDays: daysOf(entry) ?? 0,
    everyDays: repeatOf(entry),
  }));
}

/** What a person can know to be wrong. */
export function checkPlan(typed: PlanField): Readonly<Record<string, string | undefined>> {
  const { care: words, fields } = allTexts.value;
  const wrong = entriesIn(typed).flatMap((entry, nth) => [
    [itemPath(PLAN, nth, "what"), entry.what.trim() === "" ? fields.missing : undefined],
    [itemPath(PLAN, nth, "at"), daysOf(entry) === undefined ? words.plan.atInvalid : undefined],
    [
      itemPath(PLAN, nth, "again"),
      entry.again.trim() === "" || repeatOf(entry) !== undefined ? undefined : words.againInvalid,
    ],
  ]);
  return Object.fromEntries(wrong);
}

/** The fields of the form that the members of an entry are typed into. */
const MEMBERS: Readonly<Record<string, keyof EntryFields>> = { kind: "kind", atDays: "at", everyDays: "again" };

/** What a path of the service is in the form of the kind. */
export function planFieldOf(path: string): string | undefined {
  const [, nth, member = ""] = /^carePlan\.(\d+)(?:\.(\w+))?/.exec(path) ?? [];
  return nth === undefined ? undefined : itemPath(PLAN, Number(nth), MEMBERS[member] ?? "what");
}

/** A plan in a line, for a choice between two of them. */
export function planText(carePlan: string): string {
  const { units } = allTexts.value.care.plan;
  const texts = entriesIn({ carePlan }).map(({ what, at, unit }) => {
    const count = readTypedCount(at, 0, PLAN_DAYS_MAX);
    return `${what} (${count === undefined ? at : formatNumber(count)} ${units[unit as keyof typeof units]})`;
  });
  return formatList(texts);
}
