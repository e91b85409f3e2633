/* The care plan of a category as its form keeps it. Each entry is a nested form. */
import type { Category } from "../../../client/index.ts";
import { dueKinds, EVERY_DAYS_MAX, PLAN_DAYS_MAX } from "../../../contract/limits.ts";
import { allTexts, formatNumber } from "../../app/formats/language.ts";
import { formatList } from "../../app/formats/view-formats.ts";
import { itemPath, itemsOf } from "../../forms/item-form.ts";
import { readTypedCount } from "../../forms/written-input.ts";

type Plan = NonNullable<Category["carePlan"]>;

/** One entry of a plan, as typed. */
export type EntryFields = { readonly [Name in "kind" | "what" | "at" | "unit" | "again"]: string };

/** All entries, encoded in one field. */
export type PlanField = { readonly [Name in "carePlan"]: string };

/** The field's name, which is also the API's. */
export const PLAN = "carePlan";

/** Days per unit of age. */
const UNITS = { weeks: 7, days: 1 } as const;

/** A blank entry. */
export const emptyEntry: EntryFields = { kind: "vaccination", what: "", at: "", unit: "weeks", again: "" };

/** Decodes the entries. */
export function entriesIn({ carePlan }: PlanField): readonly EntryFields[] {
  return itemsOf(carePlan);
}

/** Encodes entries. */
export function planField(entries: readonly EntryFields[]): PlanField {
  return { carePlan: JSON.stringify(entries) };
}

/** Converts a plan to form fields. Ages are in weeks if they are whole weeks. */
export function fieldsOfPlan(plan: Plan = []): PlanField {
  return planField(
    plan.map(({ kind, what, atDays, everyDays }) => {
      const unit = atDays > 0 && atDays % UNITS.weeks === 0 ? "weeks" : "days";
      return { kind, what, at: String(atDays / UNITS[unit]), unit, again: everyDays?.toString() ?? "" };
    }),
  );
}

/** The typed age in days; undefined if it is not a number. */
function daysOf({ at, unit }: EntryFields): number | undefined {
  const inUnit = UNITS[unit as keyof typeof UNITS];
  const count = readTypedCount(at, 0, Math.floor(PLAN_DAYS_MAX / inUnit));
  return count === undefined ? undefined : count * inUnit;
}

const repeatOf = ({ again }: EntryFields) => readTypedCount(again, 1, EVERY_DAYS_MAX);

/** The plan to send. */
export function planOf(typed: PlanField): Plan {
  return entriesIn(typed).map((entry) => ({
    kind: dueKinds.find((kind) => kind === entry.kind) ?? "note",
    what: entry.what.trim(),
    atDays: daysOf(entry) ?? 0,
    everyDays: repeatOf(entry),
  }));
}

/** Checks a plan before it is sent. */
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

/** Where the form shows an error of each member. */
const MEMBERS: Readonly<Record<string, keyof EntryFields>> = { kind: "kind", atDays: "at", everyDays: "again" };

/** The form field for a path in an error of the API. */
export function planFieldOf(path: string): string | undefined {
  const [, nth, member = ""] = /^carePlan\.(\d+)(?:\.(\w+))?/.exec(path) ?? [];
  return nth === undefined ? undefined : itemPath(PLAN, Number(nth), MEMBERS[member] ?? "what");
}

/** A plan as one line, to choose between two versions. */
export function planText(carePlan: string): string {
  const { units } = allTexts.value.care.plan;
  const texts = entriesIn({ carePlan }).map(({ what, at, unit }) => {
    const count = readTypedCount(at, 0, PLAN_DAYS_MAX);
    return `${what} (${count === undefined ? at : formatNumber(count)} ${units[unit as keyof typeof units]})`;
  });
  return formatList(texts);
}
