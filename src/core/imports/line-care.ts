/* What a line of an import says about the care of a pet, as entries (decision 091). */

import { type CareOfLine, careColumns } from "../../contract/care/care-lines.ts";
import { CARE_MAX } from "../../contract/care/care-schemas.ts";
import { foundInstead } from "../../contract/errors/errors.ts";
import type { CareEntries, NewCare, StoredCare } from "../shop/care/care-ports.ts";
import { brokenCareRule } from "../shop/care/care-rules.ts";
import type { ImportedPet, ImportRules, NamedCare } from "./import-ports.ts";
import { refusal } from "./line-problems.ts";

/** An entry, and which columns say its days and its weight. */
interface SaidCare {
  readonly entry: NewCare;
  readonly columns: { readonly [Field in "doneOn" | "dueOn" | "grams"]?: keyof CareOfLine };
}

/** The words of entries about which a file says only the day. */
const WORDS = { vaccination: "Vaccination", deworming: "Deworming", weight: "Weight" } as const;

/** How people call the treatment against worms. */
const DEWORMING = /^(?:de-?worm|worming|entwurm|wurmkur)/i;

/** Whether an entry is a treatment against worms. */
export function isDeworming({ kind, what }: Pick<NewCare, "kind" | "what">): boolean {
  return kind === "treatment" && DEWORMING.test(what);
}

const NOTHING: readonly SaidCare[] = [];

/** A line, as far as it is about care. */
type CareLine = { readonly input: CareOfLine; readonly care?: readonly NamedCare[] | undefined };

/** What a line says. A weight without a day is of today. */
function careIn({ input, care = [] }: CareLine, today: string): readonly SaidCare[] {
  const { vaccinatedOn, vaccinationDueOn, dewormedOn, grams, weighedOn = today } = input;
  // Most files say nothing about care, and every line is asked several times.
  if ((vaccinatedOn ?? vaccinationDueOn ?? dewormedOn ?? grams) === undefined && care.length === 0) return NOTHING;
  const said = [input, ...care].flatMap(vaccinationsOf);
  if (dewormedOn !== undefined) {
    const entry = { kind: "treatment", what: WORDS.deworming, doneOn: dewormedOn } as const;
    said.push({ entry, columns: { doneOn: "dewormedOn" } });
  }
  if (grams !== undefined) {
    const entry = { kind: "weight", what: WORDS.weight, doneOn: weighedOn, grams } as const;
    said.push({ entry, columns: { doneOn: "weighedOn", grams: "grams" } });
  }
  return said;
}

function vaccinationsOf({ vaccinatedOn, vaccinationDueOn, what = WORDS.vaccination, batch }: NamedCare): SaidCare[] {
  const said: SaidCare[] = [];
  const vaccination = { kind: "vaccination", what } as const;
  if (vaccinatedOn !== undefined)
    said.push({ entry: { ...vaccination, batch, doneOn: vaccinatedOn }, columns: { doneOn: "vaccinatedOn" } });
  if (vaccinationDueOn !== undefined)
    said.push({ entry: { ...vaccination, dueOn: vaccinationDueOn }, columns: { dueOn: "vaccinationDueOn" } });
  return said;
}

/** What a line says about care, as a preview has it: of several vaccinations the last and the first that is due. */
export function saidCare({ input, care = [] }: CareLine): CareOfLine | undefined {
  const [vaccinatedOn] = valuesOf("vaccinatedOn", [input, ...care])
    .toSorted()
    .toReversed();
  const [vaccinationDueOn] = valuesOf("vaccinationDueOn", [input, ...care]).toSorted();
  const all: CareOfLine = { ...input, vaccinatedOn, vaccinationDueOn };
  const given = careColumns.filter((column) => all[column] !== undefined);
  return given.length === 0 ? undefined : Object.fromEntries(given.map((column) => [column, all[column]]));
}

function valuesOf(column: "vaccinatedOn" | "vaccinationDueOn", all: readonly NamedCare[]): readonly string[] {
  return all.flatMap((one) => one[column] ?? []);
}

/** A rule of care that a line breaks. */
interface BrokenLine {
  readonly member: keyof CareOfLine;
  readonly expected: string;
  readonly got: string;
}

type Facts = Parameters<typeof brokenCareRule>[1];

/** The first rule of care that a line breaks, or undefined. */
export function brokenCare(input: CareOfLine, facts: Facts): BrokenLine | undefined {
  for (const said of careIn({ input }, facts.today)) {
    const broken = brokenEntry(said, facts);
    if (broken !== undefined) return broken;
  }
  return undefined;
}

function brokenEntry({ entry, columns }: SaidCare, facts: Facts): BrokenLine | undefined {
  const broken = brokenCareRule(entry, facts);
  if (broken === undefined) return undefined;
  const { field, expected, got } = broken;
  const member = field === "everyDays" ? undefined : columns[field];
  // A line has no other members.
  return { member: member ?? "grams", expected, got: foundInstead(got) };
}

/** The care of pets that lines are about, as far as the lines may say the same. */
export interface KnownCare {
  readonly entries: ReadonlyMap<bigint, readonly StoredCare[]>;
  /** How many entries each pet has. */
  readonly counts: ReadonlyMap<bigint, number>;
}

/** The care of new pets. */
export const NO_CARE: KnownCare = { entries: new Map(), counts: new Map() };

/** Reads the care of pets that lines may be about. */
export async function knownCare(
  care: CareEntries,
  lines: readonly CareLine[],
  petIds: readonly bigint[],
  today: string,
): Promise<KnownCare> {
  const entries = petIds.length === 0 ? [] : lines.flatMap((line) => careIn(line, today).map(({ entry }) => entry));
  if (entries.length === 0) return NO_CARE;
  const known = await care.findLike(petIds, entries);
  return { entries: Map.groupBy(known, ({ petId }) => petId), counts: await care.counts(petIds) };
}

/**
 * The entries of a line that a pet does not have. Throws `LineError`. A file that says only the day of a vaccination or a deworming means
 * any entry of that day. A weight without a day means any entry of that weight: the same file, imported a month later, must not say that
 * the pet weighs the same now.
 */
export function careOf(
  line: CareLine,
  { id = 0n, profile }: Pick<ImportedPet, "id" | "profile">,
  { entries, counts }: KnownCare,
  rules: Pick<ImportRules, "today" | "label">,
): readonly NewCare[] {
  const said = careIn(line, rules.today);
  if (said.length === 0) return [];
  const known = entries.get(id) ?? [];
  const different = new Map(said.map((one) => [keyOf(one.entry), one]));
  const fresh = [...different.values()].filter(
    ({ entry }) => !known.some((one) => isKnown(entry, one, line.input.weighedOn)),
  );
  for (const one of fresh) {
    const broken = brokenEntry(one, { today: rules.today, birthDate: profile.birthDate });
    if (broken === undefined) continue;
    const { member: column, expected, got } = broken;
    throw refusal({ code: "invalid_value", column, expected: `expected ${expected}. Correct it`, got }, rules);
  }
  const [first] = fresh;
  const count = counts.get(id) ?? 0;
  if (first === undefined || count + fresh.length <= CARE_MAX) return fresh.map(({ entry }) => entry);
  const [column = "vaccinatedOn"] = Object.values(first.columns);
  const expected = `a pet has at most ${CARE_MAX} entries of care. Remove some, or leave the cells empty`;
  throw refusal({ code: "invalid_value", column, expected, got: `pet ${id} has ${count}` }, rules);
}

/** The same for two entries that say the same: a file may repeat a row. */
function keyOf({ kind, what, doneOn, dueOn }: NewCare): string {
  return [kind, what.toLowerCase(), doneOn, dueOn].join("\n");
}

function isKnown(entry: NewCare, known: StoredCare, weighedOn: string | undefined): boolean {
  if (known.kind !== entry.kind) return false;
  if (entry.kind === "weight") return known.grams === entry.grams && known.doneOn === (weighedOn ?? known.doneOn);
  if (entry.kind === "treatment" && !isDeworming(known)) return false;
  const day = entry.doneOn ?? entry.dueOn;
  if (entry.kind === "vaccination" && !isSameVaccine(entry.what, known.what)) return false;
  return known.doneOn === day || known.dueOn === day;
}

/** Where one of two does not say which vaccine it was, it may be that of the other. */
function isSameVaccine(one: string, other: string): boolean {
  const names = new Set([one, other].map((name) => name.toLowerCase()));
  return names.size === 1 || names.has(WORDS.vaccination.toLowerCase());
}
