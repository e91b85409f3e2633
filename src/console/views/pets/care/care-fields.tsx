/* The fields of a care entry, for one pet in its panel or for several at once. */
import type { Care, CareInput } from "../../../../client/index.ts";
import { EVERY_DAYS_MAX } from "../../../../contract/limits.ts";
import { readWeight } from "../../../../core/reading/written-weights.ts";
import { dateIn } from "../../../app/formats/day.ts";
import { allTexts, formatNumber, formatPlainDate } from "../../../app/formats/language.ts";
import { onNextPerson } from "../../../app/session/session.ts";
import { SelectField, TextField } from "../../../forms/fields.tsx";
import type { Form } from "../../../forms/use-form.ts";
import { readTypedCount, readTypedDate } from "../../../forms/written-input.ts";

/** A care entry, as typed. Without a day it is today. */
export type CareFields = {
  readonly [Name in "kind" | "what" | "day" | "again" | "weight" | "by" | "batch" | "note"]: string;
};

/** A blank entry. */
export const emptyCare: CareFields = {
  kind: "vaccination",
  what: "",
  day: "",
  again: "",
  weight: "",
  by: "",
  batch: "",
  note: "",
};

/** Fields that are not worth sending without a name. */
export const companions = ["kind", "day", "again", "by", "batch", "note"] as const;

type Words = Pick<Care, "kind" | "what"> & { readonly everyDays?: number | undefined };

/** The entries typed last in this tab, newest first. */
let lastWords: readonly Words[] = [];

onNextPerson(() => {
  lastWords = [];
});

/** How many suggestions are shown. */
const OFFERED = 5;

/** Distinct suggestions, most recently used first. */
export function offeredWords(known: readonly Words[]): readonly Words[] {
  const byWhat = new Map([...lastWords, ...known].toReversed().map((words) => [words.what, words]));
  return [...byWhat.values()]
    .toReversed()
    .filter(({ kind }) => kind !== "weight")
    .slice(0, OFFERED);
}

/** Remembers an entry as a suggestion for the next pet. */
export function rememberWords({ kind, what, everyDays }: Words): void {
  lastWords = [{ kind, what, everyDays }, ...lastWords.filter((words) => words.what !== what)].slice(0, OFFERED);
}

/** The typed day; today if empty, undefined if invalid. */
function dayOf({ day }: CareFields): string | undefined {
  if (day.trim() === "") return dateIn(0);
  const date = readTypedDate(day);
  return date?.length === 10 ? date : undefined;
}

const isWeight = ({ kind }: CareFields) => kind === "weight";

/** Checks an entry before it is sent. */
export function checkCare(typed: CareFields) {
  const { care: words, fields } = allTexts.value;
  const day = dayOf(typed);
  const isAgain = typed.again.trim() === "" || readTypedCount(typed.again, 1, EVERY_DAYS_MAX) !== undefined;
  return {
    what: isWeight(typed) || typed.what.trim() !== "" ? undefined : fields.missing,
    weight: isWeight(typed) && typeof readWeight(typed.weight) !== "number" ? words.weightInvalid : undefined,
    again: isWeight(typed) || isAgain ? undefined : words.againInvalid,
    day:
      day === undefined
        ? words.dayInvalid(formatPlainDate(dateIn(0)))
        : isWeight(typed) && day > dateIn(0)
          ? words.weightLater
          : undefined,
  };
}

/** The entry to send. A day in the future makes it due, any other makes it done. */
export function careOf(typed: CareFields): CareInput {
  const { kinds } = allTexts.value.care;
  const kind = typed.kind as Care["kind"];
  const day = dayOf(typed) ?? dateIn(0);
  const grams = readWeight(typed.weight);
  const optional = (text: string) => text.trim() || undefined;
  return {
    kind,
    what: optional(typed.what) ?? kinds[kind],
    ...(day > dateIn(0) ? { dueOn: day } : { doneOn: day }),
    ...(kind === "weight"
      ? { grams: typeof grams === "number" ? grams : undefined }
      : { everyDays: typed.again.trim() === "" ? undefined : Number(typed.again) }),
    by: optional(typed.by),
    batch: optional(typed.batch),
    note: optional(typed.note),
  };
}

interface CareInputsProps {
  readonly form: Form<CareFields>;
  /** Earlier entries, newest first. */
  readonly known: readonly Words[];
}

/** The fields, with suggestions above them. */
export function CareInputs({ form, known }: CareInputsProps) {
  const { care: words } = allTexts.value;
  const { typed } = form;
  const day = dayOf(typed);
  const grams = readWeight(typed.weight);
  return (
    <>
      <LastWords form={form} known={known} />
      <SelectField form={form} name="kind" label={words.kind} options={words.kinds} />
      {isWeight(typed) ? (
        <TextField
          form={form}
          name="weight"
          label={words.weight}
          hint={typeof grams === "number" && words.grams(formatNumber(grams))}
        />
      ) : (
        <TextField form={form} name="what" label={words.what} />
      )}
      <TextField
        form={form}
        name="day"
        label={words.day}
        hint={day && words.dayHint(formatPlainDate(day), day > dateIn(0))}
      />
      {!isWeight(typed) && <TextField form={form} name="again" label={words.again} />}
      {form.isDraft && !isWeight(typed) && (
        <>
          <TextField form={form} name="by" label={words.by} />
          <TextField form={form} name="batch" label={words.batch} />
        </>
      )}
      {form.isDraft && <TextField form={form} name="note" label={allTexts.value.stock.note} />}
    </>
  );
}

/** Suggestions: one tap fills in kind, name and repeat. */
function LastWords({ form, known }: CareInputsProps) {
  const offered = offeredWords(known);
  if (offered.length === 0) return null;
  return (
    <div class="chips">
      {offered.map(({ kind, what, everyDays }) => (
        <button
          key={what}
          type="button"
          class="chip"
          aria-pressed={form.typed.what === what}
          onClick={() => form.change({ kind, what, again: everyDays === undefined ? "" : String(everyDays) })}
        >
          <bdi>{what}</bdi>
        </button>
      ))}
    </div>
  );
}
