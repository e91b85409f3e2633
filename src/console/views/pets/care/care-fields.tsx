/* The fields of something done for a pet, or due: for one pet in its panel, and for several at once. */
import type { Care, CareInput } from "../../../../client/index.ts";
import { EVERY_DAYS_MAX } from "../../../../contract/limits.ts";
import { readWeight } from "../../../../core/reading/written-weights.ts";
import { dateIn } from "../../../app/formats/day.ts";
import { allTexts, formatNumber, formatPlainDate } from "../../../app/formats/language.ts";
import { onNextPerson } from "../../../app/session/session.ts";
import { SelectField, TextField } from "../../../forms/fields.tsx";
import type { Form } from "../../../forms/use-form.ts";
import { readTypedCount, readTypedDate } from "../../../forms/written-input.ts";

/** What is typed. No day is today. */
export type CareFields = {
  readonly [Name in "kind" | "what" | "day" | "again" | "weight" | "by" | "batch" | "note"]: string;
};

/** A form in which nothing is typed. */
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

/** What is nothing without a name. */
export const companions = ["kind", "day", "again", "by", "batch", "note"] as const;

type Words = Pick<Care, "kind" | "what"> & { readonly everyDays?: number | undefined };

/** The words that were used last in this window, the latest first. */
let lastWords: readonly Words[] = [];

onNextPerson(() => {
  lastWords = [];
});

/** As many words as are offered. */
const OFFERED = 5;

/** Different words, those that were used last first. */
export function offeredWords(known: readonly Words[]): readonly Words[] {
  const byWhat = new Map([...lastWords, ...known].toReversed().map((words) => [words.what, words]));
  return [...byWhat.values()]
    .toReversed()
    .filter(({ kind }) => kind !== "weight")
    .slice(0, OFFERED);
}

/** Remembers words for the next pet. */
export function rememberWords({ kind, what, everyDays }: Words): void {
  lastWords = [{ kind, what, everyDays }, ...lastWords.filter((words) => words.what !== what)].slice(0, OFFERED);
}

/** The day that is typed: today if there is none, undefined if it is no day. */
function dayOf({ day }: CareFields): string | undefined {
  if (day.trim() === "") return dateIn(0);
  const date = readTypedDate(day);
  return date?.length === 10 ? date : undefined;
}

const isWeight = ({ kind }: CareFields) => kind === "weight";

/** What is wrong with what is typed. */
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

/** What is sent. What is in the future is due, everything else is done. */
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
  /** What was done before, the latest first. */
  readonly known: readonly Words[];
}

/** The fields: what was used last with one tap, and the rest as one types. */
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

/** What was used last: one tap fills in the kind, the words and the repeat. */
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
