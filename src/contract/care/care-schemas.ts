/* The schemas of care that is done and due (decision 091). */
import * as z from "zod";
import { count, int64, oneOf, shortText, storedShortText, upTo } from "../common.ts";
import { requireOneOf } from "../json/one-of.ts";
import { careKinds, dueKinds, EVERY_DAYS_MAX, PLAN_DAYS_MAX, PLAN_MAX } from "../limits.ts";
import { DAY_SCHEMA, isDay } from "../values/days.ts";
import { line, storedText } from "../values/texts.ts";

/** The most entries of a pet. */
export const CARE_MAX = 1000;

/** The longest words of an entry, and the longest name of a batch. */
export const WHAT_MAX = 100;
export const BATCH_MAX = 100;
const BY_MAX = 100;

/** The expected value in messages about a day. */
export const CARE_DAY = "a day of the calendar, such as 2026-12-01";

/** The expected value in messages about a day of something done. */
export const DONE_DAY = "a day that is not in the future, such as 2026-12-01";

export const CareKind = z
  .enum(careKinds, { error: oneOf(careKinds) })
  .meta({ id: "CareKind", description: "What kind of care it is" });

/** A day in a body. */
export function day(description: string, error = CARE_DAY) {
  return z
    .string({ error })
    .refine(isDay, { error })
    .meta({ ...DAY_SCHEMA, description });
}

const storedDay = (description: string) =>
  z.iso
    .date()
    .optional()
    .meta({ ...DAY_SCHEMA, description });

const ABOUT = {
  what: "What it is, such as `DHPPi`",
  doneOn: "The day on which it was done, in the shop's time zone. Not in the future",
  dueOn: "The day on which it is due",
  everyDays: "It is due again so many days after it was done: an entry that is done makes the next one",
  grams: "What the pet weighs, in grams. Of a `weight` only, which needs it",
  batch: "The batch of a vaccine or a medicine",
  by: "Who did it, such as a veterinarian",
  note: "A note for the staff",
} as const;

export const Care = z
  .object({
    id: int64("Unique identifier of the entry"),
    petId: int64("Id of the pet"),
    kind: CareKind,
    what: storedText(WHAT_MAX, ABOUT.what),
    doneOn: storedDay(`${ABOUT.doneOn}; omitted if it is not done`),
    dueOn: storedDay(ABOUT.dueOn),
    everyDays: upTo(EVERY_DAYS_MAX, ABOUT.everyDays).optional(),
    grams: count(ABOUT.grams, 1).optional(),
    batch: storedText(BATCH_MAX, ABOUT.batch).optional(),
    by: storedText(BY_MAX, ABOUT.by).optional(),
    note: storedShortText(ABOUT.note).optional(),
  })
  .meta({ id: "Care", description: "What was done for a pet, or is due" });
export type Care = z.output<typeof Care>;

const members = {
  what: line(WHAT_MAX, ABOUT.what),
  doneOn: day(ABOUT.doneOn, DONE_DAY),
  dueOn: day(ABOUT.dueOn),
  everyDays: upTo(EVERY_DAYS_MAX, ABOUT.everyDays),
  grams: count(ABOUT.grams, 1),
  batch: line(BATCH_MAX, ABOUT.batch),
  by: line(BY_MAX, ABOUT.by),
  note: shortText(ABOUT.note),
};

export const CareInput = requireOneOf(
  z.object({ kind: CareKind, what: members.what, ...z.object(members).omit({ what: true }).partial().shape }),
  ["doneOn", "dueOn"],
  { id: "CareInput", description: "What was done for a pet, or is due" },
);
export type CareInput = z.output<typeof CareInput>;

export const CareUpdate = requireOneOf(
  z.object({
    kind: CareKind.optional(),
    what: members.what.optional(),
    doneOn: members.doneOn.nullable().optional(),
    dueOn: members.dueOn.nullable().optional(),
    everyDays: members.everyDays.nullable().optional(),
    grams: members.grams.nullable().optional(),
    batch: members.batch.nullable().optional(),
    by: members.by.nullable().optional(),
    note: members.note.nullable().optional(),
  }),
  ["kind", "what", "doneOn", "dueOn", "everyDays", "grams", "batch", "by", "note"],
  { id: "CareUpdate", what: "an entry of care", note: ". `null` removes a member" },
);

export const CareDone = z
  .object({
    on: day("The day on which it was done; today in the shop's time zone if omitted", DONE_DAY).optional(),
    note: members.note.optional(),
  })
  .meta({ id: "CareDone", description: "When something that was due was done" });

export const CarePlanItem = z
  .object(
    {
      kind: z.enum(dueKinds, { error: oneOf(dueKinds) }).meta({ description: "What kind of care it is" }),
      what: members.what,
      atDays: upTo(PLAN_DAYS_MAX, "How many days after the birth it is due", 0),
      everyDays: members.everyDays.optional(),
    },
    { error: "an object with kind, what and atDays" },
  )
  .meta({ id: "CarePlanItem", description: "What a plan makes due" });
export type CarePlanItem = z.output<typeof CarePlanItem>;

const PLAN = "What a pet of this category needs, and when";

export const CarePlan = z.array(CarePlanItem).max(PLAN_MAX).meta({ description: PLAN });

/** A plan in a body. */
export const carePlan = z
  .array(CarePlanItem, { error: `an array of at most ${PLAN_MAX} entries of a plan` })
  .max(PLAN_MAX, { error: `at most ${PLAN_MAX} entries of a plan` })
  .meta({ description: `${PLAN}. \`applyCarePlan\` makes it due for a pet` });

export const CarePlanStart = z
  .object({
    from: day(
      "The day that days are counted from, if the pet's day of birth is not known; today if omitted",
    ).optional(),
  })
  .meta({ id: "CarePlanStart", description: "Where a plan begins" });

/** The entries that a plan has added. */
export const PlannedCare = z
  .array(Care)
  .max(PLAN_MAX)
  .meta({ id: "PlannedCare", description: "What a plan has added" });

/** The most entries that the event of a day names. */
export const DUE_NAMED_MAX = 1000;

/** The data of the daily event, if something is due. */
export const CareDue = z
  .object({
    day: z.iso.date().meta({ ...DAY_SCHEMA, description: "The day, in the shop's time zone" }),
    ids: z
      .array(int64("Id of an entry"))
      .max(DUE_NAMED_MAX)
      .meta({
        description: `The entries that are due on this day or were due before it, the earliest first, at most ${DUE_NAMED_MAX}`,
      }),
    isComplete: z.boolean().meta({ description: "Whether these are all: `listCare` lists more" }),
  })
  .meta({ id: "CareDue", description: "What is due on a day" });
