/* The last rows of a report, such as `Total animals: 2`: they have one cell, after rows with more (decision D89). */
import type { Refuse } from "../../core/imports/import-ports.ts";
import type { PetFile } from "./pet-file.ts";
import type { FileRecord } from "./records.ts";

/** More such rows are no footer. */
const FOOTER_MAX = 10;

/** Reads the records of a table without its footer, about which there is a warning. */
export async function* withoutFooter(
  { records, warnings }: Pick<PetFile, "records" | "warnings">,
  refuse: Refuse,
): AsyncGenerator<readonly FileRecord[]> {
  let held: FileRecord[] = [];
  let hasRows = false;
  for await (const part of records(refuse)) {
    const ready: FileRecord[] = [];
    for (const record of part) {
      const isShort = hasRows && record.fields.filter((field) => field !== "").length === 1;
      if (isShort) held.push(record);
      else {
        hasRows ||= record.fields.filter((field) => field !== "").length > 1;
        ready.push(...held, record);
        held = [];
      }
      if (held.length <= FOOTER_MAX) continue;
      ready.push(...held);
      held = [];
    }
    yield ready;
  }
  for (const { line } of held) warnings.addRow("footer_rows", line);
}
