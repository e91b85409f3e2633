/* Rows of another system that record care for the pet of the row before: asm3 writes one per vaccination. */
import type { CareOfLine } from "../../contract/care/care-lines.ts";
import { BATCH_MAX, WHAT_MAX } from "../../contract/care/care-schemas.ts";
import type { NamedCare } from "../../core/imports/import-ports.ts";
import { keyOf } from "../../core/reading/written-words.ts";
import { shortened } from "../cells/cells.ts";
import { fieldReader } from "../layouts/foreign-tables.ts";
import type { Source } from "../layouts/sources.ts";
import type { FileRecord } from "./records.ts";

/** Joins consecutive rows of one pet. */
export async function* withCareRows(
  source: Source | undefined,
  titles: readonly string[],
  parts: AsyncIterable<readonly FileRecord[]>,
): AsyncGenerator<readonly FileRecord[]> {
  const keyIn = source?.care && fieldReader(source.key, titles);
  if (keyIn === undefined) {
    yield* parts;
    return;
  }
  // The last pet may continue in the next batch.
  let open: FileRecord | undefined;
  let further: FileRecord[] = [];
  const joined = () => (open === undefined ? [] : [further.length === 0 ? open : { ...open, further }]);
  for await (const records of parts) {
    const ready: FileRecord[] = [];
    for (const record of records) {
      const key = keyIn(record);
      if (open !== undefined && key !== "" && key === keyIn(open)) further.push(record);
      else {
        ready.push(...joined());
        [open, further] = [record, []];
      }
    }
    yield ready;
  }
  yield joined();
}

/** A row and its care. */
export interface CareRow {
  readonly record: FileRecord;
  readonly said: Pick<CareOfLine, "vaccinatedOn" | "vaccinationDueOn">;
}

/**
 * Creates a function that reads the vaccinations in a pet's rows. The expiry of a given vaccination becomes the date
 * when the next is due, unless the same vaccination was given again or is listed as due. When it had been due is
 * dropped.
 */
export function vaccinationReader(
  { what, batch }: NonNullable<Source["care"]>,
  titles: readonly string[],
): (rows: readonly CareRow[]) => readonly NamedCare[] {
  const [nameIn, batchIn] = [fieldReader(what, titles), fieldReader(batch, titles)];
  return (rows) => {
    const named = rows.map(({ record, said }) => ({
      what: shortened(nameIn(record), WHAT_MAX) || undefined,
      batch: shortened(batchIn(record), BATCH_MAX) || undefined,
      ...said,
    }));
    const last = new Map<string, string>();
    for (const { what = "", vaccinatedOn, vaccinationDueOn } of named) {
      // Due vaccinations sort after given ones.
      const day = vaccinatedOn ?? (vaccinationDueOn === undefined ? "" : NEVER);
      if (day > (last.get(keyOf(what)) ?? "")) last.set(keyOf(what), day);
    }
    return named.map(({ vaccinationDueOn: dueOn, ...one }) => {
      const { what = "", vaccinatedOn } = one;
      const isNext =
        vaccinatedOn === undefined || (last.get(keyOf(what)) === vaccinatedOn && (dueOn ?? "") > vaccinatedOn);
      return { ...one, vaccinationDueOn: isNext ? dueOn : undefined };
    });
  };
}

/** Sorts after every date. */
const NEVER = "9999-99";
