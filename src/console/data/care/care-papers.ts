/* What papers say of the care of pets: the agreement everything, a receipt and a cage card a line. */
import type { Care } from "../../../client/index.ts";
import { hasCode } from "../../app/failure.ts";
import { allTexts, formatPlainDate } from "../../app/formats/language.ts";
import { formatList } from "../../app/formats/view-formats.ts";
import { can } from "../../app/session/session.ts";
import { AT_ONCE } from "../command.ts";
import { byDay, byDue, readCare, today } from "./care-data.ts";

/** The kinds of care that customers see: notes are for staff. */
const printedKinds: readonly Care["kind"][] = ["vaccination", "treatment", "check"];

/** The printed care of each pet, by id. */
export type PrintedCare = ReadonlyMap<bigint, readonly Care[]>;

/** Reads the care of pets for papers, a few at once. Returns none if the key may not read it. */
export async function readPrintedCare(petIds: readonly bigint[]): Promise<PrintedCare> {
  const found = new Map<bigint, readonly Care[]>();
  const left = can("care:read") ? [...new Set(petIds)] : [];
  const readOneByOne = async () => {
    for (let id = left.pop(); id !== undefined; id = left.pop()) found.set(id, await readPrinted(id));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, readOneByOne));
  return found;
}

async function readPrinted(petId: bigint): Promise<readonly Care[]> {
  try {
    return (await readCare(petId)).filter(({ kind }) => printedKinds.includes(kind));
  } catch (error) {
    // A sold pet may have been removed by now.
    if (hasCode(error, "not_found")) return [];
    throw error;
  }
}

/** Everything that was done for a pet, then what is due, one entry a line. */
export function careLines(entries: readonly Care[]): string {
  const { care: words } = allTexts.value.print;
  const done = entries.filter(isDone).toSorted(byDay(({ doneOn = "" }) => doneOn));
  return [
    ...done.map(({ what, doneOn = "", batch, by }) =>
      [`${what}: ${formatPlainDate(doneOn)}`, batch && words.batch(batch), by].filter(Boolean).join(", "),
    ),
    ...dueOf(entries).map(({ what, dueOn = "" }) => words.due(what, formatPlainDate(dueOn))),
  ].join("\n");
}

/** Whether a pet is vaccinated, and what is due next; empty if neither is known. */
export function careLine(entries: readonly Care[]): string {
  const { care: words } = allTexts.value.print;
  const [next, ...later] = dueOf(entries);
  const together = later.filter(({ dueOn }) => dueOn === next?.dueOn);
  const due =
    next && words.next(formatList([next, ...together].map(({ what }) => what)), formatPlainDate(next.dueOn ?? ""));
  return [isVaccinated(entries) && words.vaccinated, due].filter(Boolean).join(" · ");
}

/** The same rule as for visitors (docs/decisions/091-care.md): a vaccination was done, and none is overdue. */
function isVaccinated(entries: readonly Care[]): boolean {
  const vaccinations = entries.filter(({ kind }) => kind === "vaccination");
  return vaccinations.some(isDone) && !dueOf(vaccinations).some(({ dueOn = "" }) => dueOn < today());
}

function isDone({ doneOn }: Care): boolean {
  return doneOn !== undefined;
}

/** What is due, the earliest first. */
function dueOf(entries: readonly Care[]): readonly Care[] {
  return entries.filter((care) => !isDone(care)).toSorted(byDue);
}
